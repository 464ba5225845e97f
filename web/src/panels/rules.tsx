// The rules panel, with search by words or id; the current rule comes first.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../api";
import type { Rule } from "../protocol";
import { report } from "../session";
import { has, say, t } from "../texts";

const SHOWN = 40;

const books = signal<Record<string, Rule[]>>({});

/** Load the rules of a game, once. */
export function loadRules(game: string): void {
  if (game in books.value) return;
  get<Rule[]>(`/rulebooks/${game}/rules`).then((found) => (books.value = { ...books.value, [game]: found }), report);
}

/** The title of a rule's chapter. */
export function sectionOf(game: string, rule: Rule): string {
  const id = `section.${rule.section}`;
  return has(game, id) ? say(game, { id, fields: {} }) : rule.section;
}

/** The rules of a game in rulebook order; empty until they are loaded. */
export const rulesOf = (game: string): Rule[] => books.value[game] ?? [];

/** Whether a rule, including its id and chapter, contains every word. */
export function matches(game: string, rule: Rule, words: string): boolean {
  const written = `${rule.id} ${sectionOf(game, rule)} ${summaryOf(game, rule)}`.toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => written.includes(word));
}

/** The citation of a rule, such as "Marching, page 24". */
export function placeOf(game: string, id: string): string {
  const rule = books.value[game]?.find((one) => one.id === id);
  if (rule === undefined) return "";
  return sectionOf(game, rule) + (rule.page === null ? "" : `, ${t("rules.page")} ${rule.page}`);
}

/** The summary of a rule in the current language. */
export function summaryOf(game: string, rule: Rule): string {
  const id = `rule.${rule.id}`;
  return has(game, id) ? say(game, { id, fields: {} }) : rule.summary;
}

export function Rules(props: { game: string; chosen: string; current: string }) {
  const { game } = props;
  const words = useSignal("");
  useEffect(() => loadRules(game), [game]);
  useEffect(() => {
    words.value = "";
  }, [props.chosen]);
  const searched = words.value.trim() !== "";
  const first = props.chosen !== "" ? props.chosen : props.current;
  const found = rulesOf(game).filter((rule) =>
    searched ? matches(game, rule, words.value) : rule.id === first || (first !== "" && rule.id.startsWith(first.replace(/\.[^.]*$/, "."))),
  );
  if (!searched) found.sort((a, b) => Number(b.id === first) - Number(a.id === first));
  return (
    <>
      <label class="search">
        {t("rules.search")}
        <input type="search" value={words.value} onInput={(event) => (words.value = event.currentTarget.value)} />
      </label>
      <ul class="rules">
        {found.slice(0, SHOWN).map((rule) => (
          <li key={rule.id} class={rule.id === first ? "chosen" : ""}>
            <b>§ {rule.id}</b> <small>{placeOf(game, rule.id)}</small>
            <p>{summaryOf(game, rule)}</p>
          </li>
        ))}
      </ul>
      {found.length > SHOWN && <p class="quiet">{t("rules.more", { count: found.length - SHOWN })}</p>}
      {found.length === 0 && <p class="quiet">{t("rules.none")}</p>}
    </>
  );
}
