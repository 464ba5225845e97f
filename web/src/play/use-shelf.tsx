// The shelf for the open question, with its actions.

import { pictureOf } from "../panels/emblems";
import { cardOf, cardsOf } from "../cards/index";
import { hasGlyph } from "../cards/glyphs";
import type { Ask, Option } from "../protocol";
import type { ShelfItem } from "../stage/shelf";
import { say, t } from "../texts";
import type { Gestures } from "./use-gestures";
import { amounts, capital, declines, optionName, partName } from "./choosing/part-names";
import { stage } from "./choosing/picking";
import { marked, shelfOf } from "./choosing/shelved";
import { TokenFace } from "./choosing/token-face";

export interface Shelved {
  items: ShelfItem[];
  whole: Option | undefined;
}

const EMPTY: Shelved = { items: [], whole: undefined };

/**
 * The shelf of a question. `picked` excludes whole answers; `only` is the answer that is to be confirmed. If the
 * question is optional, its single answer is not on the button.
 */
export function shelved(game: string, ask: Ask | undefined, picked: string[], gestures: Gestures, only: Option | undefined, optional: boolean): Shelved {
  if (ask === undefined || ask.palette.gesture === "dial") return EMPTY;
  const reached = new Set([...gestures.touch.lit].map((thing) => gestures.touch.meant(thing).at(-1) ?? ""));
  const { offers, barred, whole } = shelfOf(ask, picked, (part) => reached.has(part));
  const one = stage(ask.options, picked).left;
  // A single option without parts, such as a pass, gets a button.
  const rest = !optional && only === undefined && picked.length === 0 && one.length === 1 && one[0] !== undefined ? one[0] : undefined;
  const shown = only === undefined ? offers : [];
  const names = shown.map(({ thing, answer }) => (answer !== undefined && declines(answer, ask.options) ? t("decide.no") : nameOf(game, thing, answer)));
  const numbers = amounts(say(game, ask.prompt), names);
  const items: ShelfItem[] = shown.map((offer, i) => ({
    key: `${offer.thing} ${i}`,
    thing: offer.thing,
    name: names[i] ?? "",
    short: numbers?.[i],
    face: isPictured(game, offer.thing, offer.token?.glyph) ? <TokenFace game={game} thing={offer.thing} token={offer.token} size={32} /> : null,
    count: offer.token?.count,
    chosen: offer.chosen,
    barred: false,
    bare: offer.answer?.refers.length === 0,
    onTake: (by) => {
      if (offer.chosen !== undefined) {
        const next = marked(ask, picked, offer);
        if (next !== null) gestures.onMark(next);
      } else gestures.onOffer(offer.path, offer.answer, by);
    },
  }));
  for (const token of only === undefined ? barred : []) {
    items.push({
      key: `barred ${token.thing}`,
      thing: token.thing,
      name: pieceName(game, token.thing),
      short: undefined,
      face: isPictured(game, token.thing, token.glyph) ? <TokenFace game={game} thing={token.thing} token={token} size={32} /> : null,
      count: undefined,
      chosen: undefined,
      barred: true,
      bare: false,
      onTake: () => gestures.onBarred(token),
    });
  }
  return { items, whole: only ?? whole ?? rest };
}

/** The label of the button that gives an answer: its name if nothing was picked, else "Confirm". */
export function giveName(game: string, picked: string[], whole: Option): string {
  return picked.length === 0 ? capital(optionName(game, whole)) : t("decide.confirm");
}

function nameOf(game: string, thing: string, answer: Option | undefined): string {
  if (answer?.said !== undefined && (thing.startsWith("all:") || answer.refers.length === 0)) return say(game, answer.said);
  return thing.startsWith("all:") && answer !== undefined ? optionName(game, answer) : pieceName(game, thing);
}

/** The name of a piece's card, since names on the board may include the number of a stack. */
function pieceName(game: string, thing: string): string {
  const card = cardsOf(game)?.get(thing);
  return card === undefined ? partName(game, thing) : say(game, card.title);
}

function isPictured(game: string, thing: string, glyph: string | undefined): boolean {
  const cards = cardsOf(game);
  const card = cards === undefined ? undefined : cardOf(cards, thing);
  return pictureOf(game, thing, glyph) !== undefined || card?.pictured === true || hasGlyph(card?.kind ?? "");
}
