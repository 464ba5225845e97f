// Names of the parts of answers.

import type { Cards } from "../../cards/index";
import { called, calledBeside } from "../../names";
import type { Card, Message, Option } from "../../protocol";
import { counted, has, say, thingOf } from "../../texts";
import { namedOf, partsOf } from "./picking";

/** The name of a part of an answer, such as an area, an order, or the kind of action. */
export function partName(game: string, part: string): string {
  const at = part.indexOf(":");
  const [kind, id] = [part.slice(0, at), part.slice(at + 1)];
  if (kind === "do") return has(game, `do.${id}`) ? say(game, { id: `do.${id}`, fields: {} }) : id;
  if (kind === "all") return id;
  return called.value.get(part) ?? calledBeside.value.get(part) ?? thingOf(game, id);
}

/** Whether an option is the No of a question that can be answered Yes. */
export const declines = (option: Option, options: readonly Option[]): boolean => option.do === "pass" && options.some((one) => one.do === "yes");

/** The name of an option; that of one without parts is its label, if it has one. */
export function optionName(game: string, option: Option): string {
  if (option.refers.length === 0 && option.said !== undefined) return say(game, option.said);
  return withLabel(game, option, partsOf(option).map((part) => partName(game, part)));
}

/** A label with a capital letter, except that of a field such as "d4". */
export const capital = (label: string): string => (/^\p{Ll}\d/u.test(label) ? label : label.charAt(0).toUpperCase() + label.slice(1));

/**
 * The names of parts of an option, followed by its label unless a name contains it ("A1 Spearmen" and "Spearmen");
 * names that the label contains are omitted ("Storm's End" and "Footman in Storm's End").
 */
export function withLabel(game: string, option: Option, names: readonly string[]): string {
  const label = option.said === undefined ? "" : say(game, option.said);
  if (label === "" || names.some((name) => name.includes(label))) return listed(names);
  return listed([...names.filter((name) => !label.includes(name)), label]);
}

/** The name of an option in two parts: that of its first thing and the rest; `whole` is both. */
export function inTwo(game: string, option: Option): { name: string; text: string; whole: string } {
  const names = namedOf(option).map((part) => partName(game, part));
  const whole = withLabel(game, option, names) || optionName(game, option);
  const [name = whole] = names;
  return whole.startsWith(`${name} · `) ? { name, text: whole.slice(name.length + " · ".length), whole } : { name: whole, text: "", whole };
}

/** Names as a list; one that is repeated in sequence is counted ("Footman ×2 · Knight"). */
export const listed = (names: readonly string[]): string => counted(names).join(" · ");

/** The card that the labels of all options name first in the same field, such as the unit that acts; never a number. */
export function subjectOf(cards: Cards | undefined, options: readonly Option[]): Card | undefined {
  const [first, ...others] = options.map(({ said }) => said?.fields ?? {});
  const names = Object.entries(first ?? {});
  const shared = names.filter(([name, value]) => typeof value === "string" && !/^[-\d]/.test(value) && others.every((fields) => fields[name] === value));
  return shared.map(([, value]) => cards?.get(String(value))).find((card) => card !== undefined);
}

/** The parts that a question names. */
export function namedIn(prompt: Message, parts: readonly string[]): string[] {
  const named = new Set(Object.values(prompt.fields).flat().map(String));
  return parts.filter((part) => named.has(part.slice(part.indexOf(":") + 1)));
}

/** The numbers of labels such as "3 power tokens", if all are such and the question names what is counted. */
export function amounts(question: string, labels: readonly string[]): string[] | null {
  const asks = question.toLowerCase();
  const found = labels.map((label) => /^(\d+) (.+)$/.exec(label));
  const counted = found.flatMap((one) => (one?.[1] !== undefined && asks.includes((one[2] ?? "").toLowerCase()) ? [one[1]] : []));
  return labels.length > 2 && counted.length === labels.length && new Set(counted).size === counted.length ? counted : null;
}
