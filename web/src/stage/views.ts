// What the camera shows: the best view of some boxes, and the limits of the board's position on the stage.

import { around, isWithin, type Box } from "./box";

export const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(most, value));

/**
 * The bounding box of the boxes that fit best into a view of this size, with `main` among them if it fits. The best view
 * shows the most boxes, and hides the fewest behind what covers the stage below it, `under` high.
 */
export function fullest(boxes: Box[], w: number, h: number, under: number, main: Box | undefined): Box | undefined {
  const needed = main !== undefined && main.w <= w && main.h <= h ? [main] : [];
  const all = [...needed, ...boxes];
  let [best, most] = [around(all.slice(0, 1)), -Infinity];
  for (const x of new Set(all.map((one) => one.x))) {
    for (const y of new Set(all.map((one) => one.y))) {
      const view = { x, y, w, h };
      const whole = all.filter((one) => isWithin(one, view));
      const box = around(whole);
      if (box === null || !needed.every((one) => whole.includes(one))) continue;
      const [left, top] = [box.x + (box.w - w) / 2, box.y + (box.h - h) / 2]; // it will be centred
      const shown = whole.length + count(boxes, { x: left, y: top, w, h }) - count(boxes, { x: left, y: top + h, w, h: under });
      if (shown > most) [best, most] = [box, shown];
    }
  }
  return best ?? undefined;
}

/** The number of boxes whose middles lie in a view. */
const count = (boxes: Box[], view: Box): number => boxes.filter(({ x, y, w, h }) => isWithin({ x: x + w / 2, y: y + h / 2, w: 0, h: 0 }, view)).length;

/** The stage along one axis, in pixels. */
export interface Axis {
  size: number;
  /** The smallest offset of a board that is smaller than the stage. */
  least: number;
  /** The edges that floating elements cover. */
  before: number;
  after: number;
  /** The part of the covered edges, from 0 to 1, from which the edge of the board can be moved clear. */
  clear: number;
}

/** The offset of a board along one axis, limited so that the board covers the stage but for `slack` pixels. */
export function limited(offset: number, board: number, axis: Axis, slack: number): number {
  const { size, least, before, after, clear } = axis;
  const [over, under] = [before * clear, after * clear];
  if (board > size - over - under) return between(size - under - board - slack, offset, over + slack);
  const free = size - before - after; // a small board is centred in the uncovered part
  const centred = board <= free ? before + (free - board) / 2 : (size - board) / 2;
  const middle = Math.max(centred, Math.min(least, size - board));
  return between(-slack, offset - middle, slack) + middle;
}
