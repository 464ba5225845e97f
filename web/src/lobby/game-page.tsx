// The page of a game: introduction, course of play, state of implementation, links to rules and cards.

import { useSignal } from "@preact/signals";
import { Play } from "lucide";
import { useEffect } from "preact/hooks";
import { aboutGame, books, loadBooks, pictureOf, shortTitle, titleOfGame } from "../books";
import { Icon } from "../icon";
import { Link } from "../link";
import type { Book } from "../protocol";
import { report } from "../session";
import { t } from "../texts";
import { GameFacts } from "./game-facts";
import { learn, playBots } from "../opening";
import { Sides } from "./sides";

export function GamePage(props: { game: string }) {
  const busy = useSignal(false);
  useEffect(() => void loadBooks().catch(report), []);
  const book = books.value.find((one) => one.id === props.game);
  if (book === undefined) return null;
  const open = async (begin: (book: Book) => Promise<void>) => {
    busy.value = true;
    try {
      await begin(book);
    } catch (error) {
      report(error);
    } finally {
      busy.value = false;
    }
  };
  const parts = (["play", "built"] as const).filter((part) => aboutGame(book.id, part) !== "");
  return (
    <div class="game-page">
      <section class="hero">
        <img src={pictureOf(book, true)} alt="" />
        <div class="words">
          <h1>{shortTitle(book.id)}</h1>
          <p>{aboutGame(book.id, "subtitle") || titleOfGame(book.id)}</p>
          <GameFacts book={book} />
          <p class="acts">
            <button class="main" type="button" disabled={busy.value} onClick={() => void open(playBots)}>
              <Icon of={Play} /> {t("about.play-bots")}
            </button>
            {book.guide !== null && (
              <button type="button" class="learn" disabled={busy.value} onClick={() => void open(learn)}>
                {t("guide.learn")}
              </button>
            )}
            <Link to={`/new?game=${book.id}`} class="button">
              {t("front.make")}
            </Link>
          </p>
        </div>
      </section>
      <div class="columns">
        <div>
          {aboutGame(book.id, "what") !== "" && <p class="what">{aboutGame(book.id, "what")}</p>}
          {parts.map((part) => (
            <section key={part}>
              <h2>{t(part === "play" ? "about.how" : "about.here")}</h2>
              <p>{aboutGame(book.id, part)}</p>
            </section>
          ))}
        </div>
        <section class="card" aria-labelledby="learn">
          <h2 id="learn">{t("about.learn")}</h2>
          <ul class="links">
            <li>
              <Link to={`/rules/${book.id}`}>{t("rules.title")}</Link>
            </li>
            <li>
              <Link to={`/cards/${book.id}`}>{t("cards.title")}</Link>
            </li>
            <li>
              <Link to={`/odds/${book.id}`}>{t("odds.title")}</Link>
            </li>
            {book.armies && (
              <li>
                <Link to={`/armies/${book.id}`}>{t("armies.title")}</Link>
              </li>
            )}
          </ul>
        </section>
      </div>
      <Sides book={book} seats={Math.max(...book.seats)} />
    </div>
  );
}
