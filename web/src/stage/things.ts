// The things of a drawing: how they are found on the board, and what they say of themselves.

import type { Placing } from "../protocol";
import type { Box } from "./box";
import type { Camera, Point } from "./camera";

export interface Seen extends Box {
  thing: string;
}

export const kindOf = (thing: string): string => thing.slice(0, thing.indexOf(":"));

/** The elements of a thing. */
export function elementsOf(root: Element, thing: string): Element[] {
  const name = CSS.escape(thing);
  return [...root.querySelectorAll(`[data-id="${name}"], [data-for="${name}"]`)];
}

/** The ids of everything on the board. */
export function drawnIn(root: Element): Set<string> {
  const of = (name: string) => [...root.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? "");
  return new Set([...of("data-id"), ...of("data-for")]);
}

/** The boxes of things on the board, each with the thing. */
export function boxesOf(root: Element, camera: Camera, things: Iterable<string>): Seen[] {
  return [...things].flatMap((thing) =>
    elementsOf(root, thing)
      .map((element) => ({ thing, ...camera.boxOf(element) }))
      .filter((box) => box.w > 0 && box.h > 0),
  );
}

/** The things that lie in a part of the board, each once, with their middles and sizes. */
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

/** What a thing says of itself. */
export function toldOf(root: Element | null, thing: string): string {
  return thing === "" ? "" : (root?.querySelector(`[data-id="${CSS.escape(thing)}"] > title`)?.textContent ?? "");
}

/** The uppermost thing at a point, or nothing. */
export function topAt(event: MouseEvent): string {
  return thingsAt(event)[0] ?? "";
}

/** The things at a point, from the uppermost down, each before those it is a part of. */
export function thingsAt(event: MouseEvent): string[] {
  const found = new Set<string>();
  const there = [...(event.target instanceof Element ? [event.target] : []), ...document.elementsFromPoint(event.clientX, event.clientY)];
  for (const element of there) {
    for (let at = element.closest("[data-id]"); at !== null; at = at.parentElement?.closest("[data-id]") ?? null) {
      const represents = at.getAttribute("data-for"); // such as the line of a list that represents a piece
      if (represents !== null) found.add(represents);
      found.add(at.getAttribute("data-id") ?? "");
    }
  }
  return [...found];
}

/** The nearest of some boxes whose target, at least so many units wide and high, holds a point. */
export function nearest(boxes: Seen[], at: Point, least: number): string | undefined {
  const reach = (from: number, size: number, point: number): number => Math.abs(point - from - size / 2) - Math.max(size, least) / 2;
  const away = (box: Seen): number => Math.hypot(at.x - box.x - box.w / 2, at.y - box.y - box.h / 2);
  return boxes
    .filter((box) => reach(box.x, box.w, at.x) <= 0 && reach(box.y, box.h, at.y) <= 0)
    .sort((one, other) => away(one) - away(other))[0]?.thing;
}
