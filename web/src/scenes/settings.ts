// Animation speed and sound settings, saved in the browser.

import { signal } from "@preact/signals";

/** Playback speed relative to normal; 0 disables animations. */
export type Speed = 0 | 1 | 2;

const SPEED = "banneret-scenes";
const SOUND = "banneret-sounds";

function kept(): Speed {
  const found = localStorage.getItem(SPEED);
  return found === "0" ? 0 : found === "2" ? 2 : 1;
}

export const speed = signal<Speed>(kept());
export const sounds = signal(localStorage.getItem(SOUND) === "on");

export function setSpeed(to: Speed): void {
  speed.value = to;
  localStorage.setItem(SPEED, String(to));
}

export function setSounds(on: boolean): void {
  sounds.value = on;
  localStorage.setItem(SOUND, on ? "on" : "off");
}

/** Whether animations are enabled, the page is visible, and the system does not request reduced motion. */
export const isMoving = (): boolean => speed.value > 0 && document.visibilityState === "visible" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
