// Arrows at the edges of the stage that point to pickable things outside the view. A click moves the camera there.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../texts";
import type { Camera, Insets, Point } from "./camera";
import { boxesOf, type Seen } from "./things";

type Side = "left" | "right" | "top" | "bottom";

interface Arrow {
  side: Side;
  at: Point;
  count: number;
  /** The position of the nearest thing in that direction. */
  to: Point;
}

const HALF = 22; // half the size of an arrow, in pixels
const GAP = 8;
const STEP = 48; // distance by which an arrow moves away from pickable things
/** Size in pixels of the overview and the buttons, on a wide stage and on a phone. */
const CORNER = { wide: { w: 352, h: 112 }, narrow: { w: 68, h: 68 } };
const NARROW = 760;

export interface EdgesProps {
  camera: Camera;
  frame: () => SVGSVGElement | null;
  lit: ReadonlySet<string>;
  drawing: unknown;
  insets: Insets;
  /** The upper corner that contains the overview and the buttons; "" for the default. */
  corner: "" | "left" | "right";
}

export function Edges(props: EdgesProps) {
  const { camera, lit } = props;
  const things = useSignal<Seen[]>([]);
  useEffect(() => { // after painting: the layout is known then, and the drawing is shown
    const root = props.frame();
    things.value = root === null || lit.size === 0 ? [] : boxesOf(root, camera, lit);
  }, [lit, props.drawing, camera.sized.value, camera.looks.value]);
  if (things.value.length === 0) return null;
  return (
    <>
      {arrows(props, things.value).map(({ side, at, count, to }) => (
        <button
          key={side}
          type="button"
          class={`edge ${side}`}
          tabIndex={-1} // keyboard users have n and p
          style={`left:${at.x - HALF}px;top:${at.y - HALF}px`}
          title={t("stage.beyond", { count })}
          aria-label={t("stage.beyond", { count })}
          onClick={() => camera.centre(to, true)}
        >
          <svg viewBox="-12 -12 24 24" width="24" height="24" aria-hidden="true">
            <path d="M-6 -8L6 0L-6 8" />
          </svg>
          {count > 1 && <b>{count}</b>}
        </button>
      ))}
    </>
  );
}

/** The arrows for the current view, at most one at each edge. */
function arrows(props: EdgesProps, things: readonly Seen[]): Arrow[] {
  const { camera, insets } = props;
  const { w, h } = camera.room();
  const free = { left: insets.left, top: insets.top, right: insets.left + w, bottom: insets.top + h };
  const middles = things.map(({ thing, x, y, w, h }) => ({ thing, to: { x: x + w / 2, y: y + h / 2 }, at: camera.pixelOf({ x: x + w / 2, y: y + h / 2 }) }));
  const found = new Map<Side, typeof middles>();
  const shown = new Set<string>();
  for (const one of middles) if (sideOf(one.at, free) === null) shown.add(one.thing);
  for (const one of middles) {
    const side = sideOf(one.at, free);
    if (side !== null && !shown.has(one.thing)) found.set(side, [...(found.get(side) ?? []), one]);
  }
  const near = middles.filter(({ thing }) => shown.has(thing)).map(({ at }) => at);
  return [...found].map(([side, beyond]) => {
    const nearest = beyond.reduce((one, other) => (distance(one.at, free) <= distance(other.at, free) ? one : other));
    const count = new Set(beyond.map(({ thing }) => thing)).size;
    return { side, at: aside(place(side, nearest.at, free, props.corner, insets.left + w + insets.right), side, near, free), count, to: nearest.to };
  });
}

type Free = Record<Side, number>;

const beyond = (at: Point, free: Free): [number, number] => [Math.max(free.left - at.x, 0, at.x - free.right), Math.max(free.top - at.y, 0, at.y - free.bottom)];
const distance = (at: Point, free: Free): number => Math.hypot(...beyond(at, free));

/** The edge beyond which a point lies, or null if it is visible. */
function sideOf(at: Point, free: Free): Side | null {
  const [x, y] = beyond(at, free);
  if (x === 0 && y === 0) return null;
  if (x >= y) return at.x < free.left ? "left" : "right";
  return at.y < free.top ? "top" : "bottom";
}

/** The centre of an arrow: closest to its target, but outside the corner with the overview. */
function place(side: Side, to: Point, free: Free, corner: "" | "left" | "right", width: number): Point {
  const narrow = width < NARROW;
  const { w, h } = narrow ? CORNER.narrow : CORNER.wide;
  const where = corner === "" ? (narrow ? "right" : "left") : corner;
  const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
  const edge = HALF + GAP;
  if (side === "left" || side === "right") {
    const least = free.top + edge + (side === where ? h : 0);
    return { x: side === "left" ? free.left + edge : free.right - edge, y: within(to.y, least, Math.max(least, free.bottom - edge)) };
  }
  const above = side === "top";
  const least = free.left + edge + (above && where === "left" ? w : 0);
  const most = free.right - edge - (above && where === "right" ? w : 0);
  return { x: within(to.x, least, Math.max(least, most)), y: above ? free.top + edge : free.bottom - edge };
}

/** The same, moved along the edge if it would cover a pickable thing. */
function aside(at: Point, side: Side, near: readonly Point[], free: Free): Point {
  const upright = side === "left" || side === "right";
  const moved = (by: number): Point => (upright ? { x: at.x, y: at.y + by } : { x: at.x + by, y: at.y });
  const isFree = (to: Point): boolean =>
    distance(to, free) === 0 && near.every((one) => Math.abs(one.x - to.x) > HALF + GAP || Math.abs(one.y - to.y) > HALF + GAP);
  return [0, STEP, -STEP, 2 * STEP, -2 * STEP].map(moved).find(isFree) ?? at;
}
