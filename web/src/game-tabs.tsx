import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { books, loadBooks, titleOfGame } from "./books";
import { Link } from "./link";
import type { Book } from "./protocol";
import { report } from "./session";
import { t } from "./texts";

/** Tabs that link to the same page of each game, or of those matching `only`. */
export function GameTabs(props: { path: string; game: string; only?: (book: Book) => boolean }) {
  const { only } = props;
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => void loadBooks().catch(report), []);
  useLayoutEffect(() => tabs.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" }), [props.game, books.value]);
  return (
    <nav class="game-tabs" ref={tabs} aria-label={t("front.games")}>
      {books.value.filter((book) => only?.(book) ?? true).map((book) => (
        <Link key={book.id} to={`/${props.path}/${book.id}`} current={book.id === props.game}>
          {titleOfGame(book.id)}
        </Link>
      ))}
    </nav>
  );
}
