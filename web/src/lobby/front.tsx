// The front page: introduction, quick start, games, and lists of tables.

import { useSignal } from "@preact/signals";
import { Play } from "lucide";
import { useEffect } from "preact/hooks";
import { aboutGame, books, loadBooks, pictureOf, shortTitle } from "../books";
import { Icon } from "../icon";
import { Link } from "../link";
import { playBots } from "../opening";
import type { Book } from "../protocol";
import { me, report } from "../session";
import { t } from "../texts";
import { GameFacts } from "./game-facts";
import { OtherTables, OwnTables } from "./table-lists";

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
        {first !== undefined && <img src={pictureOf(first, true)} alt="" />}
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
      {who !== null && <OwnTables />}
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
      <OtherTables />
    </div>
  );
}
