// The sheet with the panels, which lies over the stage on narrow screens, and how much of the stage it covers.

import { signal, type Signal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Insets } from "./camera";

export interface Sheet {
  readonly open: Signal<boolean>;
  readonly insets: Signal<Insets>;
  readonly element: { current: HTMLElement | null };
}

export function useSheet(): Sheet {
  const element = useRef<HTMLElement>(null);
  const [open, insets] = useMemo(() => [signal(true), signal<Insets>({ left: 0, top: 0, right: 0, bottom: 0 })], []);
  useLayoutEffect(() => {
    const aside = element.current;
    const field = aside?.parentElement?.querySelector(".field");
    if (aside === null || !field) return;
    const measure = () => {
      const [sheet, stage] = [aside.getBoundingClientRect(), field.getBoundingClientRect()];
      const bottom = sheet.left < stage.right ? Math.max(0, stage.bottom - sheet.top) : 0;
      if (bottom !== insets.value.bottom) insets.value = { ...insets.value, bottom };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(aside);
    observer.observe(field);
    return () => observer.disconnect();
  }, [insets]);
  return { open, insets, element };
}
