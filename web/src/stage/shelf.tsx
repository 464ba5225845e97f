// The shelf at the edge of the stage: options that are not on the board, as pictures with names, and the button that
// confirms an answer.

import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../texts";
import { toBoard } from "./choices";
import "./shelf.css";

export interface ShelfItem {
  key: string;
  thing: string;
  name: string;
  /** What is shown instead of the name, such as the number of tokens where the question names them. */
  short: string | undefined;
  face: preact.ComponentChildren;
  count: number | undefined;
  /** Whether the item is marked; undefined if a click answers. */
  chosen: boolean | undefined;
  barred: boolean;
  /** Whether the item is an answer without parts, such as Pass. */
  bare: boolean;
  onTake: (by: "touch" | "mouse") => void;
}

export interface ShelfProps {
  items: readonly ShelfItem[];
  /** Whether a ring shows the same choices, on stages that are wide enough for it. */
  ringed: boolean;
  /** The things in the hand that is fanned on wide stages. */
  fanned: ReadonlySet<string>;
  /** Widths of the covered edges of the stage. */
  left: number;
  bottom: number;
  busy: boolean;
  /** The name of the answer that the selection completes. */
  whole: string;
  onGive: (() => void) | undefined;
  onBack: (() => void) | undefined;
  onHeight: (pixels: number) => void;
}

export function Shelf(props: ShelfProps) {
  const shelf = useRef<HTMLDivElement>(null);
  const empty = props.items.length === 0 && props.onGive === undefined && props.onBack === undefined;
  useLayoutEffect(() => {
    const one = shelf.current;
    if (one === null) {
      props.onHeight(0);
      return;
    }
    const observer = new ResizeObserver(() => props.onHeight(Math.ceil(one.getBoundingClientRect().height)));
    observer.observe(one); // it measures before the next frame is painted, unless the shelf is hidden
    const next = requestAnimationFrame(() => one.checkVisibility() || props.onHeight(0));
    return () => {
      cancelAnimationFrame(next);
      observer.disconnect();
    };
  }, [empty]);
  if (empty) return null;
  const isFanned = props.fanned.size > 0;
  /** Whether the fanned hand shows all items. */
  const isOnlyFanned = isFanned && props.onGive === undefined && props.onBack === undefined && props.items.every((item) => props.fanned.has(item.thing));
  const keys = (event: KeyboardEvent) => {
    const buttons = [...(shelf.current?.querySelectorAll<HTMLElement>("button") ?? [])].filter((one) => one.checkVisibility());
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else if (event.key === "Escape" || event.key === "Backspace") {
      toBoard();
      props.onBack?.();
    }
    else return;
    event.preventDefault();
  };
  /** By keyboard one goes on at the board: what was chosen is gone from here. */
  const isKey = (event: MouseEvent) => event.detail === 0;
  const by = (event: MouseEvent) => (event instanceof PointerEvent && event.pointerType === "touch" ? "touch" : "mouse");
  return (
    <div
      class={`shelf ${props.ringed ? "ringed" : ""} ${isFanned ? "fanned" : ""} ${isOnlyFanned ? "fanned-only" : ""}`}
      ref={shelf}
      role="group"
      aria-label={t("gestures.shelf")}
      style={`--left:${props.left}px;--bottom:${props.bottom}px`}
      onKeyDown={keys}
    >
      {props.onBack !== undefined && (
        <button type="button" class="back" onClick={props.onBack} aria-label={t("decide.back")} title={t("decide.back")}>
          ‹
        </button>
      )}
      {props.items.map((item, i) => (
        <button
          key={item.key}
          type="button"
          class={`offer ${item.bare ? "bare" : ""} ${item.barred ? "refused" : ""} ${item.face === null ? "" : "pictured"} ${item.chosen === true ? "chosen" : ""} ${item.short === undefined ? "" : "amount"} ${props.fanned.has(item.thing) ? "in-fan" : ""}`}
          data-token={item.thing}
          data-cards={item.thing}
          disabled={props.busy}
          aria-disabled={item.barred}
          title={item.barred || item.short !== undefined ? item.name : undefined}
          aria-label={item.short === undefined ? undefined : item.name}
          aria-pressed={item.chosen}
          tabIndex={i === 0 ? 0 : -1}
          onClick={(event) => {
            if (isKey(event) && item.chosen === undefined) toBoard();
            item.onTake(by(event));
          }}
        >
          {item.face}
          <span class="name">{item.short ?? item.name}</span>
          {item.count !== undefined && !item.barred && (
            <small class="left" aria-label={t("gestures.left", { count: item.count })}>
              {item.count}
            </small>
          )}
        </button>
      ))}
      {props.onGive !== undefined && (
        <button type="button" class="give main" disabled={props.busy} onClick={(event) => {
          if (isKey(event)) toBoard();
          props.onGive?.();
        }}>
          {props.whole}
        </button>
      )}
    </div>
  );
}
