import { describe, expect, it } from "vitest";
import type { Option } from "../../protocol";
import { snapped } from "./snap";

const place = (x: number, y: number, turn: number, thing = "unit:a1"): Option => ({ do: `move ${x} ${y} ${turn}`, refers: [], at: { x, y, turn, thing } });

describe("snapping", () => {
  const options = [place(100, 100, 0), place(100, 100, 90), place(300, 100, 0)];
  it("aligns position and direction with a suggestion that is close to both", () => {
    expect(snapped({ x: 104, y: 97, turn: 86, thing: "unit:a1" }, options, 10)).toEqual({ x: 100, y: 100, turn: 90, thing: "unit:a1" });
    expect(snapped({ x: 104, y: 97, turn: 357, thing: "unit:a1" }, options, 10)).toMatchObject({ turn: 0 });
  });
  it("keeps a direction that is not close to any", () => {
    expect(snapped({ x: 101, y: 100, turn: 45, thing: "unit:a1" }, options, 10)).toEqual({ x: 100, y: 100, turn: 45, thing: "unit:a1" });
  });
  it("leaves alone what is far from all, and other things", () => {
    const far = { x: 120, y: 100, turn: 0, thing: "unit:a1" };
    expect(snapped(far, options, 10)).toBe(far);
    const other = { x: 100, y: 101, turn: 0, thing: "unit:b2" };
    expect(snapped(other, options, 10)).toBe(other);
  });
});
