// The games that can be played here.

import { signal } from "@preact/signals";
import { get } from "./api";
import type { Book } from "./protocol";
import { loadGame, say } from "./texts";

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
  books.value = found.sort((one, other) => titleOfGame(one.id).localeCompare(titleOfGame(other.id)));
  return books.value;
}

/** The title of a game in the language chosen. */
export const titleOfGame = (game: string): string => say(game, { id: `title.${game}`, fields: {} });
