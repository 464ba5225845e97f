// By keyboard from the board to what can be chosen at its edges, and back.

const CHOICES = [".shelf .give:enabled", ".shelf button:enabled:not(.back)", ".fan button", ".dials .sector[tabindex='0']", ".draft-bar .main:enabled"];

/** Focus the first choice beside the board: what completes an answer, the shelf, a fanned hand, dials, or Done. */
export function toChoices(): void {
  const shown = CHOICES.flatMap((one) => [...document.querySelectorAll<HTMLElement | SVGElement>(`.playing ${one}`)]);
  shown.find((one) => one.checkVisibility())?.focus(); // dials may be scrolled away in their panel
}

export function toBoard(): void {
  document.querySelector<SVGElement>(".playing .drawing")?.focus({ preventScroll: true });
}
