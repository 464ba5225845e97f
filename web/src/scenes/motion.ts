// Plays scenes as Web Animations of parts of the drawing, so that the browser does the work.

import { signal } from "@preact/signals";
import type { Patch, Scene } from "../protocol";
import { parse, patch } from "../stage/drawing";
import { poseOf, through, type Pose } from "./path";
import type { Boards } from "./player";
import { isMoving, speed } from "./settings";
import { sound } from "./sound";

/** Dice or cards shown beside the board; `time` is a serial number. */
export interface Shown {
  faces: readonly string[];
  kind: "roll" | "turn";
  ms: number;
  time: number;
}

const SVG = "http://www.w3.org/2000/svg";
const HOLD = 0.55; // share of the duration for which dice and cards are at rest
const SHAKE = 5; // board units
const RISE = 26;

export class Stage implements Boards {
  readonly shown = signal<Shown | null>(null);
  private times = 0;
  private running = new Set<Animation>();

  /** Whether the board shows something else, such as a replay, so that nothing is animated. */
  away = false;

  /** `pace` returns the playback speed relative to normal. */
  constructor(private readonly pace: () => number = () => speed.value || 1) {}

  readonly moving = (): boolean => isMoving() && !this.away && this.drawing() !== null;

  async play(scene: Scene, redraw: (parts: string[]) => void, leaves: string[], arrives: string[], stop: AbortSignal): Promise<void> {
    const root = this.drawing();
    if (root === null || stop.aborted) return;
    const abort = () => this.finish();
    stop.addEventListener("abort", abort);
    root.querySelector<SVGElement>("#stage-scenes")?.setAttribute("data-event", String(scene.event));
    try {
      sound(scene.kind);
      await this.scene(root, scene, redraw, leaves, arrives, stop);
      if (!stop.aborted && arrives.length > 0 && scene.kind !== "appear" && scene.kind !== "flip") redraw(arrives);
    } finally {
      stop.removeEventListener("abort", abort);
    }
  }

  /** Patch the drawing directly; the page renders the final state after the act. */
  draw(patches: Patch[]): void {
    const layer = this.drawing()?.querySelector("#stage-things");
    if (layer != null && !this.away) patch(layer, patches);
  }

  clear(): void {
    this.finish();
    this.shown.value = null;
    const layer = this.drawing()?.querySelector("#stage-scenes");
    layer?.replaceChildren();
    layer?.removeAttribute("data-event");
    for (const one of this.drawing()?.querySelectorAll(".left-behind") ?? []) one.classList.remove("left-behind");
  }

  private async scene(root: SVGSVGElement, scene: Scene, redraw: (parts: string[]) => void, leaves: string[], arrives: string[], stop: AbortSignal): Promise<void> {
    const ms = (scene.ms ?? 400) / this.pace();
    const thing = find(root, scene.thing);
    switch (scene.kind) {
      case "move":
        if (scene.drawing !== undefined) {
          if (leaves.length > 0) redraw(leaves);
          else thing?.classList.add("left-behind");
          await this.travel(sprite(root, scene.drawing), (scene.path ?? []).map(poseOf), ms, false);
        } else if (thing !== null) {
          thing.parentElement?.append(thing); // paint it above the others
          await this.travel(thing, [poseNow(thing), ...(scene.path ?? []).map(poseOf)], ms, true);
        }
        break;
      case "roll":
      case "turn":
        this.times += 1;
        this.shown.value = { faces: scene.faces ?? [], kind: scene.kind, ms: ms * (1 - HOLD), time: this.times };
        await Promise.all([
          this.run(root.querySelector<SVGElement>("#stage-scenes"), [{ opacity: 1 }, { opacity: 1 }], ms),
          thing === null ? null : this.run(thing, [{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }], ms / 3),
        ]);
        if (!stop.aborted) this.shown.value = null;
        break;
      case "flip":
        if (thing !== null) await this.run(thing, [{ transform: "none" }, { transform: "scale(0, 1)" }], ms / 2);
        if (stop.aborted) break; // do not play the second half
        if (arrives.length > 0) redraw(arrives);
        await this.run(find(root, scene.thing), [{ transform: "scale(0, 1)" }, { transform: "none" }], ms / 2);
        break;
      case "appear":
        if (arrives.length > 0) redraw(arrives);
        await this.run(find(root, scene.thing), [{ opacity: 0, transform: "scale(1.5)" }, { opacity: 1, transform: "none" }], ms);
        break;
      case "vanish":
        await this.run(thing, [{ opacity: 1, transform: "none" }, { opacity: 0, transform: "scale(.6)" }], ms);
        if (!stop.aborted) thing?.classList.add("left-behind");
        break;
      case "hit":
      case "gain": {
        const up = this.rise(root, thing, scene, ms);
        const shake = [0, -SHAKE, SHAKE, -SHAKE, 0].map((x) => ({ transform: `translate(${x}px, 0)` }));
        await Promise.all([up, scene.kind === "hit" ? this.run(thing, shake, ms) : null]);
        break;
      }
    }
  }

  /** Move an element along poses; with `stays` it is the thing itself, which keeps the last pose. */
  private async travel(element: SVGElement, poses: Pose[], ms: number, stays: boolean): Promise<void> {
    const [first, last] = [poses[0], poses.at(-1)];
    if (first === undefined || last === undefined) return;
    const turned = stays ? turnedPart(element) : null;
    if (!stays) element.setAttribute("transform", `translate(${first.x} ${first.y})`);
    const ways = through(poses);
    await Promise.all([
      this.run(element, ways.map((pose) => ({ transform: `translate(${pose.x - first.x}px, ${pose.y - first.y}px)` })), ms, "ease-in-out"),
      last.turn === first.turn ? null : this.run(turned, ways.map((pose) => ({ transform: `rotate(${pose.turn - first.turn}deg)` })), ms, "ease-in-out", "0 0"),
    ]);
    if (stays) {
      element.setAttribute("transform", `translate(${last.x} ${last.y})`);
      turned?.setAttribute("transform", `rotate(${last.turn})`);
    } else if (element.isConnected) element.setAttribute("transform", `translate(${last.x} ${last.y})`);
  }

  /** Show a number that rises from a thing. */
  private async rise(root: SVGSVGElement, thing: SVGGraphicsElement | null, scene: Scene, ms: number): Promise<void> {
    const layer = root.querySelector<SVGGElement>("#stage-scenes");
    if (layer === null || thing === null || (scene.amount ?? 0) === 0) return;
    const [box, to] = [thing.getBBox(), thing.transform.baseVal.consolidate()?.matrix];
    const [x, y] = [box.x + box.width / 2 + (to?.e ?? 0), box.y + box.height / 2 + (to?.f ?? 0)];
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("class", `scene-${scene.kind} keep`);
    text.textContent = `${scene.kind === "hit" ? "−" : "+"}${scene.amount}`;
    const at = document.createElementNS(SVG, "g");
    at.setAttribute("transform", `translate(${x} ${y})`);
    at.append(text);
    layer.append(at);
    await this.run(at, [{ opacity: 1, transform: "translate(0, 0)" }, { opacity: 1 }, { opacity: 0, transform: `translate(0, -${RISE}px)` }], ms * 1.6);
    at.remove();
  }

  private async run(element: SVGElement | null, frames: Keyframe[], ms: number, easing = "ease-out", origin = "center"): Promise<void> {
    if (element === null) return;
    element.style.transformBox = origin === "center" ? "fill-box" : "";
    element.style.transformOrigin = origin;
    // Transforms are composed with the part's own transform attribute.
    const made = (["transform", "opacity"] as const).flatMap((name) => {
      const own = frames.flatMap((one) => (one[name] == null ? [] : [{ [name]: one[name] } as Keyframe]));
      return own.length === 0 ? [] : [element.animate(own, { duration: ms, easing, composite: name === "transform" ? "add" : "replace" })];
    });
    for (const one of made) this.running.add(one);
    try {
      await Promise.all(made.map((one) => one.finished));
    } catch {
      // cancelled: the scene was skipped
    } finally {
      for (const one of made) this.running.delete(one);
      element.style.transformBox = element.style.transformOrigin = "";
    }
  }

  private drawing(): SVGSVGElement | null {
    return document.querySelector<SVGSVGElement>("svg.drawing");
  }

  private finish(): void {
    for (const one of this.running) one.cancel();
  }
}

function find(root: SVGSVGElement, id: string | undefined): SVGGraphicsElement | null {
  if (id === undefined || id === "") return null;
  const things = root.querySelector("#stage-things");
  return things?.querySelector<SVGGraphicsElement>(`[id="${CSS.escape(id)}"]`) ?? null;
}

function sprite(root: SVGSVGElement, markup: string): SVGElement {
  const made = document.createElementNS(SVG, "g");
  made.append(...parse(markup).childNodes);
  root.querySelector("#stage-scenes")?.append(made);
  return made;
}

/** The part of a thing that turns with its heading, as opposed to upright labels. */
const turnedPart = (element: SVGElement): SVGGraphicsElement | null => element.querySelector<SVGGraphicsElement>(':scope > g[transform*="rotate"]') ?? element.querySelector<SVGGraphicsElement>(":scope > g");

function angleOf(element: SVGGraphicsElement | null): number {
  const to = element?.transform.baseVal.consolidate()?.matrix;
  return to == null ? 0 : (Math.atan2(to.b, to.a) * 180) / Math.PI;
}

function poseNow(element: SVGGraphicsElement): Pose {
  const to = element.transform.baseVal.consolidate()?.matrix;
  return { x: to?.e ?? 0, y: to?.f ?? 0, turn: angleOf(turnedPart(element)) };
}
