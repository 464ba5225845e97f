// Opens the cards of what is pointed at: by mouse after a moment, by focus, by a long press, or pinned by a key.
// Whatever shows a thing marks it with `data-cards` (things or cards, separated by spaces), or is a part of a drawing.

import { computePosition, flip, offset, shift } from "@floating-ui/dom";
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Card } from "../protocol";
import { t } from "../texts";
import { CardFace } from "./face";
import { cardsOfAll, loadCards } from "./index";

const WAIT_MS = 350; // a pointer that only passes opens nothing
const LEAVE_MS = 180; // long enough to reach the card
const PRESS_MS = 480;
const TREMBLE = 9; // pixels
const MOST = 3; // cards side by side
const SOURCE = "[data-cards], [data-id], [data-for]";
const KEY = "i";
const BESIDE = "(min-width: 52rem)"; // narrower windows have no room beside what is asked: the key opens a sheet

interface Open {
  cards: Card[];
  now: string;
  from: Element;
  /** It stays until it is closed: as a dialog, on a phone as a sheet. */
  pinned: boolean;
}

/** What an element shows: the things that may have cards, and what it says of itself. */
function shownBy(element: Element): { things: string[]; now: string } {
  const things = [element.getAttribute("data-cards") ?? "", element.getAttribute("data-for") ?? "", element.getAttribute("data-id") ?? ""];
  return { things: things.flatMap((one) => one.split(" ")).filter(Boolean), now: element.querySelector(":scope > title")?.textContent ?? "" };
}

export function CardOpener(props: { game: string; onRule: (rule: string) => void }) {
  const { game } = props;
  const open = useSignal<Open | null>(null);
  const last = useRef<Element | null>(null);
  const float = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => {
    const from = open.value;
    open.value = null;
    if (from?.pinned === true && from.from instanceof HTMLElement) from.from.focus({ preventScroll: true });
  };

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pressed: { x: number; y: number } | null = null;
    let ripe: Element | null = null;
    let held: (() => void) | null = null;
    let swallow = false;
    /** Whether the focus is moved by keys: a question that takes it by itself opens no card. */
    let keyed = false;
    const later = (ms: number, act: () => void) => {
      clearTimeout(timer);
      timer = setTimeout(act, ms);
    };
    /** The innermost element at or around one that has a card, with its cards. */
    const find = async (start: Element): Promise<Open | null> => {
      const index = await loadCards(game);
      for (let at = start.closest(SOURCE); at !== null; at = at.parentElement?.closest(SOURCE) ?? null) {
        const { things, now } = shownBy(at);
        const cards = cardsOfAll(index, things).slice(0, MOST);
        if (cards.length > 0) return { cards, now, from: at, pinned: false };
      }
      return null;
    };
    const show = (start: Element, pinned: boolean) => {
      if (pinned) clearTimeout(timer); // or the card that waits to float opens again once this one is closed
      void find(start).then(
        (found) => {
          if (found !== null && (pinned || (open.value?.pinned !== true && start.isConnected))) open.value = { ...found, pinned };
        },
        () => undefined, // reported when it was loaded
      );
    };
    /** Close the card beside what was pointed at; one that was pinned in the meantime stays. */
    const leave = () => {
      if (open.value?.pinned !== true) close();
    };
    const over = (event: PointerEvent) => {
      if (event.movementX === 0 && event.movementY === 0 && event.target instanceof Element && event.target.closest(".drawing") !== null) return; // the board moved, not the pointer
      if (event.pointerType !== "mouse" || !matchMedia(BESIDE).matches || open.value?.pinned === true || !(event.target instanceof Element)) return;
      if (event.target.closest(".float") !== null) {
        clearTimeout(timer);
        return;
      }
      const at = event.target.closest(SOURCE);
      last.current = at;
      if (at === null || event.buttons !== 0) later(LEAVE_MS, leave);
      else if (open.value?.from !== at) later(WAIT_MS, () => show(at, false));
      else clearTimeout(timer);
    };
    const focus = (event: FocusEvent) => {
      const at = event.target instanceof Element ? event.target.closest("[data-cards]") : null;
      if (open.value?.pinned === true) return;
      if (at === null || !keyed || !at.matches(":focus-visible") || !matchMedia(BESIDE).matches) later(LEAVE_MS, leave);
      else later(WAIT_MS, () => show(at, false));
    };
    const key = (event: KeyboardEvent) => {
      keyed = true;
      if (event.key === "Escape" && open.value !== null && !open.value.pinned) {
        close();
        event.stopPropagation();
        return;
      }
      const typing = event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
      if (event.key.toLowerCase() !== KEY || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const focused = document.activeElement?.closest(SOURCE);
      const at = open.value?.from ?? focused ?? last.current;
      if (at !== null && at !== undefined && open.value?.pinned !== true) {
        event.preventDefault();
        show(at, true);
      }
    };
    const down = (event: PointerEvent) => {
      swallow = keyed = false;
      clearTimeout(timer);
      if (event.pointerType === "mouse" || !event.isPrimary || !(event.target instanceof Element)) return;
      const at = event.target.closest(SOURCE);
      if (at === null) return;
      pressed = { x: event.clientX, y: event.clientY };
      ripe = null;
      held = () => {
        clearTimeout(timer);
        held = null;
        if (pressed === null) return;
        swallow = true;
        if (at.closest(".drawing") === null) show(at, true);
        else ripe = at; // it may still be dragged: its card opens when the finger is lifted
      };
      later(PRESS_MS, () => held?.());
    };
    const move = (event: PointerEvent) => {
      if (pressed !== null && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > TREMBLE) {
        pressed = null;
        if (ripe !== null) swallow = false;
        clearTimeout(timer);
      }
    };
    const up = (event: PointerEvent) => {
      if (pressed !== null && !swallow) clearTimeout(timer);
      if (pressed !== null && ripe !== null && event.type === "pointerup") show(ripe, true);
      pressed = ripe = held = null;
    };
    /** A long press is no click, and opens no menu of the browser, which may take a press for long before we do. */
    const click = (event: Event) => {
      if (event.type === "contextmenu" && pressed !== null) held?.();
      if (!swallow) return;
      if (event.type === "click") swallow = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const listeners: [string, (event: never) => void, boolean][] = [
      ["pointerover", over, false],
      ["focusin", focus, false],
      ["keydown", key, true],
      ["pointerdown", down, true],
      ["pointermove", move, true],
      ["pointerup", up, true],
      ["pointercancel", up, true],
      ["click", click, true],
      ["contextmenu", click, true],
    ];
    for (const [name, listener, capture] of listeners) document.addEventListener(name, listener as EventListener, capture);
    return () => {
      clearTimeout(timer);
      for (const [name, listener, capture] of listeners) document.removeEventListener(name, listener as EventListener, capture);
    };
  }, [game]);

  useLayoutEffect(() => {
    const now = open.value;
    if (now?.pinned === true) dialog.current?.showModal();
    if (now === null || now.pinned || float.current === null) return;
    const box = float.current;
    // The card of a thing on the board stays on the stage, so that it covers no answers.
    const boundary = now.from.closest(".field") ?? ("clippingAncestors" as const);
    const room = { padding: 8, boundary, rootBoundary: "viewport" as const };
    void computePosition(now.from, box, {
      strategy: "fixed",
      placement: "right-start",
      middleware: [offset(10), flip({ fallbackAxisSideDirection: "start", ...room }), shift({ crossAxis: true, ...room })],
    }).then(
      ({ x, y }) => Object.assign(box.style, { left: `${x}px`, top: `${y}px` }),
    );
  }, [open.value]);

  const now = open.value;
  if (now === null) return null;
  const faces = now.cards.map((card) => (
    <CardFace
      key={card.id}
      game={game}
      card={card}
      now={now.cards.length === 1 ? now.now : ""}
      onRule={(rule) => {
        close();
        props.onRule(rule);
      }}
      onCard={(other) => void loadCards(game).then((index) => (open.value = { ...now, cards: cardsOfAll(index, [other]), now: "", pinned: true }))}
    />
  ));
  if (!now.pinned) {
    return (
      <div class="float" ref={float} role="tooltip">
        {faces}
      </div>
    );
  }
  return (
    <dialog class="sheet" ref={dialog} aria-label={t("card.title")} onClose={close} onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
      <button type="button" class="shut" onClick={() => dialog.current?.close()} aria-label={t("page.close")}>
        ×
      </button>
      <div class="faces-row">{faces}</div>
    </dialog>
  );
}
