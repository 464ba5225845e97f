// Sources of replays: the steps of a match on a server or in a file.

import { get } from "../api";
import type { Odds, Patch, Scene, Step, Steps, TablePanel, Told } from "../protocol";
import type { Drawing } from "../stage/drawing";

/** The point of view of a replay: a seat, or null for everything that the viewer may see. */
export type Sight = number | null;

/** A step: the table after it, with the events and animations that lead to it. */
export interface Moment {
  step: number;
  events: Told[];
  scenes: Scene[];
  /** Null if the rules have changed since, so that only the events are known. */
  drawing: Drawing | null;
  panels: TablePanel[];
  /** The odds of the answer before it was given. */
  odds: readonly Odds[];
  /** Changes of the drawing, if they are already known. */
  changes?: Patch[];
}

export interface Past {
  steps: () => Promise<Steps>;
  at: (step: number) => Promise<Moment>;
}

/** The replay of a match on the server; `query` returns the viewing seats and the language of the drawing. */
export function pastOf(table: string, query: () => string, invite: string | null): Past {
  return {
    steps: () => get<Steps>(`/tables/${table}/replay?${query()}`, invite),
    at: async (number) => {
      const { step, events, scenes, drawing, panels, odds } = await get<Step>(`/tables/${table}/replay/${number}?${query()}`, invite);
      return { step, events, scenes, drawing: drawing === null ? null : { whole: drawing, patches: [] }, panels: panels ?? [], odds };
    },
  };
}
