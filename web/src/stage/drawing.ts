// A drawing as it comes from the server: whole once, then the parts that changed.

import { called } from "../names";
import type { Patch } from "../protocol";

export interface Drawing {
  whole: string;
  /** What has changed since, message by message. */
  patches: Patch[][];
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

const CALLED = /<g\b[^>]*\bdata-name=[^>]*>/g;

/** Remember what the parts of a drawing are called, or the things for which they stand. */
export function hear(markups: (string | null)[], before: ReadonlyMap<string, string>): void {
  const tags = markups.flatMap((markup) => markup?.match(CALLED) ?? []);
  if (tags.length === 0 && before === called.value) return;
  const found = new Map(before);
  for (const one of tags.map((tag) => parse(`${tag}</g>`).firstElementChild)) {
    found.set(one?.getAttribute("data-for") ?? one?.getAttribute("data-id") ?? "", one?.getAttribute("data-name") ?? "");
  }
  called.value = found;
}

/** The drawing as it is now, beside the page. */
export function elementOf(drawing: Drawing): SVGSVGElement {
  const layer = parse(drawing.whole);
  for (const patches of drawing.patches) patch(layer, patches);
  return layer;
}
