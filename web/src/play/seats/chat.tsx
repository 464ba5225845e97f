// The chat: with everybody at the table, or in private with another seat.

import { useSignal } from "@preact/signals";
import { get, post } from "../../api";
import { Blocking, isBlocked } from "../../people/blocks";
import { Reporting } from "../../people/reporting";
import type { Me, TableInfo } from "../../protocol";
import { me, report } from "../../session";
import { language, nameOf, t } from "../../texts";
import type { Table } from "../live/store";

/** Later ends of mutes mean that they last until they are lifted. */
const ENDLESS = 2 ** 51;

export function Chat(props: { table: Table; info: TableInfo }) {
  const { table, info } = props;
  const text = useSignal("");
  const to = useSignal("");
  const mine = info.seats.filter((seat) => seat.mine).map((seat) => seat.seat);
  const nameOfSeat = (seat: number) => nameOf(info.rulebook, info.seats[seat]?.name ?? "");
  const send = async (event: Event) => {
    event.preventDefault();
    if (text.value.trim() === "") return;
    try {
      await post(`/tables/${info.id}/chat`, { text: text.value, ...(to.value === "" ? {} : { seats: [Number(to.value)] }) });
      text.value = "";
    } catch (error) {
      report(error);
      await get<Me>("/me").then((who) => (me.value = who), report); // reload the mute and its reason
    }
  };
  const muted = me.value?.muted_until ?? 0;
  return (
    <>
      {table.unreadChat.value > 0 && (
        <button type="button" onClick={() => void table.earlier().catch(report)}>
          {t("chat.earlier")}
        </button>
      )}
      <ul class="chat" aria-live="polite">
        {table.chat.value.filter((one) => !isBlocked(one.person)).map((one) => (
          <li key={one.n} class={one.seats === null ? "" : "private"}>
            <b>{one.name}</b>
            {one.seats !== null && <small> {t("chat.private")} ({one.seats.map(nameOfSeat).join(", ")})</small>}
            <p>{one.text}</p>
            {one.person !== me.value?.id && (
              <>
                <Blocking person={one.person} name={one.name} />
                <Reporting table={info.id} person={one.name} message={{ n: one.n, seats: table.seats.value }} />
              </>
            )}
          </li>
        ))}
      </ul>
      {muted > Date.now() ? (
        <p class="whynot">
          {t(muted > ENDLESS ? "chat.muted" : "chat.muted-until", {
            reason: me.value?.mute_reason ?? "",
            until: muted > ENDLESS ? "" : new Date(muted).toLocaleString(language.value === "qps" ? "en" : language.value),
          })}
        </p>
      ) : (
        <form class="say" onSubmit={(event) => void send(event)}>
          {mine.length > 0 && (
            <label>
              {t("chat.to")}
              <select value={to.value} onChange={(event) => (to.value = event.currentTarget.value)}>
                <option value="">{t("chat.all")}</option>
                {info.seats
                  .filter((seat) => !seat.mine && seat.person !== null)
                  .map((seat) => (
                    <option key={seat.seat} value={String(seat.seat)}>
                      {nameOfSeat(seat.seat)}
                    </option>
                  ))}
              </select>
            </label>
          )}
          <label>
            {t("chat.text")}
            <input maxLength={1000} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
          </label>
          <button type="submit">{t("chat.send")}</button>
        </form>
      )}
    </>
  );
}
