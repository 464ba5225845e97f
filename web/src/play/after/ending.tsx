// The panel of a finished match: result, analysis, and next actions.

import { GitBranch, Play, RotateCcw } from "lucide";
import { useSignal } from "@preact/signals";
import { post } from "../../api";
import { Icon } from "../../icon";
import { Emblem } from "../../panels/emblems";
import type { HeadingPanel, Outcome, SeatInfo, Story, TableInfo } from "../../protocol";
import { Chances } from "../../replay/chart";
import { useSeatColors } from "../../replay/colors";
import { Review } from "../../replay/review";
import { Balances, Lucks, Numbers, TurningPoints } from "../../replay/story";
import { go, report } from "../../session";
import { labelOf, language, nameOf, say, sayEvent, t } from "../../texts";
import type { Reviewing } from "./reviewing";
import type { Table } from "../live/store";
import { holderOf } from "../seats/successors";
import "../../replay/replay.css";
import "./ending.css";

export interface EndingProps {
  game: string;
  info: TableInfo;
  table: Table;
  story: Story | null;
  reviewing: Reviewing;
  /** Watch the replay from a step. */
  onStep: (step: number) => void;
  onRule: (rule: string) => void;
}

export function Ending(props: EndingProps) {
  const { game, info, table, story } = props;
  const seats = info.seats.map((seat) => seat.name);
  const colors = useSeatColors(table.style.value, seats);
  const outcome = table.standing.value?.view.outcome;
  if (!outcome) return null;
  const crests = crestsOf(table);
  const review = props.reviewing.review.value;
  const own = info.seats.find((seat) => seat.mine)?.seat;
  const told = (number: number) => {
    const found = table.events.value.find(([one]) => one === number);
    return found === undefined ? "" : sayEvent(game, found[1]);
  };
  /** Whether there is content beside the turning points. */
  const isTold = story !== null && (story.chances.length > 1 || (story.balances.length > 0 && review?.state !== "ready") || story.luck.length > 0 || story.rounds.length > 0);
  return (
    <section class="ending" aria-labelledby="over">
      <Result game={game} info={info} outcome={outcome} crests={crests} table={table} onRule={props.onRule} />
      <Places game={game} info={info} outcome={outcome} story={story} crests={crests} />
      <div class={isTold ? "ending-parts two" : "ending-parts"}>
        <div class="ending-main story">
          {story !== null && story.chances.length > 1 && (
            <section class="card">
              <Chances game={game} story={story} seats={seats} colors={colors} best={outcome.places[0]?.[0]} onStep={props.onStep} />
            </section>
          )}
          {story !== null && story.chances.length > 1 && review !== null && (
            <div class="card">
              <Review game={game} review={review} seats={seats} crests={crests} seat={props.reviewing.seat.value ?? own ?? outcome.places[0]?.[0] ?? 0} onSeat={(to) => (props.reviewing.seat.value = to)} onAsk={props.reviewing.ask} onStep={props.onStep} />
            </div>
          )}
          {story !== null && story.balances.length > 0 && review?.state !== "ready" && (
            <div class="card">
              <Balances game={game} story={story} seats={seats} crests={crests} />
            </div>
          )}
          {story !== null && story.luck.length > 0 && (
            <div class="card">
              <Lucks game={game} story={story} seats={seats} />
            </div>
          )}
          {story !== null && story.rounds.length > 0 && (
            <section class="card by-round" aria-labelledby="by-round">
              <h3 id="by-round">{t("story.title")}</h3>
              <Numbers game={game} story={story} seats={seats} crests={crests} />
            </section>
          )}
        </div>
        <div class="ending-side">
          {story !== null && story.turning.length > 0 && (
            <div class="card">
              <TurningPoints game={game} story={story} seats={seats} told={told} onStep={props.onStep} />
            </div>
          )}
          <Next info={info} story={story} onStep={props.onStep} />
        </div>
      </div>
    </section>
  );
}

/** The crest of each side by name. */
function crestsOf(table: Table): Record<string, string> {
  const marks = table.panels.value.find((panel): panel is HeadingPanel => panel.kind === "heading");
  return Object.fromEntries((marks?.sides ?? []).map((side) => [side.side, side.crest]));
}

function Result(props: { game: string; info: TableInfo; outcome: Outcome; crests: Record<string, string>; table: Table; onRule: (rule: string) => void }) {
  const { game, info, outcome, crests } = props;
  const best = outcome.places[0] ?? [];
  const names = best.map((seat) => nameOf(game, info.seats[seat]?.name ?? ""));
  const mine = info.seats.filter((seat) => seat.mine);
  const won = mine.some((seat) => best.includes(seat.seat));
  const result = mine.length === 0 || mine.length > 1 ? t("end.title") : won ? t(best.length > 1 ? "end.you-draw" : "end.you-win") : t("end.you-lose");
  const rule = props.table.events.value.findLast(([, event]) => typeof event.rule === "string" && event.rule !== "")?.[1].rule ?? "";
  return (
    <header class="result">
      <span class="shield">
        <Emblem game={game} id={crests[info.seats[best[0] ?? -1]?.name ?? ""] ?? ""} size={88} />
      </span>
      <div>
        <p class="eyebrow">{result}</p>
        <h2 id="over">{best.length === 1 ? t("end.wins", { seat: names[0] ?? "" }) : t("end.share", { seats: names.join(", ") })}</h2>
        <p>
          {nameOf(game, outcome.reason)}{" "}
          {rule !== "" && (
            <button type="button" class="rule" onClick={() => props.onRule(rule)} aria-label={`${t("log.why")} ${rule}`} title={`${t("log.why")} ${rule}`}>
              §
            </button>
          )}
        </p>
      </div>
    </header>
  );
}

/** Whether anybody played a seat: nobody does in a record that was loaded. */
const isHeld = (seat: SeatInfo): boolean => seat.person !== null || seat.bot !== null || seat.owner !== null;

/** All seats ordered by place; ties share a place. */
function Places(props: { game: string; info: TableInfo; outcome: Outcome; story: Story | null; crests: Record<string, string> }) {
  const { game, info, outcome, story, crests } = props;
  const measure = story?.rounds.at(-1)?.measures[0];
  return (
    <ol class={outcome.scores.length > 4 ? "many" : ""}>
      {outcome.places.flatMap((place, i) =>
        place.map((seat) => {
          const one = info.seats[seat];
          if (one === undefined) return null;
          const score = outcome.scores[seat] ?? 0;
          const value = measure?.values[seat] ?? 0;
          return (
            <li key={seat} class={one.mine ? "mine" : ""}>
              <b class="place">{i + 1}</b>
              <Emblem game={game} id={crests[one.name] ?? ""} size={32} />
              <span>
                <strong>{nameOf(game, one.name)}</strong>
                {isHeld(one) && <small>{holderOf(info, one)}</small>}
                {measure !== undefined && <small>{value === score ? say(game, measure.name) : `${say(game, measure.name)}: ${value}`}</small>}
              </span>
              <b class="score" title={t("end.score")}>
                <span class="unseen">{t("end.score")} </span>
                {score}
              </b>
            </li>
          );
        }),
      )}
    </ol>
  );
}

/** Actions for a finished match: replay, branch, rematch. */
function Next(props: { info: TableInfo; story: Story | null; onStep: (step: number) => void }) {
  const { info, story } = props;
  const rounds = (story?.rounds ?? []).filter(({ label }) => label !== "");
  const from = useSignal<number | null>(null);
  const step = from.value ?? rounds[Math.floor(rounds.length / 2)]?.step;
  const make = async (path: string, body: unknown) => {
    try {
      go(`/tables/${(await post<TableInfo>(`/tables/${info.id}${path}`, body)).id}`);
    } catch (error) {
      report(error);
    }
  };
  const sits = info.seats.some((seat) => seat.mine);
  return (
    <section class="next" aria-label={t("end.next")}>
      {sits && (
        <button type="button" class="main" onClick={() => void make("/rematch", {})}>
          <Icon of={RotateCcw} /> {t("end.again")}
        </button>
      )}
      <button type="button" class={sits ? "" : "main"} onClick={() => props.onStep(0)}>
        <Icon of={Play} /> {t("end.watch")}
      </button>
      {info.status === "finished" && step !== undefined && (
        <div class="branch">
          <label>
            <span class="unseen">{t("end.branch-from")}</span>
            <select value={step} onChange={(event) => (from.value = Number(event.currentTarget.value))}>
              {rounds.map((one) => (
                <option key={one.step} value={one.step}>
                  {labelOf(info.rulebook, one.label)}
                </option>
              ))}
            </select>
          </label>
          <button type="button" onClick={() => void make("/branch", { at: step })}>
            <Icon of={GitBranch} /> {t("end.branch")}
          </button>
          <small class="quiet">{t("end.branch-text")}</small>
        </div>
      )}
      <p class="acts">
        <a class="button" href={`/api/v1/tables/${info.id}/replay-file?lang=${language.value}`} download>
          {t("end.file")}
        </a>
        <a class="button" href={`/api/v1/tables/${info.id}/record`} download>
          {t("end.record")}
        </a>
      </p>
    </section>
  );
}
