// What happened, as sentences; each can say which rule it follows.

import type { Told } from "../protocol";
import { sayEvent, t } from "../texts";

export function Log(props: { game: string; events: Told[]; onRule: (rule: string) => void }) {
  return (
    <ol class="log">
      {[...props.events].reverse().map(([number, event]) => (
        <li key={number}>
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
