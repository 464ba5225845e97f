// A drop-down menu that closes when an item is chosen or it loses the focus.

import type { IconNode } from "lucide";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Icon } from "./icon";

export function Menu(props: { label: string; icon: IconNode; class: string; children: ComponentChildren }) {
  const whole = useRef<HTMLDetailsElement>(null);
  const shut = () => whole.current?.removeAttribute("open");
  return (
    <details
      ref={whole}
      class={`menu ${props.class}`}
      onFocusOut={(event) => event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget) && shut()}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        shut();
        whole.current?.querySelector("summary")?.focus();
      }}
      onToggle={(event) => {
        if (!event.currentTarget.open) return;
        const outside = (pressed: PointerEvent) => {
          if (pressed.target instanceof Node && whole.current?.contains(pressed.target)) return;
          document.removeEventListener("pointerdown", outside, true);
          shut();
        };
        document.addEventListener("pointerdown", outside, true);
      }}
    >
      <summary aria-label={props.label} title={props.label}>
        <Icon of={props.icon} size={22} />
      </summary>
      <div class="choices" onClick={(event) => event.target instanceof Element && event.target.closest("a, button") !== null && shut()}>
        {props.children}
      </div>
    </details>
  );
}
