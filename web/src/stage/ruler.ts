// The ruler: measures between two points, or by keyboard between things.

import { signal } from "@preact/signals";
import type { Placing } from "../protocol";
import { t } from "../texts";
import type { Box } from "./box";
import type { Camera } from "./camera";
import { covers, thingsIn, toldOf } from "./things";

const FINE = 10; // keyboard steps per unit of length

export interface Measuring {
  onMeasure: (one: Placing, other: Placing) => void;
  /** Announces a text to screen readers when measuring by keyboard. */
  onTold: (told: string) => void;
}

export class Ruler {
  readonly on = signal(false);
  readonly line = signal<[Placing, Placing] | null>(null);
  /** The keyboard position: the end of the ruler, or its start before measuring. */
  readonly mark = signal<Placing | null>(null);

  constructor(
    private readonly camera: Camera,
    private readonly board: () => Element | null,
    private readonly part: () => Box,
    private readonly unit: () => number,
    private readonly measuring: () => Measuring,
  ) {}

  /** Turn the ruler on or off. */
  turn(on: boolean): void {
    this.on.value = on;
    this.line.value = null;
    this.mark.value = null;
    this.measuring().onTold(on ? t("board.ruling") : "");
  }

  measure(one: Placing, other: Placing): void {
    this.line.value = [one, other];
    this.measuring().onMeasure(one, other);
  }

  /** Handle a key. Return true if the ruler uses it. */
  key(event: KeyboardEvent): boolean {
    const seen = this.camera.seen();
    const from = this.mark.value ?? { x: seen.x + seen.w / 2, y: seen.y + seen.h / 2 };
    const far = event.shiftKey ? this.unit() / FINE : this.unit();
    const all = () => thingsIn(this.board(), this.camera, this.part());
    const by = (dx: number, dy: number) => {
      const at = { x: from.x + dx, y: from.y + dy };
      this.markAt({ ...at, thing: all().findLast((one) => covers(one, at))?.thing ?? "" });
    };
    const along = (way: number) => {
      const found = all();
      const at = found.findIndex((one) => one.thing === this.mark.value?.thing);
      const next = found[at < 0 ? (way > 0 ? 0 : found.length - 1) : (at + way + found.length) % found.length];
      if (next !== undefined) this.markAt({ x: next.x, y: next.y, thing: next.thing });
    };
    const steps: Record<string, () => void> = {
      ArrowLeft: () => by(-far, 0),
      ArrowRight: () => by(far, 0),
      ArrowUp: () => by(0, -far),
      ArrowDown: () => by(0, far),
      n: () => along(1),
      p: () => along(-1),
      Enter: () => {
        this.line.value = [from, from];
        this.mark.value = from;
        this.measuring().onTold(`${t("board.from")} ${toldOf(this.board(), from.thing ?? "")}`);
      },
      Escape: () => this.turn(false),
    };
    const step = steps[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    step?.();
    return step !== undefined;
  }

  /** Move the mark, scroll it into view, and announce the thing at that point or the distance. */
  private markAt(at: Placing): void {
    this.camera.reveal(at);
    this.mark.value = at;
    if (this.line.value !== null) this.measure(this.line.value[0], at);
    else this.measuring().onTold(toldOf(this.board(), at.thing ?? ""));
  }
}
