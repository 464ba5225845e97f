import { expect, test, vi } from "vitest";
import type { Ask, SeatDraft } from "../protocol";

const sent: string[][] = [];

vi.stubGlobal("location", { protocol: "http:", host: "here", search: "" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("window", globalThis);
vi.stubGlobal("fetch", (_path: string, { body }: { body: string }) => {
  const { answers } = JSON.parse(body) as { answers: string[] };
  sent.push(answers);
  const draft = { seat: 0, ask: "one", answers: answers.map((one) => ({ do: one, refers: [] })), asks: [] };
  return Promise.resolve(new Response(JSON.stringify(draft), { headers: { "content-type": "application/json" } }));
});

const { aboutOf, Drafting } = await import("./drafting");

test("what is undone is the last change, also while that is on its way", async () => {
  const drafting = new Drafting("t");
  const ask = { id: "one", seat: 0, draft: "orders" } as Ask;
  drafting.hear({ seat: 0, ask: "one", answers: [], asks: [], drawing: [] } as unknown as SeatDraft);
  await drafting.add(ask, "march");
  const adding = drafting.add(ask, "raid");
  await Promise.all([adding, drafting.undo(ask), drafting.undo(ask)]);
  expect(sent).toEqual([["march"], ["march", "raid"], ["march"], []]);
});

test("a question of a draft is about what all its answers name", () => {
  const asked = (draft: string, ...refers: string[][]) => ({ draft, options: refers.map((one) => ({ do: one.join(" "), refers: one })) }) as unknown as Ask;
  expect(aboutOf(asked("dials", ["unit:a2", "action:march"], ["unit:a2", "action:rally"]))).toBe("unit:a2");
  expect(aboutOf(asked("orders", ["area:hill", "order:raid"], ["area:dale", "order:march-zero"]))).toBe("");
  expect(aboutOf(asked("", ["unit:a2", "action:march"], ["unit:a2", "action:rally"]))).toBe("");
  expect(aboutOf(asked("dials"))).toBe("");
});
