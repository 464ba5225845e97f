// Pointer gestures with a held thing: dragging, turning, and measuring with the ruler.

import type { Placing } from "../protocol";
import type { Camera } from "./camera";
import type { Ruler } from "./ruler";
import { thingsAt, topAt } from "./things";

/** The things that can be dragged, and the callbacks. */
export interface Holdable {
  moving: string;
  movable: (things: string[]) => string;
  ghost: Placing | null;
  onDrag: (at: Placing) => void;
  onDrop: (things: string[], from: string) => void;
}

const THRESHOLD = 6; // maximum movement of a click, in pixels

export class Hand {
  /** Whether the pointer has moved too far for a click. */
  moved = false;
  private held: { what: "ghost" | "turn" | "thing" | "ruler"; from: Placing; dx: number; dy: number } | null = null;
  private begun = { x: 0, y: 0 };
  private readonly pointers = new Set<number>();

  constructor(
    private readonly camera: Camera,
    private readonly ruler: Ruler,
  ) {}

  get holds(): boolean {
    return this.held !== null;
  }

  /** Whether a pointer is down. */
  get presses(): boolean {
    return this.pointers.size > 0;
  }

  release(): void {
    this.held = null;
  }

  down(event: PointerEvent, { ghost, moving, movable }: Holdable): void {
    this.pointers.add(event.pointerId);
    this.moved = false;
    this.held = null;
    this.begun = { x: event.clientX, y: event.clientY };
    if (this.pointers.size > 1 || event.button !== 0) return;
    const at = this.camera.pointAt(event);
    const target = event.target instanceof Element ? event.target : null;
    if (this.ruler.on.value) {
      this.held = { what: "ruler", from: { ...at, thing: topAt(event) }, dx: 0, dy: 0 };
    } else if (ghost !== null && target?.closest(".turner")) {
      this.held = { what: "turn", from: ghost, dx: 0, dy: 0 };
    } else if (ghost !== null && target?.closest(".grip")) {
      this.held = { what: "ghost", from: ghost, dx: ghost.x - at.x, dy: ghost.y - at.y };
    } else {
      const things = thingsAt(event);
      const thing = moving !== "" && things.includes(moving) ? moving : movable(things);
      if (thing !== "") this.held = { what: "thing", from: { ...at, thing }, dx: 0, dy: 0 };
    }
  }

  move(event: PointerEvent, holdable: Holdable, stage: Element): void {
    if (!this.moved && Math.hypot(event.clientX - this.begun.x, event.clientY - this.begun.y) < THRESHOLD) return;
    this.moved = true;
    const { held } = this;
    if (held === null || !this.pointers.has(event.pointerId)) return;
    stage.setPointerCapture(event.pointerId);
    const at = this.camera.pointAt(event);
    if (held.what === "ruler") {
      this.ruler.measure(held.from, { ...at, thing: topAt(event) });
    } else if (held.what === "turn") {
      const turn = (Math.atan2(at.x - held.from.x, held.from.y - at.y) * 180) / Math.PI;
      holdable.onDrag({ ...held.from, turn: (turn + 360) % 360 });
    } else {
      if (held.what === "thing") this.ruler.line.value = [held.from, at];
      holdable.onDrag({ ...held.from, ...(holdable.ghost ?? {}), x: at.x + held.dx, y: at.y + held.dy });
    }
  }

  up(event: PointerEvent, holdable: Holdable): void {
    this.pointers.delete(event.pointerId);
    const { held } = this;
    this.held = null;
    if (held === null || !this.moved) return;
    if (held.what !== "ruler") this.ruler.line.value = null;
    if (held.what === "thing" && event.type === "pointerup") holdable.onDrop(thingsAt(event), held.from.thing ?? "");
  }
}
