// The root element of a table: the stage with its panels, in the whole window.

import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * The page does not scroll meanwhile, so the document gets a class. Style sheets do not use `:has()` for this and the
 * like: browsers would style most of a table again after every change of the board.
 */
export function AtTable(props: { looks: string; children: ComponentChildren }) {
  useLayoutEffect(() => {
    document.documentElement.classList.add("at-table");
    return () => document.documentElement.classList.remove("at-table");
  }, []);
  return <div class={`playing ${props.looks}`}>{props.children}</div>;
}
