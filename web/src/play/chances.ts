// The chance of each option of a question with odds, loaded one after another.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Odds } from "../protocol";

/** Number of options up to which their chances are loaded without being asked for. */
const MOST = 10;

/** The chance that the seat to act wins, or that the target is destroyed. */
export interface Chance {
  what: "success" | "destroys";
  chance: number;
}

/** The chance that odds are mainly about, if there is one. */
export function chanceOf(odds: readonly Odds[]): Chance | null {
  const [one, ...others] = odds;
  if (one === undefined || others.length > 0) return null;
  if (one.success !== null) return { what: "success", chance: one.success };
  return one.destroys === null ? null : { what: "destroys", chance: one.destroys };
}

/** Load the chances of answers by their notation; `weigh` returns the odds of one. */
export function useChances(ask: string, answers: readonly string[], weigh: (answer: string) => Promise<Odds[]>): ReadonlyMap<string, Chance> {
  const found = useSignal<{ of: string; chances: ReadonlyMap<string, Chance> }>({ of: "", chances: new Map() });
  const wanted = answers.length < 2 || answers.length > MOST ? [] : answers;
  const of = `${ask} ${wanted.join(" ")}`;
  useEffect(() => {
    let stale = false;
    const load = async () => {
      for (const answer of wanted) {
        const chance = chanceOf(await weigh(answer));
        if (stale || chance === null) return; // where one option has none, the others are not compared with it
        const known = found.value.of === of ? found.value.chances : [];
        found.value = { of, chances: new Map([...known, [answer, chance]]) };
      }
    };
    void load().catch(() => undefined); // they are optional, and are requested again when an option is looked at
    return () => void (stale = true);
  }, [of]);
  return found.value.of === of ? found.value.chances : new Map();
}
