// The card browser: all cards of a game with sorting, and filters by faction, kind, cost and text.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { titleOfGame } from "../books";
import { GameTabs } from "../game-tabs";
import type { Card } from "../protocol";
import { go, report } from "../session";
import { loadGame, nameOf, say, t } from "../texts";
import { CardFace, kindName } from "./face";
import { cardsOf, loadCards } from "./index";
import { CardOpener } from "./opener";

const PAGE = 48;

interface Filters {
  words: string;
  faction: string[];
  kind: string[];
  from: string;
  to: string;
  sort: "order" | "name" | "cost";
}

function filtersOf(search: string): Filters {
  const asked = new URLSearchParams(search);
  const sort = asked.get("sort");
  return {
    words: asked.get("words") ?? "",
    faction: asked.getAll("faction"),
    kind: asked.getAll("kind"),
    from: asked.get("from") ?? "",
    to: asked.get("to") ?? "",
    sort: sort === "name" || sort === "cost" ? sort : "order",
  };
}

function searchOf(filters: Filters): string {
  const asked = new URLSearchParams();
  for (const [key, value] of Object.entries(filters)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== "" && one !== "order") asked.append(key, one);
  }
  return asked.size > 0 ? `?${asked.toString()}` : "";
}

/** The displayed text of a card in lower case, for searching. */
function wordsOf(game: string, card: Card): string {
  const messages = [card.title, card.subtitle, ...(card.texts ?? []), ...(card.keywords ?? []).map((one) => one.name)];
  const named = [...(card.abilities ?? []).flatMap((one) => [one.title, ...one.texts]), ...(card.faces ?? []).map((one) => one.text), ...(card.attacks ?? []).map((one) => one.name)];
  return [...messages, ...named].map((one) => (one === undefined ? "" : say(game, one))).join(" ").toLowerCase();
}

function takes(game: string, card: Card, filters: Filters): boolean {
  const within = (cost: number | undefined) => (filters.from === "" || (cost !== undefined && cost >= Number(filters.from))) && (filters.to === "" || (cost !== undefined && cost <= Number(filters.to)));
  const wanted = filters.words.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    (filters.faction.length === 0 || filters.faction.includes(card.faction ?? "")) &&
    (filters.kind.length === 0 || filters.kind.includes(card.kind)) &&
    within(card.cost) &&
    (wanted.length === 0 || wanted.every((word) => wordsOf(game, card).includes(word)))
  );
}

export function CardBrowser(props: { game: string }) {
  const { game } = props;
  const filters = useSignal<Filters>(filtersOf(location.search));
  const shown = useSignal(PAGE);
  const ready = useSignal(false);
  useEffect(() => {
    ready.value = false;
    filters.value = filtersOf(location.search);
    Promise.all([loadGame(game), loadCards(game)]).then(() => (ready.value = true), report);
  }, [game]);
  useEffect(() => {
    document.title = `${t("cards.title")} · ${titleOfGame(game)} · banneret`;
    return () => {
      document.title = "banneret";
    };
  }, [game, ready.value]);
  const change = (some: Partial<Filters>) => {
    filters.value = { ...filters.value, ...some };
    shown.value = PAGE;
    history.replaceState(null, "", `/cards/${game}${searchOf(filters.value)}`);
  };
  const all = [...(cardsOf(game)?.values() ?? [])];
  const now = filters.value;
  const found = all.filter((card) => takes(game, card, now));
  if (now.sort === "name") found.sort((one, other) => say(game, one.title).localeCompare(say(game, other.title)));
  if (now.sort === "cost") found.sort((one, other) => (one.cost ?? Infinity) - (other.cost ?? Infinity));
  const costs = all.flatMap((card) => card.cost ?? []);
  const chosen = [...now.faction.map((one) => ["faction", one, nameOf(game, one)] as const), ...now.kind.map((one) => ["kind", one, kindName(game, one)] as const)];
  const onRule = (rule: string) => go(`/rules/${game}?rule=${encodeURIComponent(rule)}`);
  return (
    <div class="books-page">
      <GameTabs path="cards" game={game} />
      <h1 class="unseen">{t("cards.title")}</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          {t("cards.words")}
          <input type="search" value={now.words} onInput={(event) => change({ words: event.currentTarget.value })} />
        </label>
        <details open={matchMedia("(min-width: 52rem)").matches}>
          <summary>{t("cards.filters")}</summary>
          <Choices title={t("cards.faction")} all={all} by={(card) => card.faction ?? ""} name={(id) => nameOf(game, id)} chosen={now.faction} onChange={(faction) => change({ faction })} />
          <Choices title={t("cards.kind")} all={all} by={(card) => card.kind} name={(id) => kindName(game, id)} chosen={now.kind} onChange={(kind) => change({ kind })} />
          {costs.length > 0 && (
            <fieldset>
              <legend>{t("cards.cost")}</legend>
              {(["from", "to"] as const).map((end) => (
                <label key={end}>
                  {t(`cards.${end}`)}
                  <input type="number" min={Math.min(...costs)} max={Math.max(...costs)} value={now[end]} onInput={(event) => change({ [end]: event.currentTarget.value })} />
                </label>
              ))}
            </fieldset>
          )}
        </details>
      </form>
      <section class="found" aria-busy={!ready.value} aria-labelledby="found">
        <h2 id="found" class="unseen">
          {titleOfGame(game)}
        </h2>
        <div class="bar">
          <p role="status">{ready.value ? t("cards.count", { found: found.length, all: all.length }) : t("page.wait")}</p>
          {chosen.map(([key, id, name]) => (
            <button key={`${key} ${id}`} type="button" class="chip" onClick={() => change({ [key]: now[key].filter((one) => one !== id) })} aria-label={t("cards.without", { name })}>
              × {name}
            </button>
          ))}
          <label>
            {t("cards.sort")}
            <select value={now.sort} onChange={(event) => change({ sort: event.currentTarget.value as Filters["sort"] })}>
              {(["order", "name", "cost"] as const).map((one) => (
                <option key={one} value={one}>
                  {t(`cards.sort-${one}`)}
                </option>
              ))}
            </select>
          </label>
        </div>
        {ready.value && all.length === 0 && <p class="quiet">{t("cards.none")}</p>}
        {ready.value && all.length > 0 && found.length === 0 && <p class="quiet">{t("cards.nothing")}</p>}
        <ul class="faces-grid">
          {found.slice(0, shown.value).map((card) => (
            <li key={card.id}>
              <CardFace game={game} card={card} onRule={onRule} onCard={(other) => change({ words: say(game, cardsOf(game)?.get(other)?.title ?? card.title), faction: [], kind: [] })} />
            </li>
          ))}
        </ul>
        {found.length > shown.value && (
          <p class="acts">
            <button type="button" onClick={() => (shown.value += PAGE)}>
              {t("cards.more", { count: found.length - shown.value })}
            </button>
          </p>
        )}
      </section>
      <CardOpener game={game} onRule={onRule} />
    </div>
  );
}

/** Checkboxes for the values of a property, each with its number of cards. */
function Choices(props: { title: string; all: Card[]; by: (card: Card) => string; name: (id: string) => string; chosen: string[]; onChange: (chosen: string[]) => void }) {
  const counts = new Map<string, number>();
  for (const card of props.all) counts.set(props.by(card), (counts.get(props.by(card)) ?? 0) + 1);
  const values = [...counts].filter(([id]) => id !== "" && props.name(id) !== "");
  if (values.length < 2) return null;
  return (
    <fieldset>
      <legend>{props.title}</legend>
      {values.map(([id, count]) => (
        <label key={id} class="check">
          <input
            type="checkbox"
            checked={props.chosen.includes(id)}
            onChange={(event) => props.onChange(event.currentTarget.checked ? [...props.chosen, id] : props.chosen.filter((one) => one !== id))}
          />
          <span>{props.name(id)}</span>
          <small>{count}</small>
        </label>
      ))}
    </fieldset>
  );
}
