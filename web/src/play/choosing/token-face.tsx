// The picture of a token.

import { cardOf, cardsOf } from "../../cards/index";
import { CardThumb } from "../../cards/line";
import { Emblem, pictureOf } from "../../panels/emblems";
import type { Token } from "../../protocol";
import { partName } from "./part-names";

/** The picture of a token: the game's emblem, the picture or kind of its card, or by default its name. */
export function TokenFace(props: { game: string; thing: string; token: Token | undefined; size?: number }) {
  const { game, thing, token } = props;
  const cards = cardsOf(game);
  const card = cards === undefined ? undefined : cardOf(cards, thing);
  const glyph = pictureOf(game, thing, token?.glyph);
  if (glyph !== undefined) return <Emblem game={game} id={glyph} size={props.size ?? 40} />;
  if (card !== undefined) return <CardThumb game={game} card={card} thing={thing} />;
  return <span class="words" aria-hidden="true">{partName(game, thing)}</span>;
}
