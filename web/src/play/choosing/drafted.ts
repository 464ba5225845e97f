// Contents of the rows of a draft, derived from its answers and questions alone.

import type { Ask, Option, SeatDraft, Token } from "../../protocol";
import { namedOf, shared, stage } from "./picking";

export interface Awaited {
  thing: string;
  /** Whether the current question is about this thing. */
  now: boolean;
}

export interface Row {
  thing: string;
  /** The index of the answer; -1 if the thing has none yet. */
  at: number;
}

/** The subject of an answer, such as an area. */
const thingOf = (option: Option): string => namedOf(option)[0] ?? "";

/** The things that still need an answer, except those that the question itself lists. */
export function awaited(draft: SeatDraft, ask: Ask | undefined, picked: string[]): Awaited[] {
  if (draft.missing === 0) return [];
  const { left, picks } = stage(ask?.options ?? [], picked);
  const listed = new Set(picks.map(({ path }) => path.at(-1)));
  const about = new Set([...picked, ...(ask === undefined ? [] : shared(left.map(({ refers }) => refers)))]);
  return draft.things.filter((thing) => !listed.has(thing)).map((thing) => ({ thing, now: about.has(thing) }));
}

/** Whether a thing still needs an answer. */
export const lacks = (draft: SeatDraft | undefined, thing: string | undefined): boolean => thing !== undefined && draft !== undefined && draft.missing > 0 && draft.things.includes(thing);

/** Rows for the answers of a draft and for `things`, in the order of the first question's options. */
export function ordered(begun: Ask, draft: SeatDraft, things: readonly string[]): Row[] {
  const places = new Map<string, number>();
  for (const option of begun.options) if (!places.has(thingOf(option))) places.set(thingOf(option), places.size);
  const rows = [...draft.answers.map((answer, at) => ({ thing: thingOf(answer), at })), ...things.map((thing) => ({ thing, at: -1 }))];
  const place = ({ thing }: Row) => places.get(thing) ?? places.size;
  return rows.sort((one, other) => place(one) - place(other)); // stable
}

/** Tokens in limited supply, unless the question lists them. */
export function tokensLeft(ask: Ask, picked: string[]): Token[] {
  const listed = new Set(stage(ask.options, picked).picks.map(({ path }) => path.at(-1)));
  const tokens = (ask.palette.tokens ?? []).filter(({ count }) => count !== undefined);
  return tokens.some(({ thing }) => listed.has(thing)) ? [] : tokens;
}
