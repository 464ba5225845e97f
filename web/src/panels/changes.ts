// Updates of panels: the server sends all of them once, then only changed ones.

import { calledBeside, cardedBeside } from "../names";
import type { Item, TablePanel } from "../protocol";
import { say } from "../texts";

/** The panels after an update, in its order; an empty order means that the order is unchanged. */
export function renewed(before: readonly TablePanel[], changed: readonly TablePanel[], order: readonly string[]): TablePanel[] {
  const found = new Map([...before, ...changed].map((panel) => [panel.id, panel]));
  const ids = order.length > 0 ? order : before.map((panel) => panel.id);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** All items in a panel, except the rows of rosters. */
export function itemsOf(panel: TablePanel): Item[] {
  switch (panel.kind) {
    case "track":
      return [...panel.slots.flatMap((slot) => slot.items ?? []), ...(panel.token === undefined ? [] : [panel.token])];
    case "counters":
      return panel.rows.flatMap((row) => [...(row.owner === undefined ? [] : [row.owner]), ...(row.items ?? [])]);
    case "hand":
      return [...panel.cards, ...(panel.discards ?? [])];
    case "deck":
      return [...(panel.shown ?? []), ...(panel.top ?? []), ...(panel.discards ?? [])];
    default:
      return [];
  }
}

/** Store the names and cards of the things in panels. */
export function hearPanels(game: string, panels: readonly TablePanel[]): void {
  const [named, pictured] = [new Map<string, string>(), new Map<string, string>()];
  for (const panel of panels) {
    if (panel.thing !== undefined && panel.card !== undefined) pictured.set(panel.thing, panel.card);
    for (const item of itemsOf(panel)) {
      if (item.thing === undefined) continue;
      if (item.name.id !== `name.${item.thing.slice(item.thing.indexOf(":") + 1)}`) named.set(item.thing, say(game, item.name));
      if (item.card !== undefined) pictured.set(item.thing, item.card);
    }
    if (panel.kind === "roster") {
      for (const row of panel.roster.rows) {
        named.set(row.thing, say(game, row.name));
        if (row.card !== undefined) pictured.set(row.thing, row.card);
      }
    }
  }
  calledBeside.value = named;
  cardedBeside.value = pictured;
}
