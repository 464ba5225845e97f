// Stops: the reaction windows in which the user wants to be asked, for the rest of the match.

import { signal } from "@preact/signals";
import { get, put } from "../../api";
import type { Ask, Stop } from "../../protocol";

/** The stops of the user's seats at a table. */
export class Stops {
  readonly bySeat = signal<ReadonlyMap<number, Stop[]>>(new Map());

  constructor(private readonly table: string) {}

  of(seat: number): Stop[] {
    return this.bySeat.value.get(seat) ?? [];
  }

  async load(seat: number): Promise<void> {
    this.hear(seat, await get<Stop[]>(`/tables/${this.table}/stops?seat=${seat}`));
  }

  async set(seat: number, name: string, how: Stop["how"]): Promise<void> {
    this.hear(seat, await put<Stop[]>(`/tables/${this.table}/stops`, { seat, name, how }));
  }

  /** Whether the server answers a question automatically. */
  skips(ask: Ask): boolean {
    if (ask.window === "") return false;
    const how = this.of(ask.seat).find((one) => one.name === ask.window)?.how ?? "holding";
    return how === "never" || (how === "holding" && ask.options.length === 1);
  }

  private hear(seat: number, stops: Stop[]): void {
    this.bySeat.value = new Map([...this.bySeat.value, [seat, stops]]);
  }
}
