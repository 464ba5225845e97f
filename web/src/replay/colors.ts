// The colours of the seats, as the drawing of the game has them.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { theme } from "../theme";

const SVG = "http://www.w3.org/2000/svg";
const NONE = "rgb(0, 0, 0)"; // what a style sheet gives that says nothing of it

/** A stroke for each seat, dark enough on the page; "" where the drawing has no colour for it. `root` is the class of the drawing. */
export function useSeatColors(root: string, seats: readonly string[]): readonly string[] {
  const found = useSignal<readonly string[]>([]);
  const key = seats.join(" ");
  useEffect(() => {
    if (root === "") return;
    const probe = document.createElementNS(SVG, "svg");
    probe.setAttribute("class", `${root} unseen`);
    const parts = seats.map((seat) => {
      const part = document.createElementNS(SVG, "path");
      part.setAttribute("class", `h-${seat}`);
      probe.append(part);
      return part;
    });
    document.body.append(probe);
    const fills = parts.map((part) => getComputedStyle(part).fill);
    probe.remove();
    found.value = fills.map((fill) => (fill === NONE || !fill.startsWith("rgb") ? "" : `color-mix(in oklab, ${fill} 68%, var(--ink))`));
  }, [root, key, theme.value]);
  return found.value;
}

/** The stroke of a seat as a style; without a colour of its own, the style sheet has one. */
export const strokeOf = (colors: readonly string[], seat: number): Record<string, string> => (colors[seat] ? { "--line-ink": colors[seat] } : {});
