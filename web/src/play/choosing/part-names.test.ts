import { expect, test, vi } from "vitest";
import type { Option } from "../../protocol";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("location", { search: "" });
vi.stubGlobal("window", globalThis);

const { declines } = await import("./part-names");

const option = (action: string): Option => ({ do: action, refers: [] });

test("a pass is a No only beside a Yes", () => {
  const [pass, yes, raid] = [option("pass"), option("yes"), option("raid")];
  expect(declines(pass, [pass, yes])).toBe(true);
  expect(declines(yes, [pass, yes])).toBe(false);
  expect(declines(pass, [pass, raid])).toBe(false);
});
