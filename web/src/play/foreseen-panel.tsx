// Settings for answers in advance: at an open question, and for all questions of a round.

import { useEffect } from "preact/hooks";
import type { Ask, Foreseen } from "../protocol";
import { report } from "../session";
import { say, t } from "../texts";
import type { Advance } from "./live/foreseen";
import { optionName } from "./choosing/part-names";

/** At the open question: whether to repeat its answer for the rest of the round. */
export function AnswerAlways(props: { advance: Advance; ask: Ask }) {
  const { advance, ask } = props;
  if (advance.for(ask) === undefined) return null;
  return (
    <label class="stop always">
      <span>{t("foreseen.always")}</span>
      <input
        type="checkbox"
        checked={advance.always.value === ask.id}
        onChange={(event) => (advance.always.value = event.currentTarget.checked ? ask.id : "")}
      />
    </label>
  );
}

function Kind(props: { game: string; advance: Advance; seat: number; one: Foreseen }) {
  const { game, advance, seat, one } = props;
  const given = one.answers.map((answer) => answer.do);
  const set = (answers: string[]) => void advance.set(seat, one.kind, answers).catch(report);
  const left = one.choices.filter((choice) => !given.includes(choice.do));
  const label = one.label === null ? one.kind : say(game, one.label);
  return (
    <li class="foreseen">
      <p>{label}</p>
      {one.answers.length === 0 ? (
        <p class="quiet">{t("foreseen.asked")}</p>
      ) : (
        <ol>
          {one.answers.map((answer) => (
            <li key={answer.do}>
              <span>{optionName(game, answer)}</span>
              <button
                type="button"
                aria-label={t("foreseen.remove", { answer: optionName(game, answer) })}
                onClick={() => set(given.filter((other) => other !== answer.do))}
              >
                ×
              </button>
            </li>
          ))}
        </ol>
      )}
      {left.length > 0 && (
        <select aria-label={`${label}: ${t("foreseen.add")}`} value="" onChange={(event) => set([...given, event.currentTarget.value])}>
          <option value="">{t("foreseen.add")}</option>
          {left.map((choice) => (
            <option key={choice.do} value={choice.do}>
              {optionName(game, choice)}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}

/** All questions of a game that can be answered in advance; a new value of `since` reloads the settings. */
export function ForeseenPanel(props: { game: string; advance: Advance; seat: number; since: string }) {
  const { game, advance, seat } = props;
  useEffect(() => void advance.load(seat).catch(report), [advance, seat, props.since]);
  const found = advance.of(seat);
  if (found.length === 0) return null;
  const set = found.filter((one) => one.answers.length > 0).length;
  return (
    <details class="stops advance" onToggle={(event) => event.currentTarget.open && void advance.load(seat).catch(report)}>
      <summary>
        {t("foreseen.title")}
        {set > 0 && <span class="count">{set}</span>}
      </summary>
      <p class="quiet">{t("foreseen.text")}</p>
      <ul>
        {found.map((one) => (
          <Kind key={one.kind} game={game} advance={advance} seat={seat} one={one} />
        ))}
      </ul>
    </details>
  );
}
