import type { Card } from "../protocol";
import { say } from "../texts";
import { Glyph, hasGlyph } from "./glyphs";

const NUMBERS = 4;
const SHORT = 90; // characters; longer texts, and those that only begin a list, are on the card alone

/** A one-line summary of a card: statistics with their glyphs, and the first text. */
export function CardLine(props: { game: string; card: Card }) {
  const { game, card } = props;
  const numbers = (card.stats ?? []).filter((stat) => hasGlyph(stat.glyph)).slice(0, NUMBERS);
  const text = card.texts?.[0] ?? card.abilities?.[0]?.texts[0];
  const whole = text === undefined ? "" : say(game, text);
  const title = `${say(game, card.title)}: `; // it is the label of the line
  const words = whole.length > SHORT || whole.endsWith(":") ? "" : whole.startsWith(title) ? whole.slice(title.length) : whole;
  if (numbers.length === 0 && words === "") return null;
  return (
    <small class="card-line">
      {numbers.map((stat, i) => (
        <span key={i} title={say(game, stat.label)}>
          <Glyph id={stat.glyph} size={14} />
          <span class="unseen">{say(game, stat.label)} </span>
          {stat.value}{" "}
        </span>
      ))}
      {words !== "" && <span class="gist">{words}</span>}
    </small>
  );
}

/** The thumbnail of a card, by default the glyph of the kind of card or thing. */
export function CardThumb(props: { game: string; card: Card | undefined; thing: string }) {
  const { game, card } = props;
  if (card?.pictured === true) return <img class="thumb" src={`/api/v1/rulebooks/${game}/cards/${encodeURIComponent(card.id)}/picture`} alt="" />;
  const at = props.thing.indexOf(":");
  const id = props.thing.slice(at + 1);
  const glyph = card?.kind ?? (hasGlyph(id) ? id : props.thing.slice(0, Math.max(0, at)));
  return hasGlyph(glyph) ? (
    <span class="thumb">
      <Glyph id={glyph} />
    </span>
  ) : null;
}
