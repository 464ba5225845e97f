import { expect, test } from "vitest";
import { isSame } from "./kept";

test("sets are the same if they contain the same things, in any order", () => {
  expect(isSame(new Set(["a", "b"]), new Set(["b", "a"]))).toBe(true);
  expect(isSame(new Set(["a", "b"]), new Set(["a", "c"]))).toBe(false);
  expect(isSame(new Set(["a"]), new Set(["a", "c"]))).toBe(false);
  expect(isSame(new Set(["a", "b"]), new Set(["a"]))).toBe(false);
});
