// Playback of a replay: the current step, seeking, and advancing with animations.

import { batch, signal } from "@preact/signals";
import type { Odds, Patch, Steps, TablePanel, Told } from "../protocol";
import type { Player } from "../scenes/player";
import { changesOf, partsOf, type Drawing, type Parts } from "../stage/drawing";
import type { Moment, Past } from "./past";

export const PACES = [0.5, 1, 2, 4] as const;
const REST_MS = 450; // pause between steps during playback

export class Course {
  readonly steps = signal<Steps>({ last: 0, labels: [] });
  /** The current step, or the one that is being loaded. */
  readonly at = signal(0);
  readonly playing = signal(false);
  readonly pace = signal<number>(1);
  readonly drawing = signal<Drawing | null>(null);
  readonly panels = signal<TablePanel[] | null>(null);
  readonly events = signal<Told[]>([]);
  readonly odds = signal<readonly Odds[]>([]);
  private asked = 0;
  private shown = -1;
  private timer = 0;
  /** The parts of the current drawing; null if they are not known. */
  private laid: Parts | null = null;

  /** `draw` patches the drawing on the board immediately. */
  constructor(
    private readonly past: Past,
    private readonly player: Player,
    private readonly draw: (patches: Patch[]) => void,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Whether the number of steps is loaded, which is required for seeking. */
  get opened(): boolean {
    return this.steps.value.last > 0;
  }

  /** Load the replay and go to a step (null: the last one). With `play`, start playback unless the user has moved on meanwhile. */
  async open(from: number | null, play: boolean): Promise<void> {
    this.steps.value = await this.past.steps();
    const shown = this.to(from ?? this.steps.value.last);
    const { asked } = this;
    await shown;
    if (play && asked === this.asked) this.play();
  }

  close(): void {
    this.asked += 1;
    this.pause();
    this.player.drop();
    batch(() => {
      this.drawing.value = this.panels.value = null;
    });
  }

  /** Go to a step without animation. */
  async to(step: number): Promise<void> {
    const moment = await this.fetch(step);
    if (moment === null) return;
    this.player.drop();
    this.laid = null;
    const { drawing } = moment;
    this.show(drawing === null ? moment : { ...moment, drawing: { ...drawing, redraw: true } });
  }

  /** Advance to the next step with its animation. Return true if that step is shown. */
  async on(): Promise<boolean> {
    const { last } = this.steps.value;
    if (this.at.value >= last) return false;
    const follows = this.shown === this.at.value && this.drawing.value !== null;
    this.player.skip();
    const moment = await this.fetch(this.at.value + 1);
    if (moment === null) return false;
    if (!follows || moment.drawing === null) {
      this.laid = null;
      this.show(moment);
      return true;
    }
    const changes = moment.changes ?? this.changed(moment.drawing); // computed before the animation
    batch(() => {
      this.events.value = [];
      this.odds.value = moment.odds; // shown before the events
    });
    await new Promise<void>((done) =>
      this.player.add({
        scenes: moment.scenes,
        redraw: (parts) => this.draw((changes ?? []).filter(([, part]) => parts.includes(part))),
        told: (event) => (this.events.value = moment.events.filter(([number]) => number <= event)),
        done: () => {
          const now = this.drawing.value;
          const patched = now !== null && changes !== null; // redraws only the changed parts
          this.show(patched ? { ...moment, drawing: { whole: now.whole, patches: [...now.patches, changes] } } : moment);
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

  /** Load a step; null if another one was requested in the meantime, or on failure. */
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
      this.odds.value = moment.odds;
    });
  }

  /** The changes from the current drawing to the next; null if it has to be redrawn completely. */
  private changed(to: Drawing): Patch[] | null {
    const now = this.drawing.value;
    const before = this.laid ?? (now === null || now.patches.length > 0 ? null : partsOf(now.whole));
    this.laid = partsOf(to.whole);
    return before === null ? null : changesOf(before, this.laid);
  }
}
