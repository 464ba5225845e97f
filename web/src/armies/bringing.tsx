// Before a match: the secret army lists of the players, and their choice if they bring several.

import { useSignal } from "@preact/signals";
import { put } from "../api";
import type { SeatLists, TableInfo } from "../protocol";
import { report } from "../session";
import { nameOf, t } from "../texts";
import { ArmyLink, ListPickers } from "./choice";
import "./armies.css";

export function Bringing(props: { info: TableInfo; onChange: (to: TableInfo) => void }) {
  const { info } = props;
  if (info.lists.length === 0 || info.status !== "open") return null;
  return (
    <section class="bringing" aria-labelledby="bringing">
      <h2 id="bringing">{t("lists.bringing")}</h2>
      <p class="quiet">{t(info.settings.lists === 1 ? "lists.one-each" : "lists.several-each", { count: info.settings.lists })}</p>
      <ul class="seats">
        {info.lists.map((one) => (
          <OneSeat key={one.seat} info={info} lists={one} onChange={props.onChange} />
        ))}
      </ul>
    </section>
  );
}

function OneSeat(props: { info: TableInfo; lists: SeatLists; onChange: (to: TableInfo) => void }) {
  const { info, lists } = props;
  const seat = info.seats[lists.seat];
  const wanted = useSignal<string[]>([]);
  const pick = useSignal(0);
  if (seat === undefined) return null;
  const all = info.lists.every((one) => one.brought) && info.seats.every((one) => one.person !== null || one.bot !== null);
  const change = async (path: string, body: unknown) => {
    try {
      props.onChange(await put<TableInfo>(`/tables/${info.id}/seats/${lists.seat}/${path}`, body));
    } catch (error) {
      report(error);
    }
  };
  const name = nameOf(info.rulebook, seat.name);
  const count = info.settings.lists ?? 1;
  const said = lists.chosen ? "lists.has-chosen" : !lists.brought ? "lists.awaited" : all ? "lists.choosing" : "lists.locked";
  return (
    <li>
      <strong>{name}</strong>
      <span>{t(said)}</span>
      {lists.lists !== null && (
        <ol class="brought">
          {lists.lists.map((code, i) => (
            <li key={i} class={lists.choice === i ? "chosen" : ""}>
              {seat.mine && all && !lists.chosen ? (
                <label>
                  <input type="radio" name={`list-${lists.seat}`} checked={pick.value === i} onChange={() => (pick.value = i)} /> <ArmyLink game={info.rulebook} code={code} number={i + 1} />
                </label>
              ) : (
                <ArmyLink game={info.rulebook} code={code} number={i + 1} />
              )}
              {lists.choice === i && ` ✓ ${t("lists.your-choice")}`}
            </li>
          ))}
        </ol>
      )}
      {seat.mine && !lists.brought && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void change("lists", { lists: Array.from({ length: count }, (_, i) => wanted.value[i] ?? "random") });
          }}
        >
          <ListPickers
            match={{ game: info.rulebook, options: info.options, seats: info.seats.length }}
            seat={name}
            count={count}
            value={wanted.value}
            onChange={(to) => (wanted.value = to)}
          />
          <button class="main" type="submit">
            {t("lists.lock")}
          </button>
        </form>
      )}
      {seat.mine && all && lists.brought && !lists.chosen && (
        <button class="main" type="button" onClick={() => void change("choice", { list: pick.value })}>
          {t("lists.choose")}
        </button>
      )}
    </li>
  );
}
