// The games that can be played here.

import { signal } from "@preact/signals";
import { get } from "./api";
import type { Book } from "./protocol";
import { has, language, loadGame, say, t } from "./texts";

/** The games in the order of their titles; empty until they are loaded. */
export const books = signal<Book[]>([]);

let loading: Promise<Book[]> | null = null;

/** Load the games and their texts, once. */
export function loadBooks(): Promise<Book[]> {
  loading ??= fetchBooks().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function fetchBooks(): Promise<Book[]> {
  const found = await get<Book[]>("/rulebooks");
  await Promise.all(found.map((one) => loadGame(one.id)));
  books.value = found.sort((one, other) => one.title.localeCompare(other.title));
  return books.value;
}

/** The title of a game in the language chosen. */
export const titleOfGame = (game: string): string => say(game, { id: `title.${game}`, fields: {} });

/** What a game says of itself to newcomers, or "" if it says nothing. */
export const aboutGame = (game: string, part: "title" | "subtitle" | "what" | "play" | "built"): string =>
  has(game, `about.${part}.${game}`) ? say(game, { id: `about.${part}.${game}`, fields: {} }) : "";

/** The short title of a game, else the whole one. */
export const shortTitle = (game: string): string => aboutGame(game, "title") || titleOfGame(game);

/** The address of the picture of a game; the version keeps browsers from showing an earlier one. */
export const pictureOf = (book: Book): string => `/api/v1/rulebooks/${book.id}/picture?v=${book.version}`;

/** "2", or "3 to 6" as "3–6". */
export function playersOf(book: Book): string {
  const [least, most] = [Math.min(...book.seats), Math.max(...book.seats)];
  return least === most ? String(least) : `${least}–${most}`;
}

/** The usual length of a match, such as "1½–2 h"; "" if the game does not say. */
export function lengthOf(book: Book): string {
  if (book.introduction === null) return "";
  const [least, most] = book.introduction.minutes.map(hoursOf);
  return t("front.hours", { hours: least === most ? (most ?? "") : `${least}–${most}` });
}

function hoursOf(minutes: number): string {
  const halves = Math.round(minutes / 30);
  if (halves % 2 === 0) return String(halves / 2);
  return language.value === "de" || language.value === "hu" ? (halves / 2).toFixed(1).replace(".", ",") : `${Math.floor(halves / 2) || ""}½`;
}
