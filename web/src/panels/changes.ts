// Panels as they come from the server: all of them once, then those that changed.

import { calledBeside, cardedBeside } from "../names";
import type { Item, TablePanel } from "../protocol";
import { say } from "../texts";

/** The panels after a message: those that are new or changed, in the order it gives, or in the same one. */
export function renewed(before: readonly TablePanel[], changed: readonly TablePanel[], order: readonly string[]): TablePanel[] {
  const found = new Map([...before, ...changed].map((panel) => [panel.id, panel]));
  const ids = order.length > 0 ? order : before.map((panel) => panel.id);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** All things in a panel but the rows of rosters. */
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

/** Remember the names and cards that panels give to things. */
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
