// The ring: the options for a thing on the board as tokens around it. Unavailable tokens show the reason.

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../texts";

export interface RingToken {
  thing: string;
  name: string;
  face: preact.ComponentChildren;
  /** The number of tokens left, if they are limited. */
  count: number | undefined;
  barred: boolean;
}

export interface RingProps {
  title: string;
  tokens: readonly RingToken[];
  /** Whether to move the keyboard focus to the ring. */
  focused: boolean;
  onTake: (thing: string) => void;
  /** A token is hovered or focused (null: none). */
  onLook: (thing: string | null) => void;
  onShut: () => void;
}

const TOKEN = 56; // size of a token including the gap, in pixels
const LEAST = 64;
const EDGE = 38;

/** The radius of the ring through the centres of the tokens, in pixels. */
const radiusOf = (tokens: number): number => Math.max(LEAST, Math.round((tokens * TOKEN) / (2 * Math.PI)));

/** The outer radius of the ring, in pixels. */
export const reachOf = (tokens: number): number => radiusOf(tokens) + EDGE;

export function Ring(props: RingProps) {
  const { tokens } = props;
  const ring = useRef<HTMLDivElement>(null);
  const looked = useSignal<string | null>(null);
  const radius = radiusOf(tokens.length);
  const look = (thing: string | null) => {
    looked.value = thing;
    props.onLook(thing);
  };
  useLayoutEffect(() => {
    if (props.focused) ring.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [props.focused]);
  const keys = (event: KeyboardEvent) => {
    const buttons = [...(ring.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else if (event.key === "Home" || event.key === "End") buttons.at(event.key === "Home" ? 0 : -1)?.focus();
    else if (event.key === "Escape" || event.key === "Backspace") props.onShut();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const named = tokens.find(({ thing }) => thing === looked.value);
  return (
    <div class="ring" ref={ring} role="group" aria-label={props.title} style={`--radius-ring:${radius}px`} onKeyDown={keys}>
      {named !== undefined && <p aria-hidden="true">{named.name}</p>}
      {tokens.map((token, i) => {
        const turn = (2 * Math.PI * i) / tokens.length - Math.PI / 2;
        const count = token.count === undefined || token.barred ? "" : `, ${t("gestures.left", { count: token.count })}`;
        return (
          <button
            key={token.thing}
            type="button"
            class={token.barred ? "ring-token refused" : "ring-token"}
            data-token={token.thing}
            aria-disabled={token.barred}
            tabIndex={i === 0 ? 0 : -1}
            style={`left:calc(50% + ${(radius * Math.cos(turn)).toFixed(1)}px);top:calc(50% + ${(radius * Math.sin(turn)).toFixed(1)}px)`}
            onClick={() => props.onTake(token.thing)}
            onFocus={() => look(token.thing)}
            onPointerEnter={(event) => event.pointerType === "mouse" && look(token.thing)}
            onPointerLeave={() => look(null)}
          >
            <span class="unseen">{token.name + count}</span>
            {token.face}
            {token.count !== undefined && !token.barred && <small aria-hidden="true">{token.count}</small>}
          </button>
        );
      })}
    </div>
  );
}
