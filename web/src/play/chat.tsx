// Talk: with everybody, or in private with one of the other seats.

import { useSignal } from "@preact/signals";
import { post } from "../api";
import type { TableInfo } from "../protocol";
import { report } from "../session";
import { nameOf, t } from "../texts";
import type { Table } from "./store";

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
    }
  };
  return (
    <>
      <ul class="chat" aria-live="polite">
        {table.chat.value.map((one) => (
          <li key={one.n} class={one.seats === null ? "" : "private"}>
            <b>{one.name}</b>
            {one.seats !== null && <small> {t("chat.private")} ({one.seats.map(nameOfSeat).join(", ")})</small>}
            <p>{one.text}</p>
          </li>
        ))}
      </ul>
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
    </>
  );
}
