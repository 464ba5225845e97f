// Lazy loading of components with their scripts and styles.

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { report } from "./session";

/** A component that is loaded when it is first rendered, with a placeholder until then. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const found = signal<ComponentType<P> | null>(null);
  let asked = false;
  return function Later(props: P) {
    const Part = found.value;
    if (Part !== null) return <Part {...props} />;
    if (!asked) {
      asked = true;
      load().then(
        (part) => (found.value = part),
        (error: unknown) => {
          asked = false;
          report(error);
        },
      );
    }
    return <p class="quiet later" aria-busy="true" />;
  };
}
