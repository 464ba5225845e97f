// The colours of the seats in the drawing of a game.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { theme } from "../theme";

const SVG = "http://www.w3.org/2000/svg";
const NONE = "rgb(0, 0, 0)"; // the computed value without a matching rule

/** A stroke colour with sufficient contrast for each seat; "" if the drawing has none. `root` is the class of the drawing. */
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

/** The stroke of a seat as a style; empty if the style sheet's default applies. */
export const strokeOf = (colors: readonly string[], seat: number): Record<string, string> => (colors[seat] ? { "--line-ink": colors[seat] } : {});
