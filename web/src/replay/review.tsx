// Match review: each seat's luck, the cost of its decisions, and its costliest decisions.

import { ChevronRight, Microscope } from "lucide";
import { Icon } from "../icon";
import { Emblem } from "../panels/emblems";
import type { Costly, MatchReview } from "../protocol";
import { labelOf, nameOf, t } from "../texts";
import { signed } from "./chart";
import { Bar } from "./story";

export interface ReviewProps {
  game: string;
  review: MatchReview;
  /** The ids of the seats. */
  seats: readonly string[];
  crests: Readonly<Record<string, string>>;
  /** The seat whose decisions are listed. */
  seat: number;
  onSeat: (seat: number) => void;
  onAsk: () => void;
  /** Watch the replay from a step. */
  onStep: (step: number) => void;
}

/** Minimum value that fills half a bar. */
const LEAST = 0.1;

/** The whole review, or a button that requests it. */
export function Review(props: ReviewProps) {
  const { game, review, seats, crests } = props;
  const most = Math.max(LEAST, ...review.seats.flatMap((one) => [Math.abs(one.luck), one.cost]));
  return (
    <section class="review" aria-labelledby="review">
      <h3 id="review">{t("review.title")}</h3>
      {review.state !== "ready" && <Asking review={review} onAsk={props.onAsk} />}
      {review.state === "ready" && (
        <>
          <p class="quiet">{t("review.scale")}</p>
          <table class="balances">
            <thead>
              <tr>
                <td />
                <th scope="col">{t("story.luck")}</th>
                <th scope="col">{t("review.cost")}</th>
              </tr>
            </thead>
            <tbody>
              {review.seats.map((one, seat) => (
                <tr key={seat}>
                  <th scope="row">
                    <Emblem game={game} id={crests[seats[seat] ?? ""] ?? ""} size={22} /> {nameOf(game, seats[seat] ?? "")}
                  </th>
                  <td title={`± ${Math.round(100 * one.error)} %`}>
                    <span>
                      <Bar of={one.luck / most} /> <b>{signed(one.luck)}</b>
                    </span>
                  </td>
                  <td>
                    <span>
                      <Bar of={-one.cost / most} /> <b>{signed(-one.cost)}</b>
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Decisions {...props} />
        </>
      )}
    </section>
  );
}

/** The costliest decisions beside a replay, or a button that requests the review. */
export function ReviewBeside(props: ReviewProps) {
  return (
    <section class="review" aria-labelledby="review">
      <h3 id="review">{t("review.title")}</h3>
      {props.review.state === "ready" ? <Decisions {...props} /> : <Asking review={props.review} onAsk={props.onAsk} />}
    </section>
  );
}

function Asking(props: { review: MatchReview; onAsk: () => void }) {
  const working = props.review.state === "working";
  return (
    <>
      <p class="quiet">{t("review.text")}</p>
      <p class="acts" aria-live="polite">
        <button type="button" class="ask-review" disabled={working} onClick={props.onAsk}>
          <Icon of={Microscope} size={18} /> {t(working ? "review.working" : "review.ask")}
        </button>
      </p>
    </>
  );
}

/** The costliest decisions of a seat, which can be chosen. */
function Decisions(props: ReviewProps) {
  const { game, review, seats } = props;
  const found = review.seats[props.seat]?.costliest ?? [];
  return (
    <>
      <label class="costliest-of">
        <span>{t("review.costliest")}</span>
        <select value={props.seat} onChange={(event) => props.onSeat(Number(event.currentTarget.value))}>
          {seats.map((seat, at) => (
            <option key={seat} value={at}>
              {nameOf(game, seat)}
            </option>
          ))}
        </select>
      </label>
      {found.length === 0 && <p>{t("review.nothing")}</p>}
      <ol class="turning costliest">
        {found.map((one) => (
          <Decision key={one.step} game={game} one={one} onStep={props.onStep} />
        ))}
      </ol>
    </>
  );
}

function Decision(props: { game: string; one: Costly; onStep: (step: number) => void }) {
  const { game, one } = props;
  const percent = (chance: number) => `${Math.round(100 * chance)} %`;
  return (
    <li>
      <button type="button" onClick={() => props.onStep(Math.max(0, one.step - 1))} title={t("review.chance", { chance: percent(one.chance), best: percent(one.best) })}>
        <span>
          <small>{[labelOf(game, one.label), `${t("replay.step")} ${one.step}`].filter(Boolean).join(" · ")}</small>
          <small>{one.asked}</small>
          <span>{one.done}</span>
          <span class="better">{t("review.better", { answer: one.better })}</span>
        </span>
        <b class="fell">{signed(one.chance - one.best)}</b>
        <Icon of={ChevronRight} size={18} />
      </button>
    </li>
  );
}
