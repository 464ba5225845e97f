import { describe, expect, it } from "vitest";
import type { Option } from "../../protocol";
import { lit, partsOf, stage, takes } from "./picking";

const option = (text: string, ...refers: string[]): Option => ({ do: text, refers });

const ORDERS = [
  option("order winterfell march-zero", "area:winterfell", "order:march-zero"),
  option("order winterfell raid", "area:winterfell", "order:raid"),
  option("order white-harbor raid", "area:white-harbor", "order:raid"),
];

describe("picking", () => {
  it("begins with what tells the options apart", () => {
    expect(stage(ORDERS, []).picks.map((one) => one.thing)).toEqual(["area:winterfell", "area:white-harbor"]);
  });

  it("leaves the options that hold what was picked", () => {
    const { left, picks } = stage(ORDERS, ["area:winterfell"]);
    expect(left).toHaveLength(2);
    expect(picks.map((one) => one.thing)).toEqual(["order:march-zero", "order:raid"]);
  });

  it("leaves one option, no matter which part is picked first", () => {
    expect(stage(ORDERS, ["order:march-zero"]).left).toEqual([ORDERS[0]]);
    expect(stage(ORDERS, ["area:white-harbor"]).left).toEqual([ORDERS[2]]);
  });

  it("lets a thing be picked twice that an option names twice", () => {
    const muster = option("muster a: footman > a", "area:a", "unit:footman", "area:a");
    expect(takes(muster, [], "area:a")).toBe(true);
    expect(takes(muster, ["area:a"], "area:a")).toBe(true);
    expect(takes(muster, ["area:a", "area:a"], "area:a")).toBe(false);
  });

  it("passes over a kind of answer that has few parts, and puts what chooses nothing last", () => {
    const mixed = [option("done"), option("march a b", "area:a", "area:b"), option("march a c", "area:a", "area:c")];
    const { picks } = stage(mixed, []);
    expect(picks.map((one) => one.path)).toEqual([["do:march", "area:b"], ["do:march", "area:c"], ["do:done"]]);
    expect(stage(mixed, ["do:march", "area:c"]).left).toEqual([mixed[2]]);
  });

  it("lists Yes before No, whatever the order of the answers", () => {
    expect(stage([option("pass"), option("yes")], []).picks.map((one) => one.thing)).toEqual(["do:yes", "do:pass"]);
  });

  it("keeps kinds of answers that have many parts as steps of their own", () => {
    const many = Array.from({ length: 20 }, (_, i) => option(`march ${i}`, `area:${i}`));
    expect(stage([option("done"), ...many], []).picks.map((one) => one.thing)).toEqual(["do:march", "do:done"]);
  });

  it("tells kinds of answers apart before their parts", () => {
    const mixed = [option("pass"), option("raid pyke > lannisport", "area:pyke", "area:lannisport")];
    expect(stage(mixed, []).picks.map((one) => one.thing)).toEqual(["do:raid", "do:pass"]);
  });

  it("counts a thing twice that occurs twice in an option", () => {
    const units = [
      option("march pyke: footman > seagard", "area:pyke", "unit:footman", "area:seagard"),
      option("march pyke: footman footman > seagard", "area:pyke", "unit:footman", "unit:footman", "area:seagard"),
    ];
    expect(stage(units, ["unit:footman", "unit:footman"]).left).toEqual([units[1]]);
    expect(stage(units, ["unit:footman"]).left).toHaveLength(2);
  });

  it("lights up what is left to be picked", () => {
    expect(lit(ORDERS, ["area:winterfell"])).toEqual(new Set(["order:march-zero", "order:raid"]));
  });

  it("reads the kind of an answer from its notation", () => {
    expect(partsOf(option("march pyke: ship > seagard"))).toEqual(["do:march"]);
    expect(partsOf(option("done"))).toEqual(["do:done"]);
  });
});
