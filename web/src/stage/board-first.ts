// Work that waits for the frame in which the board has changed: the board is shown sooner, panels and messages follow.

import { options } from "preact";

const LONGEST_MS = 250; // a window that is not shown has no frames

/** What waits for the frame, or null if there is none to wait for. */
let waiting: (() => void)[] | null = null;

/** Let the browser show the board before components are rendered again and further messages are handled. */
export function showBoardFirst(): void {
  if (waiting !== null || document.visibilityState === "hidden") return;
  const tasks: (() => void)[] = (waiting = []);
  const go = () => {
    if (waiting !== tasks) return;
    waiting = null;
    for (const task of tasks) task();
  };
  requestAnimationFrame(() => setTimeout(go));
  setTimeout(go, LONGEST_MS);
}

/** Do something in a task of its own, after the board has been shown. */
export function afterBoard(task: () => void): void {
  if (waiting === null) setTimeout(task);
  else waiting.push(task);
}

options.debounceRendering = (render) =>
  queueMicrotask(() => {
    if (waiting === null) render();
    else waiting.push(render);
  });
