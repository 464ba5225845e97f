// The theme: the system's preference by default, or the user's choice.

import { effect, signal } from "@preact/signals";

export type Theme = "light" | "dark";
const REMEMBERED = "banneret-theme";

function first(): Theme {
  const kept = localStorage.getItem(REMEMBERED);
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export const theme = signal<Theme>(first());

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
});

export function setTheme(to: Theme): void {
  theme.value = to;
  localStorage.setItem(REMEMBERED, to);
}
