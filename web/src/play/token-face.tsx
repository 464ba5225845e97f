// A token of a palette as it is drawn.

import { cardOf, cardsOf } from "../cards/index";
import { CardThumb } from "../cards/line";
import { Emblem, pictureOf } from "../panels/emblems";
import type { Token } from "../protocol";
import { partName } from "./part-names";

/** A token as it is drawn: the emblem of the game, the picture or the kind of its card, else its name. */
export function TokenFace(props: { game: string; thing: string; token: Token | undefined; size?: number }) {
  const { game, thing, token } = props;
  const cards = cardsOf(game);
  const card = cards === undefined ? undefined : cardOf(cards, thing);
  const glyph = pictureOf(game, thing, token?.glyph);
  if (glyph !== undefined) return <Emblem game={game} id={glyph} size={props.size ?? 40} />;
  if (card !== undefined) return <CardThumb game={game} card={card} thing={thing} />;
  return <span class="words" aria-hidden="true">{partName(game, thing)}</span>;
}
