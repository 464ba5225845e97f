// The text of the card or ability that asks a question.

import { useSignal } from "@preact/signals";
import type { Card } from "../protocol";
import { say, t } from "../texts";

/** A card in brief: its title and texts. On phones, where the panel is small, a tap expands the texts. */
export function CardReason(props: { game: string; card: Card }) {
  const { game, card } = props;
  const whole = useSignal(false);
  const abilities = (card.abilities ?? []).map((one) => ({ title: say(game, one.title), text: one.texts.map((text) => say(game, text)).join(" ") }));
  const texts = (card.texts ?? []).map((text) => say(game, text));
  if (abilities.length + texts.length === 0) return null;
  const title = say(game, card.title);
  return (
    <div role="note" class={whole.value ? "card-reason whole" : "card-reason"} onClick={() => (whole.value = !whole.value)} data-cards={card.id} aria-label={t("decide.about", { name: title })}>
      <b>{title}</b>
      <div>
        {abilities.map((one, i) => (
          <p key={i}>
            {one.title !== title && <i>{one.title}. </i>}
            {one.text}
          </p>
        ))}
        {texts.map((text, i) => (
          <p key={i}>{text}</p>
        ))}
      </div>
    </div>
  );
}
