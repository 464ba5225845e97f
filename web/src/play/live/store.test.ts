import { effect } from "@preact/signals";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Ask, Standing } from "../../protocol";

/** The fake server side of each opened socket, newest last. */
const sockets = vi.hoisted((): FakeSocket[] => []);

class FakeSocket {
  static readonly OPEN = 1;
  readyState = 1;
  onopen = (): void => undefined;
  onmessage = (_event: { data: string }): void => undefined;
  onclose = (_event: { code: number }): void => undefined;
  sent: { type: string; seat?: number; ask?: string; do?: string }[] = [];

  constructor() {
    sockets.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  tell(...messages: unknown[]): void {
    for (const message of messages) this.onmessage({ data: JSON.stringify(message) });
    vi.advanceTimersByTime(0);
  }

  deliver(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  answers(): string[] {
    return this.sent.filter((one) => one.type === "answer").map((one) => `${one.seat} ${one.ask} ${one.do}`);
  }
}

vi.stubGlobal("WebSocket", FakeSocket);
vi.stubGlobal("location", { protocol: "http:", host: "here", search: "" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("window", globalThis);
vi.stubGlobal("fetch", () => Promise.resolve(new Response("[]", { headers: { "content-type": "application/json" } })));

const { Table } = await import("./store");

const window_ = (id: string, seat: number, event: string): Ask => ({
  id, seat, kind: "window", rule: "skirl:timing.1", prompt: { id: "ask.window", fields: {} }, space: false,
  options: [{ do: "pass", refers: [] }, { do: "card 40101", refers: [] }],
  staged: [], about: "", moving: "", odds: false, window: "", draft: "", palette: {}, recurs: { round: `${event} 3` },
});

const at = (...asks: Ask[]): Standing => ({
  view: { rulebook: "skirl", viewers: [0], label: "", game: null, waiting: {}, asks: [], sealed: {}, outcome: null },
  asks, undo: {}, panel: null, hand: null, latest: null,
});

describe("standing answers", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    sockets.splice(0);
  });
  afterEach(() => void vi.useRealTimers());

  it("are given after a reconnection too, as soon as the state arrives", () => {
    const table = new Table("t", null);
    table.look([0]);
    sockets[0]!.tell({ type: "state", seq: 1, told: 0, state: at(window_("one", 0, "attack-end")) });
    expect(sockets[0]!.answers()).toEqual([]);
    table.stand(0, "attack-end 3");
    expect(sockets[0]!.answers()).toEqual(["0 one pass"]);

    sockets[0]!.onclose({ code: 1006 });
    vi.runOnlyPendingTimers();
    sockets[1]!.tell({ type: "state", seq: 5, told: 0, state: at(window_("two", 0, "attack-end")) });
    expect(sockets[1]!.answers()).toEqual(["0 two pass"]);
  });

  it("answer nothing that bears another mark", () => {
    const table = new Table("t", null);
    table.look([0]);
    table.stand(0, "attack-end 3");
    sockets[0]!.tell({ type: "state", seq: 1, told: 0, state: at(window_("one", 0, "move-end")) });
    expect(sockets[0]!.answers()).toEqual([]);
  });

  it("answer for no other seat at the same screen", () => {
    const table = new Table("t", null);
    table.look([0]);
    table.stand(0, "attack-end 3");
    table.look([1]);
    sockets[1]!.tell({ type: "state", seq: 1, told: 0, state: at(window_("one", 1, "attack-end")) });
    expect(sockets[1]!.answers()).toEqual([]);
  });
});

describe("messages that arrive together", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    sockets.splice(0);
  });
  afterEach(() => void vi.useRealTimers());

  it("are handled in order, and cause one rendering", () => {
    const table = new Table("t", null);
    table.look([0]);
    const seen: (string | undefined)[] = [];
    const stop = effect(() => void seen.push(table.standing.value?.asks[0]?.id));
    const state = (seq: number, id: string) => ({ type: "state", seq, told: 0, state: at(window_(id, 0, "attack-end")) });
    sockets[0]!.tell(state(1, "one"), state(2, "two"));
    expect(seen).toEqual([undefined, "two"]);
    stop();
  });

  it("are dropped when the viewing seats have changed", () => {
    const table = new Table("t", null);
    table.look([0]);
    sockets[0]!.onmessage({ data: JSON.stringify({ type: "state", seq: 1, told: 0, state: at(window_("one", 0, "attack-end")) }) });
    table.look([1]);
    vi.advanceTimersByTime(0);
    expect(table.standing.value).toBeNull();
  });
});

describe("the log", () => {
  const now = (seq: number, told: number) => ({ type: "state", seq, told, state: at() });
  const numbers = (table: { events: { value: readonly (readonly [number, unknown])[] } }) => table.events.value.map(([number]) => number);

  beforeEach(() => {
    sockets.splice(0);
    const all = [0, 1, 2, 3].map((number) => [number, { event: "said" }]);
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(all), { headers: { "content-type": "application/json" } })));
  });

  it("begins with the events before the state, even if the server is ahead", async () => {
    const table = new Table("t", null);
    table.look([0]);
    sockets[0]!.deliver(now(1, 2));
    await vi.waitFor(() => expect(numbers(table)).toEqual([0, 1]));
  });

  it("loses the events that were taken back while the page was not connected", async () => {
    const table = new Table("t", null);
    table.look([0]);
    sockets[0]!.deliver(now(1, 4));
    await vi.waitFor(() => expect(numbers(table)).toEqual([0, 1, 2, 3]));
    sockets[0]!.deliver(now(2, 1));
    await vi.waitFor(() => expect(numbers(table)).toEqual([0]));
  });
});

describe("an answer on its way", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    sockets.splice(0);
  });
  afterEach(() => void vi.useRealTimers());

  const begun = () => {
    const table = new Table("t", null);
    table.look([0]);
    sockets[0]!.tell({ type: "state", seq: 1, told: 0, state: at(window_("one", 0, "attack-end")) });
    const ask = table.asks()[0]!;
    table.answer(ask, ask.options[1]!);
    return { table, id: (sockets[0]!.sent.at(-1) as { id?: string }).id };
  };

  it("leaves its question there until an update replaces it", () => {
    const { table, id } = begun();
    sockets[0]!.tell({ type: "answered", id });
    expect([table.asks().map((ask) => ask.id), table.busy.value]).toEqual([["one"], true]);
    table.stand(0, "attack-end 3"); // it is not answered twice
    expect(sockets[0]!.answers()).toEqual(["0 one card 40101"]);
    sockets[0]!.tell({ type: "update", seq: 2, since: 0, events: [], state: at() });
    expect([table.asks(), table.busy.value]).toEqual([[], false]);
    sockets[0]!.tell({ type: "update", seq: 3, since: 0, events: [], state: at(window_("one", 0, "attack-end")) }); // undone
    vi.advanceTimersByTime(1000);
    expect(table.asks().map((ask) => ask.id)).toEqual(["one"]);
  });

  it("removes its question soon if no update does", () => {
    const { table, id } = begun();
    sockets[0]!.tell({ type: "answered", id });
    vi.advanceTimersByTime(1000);
    expect([table.asks(), table.busy.value]).toEqual([[], false]);
  });

  it("leaves its question open if it is refused", () => {
    const { table, id } = begun();
    sockets[0]!.tell({ type: "problem", id, kind: "refused", detail: "", rule: "skirl:timing.1", reason: { id: "no", fields: {} } });
    expect([table.asks().map((ask) => ask.id), table.busy.value, table.refusal.value?.rule]).toEqual([["one"], false, "skirl:timing.1"]);
  });
});
