// The session: the signed-in person, the current location, and messages to the user.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { ApiError, post } from "./api";
import type { Me } from "./protocol";
import { language, t } from "./texts";

export const me = signal<Me | null>(null);
export const place = signal(location.pathname + location.search);
/** Error and success messages, which disappear after a while. */
export const trouble = signal<string>("");
export const done = signal<string>("");
/** The content of the page header at a table. */
export const heading = signal<ComponentChildren>(null);

export function go(path: string): void {
  history.pushState(null, "", path);
  place.value = path;
  window.scrollTo(0, 0);
}

window.addEventListener("popstate", () => (place.value = location.pathname + location.search));

/** Remove all data of a person who has signed out from memory and page. */
export function forget(): void {
  me.value = null;
  location.assign("/");
}

/** Show an ApiError to the user, with the server's description if there is one; throw other errors. */
export function report(error: unknown): void {
  if (error instanceof ApiError) trouble.value = error.problem.type === "offline" ? t("problem.offline") : error.problem.detail;
  else throw error;
}

export async function comeIn(name: string): Promise<void> {
  me.value = await post<Me>("/guests", { name, language: language.value === "qps" ? "en" : language.value });
}
