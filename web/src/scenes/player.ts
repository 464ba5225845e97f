// Plays scenes in order. What follows from them, the log and the next question, waits until they are over.

import { signal } from "@preact/signals";
import type { Scene } from "../protocol";

/** Scenes, and what is shown with them and after them. */
export interface Act {
  scenes: readonly Scene[];
  /** Draw parts anew as they are after the act. */
  redraw: (parts: string[]) => void;
  /** The scenes of an event are over: it can be told. */
  told: (event: number) => void;
  /** All is over, or skipped: show everything. */
  done: () => void;
}

/** Where scenes are played. */
export interface Boards {
  /** Whether anything moves now. */
  moving: () => boolean;
  /** Play a scene; `leaves` and `arrives` are the parts to be drawn anew when it begins and ends. */
  play: (scene: Scene, redraw: (parts: string[]) => void, leaves: string[], arrives: string[], stop: AbortSignal) => Promise<void>;
  /** Remove whatever a scene has left. */
  clear: () => void;
}

export class Player {
  /** Whether scenes are being played. */
  readonly playing = signal(false);
  private queue: Act[] = [];
  private stop = new AbortController();

  constructor(private readonly boards: Boards) {}

  /** Play an act after those before it; at once if nothing moves. */
  add(act: Act): void {
    if (!this.playing.value && (act.scenes.length === 0 || !this.boards.moving())) {
      act.done();
      return;
    }
    this.queue.push(act);
    if (!this.playing.value) void this.run();
  }

  /** Show at once what has been added so far. */
  skip(): void {
    this.stop.abort();
  }

  /** Forget what has been added: something else is shown. */
  drop(): void {
    this.queue = [];
    this.stop.abort();
  }

  private async run(): Promise<void> {
    this.playing.value = true;
    for (let act = this.queue[0]; act !== undefined; act = this.queue[0]) {
      if (this.stop.signal.aborted) {
        // everything that waits is shown together
      } else if (this.boards.moving()) await this.act(act, this.stop.signal);
      this.boards.clear();
      if (this.queue[0] !== act) continue; // it was dropped in the meantime
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
