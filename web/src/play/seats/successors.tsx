// Seats whose players have left a running match: offers by link, requests, and approval.

import { useSignal } from "@preact/signals";
import { post } from "../../api";
import type { SeatInfo, SeatOffer, TableInfo } from "../../protocol";
import { go, me, report } from "../../session";
import { nameOf, t } from "../../texts";
import { linked } from "./linked";
import type { Table } from "../live/store";

const isLeft = (info: TableInfo, seat: SeatInfo): boolean =>
  info.status === "running" && seat.person === null && seat.owner !== null;

/** The level and style of a bot in words, or its name if it has no level. */
export function botLabel(name: string): string {
  const id = `place.${name}`;
  const level = t(id);
  if (level !== id) return level;
  const [, style = "", base = ""] = name.match(/^(\w+)-(\w+)$/) ?? [];
  const [manner, plain] = [t(`style.${style}`), t(`place.${base}`)];
  return manner === `style.${style}` || plain === `place.${base}` ? `${t("seat.bot")} (${name})` : t("style.of", { bot: plain, style: manner.toLocaleLowerCase() });
}

/** The label of the player of a seat. */
export function holderOf(info: TableInfo, seat: SeatInfo): string {
  if (seat.person !== null) return seat.person.name;
  const bot = botLabel(seat.bot ?? "");
  if (!isLeft(info, seat) || seat.owner === null) return seat.bot === null ? t("seat.free") : bot;
  return seat.bot === null ? t("seat.waits", { person: seat.owner.name }) : t("seat.stands-in", { bot, person: seat.owner.name });
}

/** Actions for a seat whose player has left. */
export function LeftSeat(props: { table: Table; info: TableInfo; seat: SeatInfo }) {
  const { table, info, seat } = props;
  const offer = useSignal("");
  if (!isLeft(info, seat) || me.value === null) return null;
  const who = me.value.id;
  const path = `/tables/${info.id}/seats/${seat.seat}`;
  const act = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      report(error);
    }
  };
  const mayOffer = info.settings.succession === "invited" && (who === info.creator.id || who === seat.owner?.id);
  const mayAsk =
    info.settings.succession === "consent" && who !== seat.owner?.id &&
    !info.seats.some((one) => one.mine || one.owner?.id === who) && !info.requests.some((one) => one.person.id === who);
  return (
    <>
      {mayOffer && offer.value === "" && (
        <button type="button" onClick={() => void act(async () => void (offer.value = (await post<SeatOffer>(`${path}/offer`)).offer))}>
          {t("seat.offer")}
        </button>
      )}
      {offer.value !== "" && (
        <p class="link">
          <label>
            {t("seat.offer-link")}
            <input readOnly value={linkTo(info, seat.seat, offer.value)} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <button type="button" onClick={() => void navigator.clipboard.writeText(linkTo(info, seat.seat, offer.value))}>
            {t("wait.copy")}
          </button>
        </p>
      )}
      {mayAsk && (
        <button
          type="button"
          onClick={() => void act(async () => void (table.info.value = await post<TableInfo>(`${path}/request`, { invite: table.invite })))}
        >
          {t("seat.request")}
        </button>
      )}
    </>
  );
}

function linkTo(info: TableInfo, seat: number, offer: string): string {
  const query = new URLSearchParams({ seat: String(seat), offer, ...(info.invite === null ? {} : { invite: info.invite }) });
  return `${location.origin}/tables/${info.id}#${query}`;
}

/** The seat offered by the link in the URL. */
export function OfferedSeat(props: { table: Table; info: TableInfo }) {
  const { table, info } = props;
  const query = linked();
  const offer = query.get("offer");
  const seat = info.seats[Number(query.get("seat"))];
  if (offer === null || seat === undefined || !isLeft(info, seat)) return null;
  const take = async () => {
    try {
      table.info.value = await post<TableInfo>(`/tables/${info.id}/join`, { seat: seat.seat, invite: table.invite, offer });
      go(`/tables/${info.id}`);
      table.look([seat.seat]);
    } catch (error) {
      report(error);
    }
  };
  return (
    <div class="wish" role="status">
      <p>{t("seat.offered", { seat: nameOf(info.rulebook, seat.name) })}</p>
      <button type="button" class="main" onClick={() => void take()}>
        {t("seat.take")}
      </button>
    </div>
  );
}

/** Requests for seats, for those who must approve and for the applicant. */
export function SeatRequests(props: { table: Table; info: TableInfo }) {
  const { table, info } = props;
  const say = async (id: string, agree: boolean) => {
    try {
      table.info.value = await post<TableInfo>(`/tables/${info.id}/requests/${id}`, { agree, invite: table.invite });
    } catch (error) {
      report(error);
    }
  };
  const who = me.value?.id;
  const plays = info.seats.some((seat) => seat.mine || (seat.owner !== null && seat.owner.id === who));
  return (
    <>
      {info.requests.map((one) => {
        const seat = nameOf(info.rulebook, info.seats[one.seat]?.name ?? "");
        const mine = one.person.id === who;
        return (
          <div key={one.id} class="wish" role="status">
            <p>{mine ? t("seat.request-mine", { seat }) : t("seat.requested", { person: one.person.name, seat })}</p>
            <p class="quiet">{t("seat.request-left", { count: one.asked.length })}</p>
            {who !== undefined && one.asked.includes(who) && (
              <button type="button" onClick={() => void say(one.id, true)}>
                {t("undo.agree")}
              </button>
            )}
            {plays && !mine && (
              <button type="button" onClick={() => void say(one.id, false)}>
                {t("undo.refuse")}
              </button>
            )}
            {mine && (
              <button type="button" onClick={() => void say(one.id, false)}>
                {t("undo.withdraw")}
              </button>
            )}
          </div>
        );
      })}
    </>
  );
}
