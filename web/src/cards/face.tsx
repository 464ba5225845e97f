// The card component, for all kinds of cards in all games.

import type { Attack, Card, Face, Stat } from "../protocol";
import { has, nameOf, say, t } from "../texts";
import { Glyph, hasGlyph } from "./glyphs";

export interface FaceProps {
  game: string;
  card: Card;
  /** The current state of the thing, such as remaining wounds and tokens. */
  now?: string;
  onRule: (rule: string) => void;
  /** Opens another card that this one refers to. */
  onCard?: (card: string) => void;
}

/** Number of statistics that are in the main row if there are no more. */
const ROW = 5;
/** Number of statistics in the main row of a card with more; the others follow in small type. */
const MAIN = 3;

/** A card with header, picture, statistics, attacks, texts and rules. */
export function CardFace(props: FaceProps) {
  const { game, card } = props;
  // The state of a thing may repeat a text of its card.
  const repeated = (card.texts ?? []).some((text) => props.now?.includes(say(game, text).replace(/\.$/, "")));
  const stats = card.stats ?? [];
  const facts = [kindName(game, card.kind), card.faction ? nameOf(game, card.faction) : "", card.subtitle === undefined ? "" : say(game, card.subtitle)];
  return (
    <article class={`face kind-${card.kind}`} style={card.tint == null ? {} : { "--tint": card.tint[0], "--tint-ink": card.tint[1] }} aria-label={say(game, card.title)}>
      <header>
        {card.cost !== undefined && (
          <b class="cost" title={t("card.cost", { cost: card.cost })}>
            <span class="unseen">{t("card.cost", { cost: card.cost })}</span>
            <span aria-hidden="true">{card.cost}</span>
          </b>
        )}
        <h3>{say(game, card.title)}</h3>
      </header>
      {card.pictured === true && <img class="picture" src={`/api/v1/rulebooks/${game}/cards/${encodeURIComponent(card.id)}/picture`} alt="" loading="lazy" />}
      {props.now !== undefined && props.now !== "" && !repeated && <p class="now">{props.now}</p>}
      <Stats game={game} stats={stats.length > ROW ? stats.slice(0, MAIN) : stats} class="" />
      {stats.length > ROW && <Stats game={game} stats={stats.slice(MAIN)} class="more" />}
      {(card.attacks ?? []).map((attack, i) => (
        <AttackRow key={i} game={game} attack={attack} />
      ))}
      {(card.faces ?? []).length > 0 && (
        <ul class="faces">
          {counted(card.faces ?? []).map(([face, count], i) => (
            <FaceRow key={i} game={game} face={face} count={count} />
          ))}
        </ul>
      )}
      <div class="words">
        {(card.abilities ?? []).map((ability, i) => (
          <p key={i}>
            {ability.card !== undefined && ability.card !== card.id && props.onCard !== undefined ? (
              <button type="button" class="named" onClick={() => props.onCard?.(ability.card ?? "")}>
                {say(game, ability.title)}.
              </button>
            ) : (
              <b>{say(game, ability.title)}.</b>
            )}{" "}
            {ability.texts.map((text) => say(game, text)).join(" ")}
          </p>
        ))}
        {(card.texts ?? []).map((text, i) => (
          <p key={i}>{say(game, text)}</p>
        ))}
        {(card.keywords ?? []).length > 0 && (
          <p class="keywords">
            {(card.keywords ?? []).map((keyword) => {
              const open = keyword.card !== undefined && props.onCard !== undefined ? () => props.onCard?.(keyword.card ?? "") : undefined;
              const act = open ?? (keyword.rule === undefined ? undefined : () => props.onRule(keyword.rule ?? ""));
              const name = say(game, keyword.name);
              return act === undefined ? (
                <span key={keyword.id}>{name}</span>
              ) : (
                <button key={keyword.id} type="button" class="chip" onClick={act}>
                  {name}
                </button>
              );
            })}
          </p>
        )}
      </div>
      <footer>
        <span>{facts.filter((one) => one !== "").join(" · ")}</span>
        {(card.rules ?? []).map((rule) => (
          <button key={rule} type="button" class="rule" onClick={() => props.onRule(rule)} aria-label={t("card.rule", { rule })} title={t("card.rule", { rule })}>
            §
          </button>
        ))}
        {card.provenance !== undefined && card.provenance !== "" && (
          <small>
            {t(`card.provenance-${card.provenance}`)}
            {card.note !== undefined && ` ${say(game, card.note)}`}
          </small>
        )}
      </footer>
    </article>
  );
}

function Stats(props: { game: string; stats: readonly Stat[]; class: string }) {
  const { game, stats } = props;
  if (stats.length === 0) return null;
  return (
    <dl class={`stats ${props.class}`}>
      {stats.map((stat, i) => (
        <div key={i}>
          <dt>{say(game, stat.label)}</dt>
          <dd>
            <Glyph id={stat.glyph} />
            {stat.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The name of a kind of card, by default its id with spaces. */
export function kindName(game: string, kind: string): string {
  const id = `card.kind.${kind}`;
  return has(game, id) ? say(game, { id, fields: {} }) : "";
}

/** Number of pools beside which there is room for the word "dice". */
const MOST = 2;

function AttackRow(props: { game: string; attack: Attack }) {
  const { game, attack } = props;
  return (
    <section class="arms">
      <p>
        <Glyph id={attack.kind} />
        <b>{say(game, attack.name)}</b>
        {attack.range !== undefined && attack.range !== "" && <small>{nameOf(game, attack.range)}</small>}
        {attack.hit !== undefined && (
          <span class="needed">
            {t("card.hits")} <b>{attack.hit}+</b>
          </span>
        )}
      </p>
      <ul>
        {attack.pools.map((pool, i) => (
          <li key={i} class={attack.pools.length > 1 ? `pool pool-${pool.color ?? attack.pools.length - i}` : "pool"}>
            {pool.label !== undefined && <span>{say(game, pool.label)}</span>}
            {Object.entries(pool.dice).map(([die, number]) => (
              <b key={die}>
                {number}
                {die !== "die" || Object.keys(pool.dice).length > 1 ? (
                  <small> {nameOf(game, die)}</small>
                ) : (
                  <small class={attack.pools.length > MOST ? "unseen" : ""}> {t("card.dice")}</small>
                )}
              </b>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Consecutive equal faces, merged with their number. */
function counted(faces: Face[]): [Face, number][] {
  const found: [Face, number][] = [];
  for (const face of faces) {
    const last = found.at(-1);
    if (last !== undefined && JSON.stringify(last[0]) === JSON.stringify(face)) last[1] += 1;
    else found.push([face, 1]);
  }
  return found;
}

function FaceRow(props: { game: string; face: Face; count: number }) {
  const { game, face, count } = props;
  return (
    <li class={face.color === undefined ? "" : `colour-${face.color}`}>
      {face.number !== undefined && <b>{face.number}</b>}
      {(face.glyphs ?? []).filter(hasGlyph).map((glyph, i) => (
        <Glyph key={i} id={glyph} size={16} />
      ))}
      <span>{say(game, face.text)}</span>
      {count > 1 && <small>× {count}</small>}
    </li>
  );
}
