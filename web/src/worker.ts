// The service worker: caches the application shell for offline use, and shows push notifications.

interface Extended extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface Fetching extends Extended {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Pushed extends Extended {
  readonly data: { json(): unknown } | null;
}

interface Clicked extends Extended {
  readonly notification: Notification;
}

interface Window_ {
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

interface Worker_ {
  readonly __WB_MANIFEST: readonly { url: string; revision: string | null }[];
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void>; matchAll(options: { type: "window" }): Promise<readonly Window_[]>; openWindow(url: string): Promise<unknown> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Extended) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(type: "push", listener: (event: Pushed) => void): void;
  addEventListener(type: "notificationclick", listener: (event: Clicked) => void): void;
}

interface Note {
  title: string;
  body: string;
  url: string;
  tag: string;
}

declare const self: Worker_;

const PARTS = self.__WB_MANIFEST;
/** The cache name; each build has its own cache. */
const SHELL = `shell ${PARTS.map((one) => one.revision ?? one.url).join(" ")}`;
const TEXTS = ["en", "de", "hu"].map((one) => `/api/v1/texts/${one}`);
/** Requests with the same response for all users that the page needs to start. */
const SHARED = /^\/api\/v1\/(?:texts\/|rulebooks(?:$|\/[\w-]+\/(?:texts\/|picture$|emblems$|cards$|rules$)))/;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(SHELL);
    await cache.addAll(["/", ...PARTS.map((one) => `/${one.url}`), ...TEXTS]);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const clear = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((one) => one !== SHELL).map((one) => caches.delete(one)));
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fresh(request, "/", false));
  else if (SHARED.test(pathname)) event.respondWith(fresh(request, request.url, true));
  else if (pathname.startsWith("/assets/")) event.respondWith(kept(request));
});

/** Network first, with the cache as a fallback; `keep` updates the cache. */
async function fresh(request: Request, instead: string, keep: boolean): Promise<Response> {
  try {
    const found = await fetch(request);
    if (keep && found.ok) await (await caches.open(SHELL)).put(instead, found.clone());
    return found;
  } catch (error) {
    const found = await caches.match(instead);
    if (found === undefined) throw error;
    return found;
  }
}

/** Cache first, for assets that have a content hash in their names. */
async function kept(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("push", (event) => {
  const show = async () => {
    const note = event.data?.json() as Note | undefined;
    if (note === undefined) return;
    await self.registration.showNotification(note.title, { body: note.body, tag: note.tag, icon: "/icon-192.png", data: note.url });
  };
  event.waitUntil(show());
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = String(event.notification.data ?? "/");
  const open = async () => {
    const [first] = await self.clients.matchAll({ type: "window" });
    if (first === undefined) return self.clients.openWindow(url);
    await first.focus();
    return first.navigate(url);
  };
  event.waitUntil(open());
});

export {};
