import { describe, expect, it } from "vitest";
import type { Ask, Option, SeatDraft } from "../../protocol";
import { awaited, ordered, tokensLeft } from "./drafted";

const option = (area: string, order: string): Option => ({ do: `order ${area} ${order}`, refers: [`area:${area}`, `order:${order}`] }) as Option;
const AREAS = ["hill", "port", "wood"];
const tokens = [{ thing: "order:march", count: 1 }, { thing: "order:raid", count: 2 }];
const asking = (areas: string[]): Ask => ({ id: "1", kind: "order", draft: "orders", options: areas.flatMap((area) => [option(area, "march"), option(area, "raid")]), palette: { tokens } }) as unknown as Ask;
const draft = (answers: Option[], things: string[]): SeatDraft => ({ answers, things, missing: things.length, asks: [asking(AREAS)] }) as unknown as SeatDraft;

describe("the rows of a draft", () => {
  it("leaves out the things that the question lists", () => {
    const all = AREAS.map((area) => `area:${area}`);
    expect(awaited(draft([], all), asking(AREAS), [])).toEqual([]);
  });

  it("has all things once one of them is picked, which is marked", () => {
    const all = AREAS.map((area) => `area:${area}`);
    expect(awaited(draft([], all), asking(AREAS), ["area:port"])).toEqual([
      { thing: "area:hill", now: false },
      { thing: "area:port", now: true },
      { thing: "area:wood", now: false },
    ]);
  });

  it("marks the last thing, which all options name", () => {
    expect(awaited(draft([], ["area:wood"]), asking(["wood"]), [])).toEqual([{ thing: "area:wood", now: true }]);
  });

  it("keeps the order of the first question, whatever was answered first", () => {
    const rows = ordered(asking(AREAS), draft([option("wood", "raid"), option("hill", "raid")], []), ["area:port"]);
    expect(rows).toEqual([{ thing: "area:hill", at: 1 }, { thing: "area:port", at: -1 }, { thing: "area:wood", at: 0 }]);
  });

  it("counts tokens, unless the question lists them", () => {
    expect(tokensLeft(asking(AREAS), [])).toEqual(tokens);
    expect(tokensLeft(asking(AREAS), ["area:hill"])).toEqual([]);
  });
});
