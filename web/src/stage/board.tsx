// The board: a drawing from the server under a camera, with picking. It is independent of games: elements carry the ids
// of things, and the properties define which can be picked.

import { effect, untracked, useSignal, type ReadonlySignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Option, Placing } from "../protocol";
import { t } from "../texts";
import { theme } from "../theme";
import { showBoardFirst } from "./board-first";
import { boxOf, type Box } from "./box";
import { Camera, type Insets } from "./camera";
import { toChoices } from "./choices";
import type { Drawing } from "./drawing";
import { Edges } from "./edges";
import { Hand } from "./hand";
import { adopt, withoutStyle } from "./ink";
import { Keys } from "./keys";
import { Layer } from "./layer";
import { Overview } from "./overview";
import { Pinned, type Pin } from "./pinned";
import { Ruler } from "./ruler";
import { Cursor, Handle, Mark, Spot } from "./signs";
import { attentionIn, boxesOf, drawnIn, elementsOf, kindOf, litWithin, mark, nearest, pinnedIn, spotsIn, thingsAt, toldOf, type Seen } from "./things";

export interface BoardProps {
  ground: string;
  drawing: ReadonlySignal<Drawing>;
  /** Markup of the preview of an answer, drawn on top. */
  preview: string;
  /** Overlays below the preview, such as threat ranges. */
  under: preact.ComponentChildren;
  /** The id of the question; the camera moves to its things. */
  ask: string;
  /** Whether the match is over, so that the camera shows the whole board. */
  over: boolean;
  /** Things on the board that can be picked. */
  lit: ReadonlySet<string>;
  picked: ReadonlySet<string>;
  /** Things on the board that the question names. */
  about: readonly string[];
  /** Whether a click on a thing that is not lit can still pick something. */
  isMeant: (thing: string) => boolean;
  /** The draggable thing among those at a point (topmost first), or "". */
  movable: (things: string[]) => string;
  /** Elements pinned to things. */
  pins: readonly Pin[];
  label: string;
  /** Options that place a thing, each shown as a spot that can be picked. */
  spots: Option[];
  /** The thing being placed, which can be dragged, and the pose of its ghost. */
  moving: string;
  ghost: Placing | null;
  /** Whether the pose of the ghost is illegal. */
  barred: boolean;
  /** Parts of the stage covered by floating elements. */
  insets: Insets;
  /** A spot is picked; `again` if it is confirmed by keyboard. */
  onSpot: (option: Option, again: boolean) => void;
  onDrag: (at: Placing) => void;
  /** Placing is cancelled. */
  onLeave: () => void;
  onDrop: (things: string[], from: string) => void;
  onMeasure: (one: Placing, other: Placing) => void;
  /** Reports the unit of length of the background, in its coordinates. */
  onUnit: (unit: number) => void;
  /** Things are clicked (topmost first), or one is picked by keyboard. */
  onPick: (things: string[], by: "touch" | "mouse" | "keys") => void;
  /** Reports the ids of all things in the drawing. */
  onDrawn: (things: ReadonlySet<string>) => void;
  /** A thing is hovered (null: none), with its tooltip. */
  onLook: (thing: string | null, told: string) => void;
  /** The names of a thing, and of an option that places something. */
  nameOf: (thing: string) => string;
  nameOfSpot: (option: Option) => string;
  /** Announces a text to screen readers when the board is used by keyboard. */
  onTold: (told: string) => void;
}

const TOUCH = 44; // pixels; minimum size of touch targets
const MOUSE = 24;
const LEAST_WHOLE = 320; // pixels; minimum height of the stage at which a whole board can be made out
const PAN = 1 / 8; // step of panning by keyboard, relative to the stage

const attribute = (markup: string, name: string): string | undefined => new RegExp(`^<svg[^>]*\\b${name}="([^"]*)"`).exec(markup)?.[1];

/** The font height of the smallest text of a drawing, in SVG units. */
function smallestText(frame: SVGSVGElement, camera: Camera, part: Box): number {
  const sizes = [...frame.querySelectorAll("text")]
    .filter((text) => text.textContent !== "" && getComputedStyle(text).visibility === "visible")
    .map((text) => ({ text, box: camera.boxOf(text) }))
    .filter(({ box }) => box.w > 0 && box.x >= part.x && box.y >= part.y && box.x <= part.x + part.w && box.y <= part.y + part.h)
    .map(({ text }) => parseFloat(getComputedStyle(text).fontSize) * turned(text) * camera.growth(text));
  return sizes.length === 0 ? 0 : Math.min(...sizes);
}

/** The scale of a text relative to its drawing. */
function turned(text: SVGTextElement): number {
  const [own, root] = [text.getCTM(), text.ownerSVGElement?.getCTM()];
  return own && root ? Math.sqrt(Math.abs((own.a * own.d - own.b * own.c) / (root.a * root.d - root.b * root.c))) : 1;
}

/** Give the things that can be picked, and those that are picked, their classes. */
function markUp(root: Element, { lit, picked }: Pick<BoardProps, "lit" | "picked">): void {
  const can = new Set([...lit].flatMap((thing) => elementsOf(root, thing)));
  const chosen = new Set([...picked].flatMap((thing) => elementsOf(root, thing)));
  mark(root, "can", can);
  mark(root, "chosen", chosen);
  mark(root, "glows", new Set([...can, ...chosen].filter((at) => ![...at.children].some((part) => part.localName === "use"))));
  mark(root, "offers", new Set([...can, ...chosen].flatMap((at) => at.parentElement ?? [])));
  // Keyboard users have the list beside the board.
  for (const at of can) if (!at.hasAttribute("tabindex")) at.setAttribute("tabindex", "-1");
}

export function Board(props: BoardProps) {
  const drawing = props.drawing.value;
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<SVGSVGElement>(null);
  const ground = useRef<SVGGElement>(null);
  const layer = useRef<SVGGElement>(null);
  const over = useRef<SVGGElement>(null);
  const sheet = useRef("");
  const things = useRef<Layer | null>(null);
  const part = useRef<Box>({ x: 0, y: 0, w: 100, h: 100 });
  const names = useSignal("");
  const content = useSignal("");
  const unit = useSignal(0);
  const corner = useSignal<"" | "left" | "right">("");
  /** The thing under the keyboard cursor. */
  const at = useSignal("");
  /** Whether the board has the focus, and is used by keyboard. */
  const focused = useSignal(false);
  /** The question that the camera has moved to. */
  const looked = useRef("");
  /** What it offered then. */
  const seen = useRef("");
  /** The spot most recently picked by keyboard. */
  const held = useRef("");
  const latest = useRef(props);
  latest.current = props;
  const { camera, hand, ruler } = useMemo(() => {
    const held: { hand?: Hand } = {};
    const camera = new Camera(() => held.hand?.holds === true);
    const ruler = new Ruler(camera, () => frame.current, () => part.current, () => unit.peek(), () => latest.current);
    held.hand = new Hand(camera, ruler);
    return { camera, ruler, hand: held.hand };
  }, []);

  useLayoutEffect(() => (stage.current === null || frame.current === null ? undefined : camera.attach(stage.current, frame.current)), [camera]);

  useLayoutEffect(() => {
    if (ground.current === null || frame.current === null || props.ground === "") return;
    const [markup, found] = withoutStyle(props.ground);
    sheet.current = found;
    names.value = attribute(markup, "class") ?? "";
    content.value = ground.current.innerHTML = markup.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
    adopt(found, theme.value === "dark");
    const whole = boxOf(attribute(markup, "viewBox") ?? "0 0 100 100");
    part.current = boxOf(attribute(markup, "data-focus") ?? `${whole.x} ${whole.y} ${whole.w} ${whole.h}`);
    unit.value = Number(attribute(markup, "data-unit") ?? 0);
    props.onUnit(unit.value);
    frame.current.setAttribute("viewBox", `${whole.x} ${whole.y} ${whole.w} ${whole.h}`);
    frame.current.dataset["focus"] = Object.values(part.current).join(" ");
    frame.current.setAttribute("class", `drawing ${names.value}`); // must precede measuring texts and reading styles
    surround(stage.current, ground.current);
    camera.show(whole, part.current);
  }, [props.ground, camera.sized.value]);

  useEffect(() => {
    held.current = "";
  }, [props.ask]);

  useEffect(() => {
    if (sheet.current === "") return;
    adopt(sheet.current, theme.value === "dark");
    surround(stage.current, ground.current);
  }, [theme.value]);

  useLayoutEffect(() => {
    if (over.current !== null) over.current.innerHTML = props.preview;
  }, [props.preview]);

  const draw = (): boolean => {
    const now = props.drawing.value;
    return layer.current !== null && (things.current ??= new Layer(layer.current)).show(now);
  };

  useLayoutEffect(() => void draw(), [drawing]);

  // Not `useSignalEffect`, which waits for a frame itself.
  useLayoutEffect(
    () =>
      effect(() => {
        if (!draw() || frame.current === null) return;
        markUp(frame.current, latest.current); // until the question is rendered
        untracked(showBoardFirst);
      }),
    [props.drawing],
  );

  useLayoutEffect(() => {
    if (frame.current !== null) props.onDrawn(drawnIn(frame.current));
  }, [drawing, props.ground]);

  useLayoutEffect(() => {
    if (frame.current !== null) markUp(frame.current, props);
  }, [props.lit, props.picked, drawing, props.ground]);

  useLayoutEffect(() => {
    if (frame.current !== null && props.ground !== "") camera.legible(smallestText(frame.current, camera, part.current));
  }, [props.ground, drawing.whole, camera.sized.value]);

  const { left, top, right, bottom } = props.insets;
  useEffect(() => camera.inset({ left, top, right, bottom }), [left, top, right, bottom]);

  useEffect(() => {
    if (frame.current === null || props.ground === "") return;
    const spots = spotsIn(frame.current, camera);
    const isNew = looked.current !== props.ask;
    const attention = attentionIn(frame.current, camera);
    const places = attention.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`);
    const offer = [props.ground.length, camera.sized.value, spots.length > 1, ...places, ...props.about, ...props.lit].join();
    if (!isNew && seen.current === offer) return; // the same things again: the user may have moved the view
    seen.current = offer;
    if (spots.length === 1 && !isNew) return; // it was picked: the view remains
    looked.current = props.ask;
    if (stage.current !== null) stage.current.dataset["looked"] = props.ask; // for tests, which click things at rest
    const rings = isNew ? pinnedIn(frame.current, camera, props.pins) : [];
    const offered = [...boxesOf(frame.current, camera, props.lit), ...spots, ...rings];
    const named = attention.length > 0 ? [] : boxesOf(frame.current, camera, props.about);
    camera.ask(offered, props.ask === "" ? [] : attention, boxesOf(frame.current, camera, props.picked), named);
  }, [props.ask, props.about, props.lit, props.spots.length > 1, unit.value > 0, drawing, props.ground, camera.sized.value]);

  useEffect(() => {
    if (!props.over || props.ground === "" || !camera.sized.value || camera.room().h < LEAST_WHOLE) return;
    camera.fit();
    return () => camera.home(false); // a replay
  }, [props.over, props.ground, camera.sized.value]);

  // Place the overview and the buttons in the upper corner where they cover fewer pickable things.
  useEffect(() => {
    const found = stage.current?.parentElement?.querySelector(".corner");
    if (frame.current === null || !found || camera.flies.value || props.lit.size + props.spots.length === 0) return;
    const floating = [...found.children].map((one) => one.getBoundingClientRect()).filter((box) => box.width > 0);
    const on = stage.current?.getBoundingClientRect();
    if (floating.length === 0 || on === undefined) return;
    const [from, to] = [Math.min(...floating.map((box) => box.left)), Math.max(...floating.map((box) => box.right))];
    const under = Math.max(...floating.map((box) => box.bottom));
    const boxes = [...boxesOf(frame.current, camera, props.lit), ...spotsIn(frame.current, camera), ...pinnedIn(frame.current, camera, props.pins)];
    const hidden = (x: number): number => {
      const [a, b] = [camera.pointAt({ clientX: x, clientY: on.top }), camera.pointAt({ clientX: x + to - from, clientY: under })];
      return boxes.filter((one) => one.x < b.x && one.x + one.w > a.x && one.y < b.y && one.y + one.h > a.y).length;
    };
    const mirrored = on.left + on.right - to;
    const [now, other] = [hidden(from), hidden(mirrored)];
    if (other < now) corner.value = mirrored > from ? "right" : "left";
  }, [props.ask, props.lit, props.spots.length, camera.flies.value, camera.looks.value]);

  const look = (target: EventTarget | null) => {
    const at = target instanceof Element ? target.closest("[data-id]") : null;
    props.onLook(at?.getAttribute("data-id") ?? null, at?.querySelector(":scope > title")?.textContent ?? "");
  };

  const click = (event: MouseEvent) => {
    if (hand.moved || ruler.on.value || frame.current === null) return;
    look(event.target);
    const spot = event.target instanceof Element ? event.target.closest("[data-spot]")?.getAttribute("data-spot") : null;
    const option = props.spots.find((one) => one.do === spot);
    if (option !== undefined) {
      props.onSpot(option, false);
      return;
    }
    // Hit testing of overlapping things: first those that can be picked, then what can be picked on one of them,
    // then near misses, then things of the same kind.
    const here = thingsAt(event);
    const kinds = new Set([...props.lit].map(kindOf));
    const touched = event instanceof PointerEvent && event.pointerType === "touch";
    const close = () =>
      frame.current === null
        ? undefined
        : nearest(boxesOf(frame.current, camera, props.lit), camera.pointAt(event), (touched ? TOUCH : MOUSE) / camera.at.value.k);
    const thing = here.find((one) => props.lit.has(one) || props.isMeant(one)) ?? litWithin(frame.current, here[0] ?? "", props.lit) ?? close() ?? here.find((one) => kinds.has(kindOf(one))) ?? here[0];
    if (thing !== undefined) props.onPick([thing, ...here.filter((one) => one !== thing)], touched ? "touch" : "mouse");
  };

  /** The boxes of all keyboard stops: things that can be picked, and spots. */
  const stops = (thing?: string): Seen[] =>
    frame.current === null
      ? []
      : [...boxesOf(frame.current, camera, props.lit), ...spotsIn(frame.current, camera)].filter((one) => thing === undefined || one.thing === thing);
  const isStop = (thing: string): boolean => props.lit.has(thing) || props.spots.some((one) => one.do === thing);

  /** Move the keyboard cursor to the next or previous pickable thing or spot, in reading order. */
  const step = (by: number) => {
    if (frame.current === null) return;
    const boxes = stops().sort((one, other) => one.y - other.y || one.x - other.x);
    const things = [...new Set(boxes.map(({ thing }) => thing))];
    const thing = things[(things.indexOf(at.value) + by + things.length) % things.length] ?? "";
    const box = boxes.find((one) => one.thing === thing);
    at.value = thing;
    if (box === undefined) return;
    camera.reveal({ x: box.x + box.w / 2, y: box.y + box.h / 2 });
    const spot = props.spots.find((one) => one.do === thing);
    props.onLook(spot === undefined ? thing : null, spot === undefined ? toldOf(frame.current, thing) : "");
    props.onTold(spot === undefined ? props.nameOf(thing) : props.nameOfSpot(spot));
  };
  const pickStop = () => {
    const spot = props.spots.find((one) => one.do === at.value);
    if (spot === undefined) {
      if (props.lit.has(at.value)) props.onPick([at.value], "keys");
      return;
    }
    props.onSpot(spot, held.current === spot.do && props.spots.length === 1);
    held.current = spot.do;
  };

  /** The thing to drag: one at the pointer, or else a near miss. */
  const movable = (event: PointerEvent) => (things: string[]) => {
    const hit = props.movable(things);
    if (hit !== "" || frame.current === null) return hit;
    const movables = [...props.lit, ...props.picked].filter((one) => props.movable([one]) !== "");
    return nearest(boxesOf(frame.current, camera, movables), camera.pointAt(event), MOUSE / camera.at.value.k) ?? "";
  };

  const rule = (on: boolean) => {
    ruler.turn(on);
    if (on) frame.current?.focus({ preventScroll: true });
  };

  const key = (event: KeyboardEvent) => {
    if (ruler.on.value && ruler.key(event)) {
      event.preventDefault();
      return;
    }
    const steps: Record<string, () => void> = {
      "+": () => camera.closer(),
      "-": () => camera.farther(),
      "0": () => camera.overview(),
      ArrowLeft: () => camera.panBy(-PAN, 0),
      ArrowRight: () => camera.panBy(PAN, 0),
      ArrowUp: () => camera.panBy(0, -PAN),
      ArrowDown: () => camera.panBy(0, PAN),
      n: () => step(1),
      p: () => step(-1),
      c: toChoices,
      ...(isStop(at.value) ? { Enter: pickStop } : {}),
    };
    const leave = () => {
      hand.release();
      held.current = "";
      props.onLeave();
    };
    const act = event.key === "Escape" ? leave : steps[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  return (
    <>
      <div
        ref={stage}
        class={`board ${camera.flies.value ? "flying" : ""} ${focused.value ? "focused" : ""}`}
        onPointerDown={(event) => hand.down(event, { ...props, movable: movable(event) })}
        onPointerMove={(event) => (hand.presses ? hand.move(event, props, event.currentTarget) : look(event.target))}
        onPointerUp={(event) => hand.up(event, props)}
        onPointerCancel={(event) => hand.up(event, props)}
        onPointerLeave={(event) => event.pointerType === "mouse" && props.onLook(null, "")}
        onClick={click}
      >
        <svg
          ref={frame}
          class={`drawing ${names.value}`}
          role="application"
          aria-label={props.label}
          aria-busy={props.ground === ""}
          tabindex={0} // the SVG attribute is lower case
          onKeyDown={key}
          onFocus={(event) => (focused.value = event.currentTarget.matches(":focus-visible"))}
          onBlur={() => (focused.value = false)}
        >
          <g ref={ground} id="stage-ground" class={names.value} />
          <g ref={layer} id="stage-things" class={names.value} />
          <g id="stage-scenes" class={names.value} aria-hidden="true" />
          {unit.value > 0 && (
            <g class="spots" aria-hidden="true">
              {props.spots.map((one) => one.at !== undefined && <Spot key={one.do} option={one} at={one.at} unit={unit.value} />)}
            </g>
          )}
          {props.under}
          {at.value !== "" && isStop(at.value) && <Cursor boxes={stops(at.value)} />}
          <g ref={over} class={props.barred ? "over-all barred" : "over-all"} />
          {props.ghost !== null && <Handle at={props.ghost} unit={unit.value} />}
          {ruler.line.value !== null && (
            <line class="rule-line" x1={ruler.line.value[0].x} y1={ruler.line.value[0].y} x2={ruler.line.value[1].x} y2={ruler.line.value[1].y} />
          )}
          {ruler.mark.value !== null && <Mark at={ruler.mark.value} unit={unit.value} />}
        </svg>
      </div>
      <Edges camera={camera} frame={() => frame.current} lit={props.lit} drawing={drawing} insets={props.insets} corner={corner.value} />
      {props.pins.map((pin) => (
        <Pinned {...pin} key={pin.key} camera={camera} frame={() => frame.current} drawing={drawing} />
      ))}
      <div class={`corner ${corner.value}`}>
        <Overview camera={camera} names={names.value} ground={props.ground === "" ? "" : content.value} drawing={drawing} />
      <div class="zoom" role="group" aria-label={t("board.zoom")}>
        <button type="button" class="step" disabled={props.ground === ""} onClick={() => camera.closer()} aria-label={t("board.closer")} title={t("board.closer")}>
          +
        </button>
        <button type="button" class="step" disabled={props.ground === ""} onClick={() => camera.farther()} aria-label={t("board.farther")} title={t("board.farther")}>
          −
        </button>
        <button type="button" disabled={props.ground === ""} onClick={() => camera.overview()} aria-label={t("board.whole")} title={t("board.whole")}>
          ⤢
        </button>
        {unit.value > 0 && (
          <button type="button" aria-pressed={ruler.on.value} aria-label={t("board.ruler")} title={t("board.ruler")} onClick={() => rule(!ruler.on.value)}>
            ⟷
          </button>
        )}
        <Keys />
        </div>
      </div>
    </>
  );
}

/** Give the stage around a ground the color of the desk that it lies on, if there is one. */
function surround(stage: HTMLElement | null, ground: SVGElement | null): void {
  const desk = ground?.querySelector(".desk") ?? null;
  stage?.parentElement?.style.setProperty("--field", desk === null ? null : getComputedStyle(desk).fill);
}
