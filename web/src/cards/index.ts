// The cards of a game, loaded on first use and cached.

import { signal } from "@preact/signals";
import { get } from "../api";
import { carded, cardedBeside, cardedById } from "../names";
import type { Card, CardPage } from "../protocol";
import { report } from "../session";

export type Cards = ReadonlyMap<string, Card>;

const indices = signal<Record<string, Cards>>({});
const asked = new Map<string, Promise<Cards>>();

/** The cards of a game; undefined until they are loaded. */
export const cardsOf = (game: string): Cards | undefined => indices.value[game];

/** Load the cards of a game, once. */
export function loadCards(game: string): Promise<Cards> {
  const before = asked.get(game);
  if (before !== undefined) return before;
  const loading = fetchAll(game);
  asked.set(game, loading);
  loading.catch((error: unknown) => {
    asked.delete(game);
    report(error);
  });
  return loading;
}

async function fetchAll(game: string): Promise<Cards> {
  const found = new Map<string, Card>();
  for (let offset: number | null = 0; offset !== null; ) {
    const page: CardPage = await get<CardPage>(`/rulebooks/${game}/cards?offset=${offset}`);
    for (const card of page.cards) found.set(card.id, card);
    offset = page.next;
  }
  indices.value = { ...indices.value, [game]: found };
  return found;
}

/** The card of a thing: the one that the drawing refers to, by default the one with its id without kind and place. */
export function cardOf(cards: Cards, thing: string): Card | undefined {
  const named = carded.value.get(thing) ?? cardedBeside.value.get(thing);
  if (named !== undefined) return cards.get(named);
  const id = thing.slice(thing.indexOf(":") + 1);
  // "card:tywin" -> "tywin", "unit:winterfell:knight" -> "knight", "choice:a3" -> the card of "unit:a3"; a number of
  // tokens, "count:1", is not "token:1"
  const other = /^\d+$/.test(id) ? undefined : cardedById.value.get(id);
  return cards.get(thing) ?? cards.get(id) ?? cards.get(thing.slice(thing.lastIndexOf(":") + 1)) ?? cards.get(other ?? "");
}

/** The distinct cards of things. */
export function cardsOfAll(cards: Cards, things: string[]): Card[] {
  return [...new Set(things.map((thing) => cardOf(cards, thing)))].filter((card) => card !== undefined);
}
