// The match that this file holds, and answers to what the page would ask a server.

import { renewed } from "../panels/changes";
import type { ReplayFile, TablePanel } from "../protocol";
import type { Moment, Past } from "../replay/past";

/** Read what the page holds: JSON, compressed, in letters. */
export async function read(text: string): Promise<ReplayFile> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return (await new Response(stream).json()) as ReplayFile;
}

export function pastIn(file: ReplayFile): Past {
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
        drawing: { whole: file.drawing, patches: file.steps.slice(0, step).map((one) => one.drawing ?? []) },
        panels: panels[step] ?? [],
        changes: now?.drawing ?? [],
      });
    },
  };
}

/** What a server would answer; undefined: this file does not hold it. */
export function answer(file: ReplayFile, path: string): unknown {
  const [, lang] = /^\/texts\/(\w+)$/.exec(path) ?? [];
  if (lang !== undefined) return file.texts[lang]?.page;
  const [, game] = /^\/rulebooks\/[^/]+\/texts\/(\w+)$/.exec(path) ?? [];
  if (game !== undefined) return file.texts[game]?.game;
  return path.endsWith("/emblems") ? file.emblems : undefined;
}
