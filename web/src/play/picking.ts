// Picking: a long list of options is chosen from one part at a time, on the board or in the list, with no rule known:
// what is left are the options that hold what was picked.

import type { Option } from "../protocol";

const MOST = 14; // rows that are still taken in at a glance

export interface Stage {
  /** The options that are still possible. */
  left: Option[];
  /** What can be picked now, in the order of the options: a thing, and the options that hold it. */
  picks: Pick[];
}

export interface Pick {
  /** "area:winterfell", or the word with which the notation begins. */
  thing: string;
  /** All that is picked with it, itself the last. */
  path: string[];
  options: Option[];
}

/** The word with which the notation of an answer begins: its kind. */
export function wordOf(option: Option): string {
  return /^[^\s{:>]+/.exec(option.do)?.[0] ?? option.do;
}

/** The parts of an option, in the order in which they are picked. */
export function partsOf(option: Option): string[] {
  return [`do:${wordOf(option)}`, ...namedOf(option)];
}

/** What an option refers to; numbers that are told otherwise, by a place or in words, are no things to be picked. */
export function namedOf(option: Option): string[] {
  return option.at === undefined && option.said === undefined ? option.refers : option.refers.filter((part) => !/:-?\d+$/.test(part));
}

/** What can be picked after these picks. Parts that all options share are passed over. */
export function stage(options: Option[], picked: string[]): Stage {
  const left = options.filter((option) => holds(option, picked));
  if (left.length <= 1) return { left, picks: [] };
  const rests = left.map((option) => without(partsOf(option), picked));
  const known = shared(rests);
  const groups = new Map<string, Option[]>();
  left.forEach((option, i) => {
    const rest = without(rests[i] ?? [], known);
    const thing = rest[0] ?? `all:${option.do}`;
    const group = groups.get(thing);
    if (group === undefined) groups.set(thing, [option]);
    else group.push(option);
  });
  const picks = [...groups].map(([thing, members]) => ({ thing, path: [thing], options: members }));
  return { left, picks: unfolded(options, picked, picks) };
}

/** A kind of answer that has few parts to pick from is no step of its own. What needs no further choice comes last. */
function unfolded(options: Option[], picked: string[], picks: Pick[]): Pick[] {
  const open = picks.flatMap((pick) => {
    if (!pick.thing.startsWith("do:") || pick.options.length === 1) return [pick];
    const inner = stage(options, [...picked, pick.thing]).picks;
    return inner.map((one) => ({ ...one, path: [pick.thing, ...one.path] }));
  });
  const found = open.length <= MOST ? open : picks;
  const bare = (pick: Pick) => pick.options.every((option) => option.refers.length === 0);
  return [...found.filter((pick) => !bare(pick)), ...found.filter(bare)];
}

/** Everything on the board that some option left refers to, and that was not picked yet. */
export function lit(options: Option[], picked: string[]): Set<string> {
  const { left } = stage(options, picked);
  return new Set(left.flatMap((option) => without(option.refers, picked)));
}

/** Whether a thing can still be picked for an option: one that it names twice can be picked twice. */
export function takes(option: Option, picked: string[], thing: string): boolean {
  return without(option.refers, picked).includes(thing);
}

function holds(option: Option, picked: string[]): boolean {
  const parts = partsOf(option);
  return picked.every((thing) => {
    if (thing.startsWith("all:")) return option.do === thing.slice(4);
    const at = parts.indexOf(thing);
    if (at < 0) return false;
    parts.splice(at, 1);
    return true;
  });
}

/** The parts that stand in all of some lists. */
export function shared(all: string[][]): string[] {
  return (all[0] ?? []).filter((part) => all.every((parts) => parts.includes(part)));
}

/** Parts but for those that are taken, each once. */
export function without(parts: string[], taken: string[]): string[] {
  const rest = [...parts];
  for (const thing of taken) {
    const at = rest.indexOf(thing);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}
