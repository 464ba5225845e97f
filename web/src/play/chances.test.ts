import { expect, test } from "vitest";
import type { Odds } from "../protocol";
import { chanceOf } from "./chances";

const ODDS: Odds = { title: { id: "title", fields: {} }, spreads: [], chances: [], destroys: null, success: null, leaves_out: [] };

test("the chance to win comes before that to destroy", () => {
  expect(chanceOf([{ ...ODDS, destroys: 0.2, success: 0.7 }])).toEqual({ what: "success", chance: 0.7 });
  expect(chanceOf([{ ...ODDS, destroys: 0 }])).toEqual({ what: "destroys", chance: 0 });
});

test("odds of nothing or of several targets have no single chance", () => {
  expect(chanceOf([])).toBeNull();
  expect(chanceOf([ODDS])).toBeNull();
  expect(chanceOf([{ ...ODDS, success: 0.5 }, { ...ODDS, success: 0.5 }])).toBeNull();
});
