// Lists of tables on the front page: the user's own, open ones, and matches to watch.

import { useSignal } from "@preact/signals";
import { CalendarDays, Infinity as InfinityIcon, Zap } from "lucide";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { get, post } from "../api";
import { aboutGame, books, pictureOf, shortTitle } from "../books";
import { clockText } from "../clocks";
import { Icon } from "../icon";
import { Link } from "../link";
import { beHere } from "../opening";
import { Emblem, EmblemDefs } from "../panels/emblems";
import { moment } from "../people/moments";
import type { Book, SeatInfo, TableInfo, TablePage } from "../protocol";
import { go, report } from "../session";
import { labelOf, loadGame, nameOf, t, titleOf } from "../texts";
import { sidesOf } from "./sides";

const EVERY_MS = 5000;
const SHOWN = 5;

/** The user's tables: first those that wait for the user, last those that are over. */
export function OwnTables() {
  const mine = useTables("mine=true");
  if (mine === null || mine.length === 0) return null;
  const rank = (table: TableInfo) => (isTurn(table) ? 0 : table.status === "finished" ? 2 : 1);
  return (
    <div class="pair">
      <section class="card" aria-labelledby="own-tables">
        <h2 id="own-tables">{t("lobby.own")}</h2>
        <ul class="entries own">
          {[...mine]
            .sort((one, other) => rank(one) - rank(other))
            .map((table) => (
              <Entry key={table.id} table={table} own more={[t(`status.${table.status}`), labelOf(table.rulebook, table.label), moment(table.started_at ?? table.created_at)]}>
                {isTurn(table) && <b class="badge">{t("lobby.your-turn")}</b>}
              </Entry>
            ))}
        </ul>
      </section>
    </div>
  );
}

/** Whether a running table waits for an answer of the user. */
const isTurn = (table: TableInfo): boolean => table.status === "running" && table.seats.some((seat) => seat.mine && seat.asked);

/** Tables of others to join or watch. */
export function OtherTables() {
  const open = useTables("status=open")?.filter((one) => !one.mine);
  const running = useTables("status=running") ?? undefined;
  return (
    <div class="pair">
      <Group id="open-tables" title="front.open" tables={open} none="lobby.nobody">
        {(table) => <OpenTable key={table.id} table={table} />}
      </Group>
      <Group id="running-tables" title="front.watch" tables={running} none="front.none">
        {(table) => <Entry key={table.id} table={table} more={[labelOf(table.rulebook, table.label)]} />}
      </Group>
    </div>
  );
}

/** A list of tables with its heading and their number; long lists are shortened until the user asks for all. */
function Group(props: { id: string; title: string; tables: TableInfo[] | undefined; none: string; children: (table: TableInfo) => JSX.Element }) {
  const { tables = [] } = props;
  const all = useSignal(false);
  return (
    <section class="card table-list" aria-labelledby={props.id}>
      <header>
        <h2 id={props.id}>{t(props.title)}</h2>
        {tables.length > 0 && <span class="quiet">{t(`${props.title}-count`, { count: tables.length })}</span>}
        {tables.length > SHOWN && (
          <button type="button" class="link-like" aria-expanded={all.value} aria-controls={`${props.id}-list`} onClick={() => (all.value = !all.value)}>
            {t(all.value ? "front.fewer" : "front.all")}
          </button>
        )}
      </header>
      {props.tables?.length === 0 && (
        <p class="quiet">
          {t(props.none)} <Link to="/new">{t("front.make")}</Link>
        </p>
      )}
      <ul class="entries" id={`${props.id}-list`}>
        {(all.value ? tables : tables.slice(0, SHOWN)).map(props.children)}
      </ul>
    </section>
  );
}

/** A table that is waiting for players, with its seats, its time control and a button to take the first free seat. */
function OpenTable(props: { table: TableInfo }) {
  const { table } = props;
  const { clock } = table.settings;
  const join = async () => {
    try {
      await beHere();
      await post<TableInfo>(`/tables/${table.id}/join`, {});
      go(`/tables/${table.id}`);
    } catch (error) {
      report(error);
    }
  };
  return (
    <Entry table={table} more={[]}>
      <span class="time-control">
        <Icon of={clock.kind === "none" ? InfinityIcon : clock.kind === "live" ? Zap : CalendarDays} size={15} /> {clockText(clock)}
      </span>
      <button type="button" aria-label={t("front.join-table", { table: titleOf(table) })} onClick={() => void join()}>
        {t("front.join")}
      </button>
    </Entry>
  );
}

/** The seats of a table as crests or numbers; free ones are outlined. The number of seats is in the text beside them. */
function Crests(props: { book: Book; seats: readonly SeatInfo[] }) {
  const { book, seats } = props;
  const sided = sidesOf(book, seats.length).length > 0;
  return (
    <span class="crests" aria-hidden="true">
      <EmblemDefs game={book.id} />
      {seats.map((seat) => {
        const free = seat.person === null && seat.bot === null;
        return (
          <span key={seat.seat} class={free ? "free" : ""} title={nameOf(book.id, seat.name)}>
            {free ? "" : sided ? <Emblem game={book.id} id={seat.name} size={22} /> : seat.seat + 1}
          </span>
        );
      })}
    </span>
  );
}

/** A table with its seats or the picture of its game, its title, and who plays there; of the user's `own` tables, who else. */
function Entry(props: { table: TableInfo; own?: boolean; more: string[]; children?: ComponentChildren }) {
  const { table, own } = props;
  const book = books.value.find((one) => one.id === table.rulebook);
  const people = table.seats.flatMap((one) => (one.person === null || (own === true && one.mine) ? [] : [one.person.name]));
  const bots = table.seats.filter((one) => one.bot !== null).length;
  const names = [...new Set(people), ...(bots > 0 ? [t("front.some-bots", { count: bots })] : [])];
  const waiting = table.status === "open" && own !== true;
  const taken = table.seats.filter((one) => one.person !== null || one.bot !== null).length;
  const seats = table.status === "open" ? `${taken}/${table.seats.length}` : "";
  return (
    <li>
      {book !== undefined && (waiting ? <Crests book={book} seats={table.seats} /> : <img src={pictureOf(book)} alt="" width="58" height="44" loading="lazy" />)}
      <div>
        <Link to={`/tables/${table.id}`}>
          <strong>{table.titled ? titleOf(table) : shortTitle(table.rulebook)}</strong>
        </Link>
        <span class="quiet">{[table.titled ? shortTitle(table.rulebook) : aboutGame(table.rulebook, "subtitle"), names.join(", "), seats, ...props.more].filter((one) => one !== "").join(" · ")}</span>
      </div>
      {props.children}
    </li>
  );
}

/** Tables that match a query, refreshed while the page is visible; null until they are loaded. */
function useTables(which: string): TableInfo[] | null {
  const found = useSignal<TableInfo[] | null>(null);
  useEffect(() => {
    let alive = true;
    const load = async () => {
      try {
        const { tables } = await get<TablePage>(`/tables?${which}`);
        await Promise.all([...new Set(tables.map((one) => one.rulebook))].map(loadGame));
        if (alive) found.value = tables;
      } catch (error) {
        report(error);
      }
    };
    void load();
    const timer = setInterval(() => document.visibilityState === "visible" && void load(), EVERY_MS);
    return () => {
      alive = false;
      clearInterval(timer);
    };
  }, [which]);
  return found.value;
}
