// Elements that cover the stage: the bottom sheet on narrow screens, the dock and its drawer on wide ones.

import { signal, type Signal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Insets } from "./camera";

const NARROW = matchMedia("(max-width: 759px)");

/** Whether the panels are a sheet over the stage. */
export const narrow = signal(NARROW.matches);
NARROW.addEventListener("change", () => (narrow.value = NARROW.matches));

export interface Sheet {
  readonly open: Signal<boolean>;
  /** The key of the open drawer, or "". */
  readonly drawer: Signal<string>;
  readonly insets: Signal<Insets>;
  /** Heights in pixels at the lower edge of the stage that the sheet or dock (`under`) and the shelf cover. */
  readonly under: Signal<number>;
  readonly shelf: Signal<number>;
  /** The pixels from the left edge that the dock covers, if the shelf has room beside it. */
  readonly beside: Signal<number>;
  readonly element: { current: HTMLElement | null };
}

const DRAWER = 276; // pixels from the left edge of the stage, as in the style sheet
const DOCK = 62;
const FAN = 118;
const GAP = 8;
const EDGE = 12;
const ROOM = 420; // pixels that the shelf needs beside the dock

/** Track the covered parts of the stage. `docked` is whether there is a dock, `fanned` whether a hand is fanned. */
export function useSheet(docked: boolean, fanned: boolean): Sheet {
  const element = useRef<HTMLElement>(null);
  const { open, drawer, insets, under, shelf, beside } = useMemo(() => ({ beside: signal(0), under: signal(0), shelf: signal(0), open: signal(true), drawer: signal(""), insets: signal<Insets>({ left: 0, top: 0, right: 0, bottom: 0 }) }), []);
  useLayoutEffect(() => {
    const aside = element.current;
    const field = aside?.parentElement?.querySelector(".field");
    if (aside === null || !field) return;
    const measure = () => {
      const [sheet, stage] = [aside.getBoundingClientRect(), field.getBoundingClientRect()];
      const bottom = sheet.left < stage.right ? Math.max(0, stage.bottom - sheet.top) : 0;
      const wide = bottom === 0;
      const left = wide && drawer.value !== "" ? DRAWER : 0;
      const fanned = field.querySelector(".fan")?.checkVisibility() === true;
      const docked = wide && field.querySelector(".dock") !== null;
      const dock = docked ? (field.querySelector(".dock.small")?.getBoundingClientRect().right ?? 0) - stage.left : 0;
      beside.value = !fanned && dock > 0 && stage.width - dock > ROOM ? dock + GAP : 0;
      under.value = beside.value > 0 ? EDGE : docked ? DOCK : bottom + GAP;
      const shelved = wide && shelf.value > 0 ? under.value + shelf.value + GAP : 0; // on phones, it is below the sheet
      const covered = Math.max(docked && fanned ? FAN : 0, docked ? DOCK : bottom, shelved);
      if (covered !== insets.value.bottom || left !== insets.value.left) insets.value = { ...insets.value, bottom: covered, left };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(aside);
    observer.observe(field);
    const dock = field.querySelector(".dock");
    if (dock !== null) observer.observe(dock);
    return () => observer.disconnect(); // it measures first before the next frame is painted
  }, [insets, drawer.value, docked, fanned, shelf.value]);
  return { open, drawer, insets, under, shelf, beside, element };
}
