// Elements that cover the stage: the bottom sheet on narrow screens, the dock and its drawer on wide ones.

import { signal, type Signal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Insets } from "./camera";

export interface Sheet {
  readonly open: Signal<boolean>;
  /** The key of the open drawer, or "". */
  readonly drawer: Signal<string>;
  readonly insets: Signal<Insets>;
  /** Heights in pixels at the lower edge of the stage that the sheet or dock (`under`) and the shelf cover. */
  readonly under: Signal<number>;
  readonly shelf: Signal<number>;
  readonly element: { current: HTMLElement | null };
}

const DRAWER = 276; // pixels from the left edge of the stage, as in the style sheet
const DOCK = 62;
const FAN = 118;
const GAP = 8;

/** Track the covered parts of the stage. `docked` is whether there is a dock, `fanned` whether a hand is fanned. */
export function useSheet(docked: boolean, fanned: boolean): Sheet {
  const element = useRef<HTMLElement>(null);
  const { open, drawer, insets, under, shelf } = useMemo(() => ({ under: signal(0), shelf: signal(0), open: signal(true), drawer: signal(""), insets: signal<Insets>({ left: 0, top: 0, right: 0, bottom: 0 }) }), []);
  useLayoutEffect(() => {
    const aside = element.current;
    const field = aside?.parentElement?.querySelector(".field");
    if (aside === null || !field) return;
    const measure = () => {
      const [sheet, stage] = [aside.getBoundingClientRect(), field.getBoundingClientRect()];
      const bottom = sheet.left < stage.right ? Math.max(0, stage.bottom - sheet.top) : 0;
      const beside = bottom === 0;
      const left = beside && drawer.value !== "" ? DRAWER : 0;
      const fanned = field.querySelector(".fan")?.checkVisibility() === true;
      const docked = beside && field.querySelector(".dock") !== null;
      under.value = docked ? DOCK : bottom + GAP;
      const covered = Math.max(docked && fanned ? FAN : 0, shelf.value === 0 ? under.value - (docked ? 0 : GAP) : under.value + shelf.value + GAP);
      if (covered !== insets.value.bottom || left !== insets.value.left) insets.value = { ...insets.value, bottom: covered, left };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(aside);
    observer.observe(field);
    measure();
    return () => observer.disconnect();
  }, [insets, drawer.value, docked, fanned, shelf.value]);
  return { open, drawer, insets, under, shelf, element };
}
