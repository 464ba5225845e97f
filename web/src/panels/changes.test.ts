import { expect, it, vi } from "vitest";
import type { TablePanel } from "../protocol";
import { itemsOf, renewed } from "./changes";
vi.mock("../texts", () => ({ say: (_: string, message: { id: string }) => message.id }));

const word = (id: string) => ({ id, fields: {} });
const hand = (id: string, ...cards: string[]): TablePanel => ({
  kind: "hand",
  id,
  title: word("a"),
  drawer: word("hands"),
  cards: cards.map((card) => ({ name: word(card), thing: `card:${card}`, card })),
});

it("replaces panels that changed and keeps their order", () => {
  const before = [hand("red"), hand("blue", "knight")];
  expect(renewed(before, [hand("red", "spear")], [])).toEqual([hand("red", "spear"), hand("blue", "knight")]);
});

it("adds and removes panels as the order says", () => {
  const before = [hand("red"), hand("blue")];
  expect(renewed(before, [hand("green")], ["green", "blue"]).map((panel) => panel.id)).toEqual(["green", "blue"]);
});

it("finds all things in panels", () => {
  const track: TablePanel = {
    kind: "track",
    id: "round",
    title: word("round"),
    drawer: word("tracks"),
    slots: [{ label: "1", items: [{ name: word("red"), thing: "place:red" }] }],
    token: { name: word("raven"), thing: "token:raven" },
  };
  expect([hand("red", "spear"), track].flatMap(itemsOf).map((item) => item.thing)).toEqual(["card:spear", "place:red", "token:raven"]);
});
