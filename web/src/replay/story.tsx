// Analysis of a match: turning points, statistics by round, causes of changes in winning probability, and luck.

import { ChevronRight } from "lucide";
import { Icon } from "../icon";
import { Emblem } from "../panels/emblems";
import type { Balance, Story } from "../protocol";
import { labelOf, nameOf, say, t } from "../texts";
import { signed } from "./chart";

/** Minimum change of probability that fills half a bar. */
const LEAST = 0.1;

export interface StoryProps {
  game: string;
  story: Story;
  /** The ids of the seats. */
  seats: readonly string[];
}

/** The turning points as marks for the slider. */
export function turningMarks(game: string, story: Story | null, seats: readonly string[]): { step: number; label: string }[] {
  return (story?.turning ?? []).map((one) => ({ step: one.step, label: `${nameOf(game, seats[one.seat] ?? "")} ${signed(one.change)}` }));
}

/** A list of turning points with links to their steps. */
export function TurningPoints(props: StoryProps & { told: (event: number) => string; onStep: (step: number) => void }) {
  const { game, story, seats } = props;
  if (story.turning.length === 0) return null;
  return (
    <section class="turning-points" aria-labelledby="turning">
      <h3 id="turning">{t("story.turning")}</h3>
      <ol class="turning">
        {story.turning.map((one, i) => {
          const round = story.rounds.findLast(({ step, label }) => step <= one.step && label !== "")?.label;
          return (
            <li key={one.step}>
              <button type="button" onClick={() => props.onStep(Math.max(0, one.step - 1))}>
                <i class="disc" aria-hidden="true">
                  {i + 1}
                </i>
                <span>
                  <strong>{nameOf(game, seats[one.seat] ?? "")}</strong>
                  <small>{[round === undefined ? "" : labelOf(game, round), `${t("replay.step")} ${one.step}`].filter(Boolean).join(" · ")}</small>
                  <small class="told">{props.told(one.event)}</small>
                </span>
                <b class={one.change < 0 ? "fell" : "rose"}>{signed(one.change)}</b>
                <Icon of={ChevronRight} size={18} />
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const MOST_NAMES = 3;

/** A table for each statistic, by seat and round. */
export function Numbers(props: StoryProps & { crests: Readonly<Record<string, string>> }) {
  const { game, story, seats, crests } = props;
  // Names of more seats would not fit beside each other.
  const drawn = seats.length > MOST_NAMES && seats.every((seat) => (crests[seat] ?? "") !== "");
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
                  <th key={seat} scope="col" title={nameOf(game, seat)}>
                    {drawn && <Emblem game={game} id={crests[seat] ?? ""} size={20} />}
                    <span class={drawn ? "unseen" : ""}>{nameOf(game, seat)}</span>
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

const CAUSES: readonly (keyof Balance)[] = ["chance", "own", "rest"];

/** The causes of changes in each seat's winning probability, luck and skill, summed over the match. */
export function Balances(props: StoryProps & { crests: Readonly<Record<string, string>> }) {
  const { game, story, seats, crests } = props;
  if (story.balances.length === 0) return null;
  const worst = Math.max(LEAST, ...story.balances.flatMap((one) => CAUSES.map((cause) => Math.abs(one[cause]))));
  return (
    <div>
      <h3>{t("story.balance")}</h3>
      <p class="quiet">{t("story.balance-text")}</p>
      <div class="scrolled" tabIndex={0} role="region" aria-label={t("story.balance")}>
        <table class="balances">
          <thead>
            <tr>
              <td />
              {CAUSES.map((cause) => (
                <th key={cause} scope="col">
                  {t(`story.by-${cause}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {story.balances.map((one, seat) => (
              <tr key={seat}>
                <th scope="row">
                  <Emblem game={game} id={crests[seats[seat] ?? ""] ?? ""} size={22} /> {nameOf(game, seats[seat] ?? "")}
                </th>
                {CAUSES.map((cause) => (
                  <td key={cause}>
                    <span>
                      <Bar of={one[cause] / worst} /> <b>{signed(one[cause])}</b>
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** A bar to the right (positive) or left of the middle; 1 fills its half. */
export function Bar(props: { of: number }) {
  const { of } = props;
  return (
    <span class="balance" aria-hidden="true">
      <i class={of < 0 ? "fell" : "rose"} style={{ width: `${50 * Math.abs(of)}%`, [of < 0 ? "right" : "left"]: "50%" }} />
    </span>
  );
}

/** Random results compared to their expected values. */
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
                  <Bar of={by / worst} />
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
