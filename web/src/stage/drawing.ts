// Drawings and patches: the server sends a drawing once, then only changed parts.

import type { Signal } from "@preact/signals";
import { called, carded, lined } from "../names";
import type { Patch } from "../protocol";

export interface Drawing {
  whole: string;
  /** Changes since then, by message. */
  patches: Patch[][];
  /** Whether to render everything, since parts on the board may already show a later state. */
  redraw?: boolean;
}

export const EMPTY: Drawing = { whole: "", patches: [] };

const SVG = "http://www.w3.org/2000/svg";

export function parse(markup: string): SVGSVGElement {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = markup;
  return holder;
}

/** Apply patches to a layer. */
export function patch(layer: Element, patches: Patch[]): void {
  // The markup of each patch is one element. Parsing all at once costs a fraction of parsing each.
  const made = [...parse(patches.map(([, , markup]) => markup ?? "").join("")).children];
  for (const [group, id, markup] of patches) {
    const old = layer.querySelector(`[id="${CSS.escape(id)}"]`);
    const fresh = markup === null ? undefined : made.shift();
    if (fresh === undefined) old?.remove();
    else if (old !== null) old.replaceWith(fresh);
    else (layer.querySelector(`[id="${CSS.escape(group)}"]`) ?? layer.firstElementChild ?? layer).append(fresh);
  }
}

const MARKED = /<g\b[^>]*\bdata-(?:name|card|line)=[^>]*>/g;

/** The parts of a drawing by id, each with the id of its group and its markup. */
export type Parts = ReadonlyMap<string, readonly [group: string, markup: string]>;

/** The differences of two drawings as patches of the first. */
export function changesOf(before: Parts, after: Parts): Patch[] {
  const made: Patch[] = [...before.keys()].filter((id) => !after.has(id)).map((id) => ["", id, null]);
  for (const [id, [group, markup]] of after) if (before.get(id)?.[1] !== markup) made.push([group, id, markup]);
  return made;
}

let base: { whole: string; parts: Parts } = { whole: "", parts: new Map() };

/** The parts of a drawing after its patches. */
export function composed({ whole, patches }: Drawing): Parts {
  if (base.whole !== whole) base = { whole, parts: partsOf(whole) };
  const found = new Map(base.parts);
  for (const [group, id, markup] of patches.flat()) {
    if (markup === null) found.delete(id);
    else found.set(id, [group, markup]);
  }
  return found;
}

const TAG = /<(\/?)([a-zA-Z][^\s/>]*)([^>]*)>/g;
const OWN_ID = /\sid="([^"]*)"/;

/**
 * Split a drawing into parts: the children of a group if all of them have ids, otherwise the whole group. Elements
 * without ids never change.
 *
 * They are cut from the markup, since building a detached drawing for comparison takes most of a frame.
 */
export function partsOf(markup: string): Parts {
  const found = new Map<string, [string, string]>();
  let depth = 0;
  let group = { id: "", from: 0 };
  let part = { id: "", from: 0 };
  let parts: [id: string, markup: string][] = [];
  for (const tag of markup.matchAll(TAG)) {
    const [text, closes, , attributes = ""] = tag;
    const empty = attributes.endsWith("/");
    if (closes === "") {
      depth += 1;
      const opened = { id: OWN_ID.exec(attributes)?.[1] ?? "", from: tag.index };
      if (depth === 2) [group, parts] = [opened, []];
      else if (depth === 3) part = opened;
      if (!empty) continue;
    }
    const to = tag.index + text.length;
    if (depth === 3) parts.push([part.id, markup.slice(part.from, to)]);
    else if (depth === 2 && group.id !== "") {
      if (parts.length > 0 && parts.every(([id]) => id !== "")) for (const [id, own] of parts) found.set(id, [group.id, own]);
      else found.set(group.id, ["", markup.slice(group.from, to)]);
    }
    depth -= 1;
  }
  return found;
}

/** Store the names, cards and lines of the things in markup; `reset` discards those of earlier drawings. */
export function hear(markups: (string | null)[], reset = false): void {
  const tags = markups.flatMap((markup) => markup?.match(MARKED) ?? []);
  if (tags.length === 0 && !reset) return;
  const kept = (map: ReadonlyMap<string, string>) => new Map(reset ? [] : map);
  const [named, pictured, told] = [kept(called.value), kept(carded.value), kept(lined.value)];
  for (const one of tags.map((tag) => parse(`${tag}</g>`).firstElementChild)) {
    const thing = one?.getAttribute("data-for") ?? one?.getAttribute("data-id") ?? "";
    const [name, card, line] = ["data-name", "data-card", "data-line"].map((attribute) => one?.getAttribute(attribute));
    if (name != null) named.set(thing, name);
    if (card != null) pictured.set(thing, card);
    if (line != null) told.set(thing, line);
  }
  keep(called, named);
  keep(carded, pictured);
  keep(lined, told);
}

/** Store a map, unless it is as before: what depends on it would be rendered again. */
function keep(at: Signal<ReadonlyMap<string, string>>, now: ReadonlyMap<string, string>): void {
  if (now.size !== at.value.size || [...now].some(([thing, told]) => at.value.get(thing) !== told)) at.value = now;
}

/** Whether a drawing is an earlier one with further patches. */
export function follows(drawing: Drawing, earlier: Drawing): boolean {
  const count = earlier.patches.length;
  return earlier.whole === drawing.whole && count <= drawing.patches.length && earlier.patches[count - 1] === drawing.patches[count - 1];
}

/** A drawing as a detached element. It is built once, and then patched. */
export class Detached {
  private layer = parse("");
  private applied = EMPTY;

  /** Apply what has changed, and return the element. */
  show(drawing: Drawing): SVGSVGElement {
    const goesOn = follows(drawing, this.applied);
    if (!goesOn) this.layer = parse(drawing.whole);
    for (const patches of drawing.patches.slice(goesOn ? this.applied.patches.length : 0)) patch(this.layer, patches);
    this.applied = drawing;
    return this.layer;
  }
}
