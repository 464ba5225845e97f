// Gestures: which things on the board are highlighted, the ring around a thing, and the effect of clicks and drops.
// Everything is derived from the options and the palette of the question.

import type { Ask, Option } from "../../protocol";
import { lit } from "./picking";
import { choices, completed, meanings, meant, touched, type Choice } from "./touch";

const MOST = 16; // tokens in a ring

/** The state of the board for a question. */
export interface Touchable {
  /** Things on the board that can be picked (`lit`), and those that are picked (`chosen`). */
  lit: Set<string>;
  chosen: ReadonlySet<string>;
  meant: (thing: string) => readonly string[];
  isBoard: (part: string) => boolean;
}

/** The state of the board for a question, given the picked parts and the drawn things. */
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
  /** The thing at the centre of the ring. */
  thing: string;
  choices: Choice[];
}

/** The ring around the picked thing, or the thing that the question is about; null if there is none. */
export function ringOf(ask: Ask, picked: string[], drawn: ReadonlySet<string>, touch: Touchable): Around | null {
  const gesture = ask.palette.gesture ?? "pick";
  if (ask.space || gesture === "dial" || gesture === "fan" || ask.options.some((option) => option.at !== undefined)) return null;
  const last = picked.at(-1);
  const thing = [...(last === undefined ? [] : [last]), ...(picked.length === 0 ? [ask.moving] : [])].find((one) => drawn.has(one));
  if (thing === undefined) return null;
  const found = choices(ask.options, picked, ask.palette, touch.isBoard);
  if (found.some(({ thing: one }) => one.startsWith("all:"))) return null; // a whole answer is no token
  return found.length > 0 && found.length <= MOST && found.some(({ path }) => path.length > 0) ? { thing, choices: found } : null;
}

/** The effect of a click: picked parts, an answer, or a refused attempt. */
export interface Done {
  /** The parts picked after the click. */
  picked: string[];
  /** The answer that the click completes. */
  answer?: Option;
  /** The thing whose attempt was refused. */
  tried?: string;
}

export function clicked(ask: Ask, picked: string[], things: readonly string[], touch: Touchable): Done | null {
  for (const thing of things) {
    const next = touched(ask.options, picked, touch.meant(thing));
    if (next === null) continue;
    // Picking another place completes an answer just as the first one; unpicking does not.
    const adds = next.length > picked.length || next.some((part) => !picked.includes(part));
    const answer = adds ? completed(ask.options, next) : undefined;
    return answer === undefined ? { picked: next } : { picked: next, answer };
  }
  const first = things[0];
  return first === undefined ? null : { picked, tried: first };
}
