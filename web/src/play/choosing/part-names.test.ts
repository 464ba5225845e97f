import { expect, test, vi } from "vitest";
import type { Card, Option } from "../../protocol";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("location", { search: "" });
vi.stubGlobal("window", globalThis);

const { counted } = await import("../../texts");
const { amounts, capital, declines, inTwo, listed, namedIn, subjectOf, withLabel } = await import("./part-names");

const option = (action: string): Option => ({ do: action, refers: [] });

test("a pass is a No only beside a Yes", () => {
  const [pass, yes, raid] = [option("pass"), option("yes"), option("raid")];
  expect(declines(pass, [pass, yes])).toBe(true);
  expect(declines(yes, [pass, yes])).toBe(false);
  expect(declines(pass, [pass, raid])).toBe(false);
});

test("a label is not repeated after a name that contains it", () => {
  const labelled = { ...option("activate a1"), said: { id: "Spearmen", fields: {} } };
  expect(withLabel("none", labelled, ["A1 Spearmen"])).toBe("A1 Spearmen");
  expect(withLabel("none", labelled, ["A1 Archers"])).toBe("A1 Archers · Spearmen");
  expect(withLabel("none", option("pass"), ["Pass"])).toBe("Pass");
  const mustered = { ...option("muster e4"), said: { id: "Spearmen in Eastmarch", fields: {} } };
  expect(withLabel("none", mustered, ["Muster", "Eastmarch", "Spearmen", "Eastmarch"])).toBe("Muster · Spearmen in Eastmarch");
});

test("labels begin with a capital letter, but fields are named as on the board", () => {
  expect(capital("march 2, initiative 3")).toBe("March 2, initiative 3");
  expect(capital("élan")).toBe("Élan");
  expect(capital("d4 · Archers")).toBe("d4 · Archers");
  expect(capital("")).toBe("");
});

test("counts names that are repeated in sequence", () => {
  expect(listed(["Footman", "Footman", "Knight"])).toBe("Footman ×2 · Knight");
  expect(listed(["Winterfell", "Footman", "Winterfell"])).toBe("Winterfell · Footman · Winterfell");
});

test("the subject of options is the card that all their labels name in the same field", () => {
  const card = (id: string): [string, Card] => [id, { id } as Card];
  const cards = new Map([card("archers"), card("guard"), card("riders")]);
  const attack = (unit: string, enemy: string): Option => ({ ...option(`attack ${unit} ${enemy}`), said: { id: "label.attack", fields: { hex: "d5", unit, enemy } } });
  expect(subjectOf(cards, [attack("archers", "guard"), attack("archers", "riders")])?.id).toBe("archers");
  expect(subjectOf(cards, [attack("archers", "guard"), attack("riders", "guard")])?.id).toBe("guard");
  expect(subjectOf(cards, [attack("archers", "guard"), option("pass")])).toBeUndefined();
  expect(subjectOf(undefined, [attack("archers", "guard")])).toBeUndefined();
  const forward: Option = { ...option("move 2000"), said: { id: "label.move", fields: { inches: "2" } } };
  expect(subjectOf(new Map([card("2")]), [forward])).toBeUndefined(); // a length, not the face of a die
});

test("a question names the things in its fields", () => {
  const prompt = { id: "ask.march", fields: { area: "pyke", areas: ["seagard", "riverrun"] } };
  expect(namedIn(prompt, ["area:pyke", "unit:footman", "area:riverrun"])).toEqual(["area:pyke", "area:riverrun"]);
});

test("names repeated in a text are counted, numbers are not", () => {
  expect(counted(["Footman", "Footman", "Knight", "Footman"])).toEqual(["Footman ×2", "Knight", "Footman"]);
  expect(counted(["3", "3", "6"])).toEqual(["3", "3", "6"]);
});

test("amounts of what the question names are numbers", () => {
  expect(amounts("How many power tokens do you bid?", ["0 power tokens", "1 power token", "2 power tokens"])).toEqual(["0", "1", "2"]);
  expect(amounts("Hány hatalomjelzőt ajánlasz?", ["0 hatalomjelző", "1 hatalomjelző", "2 hatalomjelző"])).toEqual(["0", "1", "2"]);
});

test("other labels are no amounts", () => {
  const tokens = ["0 power tokens", "1 power token", "2 power tokens"];
  expect(amounts("What do you give?", tokens)).toBeNull(); // of what?
  expect(amounts("How many power tokens do you bid?", [...tokens, "Pass"])).toBeNull();
  expect(amounts("Are these power tokens?", tokens.slice(1))).toBeNull(); // two answers are quickly read
  expect(amounts("Which power token?", ["1 power token", "1 power", "2 power token"])).toBeNull(); // the same number twice
});

test("an option is named in two parts, unless its label begins differently", () => {
  const order = { do: "order hill raid", refers: ["area:hill", "order:raid"] };
  expect(inTwo("none", order)).toEqual({ name: "hill", text: "raid", whole: "hill · raid" });
  const label = { do: "march a1 hill", refers: ["unit:hill"], said: { id: "To the hill", fields: {} } };
  expect(inTwo("none", label)).toEqual({ name: "To the hill", text: "", whole: "To the hill" });
});
