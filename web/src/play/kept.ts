// Sets of things that are replaced only if they change, so that nothing is computed or measured again for equal ones.

import { useRef } from "preact/hooks";

/** Whether two sets contain the same things. */
export const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => one.size === other.size && [...one].every((thing) => other.has(thing));

/** The previous set if it contains the same things. */
export function useKept(set: ReadonlySet<string>): ReadonlySet<string> {
  const kept = useRef(set);
  if (!isSame(kept.current, set)) kept.current = set;
  return kept.current;
}
