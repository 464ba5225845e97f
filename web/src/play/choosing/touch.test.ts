import { describe, expect, it } from "vitest";
import type { Option } from "../../protocol";
import { choices, completed, meanings, meant, placed, rewritten, touched, tried } from "./touch";

const option = (text: string, ...refers: string[]): Option => ({ do: text, refers });
const [A, F, K, B, C] = ["area:hill", "units:footman", "units:knight", "area:ford", "area:mill"] as const;

const MARCHES = [
  option("done"),
  option("march hill: footman > ford", A, F, B),
  option("march hill: footman > mill", A, F, C),
  option("march hill: footman footman > ford", A, F, F, B),
  option("march hill: footman knight > ford", A, F, K, B),
];
const ORDERS = [option("order hill raid", A, "order:raid"), option("order hill march", A, "order:march"), option("order ford raid", B, "order:raid")];

describe("meanings", () => {
  const known = meanings(MARCHES);
  it("are the parts with the ids of a thing", () => {
    expect(meant("area:ford", MARCHES, known)).toEqual([B]);
    expect(meant("pieces:ford", MARCHES, known)).toEqual([B]);
    expect(meant("unit:hill:footman", MARCHES, known)).toEqual([A, F]);
  });
  it("keep the order of the notation: units elsewhere do not march from here", () => {
    expect(meant("unit:ford:footman", MARCHES, known)).toEqual([]);
  });
  it("are none for numbers, which are no ids", () => {
    const spaces = [option("march 0 1", "distance:0", "facing:1")];
    expect(meant("piece:0", spaces, meanings(spaces))).toEqual([]);
  });
});

describe("touching", () => {
  it("picks one more of a thing, and none when there are no more", () => {
    const one = touched(MARCHES, [], [A, F]);
    const two = touched(MARCHES, one ?? [], [A, F]);
    expect([one, two]).toEqual([[A, F], [A, F, F]]);
    expect(touched(MARCHES, two ?? [], [A, F])).toEqual([A]);
  });
  it("goes on to another place", () => {
    expect(touched(ORDERS, [A], [B])).toEqual([B]);
  });
  it("does not pick what no answer holds", () => {
    expect(touched(MARCHES, [A, F, F], [C])).toBeNull();
  });
});

describe("what was placed", () => {
  const given = [ORDERS[0], ORDERS[2]].filter((one) => one !== undefined);
  it("is the last answer about a thing", () => {
    const known = meanings(given);
    expect(placed(given, known, "pieces:hill")).toBe(0);
    expect(placed(given, known, "area:ford")).toBe(1);
    expect(placed(given, known, "area:mill")).toBe(-1);
    expect(placed(given, known, "")).toBe(-1);
  });
});

describe("completing", () => {
  it("takes exactly the units that are picked", () => {
    expect(completed(MARCHES, [A, F, B])).toBe(MARCHES[1]);
    expect(completed(MARCHES, [A, F, F, B])).toBe(MARCHES[3]);
  });
  it("waits while another answer goes on", () => {
    expect(completed(MARCHES, [A, F])).toBeUndefined();
    const muster = [option("upgrade hill: knight", A, "unit:knight"), option("muster hill: knight > hill", A, "unit:knight", A)];
    expect(completed(muster, [A, "unit:knight"])).toBeUndefined();
  });
});

describe("what was tried", () => {
  it("is written with the part in its place", () => {
    expect(rewritten(option("move i1 > i11", "hex:i1", "hex:i11"), 1, "j2")).toBe("move i1 > j2");
    expect(tried(MARCHES, [A, F, F], "area:moor")).toBe("march hill: footman footman > moor");
    expect(tried(ORDERS, [B], "order:march")).toBe("order ford march");
  });
  it("is nothing where no answer is alike", () => {
    expect(tried(ORDERS, [], "card:x")).toBeUndefined();
  });
});

describe("choices", () => {
  it("come in the order of the palette, with those that are refused", () => {
    const refusal = { rule: "x:1", reason: { id: "no", fields: {} } };
    const palette = { tokens: [{ thing: "order:march" }, { thing: "order:spy", refusal }, { thing: "order:raid", count: 2 }] };
    const found = choices(ORDERS, [A], palette, (part) => part.startsWith("area:"));
    expect(found.map(({ thing, path }) => [thing, path.length])).toEqual([["order:march", 1], ["order:spy", 0], ["order:raid", 1]]);
  });
});
