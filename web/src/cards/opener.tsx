// Opens cards on hover (after a delay), on focus or by a long press; a key pins them.
// Elements refer to cards with `data-cards` (things or cards, separated by spaces); parts of a drawing have ids.

import { computePosition, flip, offset, shift } from "@floating-ui/dom";
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Card } from "../protocol";
import { t } from "../texts";
import { CardFace } from "./face";
import { cardsOfAll, loadCards } from "./index";

const WAIT_MS = 350; // hover delay
const LEAVE_MS = 180; // time to move the pointer to the card
const PRESS_MS = 480;
const TREMBLE = 9; // tolerance of a long press, in pixels
const MOST = 3; // cards side by side
const SOURCE = "[data-cards], [data-id], [data-for]";
const KEY = "i";
const BESIDE = "(min-width: 52rem)"; // in narrower windows the key opens a sheet

interface Open {
  cards: Card[];
  now: string;
  from: Element;
  /** Whether the card stays until it is closed, as a dialog or, on phones, a sheet. */
  pinned: boolean;
}

/** The things that an element shows, which may have cards, and its tooltip. */
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
    /** Whether the user moves the focus by keyboard; focus set by the page opens no card. */
    let keyed = false;
    const later = (ms: number, act: () => void) => {
      clearTimeout(timer);
      timer = setTimeout(act, ms);
    };
    /** The cards of the innermost element that has any, starting from an element and going up. */
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
      if (pinned) clearTimeout(timer); // otherwise the pending hover card would open after this one is closed
      void find(start).then(
        (found) => {
          if (found !== null && (pinned || (open.value?.pinned !== true && start.isConnected))) open.value = { ...found, pinned };
          else if (found === null && !pinned) leave(); // what is under the pointer now has no card
        },
        () => undefined, // loadCards has reported the error
      );
    };
    /** Close a hover card, but not one that was pinned in the meantime. */
    const leave = () => {
      if (open.value?.pinned !== true) close();
    };
    const over = (event: PointerEvent) => {
      if (event.movementX === 0 && event.movementY === 0 && event.target instanceof Element && event.target.closest(".drawing") !== null) return; // the board moved under the pointer
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
        else ripe = at; // it may still become a drag, so the card opens when the finger is lifted
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
    /** Suppress the click and the browser's context menu after a long press. */
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
    // Keep the card of a thing on the board within the stage, so that it covers no answers.
    const boundary = now.from.closest(".field") ?? ("clippingAncestors" as const);
    const room = { padding: 8, boundary, rootBoundary: "viewport" as const };
    // That of something on the shelf is above it, so that it covers no other choice there.
    const shelf = now.from.closest(".shelf");
    const from = shelf === null ? now.from : { getBoundingClientRect: () => new DOMRect(now.from.getBoundingClientRect().x, shelf.getBoundingClientRect().y, now.from.clientWidth, shelf.clientHeight) };
    void computePosition(from, box, {
      strategy: "fixed",
      placement: shelf === null ? "right-start" : "top-start",
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
