import { expect, test } from "vitest";
import type { Odds } from "../../protocol";
import { outlookOf } from "./outlook";

const what = { id: "wounds", fields: {} };
const ODDS: Odds = { title: { id: "title", fields: {} }, spreads: [], chances: [], destroys: null, success: null, leaves_out: [] };

test("the main numbers are those to win, of the first spread, and to destroy", () => {
  const spreads = [{ what, bars: [], mean: 1.5 }, { what: { id: "others", fields: {} }, bars: [], mean: 7 }];
  expect(outlookOf([{ ...ODDS, spreads, destroys: 0.2, success: 0.7 }])).toEqual({ success: 0.7, mean: { what, number: 1.5 }, destroys: 0.2 });
});

test("negligible chances to destroy are omitted", () => {
  expect(outlookOf([{ ...ODDS, destroys: 0.004 }])).toEqual({ success: null, mean: null, destroys: 0 });
});

test("no odds and several targets have no single outlook", () => {
  expect(outlookOf([])).toBeNull();
  expect(outlookOf([{ ...ODDS, success: 0.5 }, { ...ODDS, success: 0.5 }])).toBeNull();
});
