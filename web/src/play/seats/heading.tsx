// The header of a table: the round, and for each seat player, presence, clock and turn.

import { useSignal } from "@preact/signals";
import { BookOpen, MessageCircle } from "lucide";
import { useEffect } from "preact/hooks";
import { countdown } from "../../clocks";
import { Icon } from "../../icon";
import { Emblem } from "../../panels/emblems";
import type { HeadingPanel, SeatInfo, SeatMark, TableInfo } from "../../protocol";
import type { Course } from "../../replay/course";
import { labelOf, nameOf, say, t, titleOf } from "../../texts";
import type { Table } from "../live/store";
import { holderOf } from "./successors";

export interface HeadingProps {
  table: Table;
  info: TableInfo;
  /** The replay; while it is open, the header shows the round of its step. */
  course: Course;
  onPanel: (panel: "chat" | "rules") => void;
}

export function Heading(props: HeadingProps) {
  const { table, info } = props;
  const { panels, at, steps } = props.course;
  const marks = (panels.value ?? table.panels.value).find((panel): panel is HeadingPanel => panel.kind === "heading");
  const past = panels.value === null ? undefined : steps.value.labels.findLast(([step]) => step <= at.value)?.[1];
  const unread = table.unseenChat.value;
  const waiting = table.standing.value?.view.waiting ?? {};
  const connection = table.live?.connection.value ?? "connecting";
  return (
    <div class="status">
      <div class="turn" title={titleOf(info)}>
        <h1>
          <span class="label">{labelOf(info.rulebook, past ?? table.standing.value?.view.label ?? info.label)}</span>
          {connection !== "open" && <b class="badge">{t(`connection.${connection}`)}</b>}
          <span class="unseen"> {titleOf(info)}</span>
        </h1>
        {marks?.notes !== undefined && <p class="phase">{marks.notes.map((note) => say(info.rulebook, note)).join(" · ")}</p>}
      </div>
      <ul class={info.seats.length > 2 ? "who several" : "who"} aria-label={t("panel.table")}>
        {info.seats.map((seat) => (
          <Seat
            key={seat.seat}
            info={info}
            seat={seat}
            mark={marks?.sides.find((one) => one.side === seat.name)}
            state={waiting[String(seat.seat)]}
            root={table.style.value}
          />
        ))}
      </ul>
      <div class="aside-buttons">
        <button type="button" title={t("panel.chat")} aria-label={unread > 0 ? `${t("panel.chat")} (${unread})` : t("panel.chat")} onClick={() => props.onPanel("chat")}>
          <Icon of={MessageCircle} size={22} />
          {unread > 0 && <b class="unread">{unread}</b>}
        </button>
        <button type="button" title={t("panel.rules")} aria-label={t("panel.rules")} onClick={() => props.onPanel("rules")}>
          <Icon of={BookOpen} size={22} />
        </button>
      </div>
    </div>
  );
}

function Seat(props: { info: TableInfo; seat: SeatInfo; mark: SeatMark | undefined; state: string | undefined; root: string }) {
  const { info, seat, mark, state } = props;
  const name = nameOf(info.rulebook, seat.name);
  const here = t(seat.looking ? "stage.here" : "stage.away");
  const doing = state === "deciding" ? t("seat.deciding") : state === "ready" ? t("seat.ready") : "";
  const counters = mark?.counters ?? [];
  const scores = counters.map((one) => `${say(info.rulebook, one.label)} ${one.value}${one.limit === undefined ? "" : `/${one.limit}`}`);
  const pieces = mark?.pieces ?? [];
  const left = pieces.length === 0 ? [] : [t("seat.pieces", { count: pieces.filter((one) => one.done !== true).length, all: pieces.length })];
  const whole = [holderOf(info, seat), ...(seat.person === null ? [] : [here]), ...(doing === "" ? [] : [doing]), ...scores, ...left].join(", ");
  return (
    <li class={`${seat.mine ? "mine" : ""} ${state ?? ""}`} title={`${name}: ${whole}`}>
      <span class="unseen">{`${name}: ${whole}`}</span>
      {mark === undefined ? (
        <Shield seat={seat.name} name={name} root={props.root} />
      ) : (
        <span class="shield">
          <Emblem game={info.rulebook} id={mark.crest} size={36} />
        </span>
      )}
      <div class={`seat-words ${counters.length > 0 ? "scored" : ""} ${pieces.length > 0 ? "acting" : ""}`}>
        <strong aria-hidden="true">{name}</strong>
        <span class="holder" aria-hidden="true">
          {seat.mine ? t("person.self") : holderOf(info, seat)}
          {seat.person !== null && <i class={seat.looking ? "presence here" : "presence"} />}
        </span>
        <span class="doing" aria-hidden="true">
          {state === "deciding" && <State sign="✎" word={doing} />}
          {state === "ready" && <State sign="✓" word={doing} />}
        </span>
        {info.status === "running" && <Clock seat={seat} />}
        {pieces.length > 0 && (
          <span class="pieces" aria-hidden="true">
            {pieces.map((one) => (
              <span key={one.thing} class={one.done === true ? "acted" : ""} data-cards={one.card}>
                {one.label}
              </span>
            ))}
          </span>
        )}
        {counters.length > 0 && (
          <span class="scores" aria-hidden="true">
            {counters.map((one, i) => (
              <span key={i}>
                <Emblem game={info.rulebook} id={one.glyph} size={18} />
                <b>{one.value}</b>
                {one.limit !== undefined && <small>/{one.limit}</small>}
              </span>
            ))}
          </span>
        )}
      </div>
    </li>
  );
}

function State(props: { sign: string; word: string }) {
  return (
    <>
      <span>{props.sign} </span>
      <span class="word">{props.word}</span>
    </>
  );
}

/** A shield in the seat's colours from the drawing, with the first letter of its name. */
function Shield(props: { seat: string; name: string; root: string }) {
  const { seat } = props;
  return (
    <svg class={`shield ${props.root}`} viewBox="0 0 28 34" width="28" height="34" aria-hidden="true">
      <path class={`h-${seat} p-${seat}`} d="M2 2h24v15c0 8-6 12-12 15C8 29 2 25 2 17z" />
      <text class={`hi-${seat} pi-${seat}`} x="14" y="22" text-anchor="middle">
        {props.name.trim().split(" ").at(-1)?.charAt(0).toUpperCase()}
      </text>
    </svg>
  );
}

function Clock(props: { seat: SeatInfo }) {
  const now = useSignal(Date.now());
  const { deadline } = props.seat;
  useEffect(() => {
    if (deadline === null) return;
    const timer = setInterval(() => (now.value = Date.now()), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  const left = deadline === null ? props.seat.bank : deadline - now.value;
  if (left === null) return null;
  return <time class={deadline === null ? "" : "runs"}>{countdown(Math.max(0, Math.round(left / 1000)))}</time>;
}
