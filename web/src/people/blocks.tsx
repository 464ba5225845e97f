// Blocked people: their messages and tables are hidden, and they cannot join the user's tables.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, put, remove } from "../api";
import type { Blocked } from "../protocol";
import { done, me, report } from "../session";
import { t } from "../texts";

const blocked = signal<Blocked[]>([]);

export async function loadBlocks(): Promise<void> {
  blocked.value = me.value === null ? [] : await get<Blocked[]>("/me/blocks");
}

export const isBlocked = (person: string): boolean => blocked.value.some((one) => one.id === person);

export function Blocking(props: { person: string; name: string }) {
  if (me.value === null || props.person === me.value.id) return null;
  const block = async () => {
    if (!confirm(t("block.sure", { person: props.name }))) return;
    try {
      await put(`/me/blocks/${props.person}`, {});
      await loadBlocks();
      done.value = t("block.done", { person: props.name });
    } catch (error) {
      report(error);
    }
  };
  return (
    <button class="report block" type="button" title={t("block.button")} aria-label={t("block.on", { person: props.name })} onClick={() => void block()}>
      ⊘
    </button>
  );
}

/** The people whom the user has blocked. */
export function BlockedPeople() {
  useEffect(() => void loadBlocks().catch(report), []);
  const lift = async (person: string) => {
    try {
      await remove(`/me/blocks/${person}`);
      await loadBlocks();
    } catch (error) {
      report(error);
    }
  };
  if (blocked.value.length === 0) return null;
  return (
    <section class="card" aria-labelledby="blocked">
      <h2 id="blocked">{t("block.title")}</h2>
      <p class="quiet">{t("block.text")}</p>
      <ul class="kept">
        {blocked.value.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{one.name}</strong>
            </span>
            <button type="button" aria-label={`${t("block.lift")}: ${one.name}`} onClick={() => void lift(one.id)}>
              {t("block.lift")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
