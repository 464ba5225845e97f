// The replay at a table: the bar over the stage, and the panel beside the board.

import { GitBranch } from "lucide";
import { post } from "../../api";
import { Icon } from "../../icon";
import { TablePanels } from "../../panels/table-panels";
import type { TableInfo } from "../../protocol";
import { ReplayBar } from "../../replay/bar";
import { useSeatColors } from "../../replay/colors";
import type { Sight } from "../../replay/past";
import { Replay, Sights } from "../../replay/replay";
import { ReviewBeside } from "../../replay/review";
import { go, report } from "../../session";
import { nameOf, sayEvent, t } from "../../texts";
import type { LookingBack } from "./past";
import type { Table } from "../live/store";
import "./ending.css";

export interface ReplayingProps {
  game: string;
  table: Table;
  info: TableInfo;
  back: LookingBack;
  part: "bar" | "panel";
  onRule: (rule: string) => void;
}

const NOTHING: Set<string> = new Set();

export function Replaying(props: ReplayingProps) {
  const { game, table, info, back, part } = props;
  const { course, story, sight } = back;
  const seats = info.seats.map((seat) => seat.name);
  const own = info.seats.filter((seat) => seat.mine).map((seat) => seat.seat);
  const colors = useSeatColors(table.style.value, seats);
  const outcome = table.standing.value?.view.outcome ?? null;
  const seat = sight.value ?? own[0] ?? outcome?.places[0]?.[0] ?? 0;
  if (part === "bar") {
    return (
      <ReplayBar game={game} course={course} story={story.value} seats={seats} colors={colors} seat={seat}>
        <Branching info={info} course={course} />
      </ReplayBar>
    );
  }
  const told = (number: number) => {
    const found = table.events.value.find(([one]) => one === number);
    return found === undefined ? "" : sayEvent(game, found[1]);
  };
  const watch = (step: number) => {
    course.pause();
    void course.to(step);
  };
  const review = back.reviewing.review.value;
  const panels = course.panels.value;
  const best = outcome?.places[0] ?? [];
  const names = best.map((one) => nameOf(game, info.seats[one]?.name ?? ""));
  return (
    <>
      <Replay game={game} course={course} story={story.value} seats={seats} told={told} onRule={props.onRule} onStep={watch} beside={review !== null && story.value !== null && story.value.chances.length > 1 && (
        <ReviewBeside game={game} review={review} seats={seats} crests={{}} seat={back.reviewing.seat.value ?? seat} onSeat={(to) => (back.reviewing.seat.value = to)} onAsk={back.reviewing.ask} onStep={watch} />
      )}>
        {outcome !== null && <p class="replay-title">{best.length === 1 ? t("end.wins", { seat: names[0] ?? "" }) : t("end.share", { seats: names.join(", ") })}</p>}
        {outcome !== null && <Sights game={game} seats={seats} own={own} sight={sight.value} onSight={(to: Sight) => (sight.value = to)} />}
      </Replay>
      {panels !== null && <TablePanels game={game} panels={panels} lit={NOTHING} picked={[]} onPick={() => undefined} />}
    </>
  );
}

/** Branch a finished match at the current step. */
function Branching(props: { info: TableInfo; course: LookingBack["course"] }) {
  const { info, course } = props;
  if (info.status !== "finished" || course.at.value >= course.steps.value.last) return null;
  const branch = async () => {
    try {
      go(`/tables/${(await post<TableInfo>(`/tables/${info.id}/branch`, { at: course.at.value })).id}`);
    } catch (error) {
      report(error);
    }
  };
  return (
    <button type="button" class="main branch-here" onClick={() => void branch()} title={t("replay.branch")}>
      <Icon of={GitBranch} size={18} /> <span>{t("end.branch")}</span>
    </button>
  );
}
