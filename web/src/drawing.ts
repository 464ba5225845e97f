// A drawing as it comes from the server: whole once, then the parts that changed.

import type { Patch } from "./live";

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

/** The drawing as it is now, beside the page. */
export function elementOf(drawing: Drawing): SVGSVGElement {
  const layer = parse(drawing.whole);
  for (const patches of drawing.patches) patch(layer, patches);
  return layer;
}
