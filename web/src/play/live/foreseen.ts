// Answers in advance: the server gives them when the questions come up, until the end of the round.

import { signal } from "@preact/signals";
import { get, put } from "../../api";
import type { Ask, Foreseen, ForeseenIn } from "../../protocol";

/** The advance answers of the user's seats at a table. */
export class Advance {
  readonly bySeat = signal<ReadonlyMap<number, Foreseen[]>>(new Map());
  /** The id of the question whose answer to repeat for the rest of the round. */
  readonly always = signal("");

  constructor(private readonly table: string) {}

  of(seat: number): Foreseen[] {
    return this.bySeat.value.get(seat) ?? [];
  }

  /** The setting for a question, if it can be answered in advance. */
  for(ask: Ask): Foreseen | undefined {
    return this.of(ask.seat).find((one) => one.kind === ask.kind);
  }

  async load(seat: number): Promise<void> {
    this.hear(seat, await get<Foreseen[]>(`/tables/${this.table}/standing?seat=${seat}`));
  }

  async set(seat: number, kind: string, answers: string[]): Promise<void> {
    const body: ForeseenIn = { seat, kind, answers };
    this.hear(seat, await put<Foreseen[]>(`/tables/${this.table}/standing`, body));
  }

  /** If the user asked for it, repeat this answer for the rest of the round, with priority over earlier settings. */
  async answered(ask: Ask, action: string): Promise<void> {
    if (this.always.value !== ask.id) return;
    this.always.value = "";
    const others = (this.for(ask)?.answers ?? []).map((one) => one.do).filter((one) => one !== action);
    await this.set(ask.seat, ask.kind, [action, ...others]);
  }

  private hear(seat: number, found: Foreseen[]): void {
    this.bySeat.value = new Map([...this.bySeat.value, [seat, found]]);
  }
}
