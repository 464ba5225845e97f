// Names and cards that the drawing and the panels give to things.

import { computed, signal } from "@preact/signals";

/** How things are called that the texts of a game do not know: "unit:a3" -> "A3 Archers". */
export const called = signal<ReadonlyMap<string, string>>(new Map());

/** The same of things in panels. */
export const calledBeside = signal<ReadonlyMap<string, string>>(new Map());

/** The same by their ids alone, as events and questions name things: "a3" -> "A3 Archers". */
export const known = computed(() => new Map([...calledBeside.value, ...called.value].map(([thing, name]) => [thing.slice(thing.indexOf(":") + 1), name])));

/** The cards that the drawing names for things: "unit:a3" -> "sworn-swords". */
export const carded = signal<ReadonlyMap<string, string>>(new Map());

/** The cards of things in panels. */
export const cardedBeside = signal<ReadonlyMap<string, string>>(new Map());

/** The same by their ids alone, as some answers name things by another kind: "choice:a3" is "unit:a3". */
export const cardedById = computed(() => new Map([...cardedBeside.value, ...carded.value].map(([thing, card]) => [thing.slice(thing.indexOf(":") + 1), card])));
