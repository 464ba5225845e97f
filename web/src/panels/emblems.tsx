// Emblems: icons of shields, tokens and units drawn by the game, by default glyphs of the page.

import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../api";
import { Glyph, hasGlyph } from "../cards/glyphs";
import type { Emblems } from "../protocol";
import { report } from "../session";
import { theme } from "../theme";

const emblems = signal<Record<string, Emblems>>({});
const asked = new Set<string>();

/** Load the emblems of a game, once. */
function load(game: string): void {
  if (asked.has(game)) return;
  asked.add(game);
  get<Emblems>(`/rulebooks/${game}/emblems`).then(
    (found) => {
      adopt(found.style);
      emblems.value = { ...emblems.value, [game]: found };
    },
    (error: unknown) => {
      asked.delete(game);
      report(error);
    },
  );
}

/** Apply a style sheet according to the current theme; the content security policy forbids style elements. */
function adopt(style: string): void {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  effect(() => {
    const dark = theme.value === "dark" ? "@media screen" : "@media not all";
    sheet.replaceSync(style.replace(/@media[^{]*prefers-color-scheme:\s*dark[^{]*/g, dark));
  });
}

/** The SVG patterns that the emblems of a game refer to; render it once per page. */
export function EmblemDefs(props: { game: string }) {
  useEffect(() => load(props.game), [props.game]);
  const found = emblems.value[props.game];
  if (found === undefined || found.defs === "") return null;
  return <svg class={`emblem-defs ${found.root}`} width="0" height="0" aria-hidden="true" dangerouslySetInnerHTML={{ __html: `<defs>${found.defs}</defs>` }} />;
}

/** Whether there is, or while the emblems are loading may be, a picture with an id. */
export const hasEmblem = (game: string, id: string): boolean => id !== "" && (emblems.value[game] === undefined || id in emblems.value[game].pictures || hasGlyph(id));

/** Whether there is a picture with an id, as far as loaded. */
export const hasPicture = (game: string, id: string): boolean => id !== "" && (emblems.value[game]?.pictures[id] !== undefined || hasGlyph(id));

/** Whether the game has an emblem for a thing, by its id with or without its kind. */
export const isDrawn = (game: string, thing: string): boolean => [thing, thing.slice(thing.indexOf(":") + 1)].some((id) => emblems.value[game]?.pictures[id] !== undefined);

/** The picture `named`, by default that of the thing or of its id without kind: an emblem of the game rather than a glyph. */
export function pictureOf(game: string, thing: string, named = ""): string | undefined {
  if (hasPicture(game, named)) return named;
  const ids = [thing, thing.slice(thing.indexOf(":") + 1)];
  return ids.find((id) => emblems.value[game]?.pictures[id] !== undefined) ?? ids.find(hasGlyph);
}

/** A picture by id; renders nothing for an unknown id. */
export function Emblem(props: { game: string; id: string; size?: number }) {
  const found = emblems.value[props.game];
  const markup = found?.pictures[props.id];
  const size = props.size ?? 28;
  if (markup === undefined) return <Glyph id={props.id} size={Math.round(size * 0.8)} />;
  return (
    <svg class={`emblem ${found?.root ?? ""}`} width={size} height={size} viewBox="-16 -16 32 32" aria-hidden="true" dangerouslySetInnerHTML={{ __html: markup }} />
  );
}
