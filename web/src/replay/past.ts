// A match that is looked back at, step by step: from a server, or from a file.

import { get } from "../api";
import type { Odds, Patch, Scene, Step, Steps, TablePanel, Told } from "../protocol";
import type { Drawing } from "../stage/drawing";

/** As whom a match is looked at: a seat, or null, who sees what one may see. */
export type Sight = number | null;

/** The match after a step, and what happened in it. */
export interface Moment {
  step: number;
  events: Told[];
  scenes: Scene[];
  /** Null where the rules have changed since: that is told, not shown. */
  drawing: Drawing | null;
  panels: TablePanel[];
  /** How likely the results of the answer were before it was given. */
  odds: readonly Odds[];
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
      const { step, events, scenes, drawing, panels, odds } = await get<Step>(`/tables/${table}/replay/${number}?${query()}`, invite);
      return { step, events, scenes, drawing: drawing === null ? null : { whole: drawing, patches: [] }, panels: panels ?? [], odds };
    },
  };
}
