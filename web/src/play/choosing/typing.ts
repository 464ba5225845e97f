// Whether the page is being used by keyboard.

let typing = false;

document.addEventListener("keydown", () => (typing = true), { capture: true, passive: true });
document.addEventListener("pointerdown", () => (typing = false), { capture: true, passive: true });

/** Whether the latest input was a key. */
export const isTyping = (): boolean => typing;
