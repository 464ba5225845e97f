// The course of a replay: which step is shown, and how the next one comes, with its scenes or at once.

import { batch, signal } from "@preact/signals";
import type { Patch, Steps, TablePanel, Told } from "../protocol";
import type { Player } from "../scenes/player";
import { elementOf, type Drawing } from "../stage/drawing";
import type { Moment, Past } from "./past";

export const PACES = [0.5, 1, 2, 4] as const;
const REST_MS = 450; // between two steps that play by themselves

export class Course {
  readonly steps = signal<Steps>({ last: 0, labels: [] });
  /** The step that is shown, or on its way. */
  readonly at = signal(0);
  readonly playing = signal(false);
  readonly pace = signal<number>(1);
  readonly drawing = signal<Drawing | null>(null);
  readonly panels = signal<TablePanel[] | null>(null);
  readonly events = signal<Told[]>([]);
  private asked = 0;
  private shown = -1;
  private timer = 0;

  constructor(
    private readonly past: Past,
    private readonly player: Player,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Begin at a step and play from there, or look at the last one. */
  async open(from: number | null): Promise<void> {
    this.steps.value = await this.past.steps();
    await this.to(from ?? this.steps.value.last);
    if (from !== null) this.play();
  }

  close(): void {
    this.asked += 1;
    this.pause();
    this.player.drop();
    batch(() => {
      this.drawing.value = this.panels.value = null;
    });
  }

  /** Look at a step at once. */
  async to(step: number): Promise<void> {
    const moment = await this.fetch(step);
    if (moment === null) return;
    this.player.drop();
    this.show(moment);
  }

  /** Show the next step with what happens in it. */
  async on(): Promise<boolean> {
    const { last } = this.steps.value;
    if (this.at.value >= last) return false;
    const follows = this.shown === this.at.value && this.drawing.value !== null;
    this.player.skip();
    const moment = await this.fetch(this.at.value + 1);
    if (moment === null) return false;
    if (!follows || moment.drawing === null) {
      this.show(moment);
      return true;
    }
    const { drawing } = moment;
    let parsed: SVGSVGElement | null = null;
    this.events.value = [];
    await new Promise<void>((done) =>
      this.player.add({
        scenes: moment.scenes,
        redraw: (parts) => {
          parsed ??= elementOf(drawing);
          this.patch(parts.map((part) => patchOf(parsed, part)));
        },
        told: (event) => (this.events.value = moment.events.filter(([number]) => number <= event)),
        done: () => {
          const now = this.drawing.value;
          const goesOn = now !== null && moment.changes !== undefined; // only what changed is drawn
          this.show(goesOn ? { ...moment, drawing: { whole: now.whole, patches: [...now.patches, moment.changes ?? []] } } : moment);
          done();
        },
      }),
    );
    return this.at.value === moment.step;
  }

  play(): void {
    if (this.playing.value) return;
    this.playing.value = true;
    void this.run();
  }

  pause(): void {
    this.playing.value = false;
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    while (this.playing.value && (await this.on()) && this.at.value < this.steps.value.last) {
      await new Promise((done) => (this.timer = window.setTimeout(done, REST_MS / this.pace.value)));
    }
    this.playing.value = false;
  }

  /** Fetch a step; null if another one was asked for in the meantime. */
  private async fetch(step: number): Promise<Moment | null> {
    const asked = ++this.asked;
    this.at.value = Math.max(0, Math.min(this.steps.value.last, step));
    try {
      const moment = await this.past.at(this.at.value);
      return asked === this.asked ? moment : null;
    } catch (error) {
      this.pause();
      this.failed(error);
      return null;
    }
  }

  private show(moment: Moment): void {
    this.shown = moment.step;
    batch(() => {
      this.drawing.value = moment.drawing;
      this.panels.value = moment.panels;
      this.events.value = moment.events;
    });
  }

  private patch(patches: Patch[]): void {
    const now = this.drawing.value;
    if (now !== null && patches.length > 0) this.drawing.value = { whole: now.whole, patches: [...now.patches, patches] };
  }
}

/** A part as a drawing has it; gone if it has none. */
function patchOf(drawing: SVGSVGElement | null, part: string): Patch {
  const found = drawing?.querySelector(`[id="${CSS.escape(part)}"]`) ?? null;
  return found === null ? ["", part, null] : [found.parentElement?.id ?? "", part, found.outerHTML];
}
