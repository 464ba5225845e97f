// The board: a drawing made by the server, that can be moved, enlarged and picked from. It knows no game: things carry
// their ids, and what can be picked is told to it.

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Option, Placing } from "../protocol";
import { t } from "../texts";
import { theme } from "../theme";
import { patch, type Drawing } from "./drawing";

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface BoardProps {
  ground: string;
  drawing: Drawing;
  /** What an answer would do, shown over the rest. */
  preview: string;
  /** What lies under that, such as the ranges of a thing. */
  under: preact.ComponentChildren;
  lit: Set<string>;
  picked: string[];
  label: string;
  /** Answers that put a thing somewhere: each is a spot that can be picked. */
  spots: Option[];
  /** The thing that may be dragged, and the ghost of what is put somewhere just now. */
  moving: string;
  ghost: Placing | null;
  /** Whether the ghost may not lie there. */
  barred: boolean;
  onSpot: (option: Option) => void;
  onDrag: (at: Placing) => void;
  /** What is put somewhere is left where it was. */
  onLeave: () => void;
  onDrop: (things: string[]) => void;
  onMeasure: (one: Placing, other: Placing) => void;
  /** The unit of length of the ground, in its own coordinates. */
  onUnit: (unit: number) => void;
  onPick: (thing: string) => void;
  /** A thing that is pointed at, and what it tells of itself. */
  onLook: (thing: string | null, told: string) => void;
  /** What is said aloud to whoever measures by keyboard. */
  onTold: (told: string) => void;
}

const STEP = 1.25;
const CLOSEST = 8;
const THRESHOLD = 6; // pixels that a hand may tremble
const GRIP = 3; // of the unit of length: how far from its middle a ghost is turned
const FINE = 10; // parts of the unit of length
const NARROW = "(max-width: 52rem)";

/** The style sheet of a drawing is taken out of it: the page's security policy lets no style stand in the page. */
function withoutStyle(markup: string): [string, string] {
  const sheets: string[] = [];
  const rest = markup.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_, sheet: string) => {
    sheets.push(sheet.replace(/^<!\[CDATA\[|\]\]>$/g, "").replace(/&gt;/g, ">").replace(/&lt;/g, "<").replace(/&amp;/g, "&"));
    return "";
  });
  return [rest, sheets.join("\n")];
}

let adopted: CSSStyleSheet | undefined;

/** The drawing follows the system by day and by night; here somebody may have said otherwise. */
function adopt(sheet: string, dark: boolean): void {
  if (adopted === undefined) {
    adopted = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, adopted];
  }
  adopted.replaceSync(sheet.replace(/@media[^{]*prefers-color-scheme:\s*dark[^{]*/g, dark ? "@media screen" : "@media not all"));
}

export function Board(props: BoardProps) {
  const frame = useRef<SVGSVGElement>(null);
  const ground = useRef<SVGGElement>(null);
  const layer = useRef<SVGGElement>(null);
  const over = useRef<SVGGElement>(null);
  const sheet = useRef("");
  const applied = useRef<[whole: string, patches: number]>(["", 0]);
  const whole = useRef<Box>({ x: 0, y: 0, w: 100, h: 100 });
  const focus = useRef<Box | null>(null);
  const box = useSignal<Box>({ x: 0, y: 0, w: 100, h: 100 });
  const names = useSignal("");
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef(false);
  /** What the hand does with what it holds. */
  const holds = useRef<{ what: "ghost" | "turn" | "thing" | "ruler"; from: Placing; dx: number; dy: number } | null>(null);
  const unit = useSignal(0);
  const ruling = useSignal(false);
  const line = useSignal<[Placing, Placing] | null>(null);
  /** Where the keyboard measures: the end of the ruler, or where it would begin. */
  const mark = useSignal<Placing | null>(null);

  useLayoutEffect(() => {
    if (ground.current === null || props.ground === "") return;
    const [markup, found] = withoutStyle(props.ground);
    sheet.current = found;
    const size = /^<svg[^>]*viewBox="([^"]+)"/.exec(markup)?.[1];
    names.value = /^<svg[^>]*\bclass="([^"]*)"/.exec(markup)?.[1] ?? "";
    ground.current.innerHTML = markup.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
    adopt(found, theme.value === "dark");
    whole.current = size === undefined ? bounds(frame.current) : boxOf(size);
    unit.value = Number(/^<svg[^>]*data-unit="([^"]+)"/.exec(markup)?.[1] ?? 0);
    props.onUnit(unit.value);
    const important = /^<svg[^>]*data-focus="([^"]+)"/.exec(markup)?.[1];
    focus.current = important === undefined ? null : boxOf(important);
    const lit = [...props.lit].flatMap((thing) => [...things(ground.current?.parentElement ?? document.body, thing)]);
    box.value = matchMedia(NARROW).matches ? close(frame.current, focus.current ?? whole.current, lit[0]) : whole.current;
  }, [props.ground]);

  useEffect(() => {
    if (sheet.current !== "") adopt(sheet.current, theme.value === "dark");
  }, [theme.value]);

  useLayoutEffect(() => {
    if (over.current !== null) over.current.innerHTML = props.preview;
  }, [props.preview]);

  useLayoutEffect(() => {
    if (layer.current === null) return;
    const { whole, patches } = props.drawing;
    const [before, count] = applied.current;
    if (before !== whole || count > patches.length) {
      layer.current.innerHTML = withoutStyle(whole)[0];
      applied.current = [whole, 0];
    }
    for (const one of patches.slice(applied.current[1])) patch(layer.current, one);
    applied.current = [whole, patches.length];
  }, [props.drawing]);

  useLayoutEffect(() => {
    const root = frame.current;
    if (root === null) return;
    for (const old of root.querySelectorAll(".can, .chosen")) {
      old.classList.remove("can", "chosen");
      old.removeAttribute("tabindex");
      old.removeAttribute("role");
    }
    for (const thing of props.lit) {
      for (const at of things(root, thing)) {
        at.classList.add("can");
        at.setAttribute("tabindex", "-1"); // the list beside the board is the way for the keyboard
      }
    }
    for (const thing of props.picked) for (const at of things(root, thing)) at.classList.add("chosen");
  }, [props.lit, props.picked, props.drawing, props.ground]);

  const zoom = (factor: number, at?: { x: number; y: number }) => {
    const now = box.value;
    const w = Math.min(whole.current.w * 1.2, Math.max(whole.current.w / CLOSEST, now.w * factor));
    const h = (w / now.w) * now.h;
    const cx = at?.x ?? now.x + now.w / 2;
    const cy = at?.y ?? now.y + now.h / 2;
    box.value = { x: cx - ((cx - now.x) / now.w) * w, y: cy - ((cy - now.y) / now.h) * h, w, h };
  };

  const point = (event: { clientX: number; clientY: number }) => {
    const matrix = frame.current?.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: at.x, y: at.y };
  };

  const look = (target: EventTarget | null) => {
    const at = target instanceof Element ? target.closest("[data-id]") : null;
    props.onLook(at?.getAttribute("data-id") ?? null, at?.querySelector(":scope > title")?.textContent ?? "");
  };

  const down = (event: PointerEvent) => {
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    moved.current = false;
    const at = point(event);
    const target = event.target instanceof Element ? event.target : null;
    const { ghost, moving } = props;
    holds.current = null;
    if (pointers.current.size > 1) return;
    if (ruling.value) {
      holds.current = { what: "ruler", from: { ...at, thing: topAt(event) }, dx: 0, dy: 0 };
    } else if (ghost !== null && target?.closest(".turner")) {
      holds.current = { what: "turn", from: ghost, dx: 0, dy: 0 };
    } else if (ghost !== null && target?.closest(".grip")) {
      holds.current = { what: "ghost", from: ghost, dx: ghost.x - at.x, dy: ghost.y - at.y };
    } else if (moving !== "" && thingsAt(event).includes(moving)) {
      holds.current = { what: "thing", from: { ...at, thing: moving }, dx: 0, dy: 0 };
    }
  };

  /** Follow the hand that holds something. */
  const carry = (event: PointerEvent) => {
    const held = holds.current;
    if (held === null) return;
    const at = point(event);
    if (held.what === "ruler") {
      line.value = [held.from, { ...at, thing: topAt(event) }];
      props.onMeasure(...line.value);
    } else if (held.what === "turn") {
      const turn = (Math.atan2(at.x - held.from.x, held.from.y - at.y) * 180) / Math.PI;
      props.onDrag({ ...held.from, turn: (turn + 360) % 360 });
    } else {
      if (held.what === "thing") line.value = [held.from, at];
      props.onDrag({ ...held.from, ...(props.ghost ?? {}), x: at.x + held.dx, y: at.y + held.dy });
    }
  };

  const move = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) {
      look(event.target);
      return;
    }
    const scale = frame.current?.getScreenCTM()?.a ?? 1;
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    if (pointers.current.size === 1) {
      if (!moved.current && Math.hypot(dx, dy) < THRESHOLD) return;
      moved.current = true;
      frame.current?.setPointerCapture(event.pointerId);
      if (holds.current !== null) {
        carry(event);
        return;
      }
      box.value = { ...box.value, x: box.value.x - dx / scale, y: box.value.y - dy / scale };
    } else {
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const was = Math.hypot(before.x - other.x, before.y - other.y);
        const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        moved.current = true;
        if (is > 0) zoom(was / is, point({ clientX: (event.clientX + other.x) / 2, clientY: (event.clientY + other.y) / 2 }));
      }
    }
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  const up = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    const held = holds.current;
    holds.current = null;
    if (held === null || !moved.current) return;
    if (held.what !== "ruler") line.value = null;
    if (held.what === "thing" && event.type === "pointerup") props.onDrop(thingsAt(event));
  };

  const click = (event: MouseEvent) => {
    if (moved.current || ruling.value) return;
    look(event.target);
    const spot = event.target instanceof Element ? event.target.closest("[data-spot]")?.getAttribute("data-spot") : null;
    const option = props.spots.find((one) => one.do === spot);
    if (option !== undefined) {
      props.onSpot(option);
      return;
    }
    // Things lie upon one another: what can be picked comes first, then what is of the same kind.
    const here = thingsAt(event);
    const kinds = new Set([...props.lit].map(kindOf));
    const thing = here.find((one) => props.lit.has(one)) ?? here.find((one) => kinds.has(kindOf(one))) ?? here[0];
    if (thing !== undefined) props.onPick(thing);
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? STEP : 1 / STEP, point(event));
  };

  /** Begin to measure, or stop. */
  const rule = (on: boolean) => {
    ruling.value = on;
    line.value = null;
    mark.value = null;
    props.onTold(on ? t("board.ruling") : "");
    if (on) frame.current?.focus({ preventScroll: true });
  };

  /** Put the mark there, into the part that is seen, and tell what lies there or how far it is. */
  const markAt = (at: Placing) => {
    const { x, y, w, h } = box.value;
    const into = (one: number, from: number, size: number) => (one >= from && one <= from + size ? from : one - size / 2);
    box.value = { x: into(at.x, x, w), y: into(at.y, y, h), w, h };
    mark.value = at;
    if (line.value !== null) {
      line.value = [line.value[0], at];
      props.onMeasure(...line.value);
    } else props.onTold(toldOf(frame.current, at.thing ?? ""));
  };

  /** The ruler by keyboard: the mark goes by steps or from thing to thing, and one end of the ruler is set down. */
  const ruleBy = (event: KeyboardEvent): boolean => {
    const now = box.value;
    const from = mark.value ?? { x: now.x + now.w / 2, y: now.y + now.h / 2 };
    const far = event.shiftKey ? unit.value / FINE : unit.value;
    const by = (dx: number, dy: number) => {
      const at = { x: from.x + dx, y: from.y + dy };
      markAt({ ...at, thing: thingsIn(frame.current, focus.current ?? whole.current).findLast((one) => covers(one, at))?.thing ?? "" });
    };
    const along = (way: number) => {
      const all = thingsIn(frame.current, focus.current ?? whole.current);
      const at = all.findIndex((one) => one.thing === mark.value?.thing);
      const next = all[at < 0 ? (way > 0 ? 0 : all.length - 1) : (at + way + all.length) % all.length];
      if (next !== undefined) markAt({ x: next.x, y: next.y, thing: next.thing });
    };
    const steps: Record<string, () => void> = {
      ArrowLeft: () => by(-far, 0),
      ArrowRight: () => by(far, 0),
      ArrowUp: () => by(0, -far),
      ArrowDown: () => by(0, far),
      n: () => along(1),
      p: () => along(-1),
      Enter: () => {
        line.value = [from, from];
        mark.value = from;
        props.onTold(`${t("board.from")} ${toldOf(frame.current, from.thing ?? "")}`);
      },
      Escape: () => rule(false),
    };
    const step = steps[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    step?.();
    return step !== undefined;
  };

  const key = (event: KeyboardEvent) => {
    if (ruling.value && ruleBy(event)) {
      event.preventDefault();
      return;
    }
    const now = box.value;
    const far = now.w / 8;
    const steps: Record<string, () => void> = {
      "+": () => zoom(1 / STEP),
      "-": () => zoom(STEP),
      "0": () => (box.value = whole.current),
      ArrowLeft: () => (box.value = { ...now, x: now.x - far }),
      ArrowRight: () => (box.value = { ...now, x: now.x + far }),
      ArrowUp: () => (box.value = { ...now, y: now.y - far }),
      ArrowDown: () => (box.value = { ...now, y: now.y + far }),
    };
    const leave = () => {
      holds.current = null;
      props.onLeave();
    };
    const step = event.key === "Escape" && props.ghost !== null ? leave : steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    step();
  };

  useEffect(() => {
    const root = frame.current;
    root?.addEventListener("wheel", wheel, { passive: false });
    return () => root?.removeEventListener("wheel", wheel);
  });

  const { x, y, w, h } = box.value;
  const { w: wide, h: high } = whole.current;
  return (
    <div class={wide > high * 1.2 ? "board wide" : "board"}>
      <svg
        ref={frame}
        class={`drawing ${names.value}`}
        viewBox={`${x} ${y} ${w} ${h}`}
        role="application"
        aria-label={props.label}
        aria-busy={props.ground === ""}
        tabindex={0} // an attribute of SVG is written small
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onPointerLeave={(event) => event.pointerType === "mouse" && props.onLook(null, "")}
        onClick={click}
        onKeyDown={key}
      >
        <g ref={ground} />
        <g ref={layer} />
        {unit.value > 0 && (
          <g class="spots" aria-hidden="true">
            {props.spots.map((one) => one.at !== undefined && <Spot key={one.do} option={one} at={one.at} unit={unit.value} />)}
          </g>
        )}
        {props.under}
        <g ref={over} class={props.barred ? "over-all barred" : "over-all"} />
        {props.ghost !== null && <Handle at={props.ghost} unit={unit.value} />}
        {line.value !== null && (
          <line class="rule-line" x1={line.value[0].x} y1={line.value[0].y} x2={line.value[1].x} y2={line.value[1].y} />
        )}
        {mark.value !== null && <Mark at={mark.value} unit={unit.value} />}
      </svg>
      <div class="zoom" role="group" aria-label={t("board.zoom")}>
        {unit.value > 0 && (
          <button
            type="button"
            aria-pressed={ruling.value}
            aria-label={t("board.ruler")}
            title={t("board.ruler")}
            onClick={() => rule(!ruling.value)}
          >
            ⟷
          </button>
        )}
        <button type="button" disabled={props.ground === ""} onClick={() => zoom(1 / STEP)} aria-label={t("board.closer")}>
          +
        </button>
        <button type="button" disabled={props.ground === ""} onClick={() => zoom(STEP)} aria-label={t("board.farther")}>
          −
        </button>
        <button
          type="button"
          disabled={props.ground === ""}
          aria-label={t("board.whole")}
          onClick={() => (box.value = box.value === whole.current && focus.current !== null ? close(frame.current, focus.current) : whole.current)}
        >
          ⤢
        </button>
      </div>
    </div>
  );
}

/** An answer that puts something there: a spot with its front. */
function Spot(props: { option: Option; at: Placing; unit: number }) {
  const { at, option, unit } = props;
  return (
    <g class="spot" data-spot={option.do} transform={`translate(${at.x} ${at.y}) rotate(${at.turn ?? 0})`}>
      <circle r={unit * 0.45} />
      <path d={`M${-unit * 0.3} ${-unit * 0.5}L0 ${-unit * 1.1}L${unit * 0.3} ${-unit * 0.5}z`} />
    </g>
  );
}

/** Where the keyboard measures. */
function Mark(props: { at: Placing; unit: number }) {
  const far = props.unit * 0.6;
  return <path class="rule-mark" d={`M${props.at.x - far} ${props.at.y}h${2 * far}M${props.at.x} ${props.at.y - far}v${2 * far}`} />;
}

/** By what a ghost is dragged and turned. */
function Handle(props: { at: Placing; unit: number }) {
  const { at, unit } = props;
  const far = -GRIP * unit;
  return (
    <g class="handle" aria-hidden="true" transform={`translate(${at.x} ${at.y}) rotate(${at.turn ?? 0})`}>
      <circle class="grip" r={unit * 2} />
      <line x1={0} y1={-unit} x2={0} y2={far} />
      <circle class="turner" cy={far} r={unit * 0.7} />
    </g>
  );
}

function boxOf(written: string): Box {
  const [x = 0, y = 0, w = 100, h = 100] = written.split(" ").map(Number);
  return { x, y, w, h };
}

/** A part of the board as large as the frame lets it be, around something where it has to be cut. */
function close(frame: SVGSVGElement | null, wanted: Box, around?: Element | undefined): Box {
  const size = frame?.getBoundingClientRect();
  if (!size || size.width === 0) return wanted;
  const h = Math.min(wanted.h, (wanted.w * size.height) / size.width);
  const at = around instanceof SVGGraphicsElement ? around.getBBox() : undefined;
  const middle = at === undefined ? wanted.y + wanted.h / 2 : at.y + at.height / 2;
  return { x: wanted.x, y: Math.min(wanted.y + wanted.h - h, Math.max(wanted.y, middle - h / 2)), w: wanted.w, h };
}

function bounds(svg: SVGSVGElement | null): Box {
  const found = svg?.getBBox();
  return found ? { x: found.x, y: found.y, w: found.width, h: found.height } : { x: 0, y: 0, w: 100, h: 100 };
}

function things(root: Element, thing: string): NodeListOf<Element> {
  const name = CSS.escape(thing);
  return root.querySelectorAll(`[data-id="${name}"], [data-for="${name}"]`);
}

const kindOf = (thing: string): string => thing.slice(0, thing.indexOf(":"));

interface Seen extends Box {
  thing: string;
}

/** The things that lie in a part of the board, each once, with their middles and sizes. */
function thingsIn(root: SVGSVGElement | null, part: Box): Seen[] {
  const inverse = root?.getScreenCTM()?.inverse();
  if (!root || !inverse) return [];
  const found = new Map<string, Seen>();
  for (const element of root.querySelectorAll("[data-id]")) {
    const thing = element.getAttribute("data-id") ?? "";
    if (found.has(thing) || element.querySelector(":scope > title") === null) continue;
    const on = element.getBoundingClientRect();
    const [from, to] = [new DOMPoint(on.left, on.top).matrixTransform(inverse), new DOMPoint(on.right, on.bottom).matrixTransform(inverse)];
    const seen = { thing, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, w: to.x - from.x, h: to.y - from.y };
    if (on.width > 0 && seen.x >= part.x && seen.x <= part.x + part.w && seen.y >= part.y && seen.y <= part.y + part.h) found.set(thing, seen);
  }
  return [...found.values()];
}

const covers = (one: Seen, at: Placing): boolean => Math.abs(at.x - one.x) <= one.w / 2 && Math.abs(at.y - one.y) <= one.h / 2;

/** What a thing tells of itself. */
function toldOf(root: Element | null, thing: string): string {
  return thing === "" ? "" : (root?.querySelector(`[data-id="${CSS.escape(thing)}"] > title`)?.textContent ?? "");
}

/** The uppermost thing at a point, or nothing. */
function topAt(event: MouseEvent): string {
  return thingsAt(event)[0] ?? "";
}

/** The things at a point, from the uppermost down, each before those it is a part of. */
function thingsAt(event: MouseEvent): string[] {
  const found = new Set<string>();
  const there = [...(event.target instanceof Element ? [event.target] : []), ...document.elementsFromPoint(event.clientX, event.clientY)];
  for (const element of there) {
    for (let at = element.closest("[data-id]"); at !== null; at = at.parentElement?.closest("[data-id]") ?? null) {
      const stands = at.getAttribute("data-for"); // such as the line of a list that stands for a piece
      if (stands !== null) found.add(stands);
      found.add(at.getAttribute("data-id") ?? "");
    }
  }
  return [...found];
}
