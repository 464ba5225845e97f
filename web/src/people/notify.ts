// Notifications of the browser: asked for only when somebody wants them, shown only while nobody looks at the page.

import { signal } from "@preact/signals";

const REMEMBERED = "banneret-notify";

export type Wish = "off" | "on" | "denied" | "impossible";

export const wish = signal<Wish>(first());

function first(): Wish {
  if (!("Notification" in window)) return "impossible";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && localStorage.getItem(REMEMBERED) === "on" ? "on" : "off";
}

export async function toggleNotify(): Promise<void> {
  if (wish.value === "on") {
    wish.value = "off";
    localStorage.removeItem(REMEMBERED);
    return;
  }
  const answer = await Notification.requestPermission();
  wish.value = answer === "granted" ? "on" : answer === "denied" ? "denied" : "off";
  if (wish.value === "on") localStorage.setItem(REMEMBERED, "on");
}

/** Say something, once for each thing it is about, to who is not looking. */
export function notify(title: string, body: string, about: string): void {
  if (wish.value !== "on" || document.visibilityState === "visible") return;
  try {
    const shown = new Notification(title, { body, tag: about, icon: "/banneret.svg" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    wish.value = "impossible"; // some browsers on phones have them for installed pages alone
  }
}
