// The front page: introduction, quick start, games, the user's tables, open tables and matches to watch.

import { useSignal } from "@preact/signals";
import { Play } from "lucide";
import { useEffect } from "preact/hooks";
import { get, post } from "../api";
import { aboutGame, books, loadBooks, pictureOf, shortTitle, titleOfGame } from "../books";
import { clockText } from "../clocks";
import { Icon } from "../icon";
import { Link } from "../link";
import { moment } from "../people/moments";
import type { Book, TableInfo, TablePage } from "../protocol";
import { go, me, report } from "../session";
import { labelOf, loadGame, t, titleOf } from "../texts";
import { GameFacts } from "./game-facts";
import { beHere, playBots } from "../opening";

const EVERY_MS = 5000;
const SHOWN = 6;

export function Front() {
  const busy = useSignal(false);
  const who = me.value;
  useEffect(() => void loadBooks().catch(report), []);
  const play = async (book: Book) => {
    busy.value = true;
    try {
      await playBots(book);
    } catch (error) {
      report(error);
    } finally {
      busy.value = false;
    }
  };
  const first = books.value[0];
  return (
    <div class="front">
      <section class="hero">
        {first !== undefined && <img src={pictureOf(first)} alt="" />}
        <div class="words">
          <h1>{t("front.title")}</h1>
          <p>{t("front.text")}</p>
          <p class="acts">
            <button class="main" type="button" disabled={first === undefined || busy.value} onClick={() => first && void play(first)}>
              <Icon of={Play} /> {t("front.play")}
            </button>
            <Link to="/new" class="button">
              {t("front.make")}
            </Link>
          </p>
          <p class="small">{first === undefined ? "\u00a0" : t("front.note", { game: shortTitle(first.id) })}</p>
        </div>
      </section>
      {who !== null && <Own />}
      <ul class="games" aria-label={t("front.games")}>
        {books.value.map((book) => (
          <li key={book.id} class="card">
            <Link to={`/games/${book.id}`}>
              <span class="picture">
                <img src={pictureOf(book)} alt="" loading="lazy" />
              </span>
              <h2>{shortTitle(book.id)}</h2>
              {aboutGame(book.id, "subtitle") !== "" && <span class="quiet">{aboutGame(book.id, "subtitle")}</span>}
            </Link>
            <GameFacts book={book} />
          </li>
        ))}
      </ul>
      <Others />
    </div>
  );
}

/** The user's tables: first those that wait for the user, last those that are over. */
function Own() {
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
function Others() {
  const open = (useTables("status=open") ?? []).filter((one) => !one.mine);
  const running = useTables("status=running") ?? [];
  return (
    <div class="pair">
      <section class="card" aria-labelledby="open-tables">
        <h2 id="open-tables">{t("front.open")}</h2>
        {open.length === 0 && <p class="quiet">{t("lobby.nobody")}</p>}
        <ul class="entries">
          {open.slice(0, SHOWN).map((table) => (
            <OpenTable key={table.id} table={table} />
          ))}
        </ul>
      </section>
      <section class="card" aria-labelledby="running-tables">
        <h2 id="running-tables">{t("front.watch")}</h2>
        {running.length === 0 && <p class="quiet">{t("front.none")}</p>}
        <ul class="entries">
          {running.slice(0, SHOWN).map((table) => (
            <Entry key={table.id} table={table} more={[labelOf(table.rulebook, table.label)]} />
          ))}
        </ul>
      </section>
    </div>
  );
}

/** A table that is waiting for players, with a button to take the first free seat. */
function OpenTable(props: { table: TableInfo }) {
  const { table } = props;
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
    <Entry table={table} more={[clockText(table.settings.clock)]}>
      <button type="button" aria-label={t("front.join-table", { table: titleOf(table) })} onClick={() => void join()}>
        {t("front.join")}
      </button>
    </Entry>
  );
}

/** A table with the picture of its game, its title, and who plays there; of the user's `own` tables, who else. */
function Entry(props: { table: TableInfo; own?: boolean; more: string[]; children?: preact.ComponentChildren }) {
  const { table, own } = props;
  const book = books.value.find((one) => one.id === table.rulebook);
  const people = table.seats.flatMap((one) => (one.person === null || (own === true && one.mine) ? [] : [one.person.name]));
  const names = [...new Set(people), ...(table.seats.some((one) => one.bot !== null) ? [t("front.bots")] : [])];
  const taken = table.seats.filter((one) => one.person !== null || one.bot !== null).length;
  const seats = table.status === "open" ? `${taken}/${table.seats.length}` : "";
  return (
    <li>
      {book !== undefined && <img src={pictureOf(book)} alt="" width="58" height="44" loading="lazy" />}
      <div>
        <Link to={`/tables/${table.id}`}>
          <strong>{own === true && !table.titled ? titleOfGame(table.rulebook) : titleOf(table)}</strong>
        </Link>
        <span class="quiet">{[table.titled ? shortTitle(table.rulebook) : "", names.join(", "), seats, ...props.more].filter((one) => one !== "").join(" · ")}</span>
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
