// Browser notifications: permission is requested only on demand, and they are shown only while the page is hidden.

import { signal } from "@preact/signals";
import { get, post } from "../api";
import type { PushKey } from "../protocol";

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
    await unsubscribe();
    return;
  }
  const answer = await Notification.requestPermission();
  wish.value = answer === "granted" ? "on" : answer === "denied" ? "denied" : "off";
  if (wish.value !== "on") return;
  localStorage.setItem(REMEMBERED, "on");
  await subscribe();
}

/** The push manager of the service worker; undefined if the browser does not support push. */
async function pushing(): Promise<PushManager | undefined> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return undefined;
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

/** Subscribe to push notifications; without push, notifications are shown only while the page is open. */
async function subscribe(): Promise<void> {
  const push = await pushing();
  if (push === undefined) return;
  const { key } = await get<PushKey>("/push/key");
  let made: PushSubscription;
  try {
    made = await push.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    return; // the push service is unavailable
  }
  const { endpoint, keys } = made.toJSON();
  await post("/push/subscriptions", { endpoint, p256dh: keys?.["p256dh"], auth: keys?.["auth"] });
}

async function unsubscribe(): Promise<void> {
  const made = await (await pushing())?.getSubscription();
  if (made === null || made === undefined) return;
  await made.unsubscribe();
  await post("/push/subscriptions/end", { endpoint: made.endpoint });
}

/** Show a notification if the page is hidden; `about` is a tag that replaces earlier ones. */
export function notify(title: string, body: string, about: string): void {
  if (wish.value !== "on" || document.visibilityState === "visible") return;
  try {
    const shown = new Notification(title, { body, tag: about, icon: "/banneret.svg" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    wish.value = "impossible"; // some mobile browsers support them only for installed pages
  }
}
