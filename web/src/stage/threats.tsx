// Threat ranges of a thing, shown as areas on the board while it is hovered, or pinned by a key or a button.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { get, isPassing } from "../api";
import type { Book, Reach } from "../protocol";
import { report } from "../session";
import { say, t } from "../texts";

const WAIT_MS = 300; // hover delay
const KEY = "t";
const SOURCE = "[data-id], [data-for], [data-cards]";

export interface Threats {
  reaches: readonly Reach[];
  /** Whether the ranges are pinned. */
  kept: boolean;
  keep: (kept: boolean) => void;
}

const NONE: readonly Reach[] = [];
const kindOf = (thing: string): string => thing.slice(0, thing.indexOf(":"));

export interface Pointed {
  game: string;
  /** The hovered thing. */
  thing: string | null;
  /** Whether to show nothing, such as during a replay. */
  hidden: boolean;
  /** A value that changes with every update of the match; clears the cache. */
  now: unknown;
  ask: (thing: string) => Promise<Reach[]>;
}

/** The threat ranges of the hovered or pinned thing. */
export function useThreats(props: Pointed): Threats {
  const { ask, game, hidden, now, thing: pointed } = props;
  const kinds = useSignal<readonly string[]>([]);
  const reaches = useSignal(NONE);
  const kept = useSignal<string | null>(null);
  const known = useRef({ now, found: new Map<string, Promise<Reach[]>>() });
  if (known.current.now !== now) known.current = { now, found: new Map() };
  const aimed = pointed !== null && kinds.value.includes(kindOf(pointed)) ? pointed : null;
  const thing = hidden ? null : (kept.value ?? aimed);

  useEffect(() => {
    get<Book>(`/rulebooks/${game}`).then((book) => (kinds.value = book.threats), report);
  }, [game]);

  useEffect(() => {
    if (thing === null) {
      reaches.value = NONE;
      return;
    }
    let stale = false;
    const show = () => {
      const { found } = known.current;
      const asked = found.get(thing) ?? ask(thing);
      found.set(thing, asked);
      asked.then(
        (all) => {
          if (!stale) reaches.value = all;
        },
        (error) => {
          found.delete(thing);
          if (!isPassing(error)) report(error);
        },
      );
    };
    const timer = setTimeout(show, kept.value === null ? WAIT_MS : 0);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [thing, now]);

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") kept.value = null;
      const typing = event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
      if (event.key.toLowerCase() !== KEY || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = focused(kinds.value) ?? aimed;
      kept.value = kept.value === null || kept.value !== at ? at : null;
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [kinds.value, aimed]);

  return { reaches: reaches.value, kept: kept.value !== null, keep: (keep) => (kept.value = keep ? thing : null) };
}

/** The thing that the focused element represents, if it has one of these kinds; else null. */
function focused(kinds: readonly string[]): string | null {
  for (let at = document.activeElement?.closest(SOURCE); at; at = at.parentElement?.closest(SOURCE)) {
    const things = ["data-id", "data-for", "data-cards"].flatMap((name) => (at?.getAttribute(name) ?? "").split(" "));
    const found = things.find((one) => kinds.includes(kindOf(one)));
    if (found !== undefined) return found;
  }
  return null;
}

/** The areas as an overlay of the board. */
export function ThreatAreas(props: { reaches: readonly Reach[] }) {
  return (
    <g class="threats" aria-hidden="true">
      {props.reaches.map((one) => (
        <path key={one.way} class={`threat ${one.way}`} d={one.area} />
      ))}
    </g>
  );
}

/** The legend of the areas. */
/** `below` is whether it leaves room for a line above it on phones. */
export function ThreatLegend(props: { game: string; threats: Threats; below: boolean }) {
  const { reaches, kept, keep } = props.threats;
  return (
    <div class={props.below ? "threat-legend below" : "threat-legend"} role="status">
      {reaches.length > 0 && (
        <>
          <ul aria-label={t("threats.title")}>
            {reaches.map((one) => (
              <li key={one.way} class={one.way}>
                {say(props.game, one.what)}
              </li>
            ))}
          </ul>
          <button type="button" aria-pressed={kept} onClick={() => keep(!kept)}>
            {t("threats.keep")}
          </button>
        </>
      )}
    </div>
  );
}
