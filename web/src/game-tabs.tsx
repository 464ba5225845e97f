import { useEffect } from "preact/hooks";
import { books, loadBooks, titleOfGame } from "./books";
import { Link } from "./link";
import type { Book } from "./protocol";
import { report } from "./session";
import { t } from "./texts";

/** Tabs that link to the same page of each game, or of those matching `only`. */
export function GameTabs(props: { path: string; game: string; only?: (book: Book) => boolean }) {
  const { only } = props;
  useEffect(() => void loadBooks().catch(report), []);
  return (
    <nav class="game-tabs" aria-label={t("front.games")}>
      {books.value.filter((book) => only?.(book) ?? true).map((book) => (
        <Link key={book.id} to={`/${props.path}/${book.id}`} current={book.id === props.game}>
          {titleOfGame(book.id)}
        </Link>
      ))}
    </nav>
  );
}
