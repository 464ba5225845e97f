import { describe, expect, it } from "vitest";
import type { Ask, Option } from "../../protocol";
import { clicked, ringOf, touchable } from "./gestures";
import { stage } from "./picking";

const option = (text: string, ...refers: string[]): Option => ({ do: text, refers });

/** A question with the fields that gestures use. */
const asked = (options: Option[]): Ask => ({ id: "0-move", options, palette: { gesture: "drag" }, moving: "", space: false, odds: false }) as unknown as Ask;

const [A, B, C] = ["hex:a1", "hex:b2", "hex:c3"] as const;
const MOVES = asked([option("done"), option("move a1 > b2", A, B), option("move a1 > c3", A, C), option("move c3 > b2", C, B)]);

/** The picked parts and the answer after clicks on things. */
function clicks(ask: Ask, things: string[]): { picked: string[]; answer: string | undefined } {
  const drawn = new Set([A, B, C].map((part) => part.replace("hex", "unit")));
  let found: { picked: string[]; answer: string | undefined } = { picked: [], answer: undefined };
  for (const thing of things) {
    const done = clicked(ask, found.picked, [thing], touchable(ask, found.picked, drawn));
    found = { picked: done?.picked ?? [], answer: done?.answer?.do };
  }
  return found;
}

describe("clicking again", () => {
  it("puts back what is picked", () => {
    expect(clicks(MOVES, ["unit:a1"])).toEqual({ picked: [A], answer: undefined });
    expect(clicks(MOVES, ["unit:a1", "unit:a1"])).toEqual({ picked: [], answer: undefined });
    expect(clicks(MOVES, ["unit:a1", "unit:a1", "unit:a1", "unit:b2"]).answer).toBe("move a1 > b2");
  });

  it("answers with another thing in the place of the first one", () => {
    const units = asked([option("unit b2", B), option("move a1 > b2", A, B), option("move a1 > c3", A, C), option("hide a1", A)]);
    expect(clicks(units, ["unit:a1", "unit:b2"]).answer).toBe("move a1 > b2");
    const two = asked([option("rally b2", B), option("order green a1", "token:green", A), option("order blue a1", "token:blue", A)]);
    expect(clicks(two, ["unit:a1", "unit:b2"])).toEqual({ picked: [B], answer: "rally b2" });
  });

  it("always leaves something to be done", () => {
    const things = ["unit:a1", "unit:b2", "unit:c3"];
    for (const one of things) {
      for (const other of things) {
        for (const last of things) {
          const { picked, answer } = clicks(MOVES, [one, other, last]);
          const { left, picks } = stage(MOVES.options, picked);
          expect(answer !== undefined || left.length === 1 || picks.length > 0, `${one} ${other} ${last}`).toBe(true);
        }
      }
    }
  });
});

describe("the ring", () => {
  const around = (options: Option[], picked: string[]) => {
    const ask = asked(options);
    return ringOf(ask, picked, new Set(picked), touchable(ask, picked, new Set(picked)))?.choices.map(({ thing }) => thing);
  };

  it("has what can be chosen for the thing that is picked", () => {
    expect(around([option("order raid a1", "order:raid", A), option("order march a1", "order:march", A)], [A])).toEqual(["order:raid", "order:march"]);
  });

  it("is not opened if one choice is the end of the answer, which is no token", () => {
    expect(around([option("march a1: ship", A, "units:ship"), option("march a1: ship ship", A, "units:ship", "units:ship")], [A])).toBeUndefined();
  });
});
