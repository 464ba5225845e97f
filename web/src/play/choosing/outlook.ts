// What each option of a question with odds leads to, loaded one after another.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Message, Odds } from "../../protocol";

/** Number of options up to which their odds are loaded without being asked for. */
const MOST = 10;
/** Probability below which the destruction of a target is not mentioned. */
const RARE = 0.005;

/** The main numbers of the odds of an option. */
export interface Outlook {
  /** Probability that the seat to act wins; null if nobody wins or loses. */
  success: number | null;
  /** Expected number, such as wounds, with its name; null if nothing is counted. */
  mean: { what: Message; number: number } | null;
  /** Probability that the target is destroyed; 0 if it is negligible or not applicable. */
  destroys: number;
}

/** The main numbers of odds; null if there are none, or several targets. */
export function outlookOf(odds: readonly Odds[]): Outlook | null {
  const [one, ...others] = odds;
  if (one === undefined || others.length > 0) return null;
  const spread = one.spreads[0];
  return {
    success: one.success,
    mean: spread === undefined ? null : { what: spread.what, number: spread.mean },
    destroys: one.destroys !== null && one.destroys >= RARE ? one.destroys : 0,
  };
}

/** Load the outlooks of answers by their notation; `weigh` returns the odds of one. */
export function useOutlooks(ask: string, answers: readonly string[], weigh: (answer: string) => Promise<Odds[]>): ReadonlyMap<string, Outlook> {
  const found = useSignal<{ of: string; outlooks: ReadonlyMap<string, Outlook> }>({ of: "", outlooks: new Map() });
  const wanted = answers.length < 2 || answers.length > MOST ? [] : answers;
  const of = `${ask} ${wanted.join(" ")}`;
  useEffect(() => {
    let stale = false;
    const load = async () => {
      for (const answer of wanted) {
        const outlook = outlookOf(await weigh(answer));
        if (stale) return;
        if (outlook === null) continue;
        const known = found.value.of === of ? found.value.outlooks : [];
        found.value = { of, outlooks: new Map([...known, [answer, outlook]]) };
      }
    };
    void load().catch(() => undefined); // they are optional, and are requested again when an option is looked at
    return () => void (stale = true);
  }, [of]);
  return found.value.of === of ? found.value.outlooks : new Map();
}
