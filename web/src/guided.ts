// The tables with an active guided round, saved in the browser.

import { signal } from "@preact/signals";

const REMEMBERED = "banneret-guided";
const MOST = 20;

export const guided = signal<ReadonlySet<string>>(new Set((localStorage.getItem(REMEMBERED) ?? "").split(" ").filter((one) => one !== "")));

function remember(tables: string[]): void {
  guided.value = new Set(tables.slice(-MOST));
  localStorage.setItem(REMEMBERED, [...guided.value].join(" "));
}

export const startGuide = (table: string): void => remember([...guided.value, table]);

export const leaveGuide = (table: string): void => remember([...guided.value].filter((one) => one !== table));
