// The cards of the units that fight each other, in short: main statistics and attacks. The whole card opens on hover.

import { useEffect } from "preact/hooks";
import { Glyph } from "../cards/glyphs";
import { cardOf, cardsOf, loadCards } from "../cards/index";
import type { Attack, Card } from "../protocol";
import { say, t } from "../texts";

/** Number of statistics shown, the first ones of the card. */
const MOST = 3;

/** The cards of both sides beside each other; none until they are loaded, or if neither side has any. */
export function Duel(props: { game: string; cards: readonly string[] }) {
  const { game } = props;
  const cards = cardsOf(game);
  const needed = props.cards.some((card) => card !== "");
  useEffect(() => {
    if (needed) void loadCards(game).catch(() => undefined); // it has reported the error
  }, [game, needed]);
  if (!needed || cards === undefined) return null;
  const found = props.cards.map((card) => (card === "" ? undefined : cardOf(cards, card)));
  if (found.every((card) => card === undefined)) return null;
  return <div class="duel">{found.map((card, side) => (card === undefined ? <span key={side} /> : <Short key={side} game={game} card={card} />))}</div>;
}

function Short(props: { game: string; card: Card }) {
  const { game, card } = props;
  return (
    <article class="short" style={card.tint == null ? {} : { "--tint": card.tint[0], "--tint-ink": card.tint[1] }} data-cards={card.id} tabIndex={0} aria-label={say(game, card.title)}>
      <h3>{say(game, card.title)}</h3>
      <ul class="values">
        {(card.stats ?? []).slice(0, MOST).map((stat, i) => (
          <li key={i} title={say(game, stat.label)}>
            <Glyph id={stat.glyph} size={14} />
            <span class="unseen">{say(game, stat.label)} </span>
            {stat.value}
          </li>
        ))}
      </ul>
      {(card.attacks ?? []).map((attack, i) => (
        <Arms key={i} game={game} attack={attack} />
      ))}
    </article>
  );
}

function Arms(props: { game: string; attack: Attack }) {
  const { game, attack } = props;
  const several = attack.pools.length > 1;
  return (
    <p>
      <span>
        <Glyph id={attack.kind} size={14} /> {say(game, attack.name)} {attack.hit !== undefined && <b>{attack.hit}+</b>}
      </span>
      {attack.pools.map((pool, i) => {
        const dice = Object.values(pool.dice).reduce((sum, one) => sum + one, 0);
        return (
          <b key={i} class={several ? `pool pool-${attack.pools.length - i}` : "pool"} title={[pool.label === undefined ? "" : say(game, pool.label), `${dice} ${t("card.dice")}`].filter(Boolean).join(": ")}>
            {dice}
          </b>
        );
      })}
    </p>
  );
}
