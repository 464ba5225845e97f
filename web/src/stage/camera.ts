// The camera over the board. d3-zoom handles the gestures. They transform a compositor layer, so that panning needs no
// painting; the drawing is rendered at full resolution when zooming ends.

import { signal } from "@preact/signals";
import { select, type Selection } from "d3-selection";
import "d3-transition";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from "d3-zoom";
import { around, isWithin, type Box } from "./box";
import { between, fullest, limited } from "./views";

export interface Point {
  x: number;
  y: number;
}

/** Widths in pixels of the edges of the stage that floating elements cover. */
export interface Insets {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

type Stage = Selection<HTMLElement, unknown, null, undefined>;

const LEAST_TEXT = 11; // minimum font height in pixels
const SLACK = 72; // pixels that the view can extend beyond the edge of the board
const CLOSEST = 4; // maximum zoom, relative to the scale at which the board fills the stage
const NEAR = 1.2; // the same for automatic zooms to the things of a question
const FAR = 0.6; // pixels per unit below which details are hidden
/** Range of scales in which texts keep their size on the screen, as in the style sheets of drawings. */
const KEEPS = [0.75, 1.6] as const;
/** Minimum pixels per unit at which names, icons and pieces do not overlap. */
const CLEAR = 0.9;
const STEP = 1.4;
/** Width of the overview and the buttons, and minimum width of a stage that shows them beside the board, in pixels. */
const BESIDE = 176;
const WIDE = 700;
const TABLET = 500; // minimum width of the stage beside the panels of a tablet
const MARGIN = 0.12; // margin of automatic views, relative to their size
const FLIGHT_MS = 350;
const FRICTION_MS = 280; // time constant of inertia
const LEAST_SPEED = 0.05; // minimum speed of inertia, in pixels per millisecond
const REMEMBERED_MS = 90;
const HAIR = 0.01; // pixels

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Camera {
  /** The transform of the board: offset in pixels, and pixels per unit. */
  readonly at = signal<ZoomTransform>(zoomIdentity);
  /** Whether the camera is animating. */
  readonly flies = signal(false);
  /** Number of automatic moves so far. */
  readonly looks = signal(0);
  /** Whether the stage has a size, so that elements on it can be measured. */
  readonly sized = signal(false);
  readonly whole = signal<Box>({ x: 0, y: 0, w: 100, h: 100 });
  /** The playing area within the board. */
  private part: Box = { x: 0, y: 0, w: 100, h: 100 };
  private leastText = 0; // font height of the smallest text, in units of the board
  private insets: Insets = { left: 0, top: 0, right: 0, bottom: 0 };
  private asked: Box | null = null;
  private things: Box[] = [];
  private main: Box | undefined; // that of `things` which was picked
  private size = { w: 0, h: 0 };
  private rendered = 1; // pixels per unit of the last rendering
  private plane: SVGSVGElement | null = null;
  private stage: Stage | null = null;
  private readonly behaviour: ZoomBehavior<HTMLElement, unknown>;
  private trail: { t: number; x: number; y: number }[] = [];
  private glide = 0;
  private glides = false;
  private opens = true; // before the first question
  private settled = false; // after the first change of what is asked about
  private moved = false; // by the user, since the last automatic move
  private fitted = false; // the whole playing area is shown, also after a change of size

  constructor(isHeld: () => boolean) {
    this.behaviour = zoom<HTMLElement, unknown>()
      .filter((event: MouseEvent) => !isHeld() && !event.button && (!event.ctrlKey || event.type === "wheel"))
      .extent(() => [
        [0, 0],
        [this.size.w, this.size.h],
      ])
      .constrain((to) => this.constrained(to, SLACK))
      .clickDistance(6)
      .tapDistance(12)
      .on("start", this.began)
      .on("zoom", this.zoomed)
      .on("end", this.ended);
  }

  /** Handle gestures on a stage and transform a plane on it. Return a function that detaches. */
  attach(stage: HTMLElement, plane: SVGSVGElement): () => void {
    this.plane = plane;
    this.stage = select<HTMLElement, unknown>(stage).call(this.behaviour).on("dblclick.zoom", () => this.home());
    const observer = new ResizeObserver(() => this.resize(stage));
    observer.observe(stage);
    this.resize(stage);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(this.glide);
      this.stage?.interrupt().on(".zoom", null);
      this.stage = this.plane = null;
    };
  }

  /** Set the size and the playing area of the board. */
  show(whole: Box, part: Box): void {
    this.whole.value = whole;
    this.part = part;
    this.moved = false;
    this.opens = true;
    this.settled = false;
    this.limit();
    this.home(false);
  }

  /** Limit zooming out so that text of this height, in units of the board, stays legible. */
  legible(leastText: number): void {
    if (leastText === 0 || Math.abs(leastText - this.leastText) < 0.01) return;
    this.leastText = leastText;
    this.limit();
    if (!this.moved) this.home(false);
  }

  /** The factor by which a text of constant screen size is enlarged at the smallest scale at which it keeps its size. */
  growth(text: Element): number {
    return text.closest(".keep, .kept") === null ? 1 : between(KEEPS[0], this.rendered, KEEPS[1]) / KEEPS[0];
  }

  /**
   * Move to the things that a question offers, or else to what it is about, or else to those it names, unless all are
   * visible. If they do not fit, a thing that is picked already is shown with as many others as possible.
   */
  ask(lit: Box[], attention: Box[], picked: Box[], named: Box[] = []): void {
    const within = (boxes: Box[]) => boxes.filter((one) => isWithin({ x: one.x + one.w / 2, y: one.y + one.h / 2, w: 0, h: 0 }, this.part));
    const offered = within(lit);
    const about = within(attention);
    const things = offered.length > 0 ? offered : about.length > 0 ? about : within(named);
    const isFar = things.length > 0 && offered.length + about.length > 0 && !this.moved;
    const found = around(things);
    if (found === null) return;
    this.asked = found;
    this.things = things;
    this.main = picked.length === 1 ? picked[0] : undefined;
    this.settled = !this.opens;
    if (this.opens) this.home(false);
    else if (!isWithin(found, this.free()) || (isFar && this.at.value.k < this.scaleFor(found) * 0.8)) this.home(!isStill());
  }

  /**
   * Set the edges of the stage that floating elements cover. After the first answer, the view moves only if they cover
   * what is asked about: a board that shifts with every panel is hard to aim at.
   */
  inset(insets: Insets): void {
    const before = this.insets;
    this.insets = insets;
    if (this.asked === null) {
      if (!this.moved) this.home(false);
      return;
    }
    const shrunk = insets.left > before.left || insets.bottom > before.bottom || insets.right > before.right || insets.top > before.top;
    if (!this.settled || (!isWithin(this.asked, this.free()) && (shrunk || !this.moved))) this.home(!isStill());
    else this.fill();
  }

  /** Move the board to where nothing beside it shows, such as after the sheet over its lower edge has been closed. */
  private fill(): void {
    const at = this.at.value;
    const to = this.constrained(at, this.moved ? SLACK : 0);
    if (this.stage === null || to === at) return;
    if (isStill()) this.behaviour.transform(this.stage, to);
    else this.stage.transition().duration(FLIGHT_MS).call(this.behaviour.transform, to);
  }

  /** Return to the things of the question, or to the playing area. */
  home(animated = !isStill()): void {
    const to = this.asked ?? this.part;
    const k = this.scaleFor(to);
    const { w, h } = this.room();
    this.look(to.w * k <= w && to.h * k <= h ? to : (fullest(this.things, w / k, h / k, this.insets.bottom / k, this.main) ?? to), k, animated);
    this.moved = this.fitted = false;
    this.opens &&= this.asked === null;
  }

  /** Show the whole playing area, or return to the things of the question if it is shown already. */
  overview(): void {
    const { w, h } = this.room();
    const k = Math.min(w / this.part.w, h / this.part.h);
    if (Math.abs(this.at.value.k - k) < k * 0.01 && this.asked !== null) {
      this.home();
      this.moved = true;
    } else this.fit();
  }

  /** Show the whole playing area. */
  fit(animated = !isStill()): void {
    const { w, h } = this.room();
    this.look(this.part, Math.min(w / this.part.w, h / this.part.h), animated);
    this.moved = this.fitted = true;
  }

  closer(): void {
    this.zoomBy(STEP);
  }

  farther(): void {
    this.zoomBy(1 / STEP);
  }

  /** Pan by fractions of the view. */
  panBy(right: number, down: number): void {
    const { k } = this.at.value;
    this.moved = true;
    this.fitted = false;
    if (this.stage !== null) this.behaviour.translateBy(this.stage, (-right * this.size.w) / k, (-down * this.size.h) / k);
  }

  /** Centre a point of the board. */
  centre(at: Point, animated = false): void {
    this.moved = true;
    this.fitted = false;
    this.look({ x: at.x, y: at.y, w: 0, h: 0 }, this.at.value.k, animated);
  }

  /** Centre a point of the board if it is not visible. */
  reveal(at: Point): void {
    if (!isWithin({ x: at.x, y: at.y, w: 0, h: 0 }, this.seen())) this.centre(at);
  }

  /** Pan so that `reach` pixels around a point of the board are on the stage, as far as the board allows. */
  clear(at: Point, reach: number): void {
    const { w, h } = this.room();
    if (this.stage === null || Math.min(w, h) < 2 * reach) return;
    const [{ x, y }, now] = [this.pixelOf(at), this.at.value];
    const [right, down] = [between(reach, x, w - reach) - x, between(reach, y, h - reach) - y];
    if (right === 0 && down === 0) return;
    const to = this.constrained(zoomIdentity.translate(now.x + right, now.y + down).scale(now.k), SLACK);
    if (isStill()) this.behaviour.transform(this.stage, to);
    else this.stage.transition().duration(FLIGHT_MS / 2).call(this.behaviour.transform, to);
  }

  /** Convert client coordinates to a point of the board. */
  pointAt(event: { clientX: number; clientY: number }): Point {
    const stage = this.stage?.node()?.getBoundingClientRect();
    const { x, y } = this.whole.value;
    const [px, py] = this.at.value.invert([event.clientX - (stage?.left ?? 0), event.clientY - (stage?.top ?? 0)]);
    return { x: px + x, y: py + y };
  }

  /** Convert a point of the board to pixels on the stage. */
  pixelOf({ x, y }: Point): Point {
    const { x: left, y: top } = this.whole.value;
    const [px, py] = this.at.value.apply([x - left, y - top]);
    return { x: px, y: py };
  }

  /** The bounding box of an element in the coordinates of the board. */
  boxOf(element: Element): Box {
    const on = element.getBoundingClientRect();
    const { x, y } = this.pointAt({ clientX: on.left, clientY: on.top });
    return { x, y, w: on.width / this.at.value.k, h: on.height / this.at.value.k };
  }

  /** The visible part of the board. */
  seen(): Box {
    return this.partAt(0, 0, this.size.w, this.size.h);
  }

  /** The visible part of the board that is not covered by floating elements. */
  private free(): Box {
    const { w, h } = this.room();
    return this.partAt(this.insets.left, this.insets.top, w, h);
  }

  private partAt(left: number, top: number, w: number, h: number): Box {
    const { x, y, k } = this.at.value;
    return { x: (left - x) / k + this.whole.value.x, y: (top - y) / k + this.whole.value.y, w: w / k, h: h / k };
  }

  /** The size in pixels of the part of the stage that is not covered by floating elements. */
  room(): { w: number; h: number } {
    const { left, right, top, bottom } = this.insets;
    return { w: Math.max(1, this.size.w - left - right), h: Math.max(1, this.size.h - top - bottom) };
  }

  /** The scale at which a box is entirely visible, text is legible, and the board fills the stage. */
  private scaleFor(box: Box): number {
    const fills = Math.max(this.size.w / this.part.w, this.size.h / this.part.h);
    const { w, h } = this.room();
    const fits = Math.min(w / (box.w * (1 + 2 * MARGIN)), h / (box.h * (1 + 2 * MARGIN)));
    // On a phone, the middle of a table that fills the stage is often empty; a map in portrait format is not.
    if (this.asked === null && this.size.w < WIDE && this.part.w >= this.part.h) return Math.min(w / this.part.w, h / this.part.h);
    const clear = this.size.w < WIDE ? CLEAR : KEEPS[0]; // on phones, arrows at the edges point to things outside the view
    const legible = this.leastText > 0 ? Math.max(LEAST_TEXT / this.leastText, clear) : 0;
    return between(Math.max(fills, legible), fits, fills * NEAR);
  }

  private look(box: Box, k: number, animated = !isStill()): void {
    if (this.stage === null || this.size.w === 0) return;
    const { left, top } = this.insets;
    const { w, h } = this.room();
    const [x, y] = [box.x + box.w / 2 - this.whole.value.x, box.y + box.h / 2 - this.whole.value.y];
    const to = this.constrained(zoomIdentity.translate(left + w / 2 - k * x, top + h / 2 - k * y).scale(k), 0);
    cancelAnimationFrame(this.glide);
    this.stage.interrupt();
    this.looks.value = this.looks.peek() + 1;
    if (!animated) this.behaviour.transform(this.stage, to);
    else this.stage.transition().duration(FLIGHT_MS).call(this.behaviour.transform, to);
  }

  private zoomBy(factor: number): void {
    if (this.stage === null) return;
    this.moved = true;
    this.fitted = false;
    if (isStill()) this.behaviour.scaleBy(this.stage, factor);
    else this.stage.transition().duration(FLIGHT_MS / 2).call(this.behaviour.scaleBy, factor);
  }

  private resize(stage: HTMLElement): void {
    const before = this.size;
    this.size = { w: stage.clientWidth, h: stage.clientHeight };
    if (this.size.w === 0 || (before.w === this.size.w && before.h === this.size.h)) return;
    this.limit();
    if (before.w === 0 || !this.moved) this.home(false);
    else if (this.fitted) this.fit(false);
    else if (this.stage !== null) this.behaviour.transform(this.stage, this.at.value);
    this.sized.value = true;
  }

  private limit(): void {
    if (this.size.w === 0) return;
    const { whole, part, size } = this;
    const least = Math.min(size.w / whole.value.w, size.h / whole.value.h, size.w / part.w, size.h / part.h);
    const fills = Math.max(size.w / part.w, size.h / part.h);
    this.behaviour.scaleExtent([least * 0.9, Math.max(CLOSEST * fills, this.leastText > 0 ? (2 * LEAST_TEXT) / this.leastText : 0)]);
  }

  /** Constrain a transform so that the board covers the stage, except for `slack` pixels at the edges. */
  private constrained(to: ZoomTransform, slack: number): ZoomTransform {
    const { w, h } = this.whole.value;
    const beside = this.size.w >= WIDE ? BESIDE : 0;
    // On a phone, what floats over the board is large: the edges of the board can be moved clear of it, on a tablet
    // half-way.
    const clear = this.size.w >= WIDE ? 0 : this.size.w >= TABLET ? 0.5 : 1;
    const { left, right, top, bottom } = this.insets;
    const x = limited(to.x, w * to.k, { size: this.size.w, least: beside, before: left, after: right, clear }, slack);
    const y = limited(to.y, h * to.k, { size: this.size.h, least: 0, before: top, after: bottom, clear }, slack);
    return x === to.x && y === to.y ? to : zoomIdentity.translate(x, y).scale(to.k);
  }

  private readonly began = (event: D3ZoomEvent<HTMLElement, unknown>): void => {
    if (this.glides) return;
    cancelAnimationFrame(this.glide);
    this.trail = [];
    this.flies.value = event.sourceEvent === null || event.sourceEvent === undefined;
  };

  private readonly zoomed = (event: D3ZoomEvent<HTMLElement, unknown>): void => {
    const to = event.transform;
    this.at.value = to;
    if (event.sourceEvent) {
      this.moved = true;
      this.fitted = false;
      this.trail.push({ t: event.sourceEvent.timeStamp, x: to.x, y: to.y });
      if (to.k !== this.rendered) this.trail = [];
    }
    if (this.plane !== null) this.plane.style.transform = `translate(${to.x}px, ${to.y}px) scale(${to.k / this.rendered})`;
  };

  private readonly ended = (event: D3ZoomEvent<HTMLElement, unknown>): void => {
    if (this.glides) return;
    this.flies.value = false;
    this.render();
    if (event.sourceEvent) this.coast(event.sourceEvent.timeStamp);
  };

  /** Render the drawing at the current scale. */
  private render(): void {
    const { k, x, y } = this.at.value;
    if (this.plane === null) return;
    this.rendered = k;
    this.plane.style.width = `${this.whole.value.w * k}px`;
    this.plane.style.height = `${this.whole.value.h * k}px`;
    this.plane.style.setProperty("--zoom", String(k));
    this.plane.dataset["zoom"] = k < FAR ? "far" : "near";
    // Whole pixels; what was centred often lies on a half, where an inexact sum would decide.
    const [left, top] = [Math.round(x + HAIR), Math.round(y + HAIR)];
    this.plane.style.transform = `translate(${left}px, ${top}px) scale(1)`;
  }

  /** Continue panning with inertia. */
  private coast(now: number): void {
    const trail = this.trail.filter((one) => now - one.t < REMEMBERED_MS);
    const [first, last] = [trail[0], trail.at(-1)];
    if (isStill() || first === undefined || last === undefined || last.t <= first.t) return;
    let [vx, vy] = [(last.x - first.x) / (last.t - first.t), (last.y - first.y) / (last.t - first.t)];
    let before = performance.now();
    const step = (time: number): void => {
      const passed = Math.max(0, time - before);
      before = time;
      const { k, x, y } = this.at.value;
      if (this.stage === null) return;
      this.glides = true;
      this.behaviour.transform(this.stage, this.constrained(zoomIdentity.translate(x + vx * passed, y + vy * passed).scale(k), SLACK));
      this.glides = false;
      [vx, vy] = [vx * Math.exp(-passed / FRICTION_MS), vy * Math.exp(-passed / FRICTION_MS)];
      if (Math.hypot(vx, vy) > LEAST_SPEED) this.glide = requestAnimationFrame(step);
    };
    this.glide = requestAnimationFrame(step);
  }
}
