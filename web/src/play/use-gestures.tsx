// Handling of gestures on the board while a question is open: clicks, drags, tokens, and explanations of refusals.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Ask, Option, Token } from "../protocol";
import { report } from "../session";
import type { Pin } from "../stage/pinned";
import { Ring, reachOf } from "../stage/ring";
import { isSame } from "./kept";
import { clicked, ringOf, touchable, type Done, type Touchable } from "./choosing/gestures";
import { namedIn, partName } from "./choosing/part-names";
import { namedOf, stage, without } from "./choosing/picking";
import type { Table } from "./live/store";
import { TokenFace } from "./choosing/token-face";
import { completed, meanings, placed, touched, tried, type Choice } from "./choosing/touch";
import { WhyNot } from "./choosing/why-not";

export interface Handled {
  game: string;
  table: Table;
  /** The open question; undefined while something else is shown. */
  ask: Ask | undefined;
  picked: string[];
  /** Whether a thing is being placed. */
  placing: boolean;
  /** The answers of the draft; clicking a thing that they placed removes them. */
  given: readonly Option[];
  onTakeBack: (at: number, thing: string) => void;
  /** The things of other questions of the draft. Clicking one turns to its question. */
  others: ReadonlySet<string>;
  onTurn: (thing: string) => void;
  onPicked: (parts: string[], held?: boolean) => void;
  onAnswer: (option: Option) => void;
  onRule: (rule: string) => void;
}

export interface Gestures {
  touch: Touchable;
  /** Things on the board that the question names. */
  about: readonly string[];
  pins: Pin[];
  /** The thing at which a refusal is shown; "" if it is not shown on the board. */
  told: string;
  movable: (things: string[]) => string;
  /** Whether a click on a thing removes an answer of the draft. */
  isPlaced: (thing: string) => boolean;
  /** The answer that a click on a thing would complete. */
  answerAt: (thing: string) => Option | undefined;
  onDrawn: (things: ReadonlySet<string>) => void;
  onPick: (things: string[], by: "touch" | "mouse" | "keys") => void;
  onDrop: (things: string[], from: string) => void;
  /** Whether a ring is open. */
  ringed: boolean;
  /** An item of the shelf is clicked: parts of an answer, or a complete one. */
  onOffer: (path: string[], answer: Option | undefined, by: "touch" | "mouse") => void;
  /** Several things are marked, which form an answer when confirmed. */
  onMark: (parts: string[]) => void;
  /** The user asks why a token is unavailable. */
  onBarred: (token: Token) => void;
  /** Close the ring or refusal. Return true if something was open. */
  onLeave: () => boolean;
}

const NOWHERE: Touchable = { lit: new Set(), chosen: new Set(), meant: () => [], isBoard: () => false };
const CALLOUT = 124; // radius in pixels

/** Whether picked answers need confirmation, because they consist of several things. */
export function isConfirmed(ask: Ask): boolean {
  return ask.options.some((option) => namedOf(option).length > 2);
}

export function useGestures(hand: Handled): Gestures {
  const { game, table, ask } = hand;
  const picked = useMemo(() => hand.picked.filter((part) => !part.startsWith("all:")), [hand.picked]);
  const drawn = useSignal<ReadonlySet<string>>(new Set());
  /** The thing at which a refusal is shown, for one question. */
  const at = useSignal({ ask: "", thing: "" });
  /** The hovered unavailable token in the ring. */
  const looked = useSignal("");
  const focused = useSignal(false);
  const key = ask?.id ?? "";
  useEffect(() => {
    looked.value = "";
  }, [key, picked.length]);
  const now = drawn.value;
  const touch = useMemo(() => (ask === undefined ? NOWHERE : touchable(ask, picked, now)), [ask, picked, now]);
  const about = useMemo(() => (ask === undefined ? [] : namedIn(ask.prompt, [...now]).filter((thing) => !/:\d+$/.test(thing))), [ask, now]);
  const around = ask === undefined || hand.placing ? null : ringOf(ask, picked, now, touch);

  const shut = () => {
    table.refusal.value = null;
    at.value = { ask: "", thing: "" };
  };
  const why = async (thing: string, parts: string[], place = thing) => {
    const action = ask === undefined ? undefined : tried(ask.options, parts, thing);
    if (ask === undefined || action === undefined) return;
    try {
      table.refusal.value = await table.check(ask, action);
      at.value = { ask: ask.id, thing: place };
    } catch (error) {
      report(error);
    }
  };
  /** Apply a gesture; `direct` ones, such as dragging to a destination, need no confirmation. */
  const follow = (done: Done, direct: boolean) => {
    if (ask === undefined) return;
    if (done.tried !== undefined) {
      hand.onPicked(done.picked);
      void why(done.tried, done.picked);
      return;
    }
    shut();
    const { answer } = done;
    if (answer !== undefined && !ask.space && (direct || !isConfirmed(ask))) {
      hand.onAnswer(answer);
      return;
    }
    const isOpen = answer !== undefined && stage(ask.options, done.picked).left.length > 1; // longer answers are possible
    hand.onPicked([...done.picked, ...(isOpen ? [`all:${answer.do}`] : [])], answer !== undefined && direct);
  };
  const onDrawn = (things: ReadonlySet<string>) => {
    if (!isSame(drawn.peek(), things)) drawn.value = things;
  };
  const isDragged = ask?.palette.gesture === "drag" && !ask.space;

  const known = useMemo(() => meanings(hand.given), [hand.given]);
  const placedAt = (thing: string) => (touch.lit.has(thing) || hand.placing ? -1 : placed(hand.given, known, thing));
  const onPick: Gestures["onPick"] = (things, by) => {
    const back = picked.length > 0 ? -1 : placedAt(things[0] ?? "");
    if (back >= 0) {
      shut();
      hand.onTakeBack(back, things[0] ?? "");
      return;
    }
    const other = things.find((thing) => touch.lit.has(thing) || hand.others.has(thing));
    if (other !== undefined && !touch.lit.has(other)) {
      shut();
      hand.onTurn(other);
      return;
    }
    const done = ask === undefined ? null : clicked(ask, picked, things, touch);
    if (ask === undefined || done === null) return;
    focused.value = by === "keys";
    const isOutside = done.tried !== undefined && around !== null && picked.length > 0;
    if (isOutside) hand.onPicked([]); // a click beside the ring closes it
    else follow(done, isDragged && by !== "touch");
  };
  const movable = (things: string[]) => {
    const [thing = "", parts = []] = [things[0], touch.meant(things[0] ?? "")];
    if (ask === undefined || !isDragged || parts.length === 0 || parts[0] === thing) return "";
    return touch.chosen.has(thing) || touched(ask.options, picked, parts) !== null ? thing : "";
  };
  const onDrop: Gestures["onDrop"] = (things, from) => {
    if (ask === undefined) return;
    const begun = touch.chosen.has(from) ? picked : (touched(ask.options, picked, touch.meant(from)) ?? picked);
    const there = things.filter((thing) => thing !== from);
    if (from === ask.moving) {
      if (ask.space) return;
      const hit = there.find((thing) => touch.lit.has(thing));
      if (hit !== undefined) hand.onPicked([...picked, ...touch.meant(hit)], true);
      return;
    }
    const done = clicked(ask, begun, there, touch);
    follow(done ?? { picked: begun }, isDragged);
  };

  const answerAt = (thing: string) => (ask === undefined || !isDragged || picked.length === 0 ? undefined : clicked(ask, picked, [thing], touch)?.answer);

  const take = (choice: Choice, thing: string) => {
    if (ask === undefined) return;
    const next = [...picked, ...choice.path];
    if (choice.path.length > 0) {
      if (focused.value) document.querySelector<SVGElement>(".drawing")?.focus({ preventScroll: true });
      follow({ picked: next, ...answerOf(ask, next) }, true);
    }
    else if (choice.token?.refusal !== undefined) {
      table.refusal.value = choice.token.refusal;
      at.value = { ask: ask.id, thing };
    } else void why(choice.thing, picked, thing);
  };

  const onOffer: Gestures["onOffer"] = (path, answer, by) => {
    if (ask === undefined) return;
    // Touch has no hover: options with odds are shown first, then confirmed.
    const isShown = by === "touch" && ask.odds && answer !== undefined && answer.refers.length > 0;
    if (isShown) {
      shut();
      hand.onPicked([...picked, ...path], true);
    } else if (answer !== undefined) {
      shut();
      hand.onAnswer(answer);
    } else {
      const next = [...picked, ...path];
      follow({ picked: next, ...answerOf(ask, next) }, true);
    }
  };
  const onBarred = (token: Token) => {
    table.refusal.value = token.refusal ?? null;
    at.value = { ask: key, thing: "" };
  };

  const pins: Pin[] = [];
  const refusal = around?.choices.find(({ thing, path }) => thing === looked.value && path.length === 0)?.token?.refusal;
  const shown = refusal ?? (at.value.ask === key ? table.refusal.value : null);
  const place = refusal === undefined ? at.value.thing : (around?.thing ?? "");
  const told = shown !== null && key !== "" && now.has(place) ? place : "";
  const callout = shown !== null && (
    <WhyNot game={game} refusal={shown} onRule={hand.onRule} onClose={() => (refusal === undefined ? shut() : (looked.value = ""))} />
  );
  if (around !== null) {
    const { thing, choices } = around;
    pins.push({
      key: "ring",
      thing,
      reach: reachOf(choices.length),
      children: (
        <>
          <Ring
            title={partName(game, thing)}
            focused={focused.value}
            tokens={choices.map((choice) => ({
              thing: choice.thing,
              name: partName(game, choice.thing),
              face: <TokenFace game={game} thing={choice.thing} token={choice.token} />,
              count: choice.token?.count,
              barred: choice.path.length === 0,
            }))}
            onTake={(one) => {
              const choice = choices.find((other) => other.thing === one);
              if (choice !== undefined) take(choice, thing);
            }}
            onLook={(one) => (looked.value = one ?? "")}
            onShut={() => hand.onPicked([])}
          />
          {told === thing && callout}
        </>
      ),
    });
  }
  if (told !== "" && told !== around?.thing) pins.push({ key: "told", thing: told, reach: CALLOUT, beside: true, children: callout });
  for (const thing of touch.chosen) {
    const last = touch.meant(thing).at(-1);
    const count = picked.filter((part) => part === last).length;
    const most = ask?.options.some(({ refers }) => refers.filter((part) => part === last).length > 1) === true;
    if (most) pins.push({ key: `count ${thing}`, thing, reach: 0, beside: true, children: <b class="picked-count">{count}</b> });
  }
  const onLeave = () => {
    const open = picked.length > 0 || told !== "";
    shut();
    if (picked.length > 0) hand.onPicked([]);
    return open;
  };
  return { touch, about, pins, told, movable, isPlaced: (thing) => placedAt(thing) >= 0, answerAt, onDrawn, onPick, onDrop, ringed: around !== null, onOffer, onMark: (parts) => hand.onPicked(parts), onBarred, onLeave };
}

function answerOf(ask: Ask, picked: string[]): { answer?: Option } {
  const answer = completed(ask.options, picked) ?? ask.options.find((option) => without(option.refers, picked).length === 0 && namedOf(option).length === picked.length);
  return answer === undefined ? {} : { answer };
}
