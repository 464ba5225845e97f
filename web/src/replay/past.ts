// A match that is looked back at, step by step: from a server, or from a file.

import { get } from "../api";
import type { Patch, Scene, Step, Steps, TablePanel, Told } from "../protocol";
import type { Drawing } from "../stage/drawing";

/** The match after a step, and what happened in it. */
export interface Moment {
  step: number;
  events: Told[];
  scenes: Scene[];
  /** Null where the rules have changed since: that is told, not shown. */
  drawing: Drawing | null;
  panels: TablePanel[];
  /** What the step changed in the drawing, where that is known. */
  changes?: Patch[];
}

export interface Past {
  steps: () => Promise<Steps>;
  at: (step: number) => Promise<Moment>;
}

/** A match on the server, as some seats see it; `query` says which, and the language of the drawing. */
export function pastOf(table: string, query: () => string, invite: string | null): Past {
  return {
    steps: () => get<Steps>(`/tables/${table}/replay?${query()}`, invite),
    at: async (number) => {
      const { step, events, scenes, drawing, panels } = await get<Step>(`/tables/${table}/replay/${number}?${query()}`, invite);
      return { step, events, scenes, drawing: drawing === null ? null : { whole: drawing, patches: [] }, panels: panels ?? [] };
    },
  };
}
