// A list of things that are marked for one answer, such as cards to discard, and the button that gives it.

import type { RefObject } from "preact";
import { CardLine, CardThumb } from "../../cards/line";
import { cardOf, cardsOf } from "../../cards/index";
import { isDrawn, hasPicture } from "../../panels/emblems";
import type { Ask, Option } from "../../protocol";
import { say, t } from "../../texts";
import { capital, optionName, partName } from "./part-names";
import { marked, type Offer, type Shelf } from "./shelved";
import { TokenFace } from "./token-face";

export interface MarkedProps {
  game: string;
  ask: Ask;
  picked: string[];
  marks: Shelf;
  busy: boolean;
  onPicked: (picked: string[]) => void;
  onAnswer: (option: Option) => void;
  onKeys: (event: KeyboardEvent) => void;
  list: RefObject<HTMLUListElement | null>;
}

export function MarkedList(props: MarkedProps) {
  const { game, ask, picked, marks } = props;
  const cards = cardsOf(game);
  const { whole } = marks;
  // Texts that differ in their numbers only, such as those of dice, say nothing.
  const texts = marks.offers.flatMap(({ thing }) => (cards === undefined ? undefined : cardOf(cards, thing))?.texts?.[0]?.id ?? []);
  const isTelling = texts.length === 1 || new Set(texts).size > 1;
  const take = (offer: Offer) => {
    if (offer.answer !== undefined) props.onAnswer(offer.answer);
    else props.onPicked(marked(ask, picked, offer) ?? picked);
  };
  return (
    <>
      <ul class="options marks" ref={props.list} onKeyDown={props.onKeys}>
        {marks.offers.map((offer, i) => {
          const card = cards === undefined ? undefined : cardOf(cards, offer.thing);
          const name = offer.answer === undefined ? (card === undefined ? partName(game, offer.thing) : say(game, card.title)) : optionName(game, offer.answer);
          const isFull = offer.chosen === false && marked(ask, picked, offer) === null; // no answer has one more
          return (
            <li key={`${offer.thing} ${i}`}>
              <button
                type="button"
                class={offer.answer !== undefined ? "bare" : offer.chosen === true ? "taken" : ""}
                aria-pressed={offer.chosen}
                disabled={props.busy || isFull}
                data-cards={offer.answer === undefined ? offer.thing : undefined}
                onClick={() => take(offer)}
              >
                {offer.answer === undefined && (card === undefined || hasPicture(game, offer.thing) || isDrawn(game, offer.thing) ? (
                  <TokenFace game={game} thing={offer.thing} token={offer.token} size={30} />
                ) : (
                  <CardThumb game={game} card={card} thing={offer.thing} />
                ))}
                <span class="name">
                  {capital(name)}
                  {card !== undefined && isTelling && <CardLine game={game} card={card} />}
                </span>
                {offer.chosen === true && <span class="mark" aria-hidden="true">✓</span>}
              </button>
            </li>
          );
        })}
      </ul>
      {marks.offers.some(({ chosen }) => chosen !== undefined) && (
        <div class="confirm">
          <button class="main" type="button" disabled={props.busy || whole === undefined} onClick={() => whole !== undefined && props.onAnswer(whole)}>
            {t("decide.confirm")}
          </button>
        </div>
      )}
    </>
  );
}
