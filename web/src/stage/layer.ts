// A layer of the board that follows a drawing by its patches.

import { changesOf, composed, EMPTY, follows, patch, type Drawing } from "./drawing";
import { withoutStyle } from "./ink";

export class Layer {
  private applied: Drawing = EMPTY;

  constructor(private readonly element: Element) {}

  /** Apply what has changed since the last drawing. Return whether parts were patched. */
  show(drawing: Drawing): boolean {
    const { whole, patches } = drawing;
    const before = this.applied;
    if (drawing === before) return false;
    const goesOn = (drawing.redraw !== true || before === drawing) && follows(drawing, before);
    if (goesOn) {
      for (const one of patches.slice(before.patches.length)) patch(this.element, one);
    } else if (drawing.redraw !== true && before.whole === whole) {
      patch(this.element, changesOf(composed(before), composed(drawing))); // another draft
    } else {
      this.element.innerHTML = withoutStyle(whole)[0];
      for (const one of patches) patch(this.element, one);
    }
    this.applied = drawing;
    return before.whole === whole;
  }
}
