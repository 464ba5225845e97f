import type { Card } from "../protocol";
import { say } from "../texts";
import { Glyph, hasGlyph } from "./glyphs";

const NUMBERS = 4;
const SHORT = 90; // characters; longer lists, and longer texts beside statistics, are on the card alone

/**
 * Summarize a card. The statistics with their glyphs are followed by the current state of the thing or, if there is none,
 * by the first lines of the card's text.
 */
export function CardLine(props: { game: string; card: Card; now?: string | undefined }) {
  const { game, card } = props;
  const numbers = (card.stats ?? []).filter((stat) => hasGlyph(stat.glyph)).slice(0, NUMBERS);
  const words = props.now ?? gistOf(game, card, numbers.length > 0);
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

/** What a card does: its first ability or text, without its title. Beside statistics only a short text is shown. */
export function gistOf(game: string, card: Card, isBeside: boolean): string {
  const texts = (isBeside ? card.texts ?? card.abilities?.[0]?.texts : card.abilities?.[0]?.texts ?? card.texts) ?? [];
  const said = texts.map((text) => say(game, text));
  const [first = "", next = ""] = said;
  const whole = first.endsWith(":") && !isBeside ? `${first} ${next}` : first; // "At the start of your turn:"
  const title = `${say(game, card.title)}: `; // it is the label of the line
  if (whole.length > SHORT && Object.values(texts[0]?.fields ?? {}).some(Array.isArray)) return ""; // a long list
  if (isBeside && (whole.length > SHORT || whole.endsWith(":"))) return "";
  return whole.startsWith(title) ? whole.slice(title.length) : whole;
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
