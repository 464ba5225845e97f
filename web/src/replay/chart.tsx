// Charts of winning probabilities by step, with rounds, turning points and the current step.

import type { Story } from "../protocol";
import { labelOf, nameOf, t } from "../texts";
import { strokeOf } from "./colors";

const [WIDE, HIGH] = [320, 120];
const LEVELS = [100, 75, 50, 25, 0];

export interface ChartProps {
  game: string;
  story: Story;
  /** The ids of the seats. */
  seats: readonly string[];
  colors: readonly string[];
}

/** A change of probability in percentage points, such as "+13 %". */
export function signed(change: number): string {
  const points = Math.round(Math.abs(change) * 100);
  return points === 0 ? "0 %" : `${change < 0 ? "−" : "+"}${points} %`;
}

/** The steps at which rounds begin, with the number of each round. */
export function roundsOf(labels: readonly (readonly [number, string])[]): { step: number; number: string; label: string }[] {
  const found: { step: number; number: string; label: string }[] = [];
  for (const [step, label] of labels) {
    const number = /\d+/.exec(label)?.[0] ?? "";
    if (number !== "" && found.at(-1)?.number !== number) found.push({ step, number, label });
  }
  return found;
}

/** The points of a polyline through the probabilities of a seat. */
const pointsOf = (story: Story, seat: number, last: number): string =>
  story.chances.map((one, step) => `${((WIDE * step) / last).toFixed(1)},${(HIGH - HIGH * (one[seat] ?? 0)).toFixed(1)}`).join(" ");

/** A chart of all seats, with a distinct stroke pattern for each, so that it does not depend on color vision. */
export function Chances(props: ChartProps & { best?: number | undefined; onStep: (step: number) => void }) {
  const { game, story, seats, colors, best } = props;
  const last = Math.max(1, story.chances.length - 1);
  if (story.chances.length < 2) return null;
  const now = story.chances[last] ?? [];
  const rounds = roundsOf(story.rounds.map((one) => [one.step, one.label] as const));
  const left = (step: number) => `${(100 * step) / last}%`;
  return (
    <figure class="chances">
      <figcaption>
        <h3>{t("story.chances")}</h3> <span>{t(story.exact ? "story.by-round" : "story.estimated")}</span>
      </figcaption>
      <div class="plot">
        <div class="levels" aria-hidden="true">
          {LEVELS.map((level) => (
            <span key={level} style={{ bottom: `${level}%` }}>
              {level}
            </span>
          ))}
        </div>
        <div class="area">
          <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
            {LEVELS.map((level) => (
              <line key={level} class="level" x1={0} x2={WIDE} y1={HIGH - (HIGH * level) / 100} y2={HIGH - (HIGH * level) / 100} />
            ))}
            {best !== undefined && <polygon class={`filled line-${best % 6}`} style={strokeOf(colors, best)} points={`0,${HIGH} ${pointsOf(story, best, last)} ${WIDE},${HIGH}`} />}
            {seats.map((seat, i) => (
              <polyline key={seat} class={i === best ? `best line-${i % 6}` : `line-${i % 6}`} style={strokeOf(colors, i)} points={pointsOf(story, i, last)} />
            ))}
            {story.turning.map((one) => (
              <line key={one.step} class="turns" x1={(WIDE * one.step) / last} x2={(WIDE * one.step) / last} y1={0} y2={HIGH} />
            ))}
          </svg>
          {story.turning.map((one, i) => (
            <button
              key={one.step}
              type="button"
              class="disc"
              style={{ left: left(one.step), bottom: `${100 * (story.chances[one.step]?.[one.seat] ?? 0)}%` }}
              aria-label={`${t("story.turning-point", { number: i + 1 })}: ${nameOf(game, seats[one.seat] ?? "")} ${signed(one.change)}`}
              title={`${nameOf(game, seats[one.seat] ?? "")} ${signed(one.change)}`}
              onClick={() => props.onStep(Math.max(0, one.step - 1))}
            >
              {i + 1}
            </button>
          ))}
        </div>
        <div class="rounds" aria-hidden="true">
          {rounds.map((one) => (
            <span key={one.step} style={{ left: left(one.step) }} title={labelOf(game, one.label)}>
              {one.number}
            </span>
          ))}
        </div>
      </div>
      <ul>
        {seats.map((seat, i) => (
          <li key={seat}>
            <svg width="26" height="8" aria-hidden="true">
              <line class={`line-${i % 6}`} style={strokeOf(colors, i)} x1="0" x2="26" y1="4" y2="4" />
            </svg>{" "}
            <span>{nameOf(game, seat)}</span> <b>{Math.round((now[i] ?? 0) * 100)} %</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** A chart of one seat along a slider; steps after `at` are faded. */
export function Course(props: ChartProps & { seat: number; at: number; last: number }) {
  const { story, seat, at, colors } = props;
  const last = Math.max(1, props.last);
  if (story.chances.length < 2) return null;
  const points = pointsOf(story, seat, last);
  const shown = `${WIDE},${HIGH} 0,${HIGH} ${points}`;
  return (
    <svg class="course" viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" style={strokeOf(colors, seat)} aria-hidden="true">
      <clipPath id="course-past">
        <rect x={0} y={0} width={(WIDE * at) / last} height={HIGH} />
      </clipPath>
      <line class="half" x1={0} x2={WIDE} y1={HIGH / 2} y2={HIGH / 2} />
      <polygon class="filled" points={shown} />
      <polyline class="later" points={points} />
      <polyline class="past" clip-path="url(#course-past)" points={points} />
    </svg>
  );
}
