// The session: who one is, where one is on the page, and what went wrong.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { ApiError, post } from "./api";
import type { Me } from "./protocol";
import { language, t } from "./texts";

export const me = signal<Me | null>(null);
export const place = signal(location.pathname + location.search);
/** What went wrong, and what has been done: each is shown for a while. */
export const trouble = signal<string>("");
export const done = signal<string>("");
/** What the header of the page shows of a table. */
export const heading = signal<ComponentChildren>(null);

export function go(path: string): void {
  history.pushState(null, "", path);
  place.value = path;
  window.scrollTo(0, 0);
}

window.addEventListener("popstate", () => (place.value = location.pathname + location.search));

/** Leave nothing of somebody who has signed out in memory or on the page. */
export function forget(): void {
  me.value = null;
  location.assign("/");
}

/** Say what went wrong, in the server's words where it has some. */
export function report(error: unknown): void {
  if (error instanceof ApiError) trouble.value = error.problem.type === "offline" ? t("problem.offline") : error.problem.detail;
  else throw error;
}

export async function comeIn(name: string): Promise<void> {
  me.value = await post<Me>("/guests", { name, language: language.value === "qps" ? "en" : language.value });
}
