// The layout of a table: the stage and its panels fill the window.

import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Marks the document with a class so that the page does not scroll. A class is used instead of `:has()`, with which
 * browsers would recalculate the styles of most of a table after every change of the board.
 */
export function AtTable(props: { looks: string; children: ComponentChildren }) {
  useLayoutEffect(() => {
    document.documentElement.classList.add("at-table");
    return () => document.documentElement.classList.remove("at-table");
  }, []);
  return <div class={`playing ${props.looks}`}>{props.children}</div>;
}
