// How a match went: the chance to win after each step, turning points, numbers by round, and luck.

import type { Story } from "../protocol";
import { labelOf, nameOf, say, t } from "../texts";

const [WIDE, HIGH] = [320, 120];

interface StoryProps {
  game: string;
  story: Story;
  /** The ids of the seats. */
  seats: readonly string[];
}

/** A change of a chance: "+13 %". */
const signed = (change: number): string => `${change < 0 ? "−" : "+"}${Math.round(Math.abs(change) * 100)} %`;

/** The turning points as marks on a slider. */
export function turningMarks(game: string, story: Story | null, seats: readonly string[]): { step: number; label: string }[] {
  return (story?.turning ?? []).map((one) => ({ step: one.step, label: `${nameOf(game, seats[one.seat] ?? "")} ${signed(one.change)}` }));
}

/** Lines of the chances by step; each seat has a stroke of its own, since colours do not reach everybody. */
export function Chances(props: StoryProps & { at?: number }) {
  const { game, story, seats } = props;
  const last = Math.max(1, story.chances.length - 1);
  if (story.chances.length < 2) return null;
  const now = story.chances[Math.min(props.at ?? last, last)] ?? [];
  const x = (step: number) => (WIDE * step) / last;
  const y = (chance: number) => HIGH - HIGH * chance;
  return (
    <figure class="chances">
      <figcaption>{t(story.exact ? "story.chances" : "story.estimate")}</figcaption>
      <svg viewBox={`0 -4 ${WIDE} ${HIGH + 8}`} preserveAspectRatio="none" aria-hidden="true">
        <line class="half" x1={0} x2={WIDE} y1={y(0.5)} y2={y(0.5)} />
        {seats.map((seat, i) => (
          <polyline key={seat} class={`line-${i % 6}`} points={story.chances.map((one, step) => `${x(step).toFixed(1)},${y(one[i] ?? 0).toFixed(1)}`).join(" ")} />
        ))}
        {story.turning.map((one) => (
          <line key={one.step} class="turns" x1={x(one.step)} x2={x(one.step)} y1={0} y2={HIGH} />
        ))}
        {props.at !== undefined && <line class="now" x1={x(props.at)} x2={x(props.at)} y1={-4} y2={HIGH + 4} />}
      </svg>
      <ul>
        {seats.map((seat, i) => (
          <li key={seat}>
            <svg width="26" height="8" aria-hidden="true">
              <line class={`line-${i % 6}`} x1="0" x2="26" y1="4" y2="4" />
            </svg>{" "}
            {nameOf(game, seat)} <b>{Math.round((now[i] ?? 0) * 100)} %</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** The turning points; each leads to its step. */
export function TurningPoints(props: StoryProps & { told: (step: number) => string; onStep: (step: number) => void }) {
  const { game, story, seats } = props;
  if (story.turning.length === 0) return null;
  return (
    <section aria-labelledby="turning">
      <h3 id="turning">{t("story.turning")}</h3>
      <ol class="turning">
        {story.turning.map((one) => (
          <li key={one.step}>
            <button type="button" onClick={() => props.onStep(one.step)}>
              <span>
                {nameOf(game, seats[one.seat] ?? "")} <small>{`${t("replay.step")} ${one.step}`}</small>
                <br />
                {props.told(one.event)}
              </span>
              <b class={one.change < 0 ? "fell" : "rose"}>{signed(one.change)}</b>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The numbers of every seat by round, a table for each of them. */
export function Numbers(props: StoryProps) {
  const { game, story, seats } = props;
  const names = story.rounds[0]?.measures.map((one) => one.name) ?? [];
  return (
    <>
      {names.map((name, i) => (
        <div key={name.id} class="scrolled" tabIndex={0} role="region" aria-label={say(game, name)}>
          <table class="course-numbers">
            <caption>{say(game, name)}</caption>
            <thead>
              <tr>
                <td />
                {seats.map((seat) => (
                  <th key={seat} scope="col">
                    {nameOf(game, seat)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {story.rounds.map((round) => (
                <tr key={round.step}>
                  <th scope="row">{round.label === "" ? t("story.end") : labelOf(game, round.label)}</th>
                  {seats.map((seat, at) => (
                    <td key={seat}>{round.measures[i]?.values[at]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </>
  );
}

/** Results of chance beside what could be expected. */
export function Lucks(props: StoryProps) {
  const { game, story, seats } = props;
  if (story.luck.length === 0) return null;
  const worst = Math.max(...story.luck.map((one) => Math.abs(one.got - one.expected)), 1);
  return (
    <section aria-labelledby="luck">
      <h3 id="luck">{t("story.luck")}</h3>
      <p class="quiet">{t("story.luck-text")}</p>
      <table class="luck">
        <tbody>
          {story.luck.map((one) => {
            const by = one.got - one.expected;
            return (
              <tr key={`${one.seat} ${one.name.id}`}>
                <th scope="row">
                  {nameOf(game, seats[one.seat] ?? "")}, {say(game, one.name)}
                </th>
                <td>{t("story.of", { got: number(one.got), expected: number(one.expected) })}</td>
                <td>
                  <span class="balance" aria-hidden="true">
                    <i class={by < 0 ? "fell" : "rose"} style={{ width: `${(50 * Math.abs(by)) / worst}%`, [by < 0 ? "right" : "left"]: "50%" }} />
                  </span>
                </td>
                <td>
                  <b class={by < 0 ? "fell" : "rose"}>{`${by < 0 ? "−" : "+"}${number(Math.abs(by))}`}</b>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const number = (value: number): string => value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
