// Mapping between things on the board and parts of answers, from options and ids only, without knowledge of rules.

import type { Option, Palette, Token } from "../../protocol";
import { partsOf, stage, without, wordOf } from "./picking";

/** Parts of answers by the id (without kind) of the thing that picks them. */
export type Meanings = ReadonlyMap<string, readonly string[]>;

const idOf = (thing: string): string => thing.slice(thing.indexOf(":") + 1);
const isNumber = (part: string): boolean => /:-?\d+$/.test(part);

/**
 * Map things to parts of answers: "unit:g4" picks the part "hex:g4", and "unit:hill:knight" picks the parts
 * "area:hill" and "units:knight" of the same answer, in this order.
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

/** The parts that a thing picks; empty if no option refers to it. */
export function meant(thing: string, options: readonly Option[], known: Meanings): readonly string[] {
  return options.some((option) => option.refers.includes(thing)) ? [thing] : (known.get(idOf(thing)) ?? []);
}

/** The index of the last answer that refers to a thing; -1 if none does. */
export function placed(answers: readonly Option[], known: Meanings, thing: string): number {
  const parts = thing === "" ? [] : meant(thing, answers, known);
  return parts.length === 0 ? -1 : answers.findLastIndex(({ refers }) => parts.every((part) => refers.includes(part)));
}

/** The picked parts after a click on a thing: with one more of it, or with one removed if no more fit; null if impossible. */
export function touched(options: Option[], picked: readonly string[], parts: readonly string[]): string[] | null {
  const last = parts.at(-1);
  if (last === undefined) return null;
  const more = [...picked, ...without(parts.slice(0, -1), [...picked]), last];
  const fits = (wanted: string[]) => options.some((option) => without(wanted, partsOf(option)).length === 0);
  if (fits(more)) return more;
  if (picked.includes(last)) return picked.filter((one) => one !== last);
  const only = picked.length === 1 ? picked[0] : undefined; // replaces another place that was picked
  return only !== undefined && only.split(":")[0] === last.split(":")[0] && fits([...parts]) ? [...parts] : null;
}

/** The answer that the last pick completes, if all longer ones end with the same part. */
export function completed(options: Option[], picked: string[]): Option | undefined {
  const { left } = stage(options, picked);
  const last = picked.at(-1);
  if (left.length === 1) return left[0];
  if (left.some((option) => option.refers.at(-1) !== last)) return undefined;
  const whole = left.filter((option) => without(option.refers, picked).length === 0);
  return whole.length === 1 && whole[0]?.refers.length !== 1 ? whole[0] : undefined;
}

/** The notation of the answer that the user tried: the most similar option, with the thing substituted. */
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

/** The notation of an option with the id of one part replaced. */
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

/** A token to choose. An unavailable one has a refusal, or the server is asked for it on demand. */
export interface Choice {
  thing: string;
  /** The parts that are picked with the token; empty if it is unavailable. */
  path: string[];
  token: Token | undefined;
}

/** The tokens to choose from, in palette order: possible next picks, and unavailable ones of the same kinds. */
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
