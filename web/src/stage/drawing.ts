// A drawing as it comes from the server: whole once, then the parts that changed.

import { called, carded } from "../names";
import type { Patch } from "../protocol";

export interface Drawing {
  whole: string;
  /** What has changed since, message by message. */
  patches: Patch[][];
  /** Whether all of it is to be drawn: parts of what is on the board may have been drawn ahead. */
  anew?: boolean;
}

export const EMPTY: Drawing = { whole: "", patches: [] };

const SVG = "http://www.w3.org/2000/svg";

export function parse(markup: string): SVGSVGElement {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = markup;
  return holder;
}

/** Put the parts that changed into a layer. */
export function patch(layer: Element, patches: Patch[]): void {
  for (const [group, id, markup] of patches) {
    const old = layer.querySelector(`[id="${CSS.escape(id)}"]`);
    const fresh = markup === null ? null : parse(markup).firstElementChild;
    if (fresh === null) old?.remove();
    else if (old !== null) old.replaceWith(fresh);
    else (layer.querySelector(`[id="${CSS.escape(group)}"]`) ?? layer.firstElementChild ?? layer).append(fresh);
  }
}

const MARKED = /<g\b[^>]*\bdata-(?:name|card)=[^>]*>/g;

/** The parts of two drawings that differ, as patches of the first; null if they are not made of the same groups. */
export function changesOf(before: Element, after: Element): Patch[] | null {
  const [old, fresh] = [partsOf(before), partsOf(after)];
  if (old === null || fresh === null) return null;
  const made: Patch[] = [...old.keys()].filter((id) => !fresh.has(id)).map((id) => ["", id, null]);
  for (const [id, [group, markup]] of fresh) if (old.get(id)?.[1] !== markup) made.push([group, id, markup]);
  return made;
}

/** The parts of a drawing, the groups in its layer or what lies in them, with their markup; null if some have no ids. */
function partsOf(drawing: Element): Map<string, [group: string, markup: string]> | null {
  const layer = drawing.firstElementChild;
  const found = new Map<string, [string, string]>();
  for (const group of layer?.children ?? []) {
    const parts = [...group.children];
    if (group.id === "") return null;
    if (parts.length > 0 && parts.every((one) => one.id !== "")) for (const one of parts) found.set(one.id, [group.id, one.outerHTML]);
    else found.set(group.id, ["", group.outerHTML]);
  }
  return found;
}

/** Remember the names and cards that a drawing gives to things; `anew` forgets those of a drawing before. */
export function hear(markups: (string | null)[], anew = false): void {
  const tags = markups.flatMap((markup) => markup?.match(MARKED) ?? []);
  if (tags.length === 0 && !anew) return;
  const [named, pictured] = anew ? [new Map<string, string>(), new Map<string, string>()] : [new Map(called.value), new Map(carded.value)];
  for (const one of tags.map((tag) => parse(`${tag}</g>`).firstElementChild)) {
    const thing = one?.getAttribute("data-for") ?? one?.getAttribute("data-id") ?? "";
    const [name, card] = [one?.getAttribute("data-name"), one?.getAttribute("data-card")];
    if (name != null) named.set(thing, name);
    if (card != null) pictured.set(thing, card);
  }
  called.value = named;
  carded.value = pictured;
}

/** The drawing as it is now, beside the page. */
export function elementOf(drawing: Drawing): SVGSVGElement {
  const layer = parse(drawing.whole);
  for (const patches of drawing.patches) patch(layer, patches);
  return layer;
}
