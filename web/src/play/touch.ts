// Touch: what a thing on the board is picked for, and what is picked when it is clicked. No rule is known here: only
// the options, and the ids of things.

import type { Option, Palette, Token } from "../protocol";
import { partsOf, stage, without, wordOf } from "./picking";

/** For the ids of things: the parts of an answer that they are picked for. */
export type Meanings = ReadonlyMap<string, readonly string[]>;

const idOf = (thing: string): string => thing.slice(thing.indexOf(":") + 1);
const isNumber = (part: string): boolean => /:-?\d+$/.test(part);

/**
 * What things are picked for, by their ids: "unit:g4" for the part "hex:g4", and "unit:hill:knight" for the parts
 * "area:hill" and "units:knight" of one answer, in this order.
 */
export function meanings(options: readonly Option[]): Meanings {
  const found = new Map<string, readonly string[]>();
  const add = (id: string, parts: readonly string[]) => found.has(id) || found.set(id, parts);
  for (const { refers } of options) {
    refers.forEach((part, i) => {
      if (isNumber(part)) return;
      add(idOf(part), [part]);
      refers.slice(i + 1).forEach((other) => other !== part && !isNumber(other) && add(`${idOf(part)}:${idOf(other)}`, [part, other]));
    });
  }
  return found;
}

/** The parts that a thing is picked for; none if no answer is about it. */
export function meant(thing: string, options: readonly Option[], known: Meanings): readonly string[] {
  return options.some((option) => option.refers.includes(thing)) ? [thing] : (known.get(idOf(thing)) ?? []);
}

/** The last of some answers that is about a thing, as the parts of answers that things are picked for; -1 if none is. */
export function placed(answers: readonly Option[], known: Meanings, thing: string): number {
  const parts = thing === "" ? [] : meant(thing, answers, known);
  return parts.length === 0 ? -1 : answers.findLastIndex(({ refers }) => parts.every((part) => refers.includes(part)));
}

/** What is picked after a click on a thing with these parts: one more of it, or none of it if no more can be; null if it cannot be picked. */
export function touched(options: Option[], picked: readonly string[], parts: readonly string[]): string[] | null {
  const last = parts.at(-1);
  if (last === undefined) return null;
  const more = [...picked, ...without(parts.slice(0, -1), [...picked]), last];
  const fits = (wanted: string[]) => options.some((option) => without(wanted, partsOf(option)).length === 0);
  if (fits(more)) return more;
  if (picked.includes(last)) return picked.filter((one) => one !== last);
  const only = picked.length === 1 ? picked[0] : undefined; // another place than the one picked first
  return only !== undefined && only.split(":")[0] === last.split(":")[0] && fits([...parts]) ? [...parts] : null;
}

/** The answer that is complete with the last part picked, if all that can still follow ends with this part too. */
export function completed(options: Option[], picked: string[]): Option | undefined {
  const { left } = stage(options, picked);
  const last = picked.at(-1);
  if (left.length === 1) return left[0];
  if (left.some((option) => option.refers.at(-1) !== last)) return undefined;
  const whole = left.filter((option) => without(option.refers, picked).length === 0);
  return whole.length === 1 && whole[0]?.refers.length !== 1 ? whole[0] : undefined;
}

/** The answer that was tried: like one that is allowed, with other parts; in notation. Undefined if none is alike. */
export function tried(options: readonly Option[], picked: readonly string[], thing: string): string | undefined {
  const kind = thing.split(":")[0];
  const alike = (option: Option) => option.refers.findLastIndex((one) => one.split(":")[0] === kind);
  const rated = options
    .filter((option) => alike(option) >= 0)
    .map((option) => ({ option, missing: without([...picked], partsOf(option)).length + without(option.refers, [...picked]).length / 100 }))
    .sort((one, other) => one.missing - other.missing);
  const best = rated[0]?.option;
  return best === undefined ? undefined : rewritten(best, alike(best), idOf(thing));
}

/** An answer in notation with another id for one of its parts. */
export function rewritten(option: Option, at: number, id: string): string {
  let [done, rest] = [wordOf(option), option.do.slice(wordOf(option).length)];
  option.refers.forEach((part, i) => {
    const own = idOf(part);
    const found = rest.search(new RegExp(`(?<![a-z0-9'+_-])${own.replace(/[+]/g, "\\+")}(?![a-z0-9'+_-])`));
    if (found < 0) return;
    done += rest.slice(0, found) + (i === at ? id : own);
    rest = rest.slice(found + own.length);
  });
  return done + rest;
}

/** A token that can be taken now, or that cannot and says why; a token of which neither is known is asked about when it is tried. */
export interface Choice {
  thing: string;
  /** What is picked with it; none if it cannot be picked. */
  path: string[];
  token: Token | undefined;
}

/** The tokens to choose from, in the order of the palette: those that can be picked next, and those that cannot, with the reason. */
export function choices(options: Option[], picked: string[], palette: Palette, isBoard: (part: string) => boolean): Choice[] {
  const { picks } = stage(options, picked);
  const tokens = palette.tokens ?? [];
  const open = picks
    .filter((pick) => !isBoard(pick.path.at(-1) ?? ""))
    .map((pick) => ({ thing: pick.path.at(-1) ?? "", path: pick.path, token: tokens.find((one) => one.thing === pick.path.at(-1)) }));
  const kinds = new Set(open.map(({ thing }) => thing.split(":")[0]));
  const shut = tokens
    .filter((token) => kinds.has(token.thing.split(":")[0]) && !open.some(({ thing }) => thing === token.thing))
    .map((token) => ({ thing: token.thing, path: [], token }));
  const order = (choice: Choice) => (choice.token === undefined ? tokens.length : tokens.indexOf(choice.token));
  return [...open, ...shut].sort((one, other) => order(one) - order(other));
}
