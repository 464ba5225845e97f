import { effect } from "@preact/signals";
import { expect, test, vi } from "vitest";
import type { Ask, SeatDraft } from "../../protocol";

const sent: string[][] = [];

vi.stubGlobal("location", { protocol: "http:", host: "here", search: "" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("window", globalThis);
const loads: ((draft: object) => void)[] = [];
const json = (value: object) => new Response(JSON.stringify(value), { headers: { "content-type": "application/json" } });
vi.stubGlobal("fetch", (_path: string, { method, body }: { method: string; body: string }) => {
  if (method === "GET") return new Promise<Response>((resolve) => loads.push((draft) => resolve(json(draft))));
  const { answers } = JSON.parse(body) as { answers: string[] };
  sent.push(answers);
  const draft = { seat: 0, ask: "one", answers: answers.map((one) => ({ do: one, refers: [] })), asks: [] };
  return Promise.resolve(json(draft));
});

const { aboutOf, Drafting, isStill } = await import("./drafting");

test("what is undone is the last change, also while that is on its way", async () => {
  const drafting = new Drafting("t");
  const ask = { id: "one", seat: 0, draft: "orders" } as Ask;
  drafting.hear({ seat: 0, ask: "one", answers: [], asks: [], drawing: [] } as unknown as SeatDraft);
  await drafting.add(ask, "march");
  const adding = drafting.add(ask, "raid");
  await Promise.all([adding, drafting.undo(ask), drafting.undo(ask)]);
  expect(sent).toEqual([["march"], ["march", "raid"], ["march"], []]);
});

test("the draft of a question that was passed meanwhile does not replace the current one", async () => {
  const drafting = new Drafting("t");
  const [third, first] = [{ id: "third", seat: 0, draft: "orders" } as Ask, { id: "first", seat: 0, draft: "orders" } as Ask];
  drafting.expect([third], () => undefined); // an undo goes through the questions one by one
  drafting.expect([first], () => undefined);
  loads[1]?.({ seat: 0, ask: "first", answers: [{ do: "march", refers: [] }], asks: [] });
  await vi.waitFor(() => expect(drafting.of(first)?.answers).toHaveLength(1));
  loads[0]?.({ seat: 0, ask: "third", answers: [], asks: [] });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(drafting.of(first)?.answers).toHaveLength(1);
});

test("an answer is shown together with its drawing", async () => {
  const drafting = new Drafting("t");
  const ask = { id: "one", seat: 0, draft: "orders" } as Ask;
  const shown: number[] = [];
  const stop = effect(() => void shown.push(drafting.of(ask)?.drawing.length ?? 0));
  const adding = drafting.add(ask, "march");
  await vi.waitFor(() => expect(sent.at(-1)).toEqual(["march"]));
  drafting.hear({ seat: 0, ask: "one", answers: [{ do: "march", refers: [] }], asks: [], drawing: [["orders", "order:a", "<g/>"]] } as unknown as SeatDraft);
  await adding;
  expect(shown).toEqual([0, 1]);
  await drafting.add(ask, "raid"); // the drawing is lost
  expect(drafting.of(ask)?.answers).toHaveLength(2);
  stop();
});

test("the questions of a draft are the same objects until it changes", async () => {
  const drafting = new Drafting("t");
  const ask = { id: "one", seat: 0, draft: "orders" } as Ask;
  const draft = (...answers: string[]) => ({ seat: 0, ask: "one", answers: answers.map((one) => ({ do: one, refers: [] })), asks: [{ id: "one", kind: "place" }], drawing: [] }) as unknown as SeatDraft;
  drafting.hear(draft());
  const open = drafting.open([ask]);
  expect(drafting.open([ask])[0]).toBe(open[0]);
  drafting.hear(draft("march"));
  expect(drafting.open([ask])[0]?.id).not.toBe(open[0]?.id);
});

test("a question of a draft is about what all its answers name", () => {
  const asked = (draft: string, ...refers: string[][]) => ({ draft, options: refers.map((one) => ({ do: one.join(" "), refers: one })) }) as unknown as Ask;
  expect(aboutOf(asked("dials", ["unit:a2", "action:march"], ["unit:a2", "action:rally"]))).toBe("unit:a2");
  expect(aboutOf(asked("orders", ["area:hill", "order:raid"], ["area:dale", "order:march-zero"]))).toBe("");
  expect(aboutOf(asked("", ["unit:a2", "action:march"], ["unit:a2", "action:rally"]))).toBe("");
  expect(aboutOf(asked("dials"))).toBe("");
});

test("what is picked before a draft is loaded belongs to its first question, and to no later one", () => {
  const drafting = new Drafting("t");
  const ask = { id: "one", seat: 0, kind: "order", draft: "orders" } as Ask;
  const draft = (answers: object[]) => ({ seat: 0, ask: "one", answers, asks: [{ ...ask }], drawing: [] }) as unknown as SeatDraft;
  drafting.hear(draft([]));
  expect(drafting.open([ask]).map((one) => isStill(one, "one"))).toEqual([true]);
  drafting.hear(draft([{ do: "march", refers: [] }]));
  expect(drafting.open([ask]).map((one) => isStill(one, "one"))).toEqual([false]);
});
