import { describe, expect, it } from "vitest";
import { fullest, limited, type Axis } from "./views";

const box = (x: number, y: number) => ({ x, y, w: 10, h: 10 });

describe("the best view of some boxes", () => {
  it("shows the most boxes", () => {
    expect(fullest([box(0, 0), box(100, 0), box(120, 0)], 50, 50, 0, undefined)).toEqual({ x: 100, y: 0, w: 30, h: 10 });
  });

  it("shows what is picked, even alone", () => {
    expect(fullest([box(0, 0), box(100, 0), box(120, 0)], 50, 50, 0, box(0, 0))).toEqual(box(0, 0));
  });

  it("shows what is picked and as many boxes as possible", () => {
    expect(fullest([box(0, 0), box(100, 0), box(120, 0)], 50, 50, 0, box(130, 20))).toEqual({ x: 100, y: 0, w: 40, h: 30 });
  });

  it("ignores what is picked if it is larger than the view", () => {
    expect(fullest([box(0, 0), box(100, 0), box(120, 0)], 50, 50, 0, { x: 0, y: 0, w: 200, h: 10 })).toEqual({ x: 100, y: 0, w: 30, h: 10 });
  });

  it("hides as few boxes as possible below it", () => {
    const pairs = [box(0, 0), box(20, 0), box(0, 60), box(200, 0), box(220, 0)];
    expect(fullest(pairs, 40, 40, 50, undefined)).toEqual({ x: 200, y: 0, w: 30, h: 10 });
    expect(fullest(pairs, 40, 40, 0, undefined)).toEqual({ x: 0, y: 0, w: 30, h: 10 });
  });

  it("is undefined without boxes", () => {
    expect(fullest([], 40, 40, 0, undefined)).toBeUndefined();
  });
});

describe("the position of a board", () => {
  const phone: Axis = { size: 700, least: 0, before: 0, after: 300, clear: 1 };
  const desktop: Axis = { ...phone, clear: 0 };

  it("lets a board as high as the stage be moved clear of a sheet", () => {
    expect(limited(-500, 700, phone, 0)).toBe(-300);
    expect(limited(-500, 500, phone, 0)).toBe(-100);
    expect(limited(50, 700, phone, 0)).toBe(0);
    expect(limited(-500, 700, phone, 72)).toBe(-372);
  });

  it("keeps a large board over the whole stage elsewhere", () => {
    expect(limited(-500, 900, desktop, 0)).toBe(-200);
  });

  it("centres a small board in the uncovered part", () => {
    expect(limited(0, 200, phone, 0)).toBe(100);
    expect(limited(0, 200, { ...phone, after: 0, least: 300 }, 0)).toBe(300);
  });
});
