// Gestures: the answers to a question as things to click, drag and take: what the board lights, the ring around a thing,
// and what a click or a drop on the board picks. All of it follows from the options and the palette of the question.

import type { Ask, Option } from "../protocol";
import { lit } from "./picking";
import { choices, completed, meanings, meant, touched, type Choice } from "./touch";

const MOST = 16; // tokens in a ring

/** What the board is for a question. */
export interface Touchable {
  /** Things on the board that can be picked, and those that are picked. */
  lit: Set<string>;
  chosen: ReadonlySet<string>;
  meant: (thing: string) => readonly string[];
  isBoard: (part: string) => boolean;
}

/** What can be picked on the board: the things that are drawn, of the parts that are left. */
export function touchable(ask: Ask, picked: string[], drawn: ReadonlySet<string>): Touchable {
  const known = meanings(ask.options);
  const of = new Map<string, readonly string[]>();
  for (const thing of drawn) {
    const parts = meant(thing, ask.options, known);
    if (parts.length > 0) of.set(thing, parts);
  }
  const left = lit(ask.options, picked);
  const parts = new Set([...of.values()].map((one) => one.at(-1) ?? ""));
  const shown = [...of].filter(([thing, [first, ...more]]) => thing === first || more.length > 0 || !drawn.has(first ?? ""));
  const open = shown.filter(([, own]) => left.has(own.at(-1) ?? "") && touched(ask.options, picked, own) !== null);
  return {
    lit: new Set(open.map(([thing]) => thing)),
    chosen: new Set(shown.filter(([, own]) => own.every((part) => picked.includes(part))).map(([thing]) => thing)),
    meant: (thing) => of.get(thing) ?? meant(thing, ask.options, known),
    isBoard: (part) => parts.has(part),
  };
}

export interface Around {
  /** The thing on the board that the ring is around. */
  thing: string;
  choices: Choice[];
}

/** The ring of a question: around what was picked on the board, or what the question is about. Null if there is none. */
export function ringOf(ask: Ask, picked: string[], drawn: ReadonlySet<string>, touch: Touchable): Around | null {
  const gesture = ask.palette.gesture ?? "pick";
  if (ask.space || gesture === "dial" || gesture === "fan" || ask.options.some((option) => option.at !== undefined)) return null;
  const last = picked.at(-1);
  const thing = [...(last === undefined ? [] : [last]), ...(picked.length === 0 ? [ask.moving] : [])].find((one) => drawn.has(one));
  if (thing === undefined) return null;
  const found = choices(ask.options, picked, ask.palette, touch.isBoard);
  return found.length > 0 && found.length <= MOST && found.some(({ path }) => path.length > 0) ? { thing, choices: found } : null;
}

/** What a click on things does, the uppermost first: it picks, it answers, or it was refused. */
export interface Done {
  /** What is picked afterwards. */
  picked: string[];
  /** The answer that is complete with it. */
  answer?: Option;
  /** The thing that was tried in vain. */
  tried?: string;
}

export function clicked(ask: Ask, picked: string[], things: readonly string[], touch: Touchable): Done | null {
  for (const thing of things) {
    const next = touched(ask.options, picked, touch.meant(thing));
    if (next === null) continue;
    // Another place than the one picked first answers as the first would have; what is put back answers nothing.
    const adds = next.length > picked.length || next.some((part) => !picked.includes(part));
    const answer = adds ? completed(ask.options, next) : undefined;
    return answer === undefined ? { picked: next } : { picked: next, answer };
  }
  const first = things[0];
  return first === undefined ? null : { picked, tried: first };
}
