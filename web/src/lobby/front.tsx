// The front page: what this is, the games, one click to play, tables to join and matches to watch.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, post } from "../api";
import { books, loadBooks, titleOfGame } from "../books";
import { Welcome } from "../people/welcome";
import type { Book, TableInfo, TablePage } from "../protocol";
import { comeIn, go, report } from "../session";
import { loadGame, t } from "../texts";
import { TableList } from "./table-list";

export function Front() {
  const open = useSignal<TableInfo[]>([]);
  const running = useSignal<TableInfo[]>([]);
  const busy = useSignal(false);
  useEffect(() => {
    void (async () => {
      try {
        const [, waiting, played] = await Promise.all([
          loadBooks(),
          get<TablePage>("/tables?status=open"),
          get<TablePage>("/tables?status=running"),
        ]);
        await Promise.all([...waiting.tables, ...played.tables].map((one) => loadGame(one.rulebook)));
        open.value = waiting.tables;
        running.value = played.tables;
      } catch (error) {
        report(error);
      }
    })();
  }, []);
  /** Come in as a guest and begin a match against bots. */
  const play = async (book: Book) => {
    busy.value = true;
    try {
      await comeIn(t("front.guest"));
      const places = Array.from({ length: book.seats_at_first }, (_, i) => (i === 0 ? { me: true } : { bot: "fair" }));
      const table = await post<TableInfo>("/tables", { rulebook: book.id, seats: places.length, visibility: "private", places });
      go(`/tables/${table.id}`);
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
              {t("front.play")}
            </button>
            <strong>{first !== undefined && titleOfGame(first.id)}</strong>
          </p>
          <p>{t("front.note")}</p>
          <Welcome inline />
        </div>
      </section>
      <ul class="games" aria-label={t("front.games")}>
        {books.value.map((book) => (
          <li key={book.id} class="card">
            <div class="picture">
              <img src={pictureOf(book)} alt="" loading="lazy" />
            </div>
            <div>
              <h2 id={`game-${book.id}`}>{titleOfGame(book.id)}</h2>
              <p>{t("front.players", { players: playersOf(book) })}</p>
            </div>
            <button type="button" disabled={busy.value} onClick={() => void play(book)} aria-describedby={`game-${book.id}`}>
              {t("front.play-bots")}
            </button>
          </li>
        ))}
      </ul>
      <div class="pair">
        <section class="card" aria-labelledby="open-tables">
          <h2 id="open-tables">{t("lobby.open")}</h2>
          {open.value.length === 0 && <p class="quiet">{t("lobby.nobody")}</p>}
          <TableList tables={open.value.slice(0, SHOWN)} />
        </section>
        <section class="card" aria-labelledby="running-tables">
          <h2 id="running-tables">{t("front.watch")}</h2>
          {running.value.length === 0 && <p class="quiet">{t("front.none")}</p>}
          <TableList tables={running.value.slice(0, SHOWN)} />
        </section>
      </div>
    </div>
  );
}

const SHOWN = 6;

const pictureOf = (book: Book): string => `/api/v1/rulebooks/${book.id}/picture?v=${book.version}`;

/** "2", or "3 to 6" as "3–6". */
function playersOf(book: Book): string {
  const [least, most] = [Math.min(...book.seats), Math.max(...book.seats)];
  return least === most ? String(least) : `${least}–${most}`;
}
