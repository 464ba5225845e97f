import { describe, expect, it, vi } from "vitest";
import { PRESETS, clockText, countdown, shortTime } from "./clocks";
vi.mock("./texts", () => ({ t: (id: string) => id }));


describe("clocks", () => {
  it("shows time left down to the second, and over days down to the hour", () => {
    expect([0, 9, 307, 5025, 183_700].map(countdown)).toEqual(["0:00", "0:09", "5:07", "1:23:45", "2 d 3 h"]);
  });
  it("gives durations in their largest units", () => {
    expect([30, 300, 90, 86_400].map(shortTime)).toEqual(["30 s", "5:00", "1:30", "1 d"]);
  });
  it("has a whole number of days for each answer in a clock over days", () => {
    const days = Object.values(PRESETS).filter((one) => one.kind === "days");
    expect(days.map((one) => one.bank / 86_400)).toEqual([1, 3, 7]);
    for (const one of days) expect([one.increment, one.cap]).toEqual([one.bank, one.bank]);
    expect(new Set(days.map(clockText))).toEqual(new Set(["clock.days"]));
  });
});
