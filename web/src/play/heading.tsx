// The heading of a table: the round, and for each seat who plays it, whether they are there, their clock, whose turn it is.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { countdown } from "../clocks";
import type { SeatInfo, TableInfo } from "../protocol";
import { labelOf, nameOf, t, titleOf } from "../texts";
import type { Table } from "./store";
import { holderOf } from "./successors";

export function Heading(props: { table: Table; info: TableInfo }) {
  const { table, info } = props;
  const waiting = table.standing.value?.view.waiting ?? {};
  const connection = table.live?.connection.value ?? "connecting";
  return (
    <div class="status">
      <div class="turn" title={titleOf(info)}>
        <h1>
          <span class="label">{labelOf(info.rulebook, table.standing.value?.view.label ?? info.label)}</span>
          {connection !== "open" && <b class="badge">{t(`connection.${connection}`)}</b>}
          <span class="unseen"> {titleOf(info)}</span>
        </h1>
      </div>
      <ul class="who" aria-label={t("panel.table")}>
        {info.seats.map((seat) => (
          <Seat key={seat.seat} info={info} seat={seat} state={waiting[String(seat.seat)]} root={table.style.value} />
        ))}
      </ul>
    </div>
  );
}

function Seat(props: { info: TableInfo; seat: SeatInfo; state: string | undefined; root: string }) {
  const { info, seat, state } = props;
  const name = nameOf(info.rulebook, seat.name);
  const here = t(seat.looking ? "stage.here" : "stage.away");
  const doing = state === "deciding" ? t("seat.deciding") : state === "ready" ? t("seat.ready") : "";
  const whole = [holderOf(info, seat), ...(seat.person === null ? [] : [here]), ...(doing === "" ? [] : [doing])].join(", ");
  return (
    <li class={`${seat.mine ? "mine" : ""} ${state ?? ""}`} title={`${name}: ${whole}`}>
      <span class="unseen">{`${name}: ${whole}`}</span>
      <Shield seat={seat.name} name={name} root={props.root} />
      <div class="seat-words">
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

/** A shield in the colours that the drawing gives to a seat, with the first letter of its name. */
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
