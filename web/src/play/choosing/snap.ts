// Snapping of dragged things to suggested places.

import type { Option, Placing } from "../../protocol";

const NEAR = 0.6; // in units of length
const TURNED = 8; // degrees

const apart = (one: number, other: number): number => Math.abs(((one - other + 540) % 360) - 180);

/** The requested pose, with position and direction each snapped to a suggestion if close. */
export function snapped(at: Placing, options: readonly Option[], unit: number): Placing {
  const places = options.flatMap((option) => (option.at === undefined || (at.thing ?? "") !== (option.at.thing ?? at.thing ?? "") ? [] : [option.at]));
  const away = (one: Placing) => Math.hypot(one.x - at.x, one.y - at.y);
  const near = places.filter((one) => away(one) <= NEAR * unit);
  const turned = (one: Placing) => apart(one.turn ?? 0, at.turn ?? 0);
  const best = near.sort((one, other) => turned(one) - turned(other) || away(one) - away(other))[0];
  if (best === undefined) return at;
  return { ...at, x: best.x, y: best.y, ...(turned(best) <= TURNED && best.turn !== undefined ? { turn: best.turn } : {}) };
}
