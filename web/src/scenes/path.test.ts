import { expect, test } from "vitest";
import { between, through, way } from "./path";

test("a turn takes the short way round", () => {
  expect(between(350, 10)).toBe(20);
  expect(between(10, 350)).toBe(-20);
  expect(between(0, 180)).toBe(180);
});

test("a thing that keeps its heading goes straight", () => {
  expect(way({ x: 0, y: 0, turn: 0 }, { x: 0, y: -10, turn: 0 })).toHaveLength(2);
});

test("a thing that turns on its way wheels: it begins and ends along its headings", () => {
  const found = way({ x: 0, y: 0, turn: 0 }, { x: 10, y: -10, turn: 90 });
  expect(found[0]).toMatchObject({ x: 0, y: 0, turn: 0 });
  expect(found.at(-1)).toMatchObject({ x: 10, y: -10, turn: 90 });
  const [first, last] = [found[1], found.at(-2)];
  expect(Math.abs(first?.x ?? 9)).toBeLessThan(Math.abs(first?.y ?? 0));
  expect(10 - (last?.x ?? 0)).toBeGreaterThan((last?.y ?? 0) + 10);
});

test("a thing that backs away or turns where it is does not wheel", () => {
  expect(way({ x: 0, y: 0, turn: 0 }, { x: 0, y: 10, turn: 90 })).toHaveLength(2);
  expect(way({ x: 0, y: 0, turn: 350 }, { x: 0, y: 0, turn: 10 }).at(-1)?.turn).toBe(370);
});

test("a way through several poses passes each of them once", () => {
  const found = through([{ x: 0, y: 0, turn: 0 }, { x: 0, y: -5, turn: 0 }, { x: 0, y: -9, turn: 0 }]);
  expect(found.map((pose) => pose.y)).toEqual([0, -5, -9]);
});
