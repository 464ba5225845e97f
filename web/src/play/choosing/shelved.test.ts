import { describe, expect, it } from "vitest";
import type { Ask, Option, Palette } from "../../protocol";
import { marked, shelfOf } from "./shelved";

const option = (text: string, ...refers: string[]): Option => ({ do: text, refers });
const asked = (options: Option[], palette: Palette = {}): Ask => ({ id: "0-turn", options, palette, moving: "" }) as unknown as Ask;
const isHex = (part: string) => part.startsWith("hex:");
const things = (ask: Ask, picked: string[] = []) => shelfOf(ask, picked, isHex).offers.map(({ thing }) => thing);

const TURN = asked([
  option("pass"),
  option("order blue a1", "token:blue", "hex:a1"),
  option("order blue b2", "token:blue", "hex:b2"),
  option("pair blue a1", "token:blue", "hex:a1"),
  option("rally b2", "hex:b2"),
  option("card ll01 tywin", "card:ll01", "commander:tywin"),
]);

describe("the shelf", () => {
  it("has what is not on the board, each once, and what names nothing last", () => {
    expect(things(TURN)).toEqual(["token:blue", "card:ll01", "do:pass"]);
  });

  it("goes on with kinds of answers where they hold the same things", () => {
    expect(things(TURN, ["token:blue", "hex:a1"])).toEqual(["do:order", "do:pair"]);
  });

  it("has nothing where one answer is left", () => {
    expect(shelfOf(TURN, ["card:ll01"], isHex)).toEqual({ offers: [], barred: [], whole: undefined });
  });

  it("leaves answers with a place of their own to the board", () => {
    expect(things(asked([option("pass"), { ...option("deploy 1 2", "x:1"), at: { x: 1, y: 2 } }]))).toEqual(["do:pass"]);
  });

  it("has the things to be placed, as long as several are to choose from", () => {
    const at = { x: 1, y: 2 };
    const deploy = (unit: string) => ({ ...option(`deploy ${unit} 1 2`, `unit:${unit}`, "x:1", "y:2"), at });
    const ask = asked([deploy("a1"), deploy("a1"), deploy("a2")]);
    expect(things(ask)).toEqual(["unit:a1", "unit:a2"]);
    expect(things(ask, ["unit:a1"])).toEqual([]);
  });

  it("shows tokens that are refused beside those of their kind", () => {
    const refusal = { rule: "x:1", reason: { id: "no", fields: {} } };
    const ask = asked(TURN.options, { tokens: [{ thing: "token:red", refusal }, { thing: "token:blue", count: 2 }] });
    expect(shelfOf(ask, [], isHex).barred.map(({ thing }) => thing)).toEqual(["token:red"]);
  });
});

describe("marking", () => {
  const dice = asked(
    [option("pass"), option("reroll 6", "die:6"), option("reroll 5", "die:5"), option("reroll 6 5", "die:6", "die:5"), option("reroll 6 6", "die:6", "die:6")],
    { gesture: "assign" },
  );
  const marks = (...at: number[]) =>
    at.reduce<string[]>((picked, one) => {
      const offer = shelfOf(dice, picked, isHex).offers[one];
      return (offer === undefined ? null : marked(dice, picked, offer)) ?? picked;
    }, []);

  it("has each die as often as it can be marked", () => {
    expect(things(dice)).toEqual(["die:5", "die:6", "die:6", "do:pass"]);
  });

  it("marks dice one by one, and gives the answer of exactly those", () => {
    expect(shelfOf(dice, marks(1), isHex).whole?.do).toBe("reroll 6");
    expect(shelfOf(dice, marks(1, 0), isHex).whole?.do).toBe("reroll 6 5");
    expect(shelfOf(dice, marks(1, 2), isHex).whole?.do).toBe("reroll 6 6");
    expect(shelfOf(dice, marks(1, 2), isHex).offers.map(({ chosen }) => chosen)).toEqual([false, true, true, undefined]);
  });

  it("takes a mark back, and marks nothing that no answer holds", () => {
    expect(marks(1, 1)).toEqual([]);
    expect(marks(1, 2, 0)).toEqual(["die:6", "die:6"]);
  });
});
