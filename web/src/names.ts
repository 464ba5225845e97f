// Names and cards of things, as defined by the drawing and the panels.

import { computed, signal } from "@preact/signals";

/** Names of things in the drawing that are not in the game's texts: "unit:a3" -> "A3 Archers". */
export const called = signal<ReadonlyMap<string, string>>(new Map());

/** The same for things in panels. */
export const calledBeside = signal<ReadonlyMap<string, string>>(new Map());

/** The same by ids without kind, as used in events and questions: "a3" -> "A3 Archers". */
export const known = computed(() => new Map([...calledBeside.value, ...called.value].map(([thing, name]) => [thing.slice(thing.indexOf(":") + 1), name])));

/** Cards of things in the drawing: "unit:a3" -> "sworn-swords". */
export const carded = signal<ReadonlyMap<string, string>>(new Map());

/** The same for things in panels. */
export const cardedBeside = signal<ReadonlyMap<string, string>>(new Map());

/** The same by ids without kind, since some answers use another kind: "choice:a3" is "unit:a3". */
export const cardedById = computed(() => new Map([...cardedBeside.value, ...carded.value].map(([thing, card]) => [thing.slice(thing.indexOf(":") + 1), card])));

/** What things in the drawing are like now, in one line: "area:dragonstone" -> "Baratheon: Footman, Knight". */
export const lined = signal<ReadonlyMap<string, string>>(new Map());
