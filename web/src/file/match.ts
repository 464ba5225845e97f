// The match embedded in the file, and answers to the page's requests.

import { renewed } from "../panels/changes";
import type { Patch, ReplayFile, TablePanel } from "../protocol";
import type { Moment, Past } from "../replay/past";

/** Decode the embedded match: compressed JSON in base64. */
export async function read(text: string): Promise<ReplayFile> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return (await new Response(stream).json()) as ReplayFile;
}

/** Replace the texts in markup with those of another language. */
function reworded(usual: string, pieces: readonly (readonly [number, string])[]): string {
  if (pieces[0]?.[0] === -1) return pieces[0][1];
  const made = usual.split("<");
  for (const [at, piece] of pieces) made[at] = piece;
  return made.join("<");
}

/** The background of the drawing in a language. */
export const groundIn = (file: ReplayFile, language: string): string => reworded(file.ground, file.worded[language]?.[0] ?? []);

/** The replay of a file; `language` returns the current language of the drawing. */
export function pastIn(file: ReplayFile, language: () => string): Past {
  const drawing = () => reworded(file.drawing, file.worded[language()]?.[1] ?? []);
  const patched = (step: number): Patch[] => {
    const now = file.steps[step];
    const own = new Map((now?.worded?.[language()] ?? []).map((patch) => [patch[1], patch]));
    return (now?.drawing ?? []).map((patch) => own.get(patch[1]) ?? patch);
  };
  const panels: TablePanel[][] = [[...file.panels]];
  for (const step of file.steps) panels.push(renewed(panels.at(-1) ?? [], step.panels ?? [], step.order ?? []));
  return {
    steps: () => Promise.resolve({ last: file.steps.length, labels: file.labels }),
    at: (step): Promise<Moment> => {
      const now = file.steps[step - 1];
      return Promise.resolve({
        step,
        events: now === undefined ? file.events : (now.events ?? []),
        scenes: now?.scenes ?? [],
        drawing: { whole: drawing(), patches: Array.from({ length: step }, (_, one) => patched(one)) },
        panels: panels[step] ?? [],
        odds: now?.odds ?? [],
        changes: step === 0 ? [] : patched(step - 1),
      });
    },
  };
}

/** The response to a request; undefined if the file does not contain it. */
export function answer(file: ReplayFile, path: string): unknown {
  const [, lang] = /^\/texts\/(\w+)$/.exec(path) ?? [];
  if (lang !== undefined) return file.texts[lang]?.page;
  const [, game] = /^\/rulebooks\/[^/]+\/texts\/(\w+)$/.exec(path) ?? [];
  if (game !== undefined) return file.texts[game]?.game;
  return path.endsWith("/emblems") ? file.emblems : undefined;
}
