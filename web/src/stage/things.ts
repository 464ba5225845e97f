// Hit testing and lookup of things in a drawing.

import type { Placing } from "../protocol";
import type { Box } from "./box";
import type { Camera, Point } from "./camera";

export interface Seen extends Box {
  thing: string;
}

export const kindOf = (thing: string): string => thing.slice(0, thing.indexOf(":"));

/** The elements of a drawing by the things that they represent. It is built again after the drawing has changed. */
class Index {
  private found: Map<string, Element[]> | null = null;
  private readonly changes = new MutationObserver(() => (this.found = null));

  constructor(private readonly root: Element) {
    this.changes.observe(root, { childList: true, subtree: true, attributeFilter: ["data-id", "data-for"] });
  }

  /** The elements by thing, in the order of the document. Changes that were not reported yet are taken into account. */
  get things(): ReadonlyMap<string, Element[]> {
    if (this.changes.takeRecords().length > 0) this.found = null;
    if (this.found === null) {
      this.found = new Map();
      for (const element of this.root.querySelectorAll("[data-id], [data-for]")) {
        for (const thing of new Set([element.getAttribute("data-id"), element.getAttribute("data-for")])) {
          if (thing === null) continue;
          const others = this.found.get(thing);
          if (others === undefined) this.found.set(thing, [element]);
          else others.push(element);
        }
      }
    }
    return this.found;
  }
}

const indexes = new WeakMap<Element, Index>();

function thingsOf(root: Element): ReadonlyMap<string, Element[]> {
  let index = indexes.get(root);
  if (index === undefined) indexes.set(root, (index = new Index(root)));
  return index.things;
}

/** The elements that represent a thing. */
export function elementsOf(root: Element, thing: string): readonly Element[] {
  return thingsOf(root).get(thing) ?? [];
}

/** The ids of all things on the board. */
export function drawnIn(root: Element): Set<string> {
  return new Set(thingsOf(root).keys());
}

/** The bounding boxes of things, in the coordinates of the board. */
export function boxesOf(root: Element, camera: Camera, things: Iterable<string>): Seen[] {
  return [...things].flatMap((thing) =>
    elementsOf(root, thing)
      .map((element) => ({ thing, ...camera.boxOf(element) }))
      .filter((box) => box.w > 0 && box.h > 0),
  );
}

/** Give a class to these elements only. Elements that keep it are left alone, so that the browser does not restyle them. */
export function mark(root: Element, name: string, marked: ReadonlySet<Element>): void {
  for (const old of root.querySelectorAll(`.${name}`)) if (!marked.has(old)) old.classList.remove(name);
  for (const one of marked) if (!one.classList.contains(name)) one.classList.add(name);
}

/** The boxes of what a question without options on the board is about, such as an attack. */
export function attentionIn(root: Element, camera: Camera): Box[] {
  return [...root.querySelectorAll("[data-attention]")].map((part) => camera.boxOf(part));
}

/** The boxes of the spots, each with the notation of its answer. */
export function spotsIn(root: Element, camera: Camera): Seen[] {
  return [...root.querySelectorAll("[data-spot]")].map((spot) => ({ thing: spot.getAttribute("data-spot") ?? "", ...camera.boxOf(spot) }));
}

/** The boxes around things to which rings of tokens are pinned. */
export function pinnedIn(root: Element, camera: Camera, pins: readonly { thing: string; reach: number; beside?: boolean }[]): Box[] {
  const rings = pins.filter((pin) => pin.beside !== true);
  return rings.flatMap(({ thing, reach }) =>
    boxesOf(root, camera, [thing]).slice(0, 1).map(({ x, y, w, h }) => {
      const [half, [cx, cy]] = [reach / camera.at.value.k, [x + w / 2, y + h / 2]];
      return { x: cx - half, y: cy - half, w: 2 * half, h: 2 * half };
    }),
  );
}

/** The things with a centre in a part of the board; `x` and `y` are the centre. */
export function thingsIn(root: Element | null, camera: Camera, part: Box): Seen[] {
  const found = new Map<string, Seen>();
  for (const element of root?.querySelectorAll("[data-id]") ?? []) {
    const thing = element.getAttribute("data-id") ?? "";
    if (found.has(thing) || element.querySelector(":scope > title") === null) continue;
    const on = camera.boxOf(element);
    const seen = { thing, x: on.x + on.w / 2, y: on.y + on.h / 2, w: on.w, h: on.h };
    if (on.w > 0 && seen.x >= part.x && seen.x <= part.x + part.w && seen.y >= part.y && seen.y <= part.y + part.h) found.set(thing, seen);
  }
  return [...found.values()];
}

export const covers = (one: Seen, at: Placing): boolean => Math.abs(at.x - one.x) <= one.w / 2 && Math.abs(at.y - one.y) <= one.h / 2;

/** The only thing that can be picked among those drawn on a thing, such as the commander of a unit. */
export function litWithin(root: Element, thing: string, lit: ReadonlySet<string>): string | undefined {
  const found = elementsOf(root, thing).flatMap((element) => [...drawnIn(element)].filter((one) => lit.has(one)));
  return found.length === 1 ? found[0] : undefined;
}

/** The title of a thing in the drawing; "" if it has none. */
export function toldOf(root: Element | null, thing: string): string {
  return thing === "" ? "" : (root?.querySelector(`[data-id="${CSS.escape(thing)}"] > title`)?.textContent ?? "");
}

/** The topmost thing at the pointer, or "". */
export function topAt(event: MouseEvent): string {
  return thingsAt(event)[0] ?? "";
}

/** The things at the pointer, topmost first; parts precede the things that contain them. */
export function thingsAt(event: MouseEvent): string[] {
  const found = new Set<string>();
  const there = [...(event.target instanceof Element ? [event.target] : []), ...document.elementsFromPoint(event.clientX, event.clientY)];
  for (const element of there) {
    for (let at = element.closest("[data-id]"); at !== null; at = at.parentElement?.closest("[data-id]") ?? null) {
      const represents = at.getAttribute("data-for"); // such as a row of a list that represents a piece
      if (represents !== null) found.add(represents);
      found.add(at.getAttribute("data-id") ?? "");
    }
  }
  return [...found];
}

/** The nearest thing at a point, with boxes enlarged to at least `least` units in each dimension. */
export function nearest(boxes: Seen[], at: Point, least: number): string | undefined {
  const reach = (from: number, size: number, point: number): number => Math.abs(point - from - size / 2) - Math.max(size, least) / 2;
  const away = (box: Seen): number => Math.hypot(at.x - box.x - box.w / 2, at.y - box.y - box.h / 2);
  return boxes
    .filter((box) => reach(box.x, box.w, at.x) <= 0 && reach(box.y, box.h, at.y) <= 0)
    .sort((one, other) => away(one) - away(other))[0]?.thing;
}
