// The games that the server offers.

import { signal } from "@preact/signals";
import { get } from "./api";
import type { Book } from "./protocol";
import { has, language, loadGame, say, t } from "./texts";

/** The games, sorted by title; empty until they are loaded. */
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

/** The title of a game in the current language. */
export const titleOfGame = (game: string): string => say(game, { id: `title.${game}`, fields: {} });

/** A part of a game's introduction for newcomers, or "" if it has none. */
export const aboutGame = (game: string, part: "title" | "subtitle" | "what" | "play" | "built"): string =>
  has(game, `about.${part}.${game}`) ? say(game, { id: `about.${part}.${game}`, fields: {} }) : "";

/** The short title of a game, or its title if it has no short one. */
export const shortTitle = (game: string): string => aboutGame(game, "title") || titleOfGame(game);

/** The URL of a game's picture; the version prevents browsers from using an outdated cache entry. */
export const pictureOf = (book: Book, wide = false): string => `/api/v1/rulebooks/${book.id}/picture?v=${book.version}${wide ? "&wide=true" : ""}`;

/** The possible numbers of players, such as "2" or "3–6". */
export function playersOf(book: Book): string {
  const [least, most] = [Math.min(...book.seats), Math.max(...book.seats)];
  return least === most ? String(least) : `${least}–${most}`;
}

/** The usual duration of a match, such as "1½–2 h"; "" if the game does not specify it. */
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
