import type { ComponentChildren } from "preact";
import { go } from "./session";

/** A link within the application; `current` marks the current location. */
export function Link(props: { to: string; children: ComponentChildren; class?: string; current?: boolean }) {
  return (
    <a
      href={props.to}
      {...(props.class === undefined ? {} : { class: props.class })}
      {...(props.current === true ? { "aria-current": "page" as const } : {})}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go(props.to);
      }}
    >
      {props.children}
    </a>
  );
}
