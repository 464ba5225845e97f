// Contents of the shelf: options that are not on the board, such as cards, dice and plain actions.

import type { Ask, Option, Token } from "../../protocol";
import { kindOf, namedOf, passingLast, shared, stage, without } from "./picking";

const MOST = 24; // maximum number of items

/** An item of the shelf: a part of answers, or an answer without parts. */
export interface Offer {
  thing: string;
  /** All parts that are picked with the item. */
  path: string[];
  /** The answer that the item gives, if it is the only one. */
  answer: Option | undefined;
  token: Token | undefined;
  /** Whether the item is marked, if several are marked for one answer; undefined if a click picks it. */
  chosen: boolean | undefined;
}

export interface Shelf {
  offers: Offer[];
  /** Unavailable tokens, with the reason. */
  barred: Token[];
  /** The answer that the marked items complete. */
  whole: Option | undefined;
}

/** The shelf of a question; `isOnBoard` returns whether a part is picked on the board. */
export function shelfOf(ask: Ask, picked: string[], isOnBoard: (part: string) => boolean): Shelf {
  const tokens = ask.palette.tokens ?? [];
  const tokenOf = (thing: string) => tokens.find((one) => one.thing === thing);
  const order = ({ token, answer }: Offer) =>
    token !== undefined ? tokens.indexOf(token) : answer?.refers.length === 0 ? tokens.length + 1 : tokens.length;
  const placed = (offers: Offer[]) => passingLast([...offers].sort((one, other) => order(one) - order(other)), ({ answer }) => answer);
  if (isMarked(ask)) return assigned(ask, picked, isOnBoard, tokenOf);
  const { left } = stage(ask.options, picked);
  if (left.length <= 1) return { offers: [], barred: [], whole: undefined };
  const rests = left.map((option) => without(namedOf(option), picked));
  const known = shared(rests);
  const kinds = new Set(left.map(kindOf));
  const groups = new Map<string, Option[]>();
  left.forEach((option, i) => {
    const rest = without(rests[i] ?? [], known);
    if (option.at !== undefined && rest.length === 0) return; // picked at its spot on the board
    const thing = rest[0] ?? (kinds.size > 1 && option.said === undefined && !picked.includes(`do:${kindOf(option)}`) ? `do:${kindOf(option)}` : `all:${option.do}`);
    groups.set(thing, [...(groups.get(thing) ?? []), option]);
  });
  const exact = picked.length === 0 ? [] : [...groups].filter(([, options]) => options.some((option) => without(option.refers, picked).length === 0));
  const [whole] = exact.length === 1 && exact[0]?.[1].length === 1 ? exact[0][1] : [];
  const offers = [...groups]
    .filter(([thing, options]) => !isOnBoard(thing) && options[0] !== whole)
    .map(([thing, options]) => {
      const answer = options.length === 1 ? options[0] : undefined;
      return { thing, path: answer === undefined ? [thing] : [...(thing.startsWith("all:") ? [] : [thing]), `all:${answer.do}`], answer, token: tokenOf(thing), chosen: undefined };
    });
  const shown = new Set(offers.map(({ thing }) => thing.split(":")[0]));
  const barred = tokens.filter((token) => token.refusal !== undefined && shown.has(token.thing.split(":")[0]) && !groups.has(token.thing));
  return { offers: placed(offers).slice(0, MOST), barred, whole };
}

/** The list in which several things are marked for one answer; null if they are picked one by one, or have odds. */
export function markedList(ask: Ask, picked: string[]): Shelf | null {
  return isMarked(ask) && !ask.odds && ask.options.some(({ refers }) => refers.length > 1) ? shelfOf(ask, picked, () => false) : null;
}

/** Whether answers consist of several things of one kind, such as dice. */
function isMarked(ask: Ask): boolean {
  const kinds = new Set(ask.options.flatMap(({ refers }) => refers.map((part) => part.split(":")[0])));
  return ask.palette.gesture === "assign" && kinds.size === 1 && ask.options.every(({ at }) => at === undefined);
}

/** The shelf of things to mark, each as often as it can occur in an answer. */
function assigned(ask: Ask, picked: string[], isOnBoard: (part: string) => boolean, tokenOf: (thing: string) => Token | undefined): Shelf {
  const most = new Map<string, number>();
  const bare: Offer[] = [];
  for (const option of ask.options) {
    if (option.refers.length === 0) {
      const thing = `do:${kindOf(option)}`;
      bare.push({ thing, path: [`all:${option.do}`], answer: option, token: undefined, chosen: undefined });
    }
    for (const part of option.refers) most.set(part, Math.max(most.get(part) ?? 0, option.refers.filter((one) => one === part).length));
  }
  const marked = picked.filter((part) => most.has(part));
  const offers: Offer[] = [...most]
    .filter(([thing]) => !isOnBoard(thing))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([thing, count]) =>
      Array.from({ length: count }, (_, i) => ({ thing, path: [thing], answer: undefined, token: tokenOf(thing), chosen: marked.filter((part) => part === thing).length > i })),
    );
  const whole = marked.length === 0 ? undefined : ask.options.find(({ refers }) => refers.length === marked.length && without(refers, marked).length === 0);
  return { offers: [...offers, ...bare], barred: [], whole };
}

/** The marked parts after a click on an item; null if no answer contains it in addition. */
export function marked(ask: Ask, picked: string[], offer: Offer): string[] | null {
  const at = picked.lastIndexOf(offer.thing);
  if (offer.chosen === true) return picked.filter((_, i) => i !== at);
  const more = [...picked, offer.thing];
  return stage(ask.options, more).left.length > 0 ? more : null;
}
