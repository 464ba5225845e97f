// Picking: choosing from a long list of options part by part, on the board or in the list, without knowledge of rules.
// The remaining options are those that contain all picked parts.

import type { Option } from "../../protocol";

const MOST = 14; // maximum number of rows of an unfolded list

export interface Stage {
  /** The options that are still possible. */
  left: Option[];
  /** The parts that can be picked next, in the order of the options. */
  picks: Pick[];
}

export interface Pick {
  /** A part such as "area:winterfell", or "do:" and the kind of action. */
  thing: string;
  /** All parts that are picked with it; the last one is the part itself. */
  path: string[];
  options: Option[];
}

/** The first word of the notation. */
export function wordOf(option: Option): string {
  return /^[^\s{:>]+/.exec(option.do)?.[0] ?? option.do;
}

/** The kind of action. */
export const kindOf = (option: Option): string => option.kind ?? wordOf(option);

/** The parts of an option in picking order. */
export function partsOf(option: Option): string[] {
  return [`do:${kindOf(option)}`, ...namedOf(option)];
}

/** The things that an option refers to, without numbers that are presented as a place or a description. */
export function namedOf(option: Option): string[] {
  return option.at === undefined && option.said === undefined ? option.refers : option.refers.filter((part) => !/:-?\d+$/.test(part));
}

/** The remaining options and possible picks; parts that all options share are skipped. */
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

/** Move passing to the end, so that Yes is listed before No. */
export function passingLast<T>(items: readonly T[], optionOf: (item: T) => Option | undefined): T[] {
  const passes = (item: T) => optionOf(item)?.do === "pass";
  return [...items.filter((item) => !passes(item)), ...items.filter(passes)];
}

/** Replace kinds of actions by their parts if the list stays short. Options without parts come last. */
function unfolded(options: Option[], picked: string[], picks: Pick[]): Pick[] {
  const open = picks.flatMap((pick) => {
    if (!pick.thing.startsWith("do:") || pick.options.length === 1) return [pick];
    const inner = stage(options, [...picked, pick.thing]).picks;
    return inner.map((one) => ({ ...one, path: [pick.thing, ...one.path] }));
  });
  const found = open.length <= MOST ? open : picks;
  const bare = (pick: Pick) => pick.options.every((option) => option.refers.length === 0);
  return [...found.filter((pick) => !bare(pick)), ...passingLast(found.filter(bare), ({ options: [first] }) => first)];
}

/** The unpicked things that the remaining options refer to. */
export function lit(options: Option[], picked: string[]): Set<string> {
  const { left } = stage(options, picked);
  return new Set(left.flatMap((option) => without(option.refers, picked)));
}

/** Whether a thing can be picked for an option; one that occurs twice can be picked twice. */
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

/** The parts that occur in all lists. */
export function shared(all: string[][]): string[] {
  return (all[0] ?? []).filter((part) => all.every((parts) => parts.includes(part)));
}

/** The multiset difference: parts without those taken. */
export function without(parts: string[], taken: string[]): string[] {
  const rest = [...parts];
  for (const thing of taken) {
    const at = rest.indexOf(thing);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}
