// A queue that plays scenes in order. The log and the next question wait until they are over.

import { signal } from "@preact/signals";
import type { Scene } from "../protocol";

/** A sequence of scenes with callbacks. */
export interface Act {
  scenes: readonly Scene[];
  /** Redraw parts as they are after the act. */
  redraw: (parts: string[]) => void;
  /** Called after the scenes of an event, which can now be logged. */
  told: (event: number) => void;
  /** Called when all scenes are over or skipped, to render the final state. */
  done: () => void;
}

/** A board that scenes are played on. */
export interface Boards {
  /** Whether animations are enabled. */
  moving: () => boolean;
  /** Play a scene; `leaves` and `arrives` are the parts to redraw at its beginning and end. */
  play: (scene: Scene, redraw: (parts: string[]) => void, leaves: string[], arrives: string[], stop: AbortSignal) => Promise<void>;
  /** Remove all traces of scenes. */
  clear: () => void;
}

export class Player {
  /** Whether scenes are being played. */
  readonly playing = signal(false);
  private queue: Act[] = [];
  private stop = new AbortController();

  constructor(private readonly boards: Boards) {}

  /** Queue an act; it is completed immediately if there is nothing to animate. */
  add(act: Act): void {
    if (!this.playing.value && (act.scenes.length === 0 || !this.boards.moving())) {
      act.done();
      return;
    }
    this.queue.push(act);
    if (!this.playing.value) void this.run();
  }

  /** Complete all queued acts without animation. */
  skip(): void {
    if (this.playing.value) this.stop.abort(); // what is added later is played
  }

  /** Discard all queued acts, because something else is shown. */
  drop(): void {
    this.queue = [];
    this.skip();
  }

  private async run(): Promise<void> {
    this.playing.value = true;
    for (let act = this.queue[0]; act !== undefined; act = this.queue[0]) {
      if (this.stop.signal.aborted) {
        // skipped: complete the remaining acts without animation
      } else if (this.boards.moving()) await this.act(act, this.stop.signal);
      this.boards.clear();
      if (this.queue[0] !== act) continue; // dropped in the meantime
      this.queue.shift();
      act.done();
      if (this.queue.length === 0) this.stop = new AbortController();
    }
    this.stop = new AbortController();
    this.playing.value = false;
  }

  private async act(act: Act, stop: AbortSignal): Promise<void> {
    const { scenes } = act;
    for (let i = 0; i < scenes.length; ) {
      let next = i + 1;
      while (scenes[next]?.together === true) next += 1;
      const later = new Set(scenes.slice(next).flatMap((one) => [one.thing, one.origin, one.to]));
      const now = (part: string | undefined) => (part === undefined || part === "" || later.has(part) ? [] : [part]);
      await Promise.all(scenes.slice(i, next).map((one) => this.boards.play(one, act.redraw, now(one.origin), now(one.to), stop)));
      if (stop.aborted) return;
      const event = scenes[i]?.event;
      if (event !== undefined && scenes[next]?.event !== event) act.told(event);
      i = next;
    }
  }
}
