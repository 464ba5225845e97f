// Cards that can be added to a list, by section; unavailable ones show the reason.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { CardLine, CardThumb } from "../cards/line";
import { cardsOf } from "../cards/index";
import { Link } from "../link";
import type { Addition } from "../protocol";
import { nameOf, say, t } from "../texts";
import { about, change, chosen, editsOf, over, section, sheet } from "./army";

const NARROW = "(max-width: 52rem)"; // the cards cover the list

export function Additions(props: { game: string }) {
  const { game } = props;
  const words = useSignal("");
  const allowed = useSignal(false);
  const all = sheet.value?.additions ?? [];
  const sections = (about.value?.sections ?? []).filter((one) => all.some((addition) => addition.section === one.id));
  const now = sections.some((one) => one.id === section.value) ? section.value : (sections[0]?.id ?? "");
  const wanted = words.value.toLowerCase();
  const titled = (one: Addition) => `${say(game, one.name)} ${one.subtitle === undefined ? "" : say(game, one.subtitle)}`;
  const mine = all.filter((one) => one.section === now && titled(one).toLowerCase().includes(wanted) && (!allowed.value || (one.refused ?? []).length === 0));
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (over.value === "adding" && matchMedia(NARROW).matches) field.current?.focus();
  }, [over.value]);
  const budget = sheet.value?.budgets[0];
  const inner = (about.value?.sections ?? []).some((one) => one.inside === now);
  return (
    <section class="additions" aria-labelledby="additions" onKeyDown={(event) => event.key === "Escape" && (over.value = "")}>
      <header>
        <h2 id="additions">{t("armies.add")}</h2>
        <span class="used">{budget !== undefined && `${budget.used} ${t("armies.of", { limit: budget.limit })}`}</span>
        <button type="button" class="main" onClick={() => (over.value = "")}>
          {t("armies.add-done")}
        </button>
      </header>
      <label class="find">
        <span class="unseen">{t("armies.find")}</span>
        <input ref={field} type="search" placeholder={t("armies.find")} value={words.value} onInput={(event) => (words.value = event.currentTarget.value)} />
      </label>
      <div class="sections" role="group" aria-label={t("armies.sections")}>
        {sections.map((one) => (
          <button key={one.id} type="button" aria-pressed={one.id === now} onClick={() => (section.value = one.id)}>
            {say(game, one.title)} <b>{all.filter((addition) => addition.section === one.id).length}</b>
          </button>
        ))}
      </div>
      <label class="check">
        <input type="checkbox" checked={allowed.value} onChange={(event) => (allowed.value = event.currentTarget.checked)} />
        <span>{t("armies.only-allowed")}</span>
      </label>
      {inner && chosen.value === "" && <p class="hint">{t("armies.choose-entry")}</p>}
      <ul>
        {mine.map((one) => (
          <OneAddition key={one.card} game={game} addition={one} />
        ))}
      </ul>
      {mine.length === 0 && <p class="quiet">{t("armies.nothing-found")}</p>}
    </section>
  );
}

function OneAddition(props: { game: string; addition: Addition }) {
  const { addition, game } = props;
  const card = cardsOf(game)?.get(addition.card);
  const refused = addition.refused?.[0];
  const forms = addition.forms ?? [];
  const form = useSignal(forms[0]?.form ?? "");
  const name = say(game, addition.name);
  const full = addition.subtitle === undefined ? name : `${name}, ${say(game, addition.subtitle)}`;
  const cost = forms.find((one) => one.form === form.value)?.cost ?? addition.cost;
  return (
    <li class={refused === undefined ? "" : "refused"} data-addition={addition.card}>
      <div class="what" data-cards={addition.card} tabIndex={0}>
        {card !== undefined && <CardThumb game={game} card={card} thing={card.kind} />}
        <span class="names">
          <b>{name}</b>
          {addition.subtitle !== undefined && <small>{say(game, addition.subtitle)}</small>}
          {addition.leads === true && <small class="leads">{t("armies.commander")}</small>}
          {card !== undefined && addition.subtitle === undefined && <CardLine game={game} card={card} />}
        </span>
      </div>
      {forms.length > 1 && (
        <select aria-label={t("armies.formation", { name: full })} value={form.value} onChange={(event) => (form.value = event.currentTarget.value)}>
          {forms.map((one) => (
            <option key={one.form} value={one.form}>
              {one.form.replace("x", " × ")} ({one.cost})
            </option>
          ))}
        </select>
      )}
      <span class="cost">{cost}</span>
      <button
        type="button"
        class={addition.count === undefined || addition.count === 0 ? "add" : "add some"}
        disabled={(addition.edits ?? []).length === 0}
        onClick={() => change(editsOf(addition, form.value))}
      >
        <span aria-hidden="true">{addition.count === undefined || addition.count === 0 ? "+" : addition.count}</span>
        <span class="unseen">{t("armies.add-card", { name: full, cost })}</span>
      </button>
      {refused !== undefined && (
        <details class="why">
          <summary>{say(game, refused.message)}</summary>
          <Link to={`/rules/${game}?rule=${encodeURIComponent(refused.rule)}`}>§ {refused.rule.slice(refused.rule.indexOf(":") + 1)}</Link>
        </details>
      )}
    </li>
  );
}

/** The name of a card with its title. */
export const fullName = (game: string, card: string): string => {
  const of = cardsOf(game)?.get(card);
  return of === undefined ? nameOf(game, card) : of.subtitle === undefined ? say(game, of.title) : `${say(game, of.title)}, ${say(game, of.subtitle)}`;
};
