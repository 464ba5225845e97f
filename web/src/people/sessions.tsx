// The user's sessions, and signing out of others.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, remove } from "../api";
import type { SessionInfo } from "../protocol";
import { report } from "../session";
import { t } from "../texts";
import { agentOf } from "./agents";
import { moment } from "./moments";

/** The list of sessions; a new value of `changed` reloads it. */
export function Sessions(props: { changed: number }) {
  const sessions = useSignal<SessionInfo[]>([]);
  const load = () => get<SessionInfo[]>("/sessions").then((found) => (sessions.value = found), report);
  useEffect(() => void load(), [props.changed]);
  const end = async (path: string) => {
    try {
      await remove(path);
      await load();
    } catch (error) {
      report(error);
    }
  };
  return (
    <>
      <h3>{t("person.sessions")}</h3>
      <ul class="kept">
        {sessions.value.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{place(one.agent)}</strong>
              <small class="quiet">{t("session.seen", { at: moment(one.seen_at) })}</small>
            </span>
            {one.current ? (
              <b class="badge">{t("person.here")}</b>
            ) : (
              <button type="button" aria-label={`${t("person.end")}: ${place(one.agent)}`} onClick={() => void end(`/sessions/${one.id}`)}>
                {t("person.end")}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.value.length > 2 && (
        <p class="acts">
          <button type="button" onClick={() => void end("/sessions")}>
            {t("session.end-others")}
          </button>
        </p>
      )}
    </>
  );
}

export function place(header: string): string {
  const { browser, system } = agentOf(header);
  if (browser !== "" && system !== "") return t("session.place", { browser, system });
  return browser || system || t("session.unknown");
}
