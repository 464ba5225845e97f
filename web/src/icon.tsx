// A decorative line icon, hidden from screen readers.

import type { IconNode } from "lucide";
import { h } from "preact";

export function Icon(props: { of: IconNode; size?: number }) {
  const size = props.size ?? 20;
  return (
    <svg class="glyph" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {props.of.map(([tag, attributes], i) => h(tag, { key: i, ...attributes }))}
    </svg>
  );
}
