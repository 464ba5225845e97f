// The seats of a table before and during the match, and requests between players.

import { post, put } from "../../api";
import { Bringing } from "../../armies/bringing";
import { clockText } from "../../clocks";
import { Blocking, isBlocked } from "../../people/blocks";
import { Notifying } from "../../people/notifying";
import { Reporting } from "../../people/reporting";
import type { TableInfo } from "../../protocol";
import { SceneSettings } from "../../scenes/shown";
import { me, report } from "../../session";
import { nameOf, t, titleOf } from "../../texts";
import type { Table } from "../live/store";
import { LeftSeat, SeatRequests, botLabel, holderOf } from "./successors";

export function Waiting(props: { table: Table; info: TableInfo }) {
  const { info, table } = props;
  const link = `${location.origin}/tables/${info.id}${info.invite === null ? "" : `#invite=${info.invite}`}`;
  const act = async (path: string, body: unknown = {}) => {
    try {
      table.info.value = await post<TableInfo>(`/tables/${info.id}${path}`, body);
    } catch (error) {
      report(error);
    }
  };
  return (
    <section class="card waiting">
      <h1>{titleOf(info)}</h1>
      <p>{t(info.status === "closed" ? "status.closed" : "wait.text")}</p>
      {info.status === "closed" && info.halted !== null && <p class="quiet">{info.halted}</p>}
      <p class="quiet">{`${t("new.succession")}: ${t(`succession.${info.settings.succession}`)}`}</p>
      {info.settings.clock.kind !== "none" && <p class="quiet">{`${t("new.clock")}: ${clockText(info.settings.clock)}`}</p>}
      {info.invite !== null && (
        <p class="link">
          <label>
            {t("wait.link")}
            <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <button type="button" onClick={() => void navigator.clipboard.writeText(link)}>
            {t("wait.copy")}
          </button>
        </p>
      )}
      <ul class="seats">
        {info.seats.map((seat) => (
          <li key={seat.seat}>
            <strong>{nameOf(info.rulebook, seat.name)}</strong>
            <span>{seat.person?.name ?? (seat.bot === null ? t("seat.free") : botLabel(seat.bot))}</span>
            {seat.person !== null && !seat.mine && (
              <>
                <Reporting table={info.id} person={seat.person.name} seat={seat.seat} />
                {!isBlocked(seat.person.id) && <Blocking person={seat.person.id} name={seat.person.name} />}
              </>
            )}
            {seat.person === null && seat.bot === null && info.status === "open" && (
              <button type="button" onClick={() => void act("/join", { seat: seat.seat, invite: table.invite })}>
                {t("seat.sit")}
              </button>
            )}
            {seat.mine && info.status === "open" && (
              <button type="button" onClick={() => void act(`/seats/${seat.seat}/leave`)}>
                {t("seat.leave")}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Bringing info={info} onChange={(to) => (table.info.value = to)} />
    </section>
  );
}

export function Consents(props: { table: Table; info: TableInfo }) {
  const { table, info } = props;
  const mine = new Set(info.seats.filter((seat) => seat.mine).map((seat) => seat.seat));
  const say = async (id: string, agree: boolean) => {
    try {
      await post(`/tables/${table.id}/consents/${id}`, { agree });
    } catch (error) {
      report(error);
    }
  };
  return (
    <>
      {info.consents.map((one) => (
        <div key={one.id} class="whynot" role="status">
          <p>
            {nameOf(info.rulebook, info.seats[one.seat]?.name ?? "")}: {t("undo.wanted")}
          </p>
          {one.asked.some((seat) => mine.has(seat) && !one.agreed.includes(seat)) && (
            <>
              <button type="button" onClick={() => void say(one.id, true)}>
                {t("undo.agree")}
              </button>
              <button type="button" onClick={() => void say(one.id, false)}>
                {t("undo.refuse")}
              </button>
            </>
          )}
          {mine.has(one.seat) && (
            <button type="button" onClick={() => void say(one.id, false)}>
              {t("undo.withdraw")}
            </button>
          )}
        </div>
      ))}
    </>
  );
}

/** Bots that failed to answer, with actions for those that were given up. */
export function FailedBots(props: { table: Table; info: TableInfo }) {
  const { table, info } = props;
  const change = async (request: Promise<TableInfo>) => {
    try {
      table.info.value = await request;
    } catch (error) {
      report(error);
    }
  };
  const plays = info.seats.some((seat) => seat.mine) || info.creator.id === me.value?.id;
  return (
    <>
      {info.seats
        .filter((seat) => seat.failures > 0 && info.status === "running")
        .map((seat) => (
          <div key={seat.seat} class="whynot" role="status">
            <p>{t(seat.given_up ? "bot.given-up" : "bot.failed", { seat: nameOf(info.rulebook, seat.name), count: seat.failures })}</p>
            {seat.given_up && plays && (
              <button type="button" onClick={() => void change(post<TableInfo>(`/tables/${info.id}/seats/${seat.seat}/retry`))}>
                {t("bot.retry")}
              </button>
            )}
            {seat.given_up && info.creator.id === me.value?.id && (
              <button type="button" onClick={() => void change(put<TableInfo>(`/tables/${info.id}/seats/${seat.seat}`, { bot: "greedy" }))}>
                {t("bot.replace")}
              </button>
            )}
          </div>
        ))}
    </>
  );
}

export function Seats(props: { table: Table; info: TableInfo }) {
  const { table, info } = props;
  const act = async (path: string, body: unknown = {}) => {
    try {
      table.info.value = await post<TableInfo>(`/tables/${info.id}${path}`, body);
      table.look(table.info.value.seats.filter((seat) => seat.mine).map((seat) => seat.seat));
    } catch (error) {
      report(error);
    }
  };
  const give = (seat: number) => {
    if (confirm(t("seat.forfeit-sure"))) void post(`/tables/${info.id}/forfeit`, { seat }).catch(report);
  };
  return (
    <>
      <p>{`${t("new.clock")}: ${clockText(info.settings.clock)}`}</p>
      <p>{`${t("new.succession")}: ${t(`succession.${info.settings.succession}`)}`}</p>
      <ul class="seats">
        {info.seats.map((seat) => (
          <li key={seat.seat}>
            <strong>{nameOf(info.rulebook, seat.name)}</strong>
            <span>
              {holderOf(info, seat)}
              {seat.looking && " ●"}
            </span>
            {seat.person !== null && !seat.mine && (
              <>
                <Reporting table={info.id} person={seat.person.name} seat={seat.seat} />
                {!isBlocked(seat.person.id) && <Blocking person={seat.person.id} name={seat.person.name} />}
              </>
            )}
            {seat.mine && info.status === "running" && (
              <>
                <button type="button" onClick={() => void act(`/seats/${seat.seat}/leave`)}>
                  {t("seat.leave")}
                </button>
                <button type="button" onClick={() => give(seat.seat)}>
                  {t("seat.forfeit")}
                </button>
              </>
            )}
            {!seat.mine && seat.owner?.id === me.value?.id && seat.owner !== null && info.status === "running" && (
              <button type="button" onClick={() => void act(`/seats/${seat.seat}/take-back`)}>
                {t("seat.back")}
              </button>
            )}
            <LeftSeat table={table} info={info} seat={seat} />
          </li>
        ))}
      </ul>
      <SeatRequests table={table} info={info} />
      <SceneSettings />
      <Notifying />
    </>
  );
}
