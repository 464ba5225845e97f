// The log of events, with links to the rules.

import type { Told } from "../protocol";
import { sayEvent, t } from "../texts";

export function Log(props: { game: string; events: Told[]; onRule: (rule: string) => void }) {
  return (
    <ol class="log">
      {[...props.events].reverse().map(([number, event]) => (
        <li key={number} data-event={number} data-cards={thingsOf(event).join(" ")}>
          <span>{sayEvent(props.game, event)}</span>
          {typeof event.rule === "string" && (
            <button type="button" class="rule" onClick={() => props.onRule(String(event.rule))} aria-label={`${t("log.why")} ${event.rule}`} title={`${t("log.why")} ${event.rule}`}>
              §
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The latest event on one line, which expands to show earlier ones. */
export function Latest(props: { game: string; events: Told[]; onRule: (rule: string) => void }) {
  const last = props.events.at(-1);
  if (last === undefined) return null;
  return (
    <details class="latest">
      <summary>
        <b>{t("log.latest")}</b> <span>{sayEvent(props.game, last[1])}</span> <small>{props.events.length}</small>
      </summary>
      <Log game={props.game} events={props.events.slice(-SHOWN)} onRule={props.onRule} />
    </details>
  );
}

const SHOWN = 8;

/** All ids in the fields of an event. */
function thingsOf(value: unknown): string[] {
  if (typeof value === "string") return value.includes(" ") ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (key === "event" || key === "rule" ? [] : thingsOf(one)));
}
