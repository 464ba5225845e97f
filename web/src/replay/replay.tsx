// The replay panel: events of the current step, odds before it, and turning points.

import { Eye } from "lucide";
import type { ComponentChildren } from "preact";
import { Icon } from "../icon";
import { OddsShown } from "../odds/shown";
import { Log } from "../panels/log";
import type { Story } from "../protocol";
import { nameOf, t } from "../texts";
import type { Course } from "./course";
import type { Sight } from "./past";
import { Lucks, TurningPoints } from "./story";
import "./replay.css";

export interface ReplayProps {
  game: string;
  course: Course;
  story: Story | null;
  /** The ids of the seats. */
  seats: readonly string[];
  told: (event: number) => string;
  onRule: (rule: string) => void;
  onStep: (step: number) => void;
  /** What is shown below the turning points. */
  beside?: ComponentChildren;
  children?: ComponentChildren;
}

export function Replay(props: ReplayProps) {
  const { game, course, story, seats } = props;
  return (
    <div class="replay">
      <h2 class="eyebrow">{t("panel.replay")}</h2>
      {props.children}
      <section aria-labelledby="step-log">
        <h3 id="step-log">{t("replay.happened", { step: course.at.value })}</h3>
        {course.events.value.length === 0 ? <p class="quiet">{t("replay.nothing")}</p> : <Log game={game} events={course.events.value} onRule={props.onRule} />}
      </section>
      {course.odds.value.length > 0 && (
        <section aria-labelledby="step-odds">
          <h3 id="step-odds">{t("replay.odds")}</h3>
          <OddsShown game={game} odds={[...course.odds.value]} compact />
        </section>
      )}
      {story !== null && <TurningPoints game={game} story={story} seats={seats} told={props.told} onStep={props.onStep} />}
      {props.beside}
      {story !== null && <Lucks game={game} story={story} seats={seats} />}
      <p class="quiet keys-told">{t("replay.keys")}</p>
    </div>
  );
}

/** A choice of point of view: that of a seat at the time, or, after the match, everything. */
export function Sights(props: { game: string; seats: readonly string[]; own: readonly number[]; sight: Sight; onSight: (to: Sight) => void }) {
  const { game, seats, own, sight } = props;
  const choices: [Sight, string][] = [...seats.map((seat, i): [Sight, string] => [i, own.includes(i) ? t("replay.own", { seat: nameOf(game, seat) }) : nameOf(game, seat)]), [null, t("replay.open")]];
  if (choices.length > FEW) {
    return (
      <label class="sight">
        <span>
          <Icon of={Eye} size={18} /> {t("replay.sight")}
        </span>
        <select value={sight === null ? "" : String(sight)} onChange={(event) => props.onSight(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))}>
          {choices.map(([to, name]) => (
            <option key={String(to)} value={to === null ? "" : String(to)}>
              {name}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <div class="sights" role="group" aria-label={t("replay.sight")}>
      {choices.map(([to, name]) => (
        <button key={String(to)} type="button" aria-pressed={sight === to} onClick={() => props.onSight(to)}>
          {sight === to && <Icon of={Eye} size={18} />} {name}
        </button>
      ))}
    </div>
  );
}

const FEW = 3;
