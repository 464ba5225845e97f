// Texts: message catalogues from the server in the current language. A message is an id with fields.

import { batch, signal } from "@preact/signals";
import { get } from "./api";
import { known } from "./names";
import type { Counted, GameEvent, TableInfo } from "./protocol";

/** A field of a message: a number, an id, several values, or null if it is hidden. */
export type Value = string | number | null | Value[] | { [key: string]: Value };

/** A text, or plural forms of one; the first form is the singular. */
export type Text = string | Counted;
export type Texts = Record<string, Text>;

export const LANGUAGES = { en: "English", de: "Deutsch", hu: "Magyar" } as const;
export type Language = keyof typeof LANGUAGES | "qps";

const REMEMBERED = "banneret-language";
const DECIMAL = /^-?\d+\.\d+$/;

export const language = signal<Language>(firstLanguage());
const page = signal<Texts>({});
const games = signal<Record<string, Texts>>({});

function firstLanguage(): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  const wanted = [asked, localStorage.getItem(REMEMBERED), ...navigator.languages.map((l) => l.slice(0, 2))];
  for (const one of wanted) if (one !== null && (one in LANGUAGES || one === "qps")) return one as Language;
  return "en";
}

/** The most recently requested language; responses in other languages are ignored. */
let wanted: Language = language.value;

export async function loadTexts(to: Language = language.value): Promise<void> {
  wanted = to;
  const known = Object.keys(games.value);
  const [own, ...others] = await Promise.all([
    get<Texts>(`/texts/${to}`),
    ...known.map((game) => get<Texts>(`/rulebooks/${game}/texts/${to}`)),
  ]);
  if (wanted !== to) return;
  if (Object.keys(games.value).some((game) => !known.includes(game))) return loadTexts(to); // a game was loaded in the meantime
  batch(() => {
    page.value = own ?? {};
    games.value = Object.fromEntries(known.map((game, i) => [game, others[i] ?? {}]));
    language.value = to;
  });
  localStorage.setItem(REMEMBERED, to);
  document.documentElement.lang = to === "qps" ? "en" : to;
}

export async function loadGame(game: string): Promise<void> {
  if (game in games.value) return;
  const to = language.value;
  const texts = await get<Texts>(`/rulebooks/${game}/texts/${to}`);
  if (language.value !== to) return loadGame(game);
  games.value = { ...games.value, [game]: texts };
}

/** A text of the page by id. */
export function t(id: string, fields: Record<string, Value> = {}): string {
  const text = page.value[id];
  return text === undefined ? id : fill(worded(text, fields), fields, (value) => String(value));
}

/** The name of a component of a game, such as an area, a card or a house. */
export function nameOf(game: string, id: string): string {
  const text = games.value[game]?.[`name.${id}`];
  return typeof text === "string" ? text : id;
}

/** The name of a thing in the texts or in the drawing, which names units individually; by default its id. */
export function thingOf(game: string, id: string): string {
  return `name.${id}` in (games.value[game] ?? {}) ? nameOf(game, id) : (known.value.get(id) ?? id);
}

/** The title of a table, by default its game and creator. */
export function titleOf(table: TableInfo): string {
  if (table.titled) return table.title;
  return `${say(table.rulebook, { id: `title.${table.rulebook}`, fields: {} })} · ${table.creator.name}`;
}

/** The label of a turn: "round 4". */
export function labelOf(game: string, label: string): string {
  const [, words = label, number = ""] = /^(.*?) ?(\d*)$/.exec(label) ?? [];
  const id = `label.${words.replaceAll(" ", "-")}`;
  return has(game, id) ? say(game, { id, fields: { number } }) : label;
}

function worded(text: Text, fields: Record<string, Value | undefined>): string {
  if (typeof text === "string") return text;
  return (fields[text.field] === 1 ? text.forms[0] : text.forms.at(-1)) ?? "";
}

/** The text of a game's message. */
export function say(game: string, message: { id: string; fields: Record<string, Value> }): string {
  const text = games.value[game]?.[message.id] ?? page.value[message.id];
  return text === undefined ? message.id : fill(worded(text, message.fields), message.fields, (value) => shown(game, value));
}

export function sayEvent(game: string, event: GameEvent): string {
  const { event: tag, ...fields } = event;
  return say(game, { id: `event.${tag}`, fields: fields as Record<string, Value> });
}

export function has(game: string, id: string): boolean {
  return id in (games.value[game] ?? {});
}

function shown(game: string, value: Value | undefined): string {
  if (value === null || value === undefined) return t("hidden");
  if (Array.isArray(value)) return value.length ? counted(value.map((one) => shown(game, one))).join(", ") : nameOf(game, "none");
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([key, one]) => `${nameOf(game, key)}: ${shown(game, one)}`)
      .join(", ");
  }
  const text = typeof value === "string" ? thingOf(game, value) : String(value);
  return DECIMAL.test(text) ? text.replace(".", (1.5).toLocaleString(language.value === "qps" ? "en" : language.value).charAt(1)) : text;
}

/** Texts of which one that is repeated in sequence is counted, unless it is a number: "Footman ×2", but "3", "3". */
export function counted(texts: readonly string[]): string[] {
  const runs: { text: string; count: number }[] = [];
  for (const text of texts) {
    const last = runs.at(-1);
    if (last?.text === text && /\p{L}/u.test(text)) last.count += 1;
    else runs.push({ text, count: 1 });
  }
  return runs.map(({ text, count }) => (count > 1 ? `${text} ×${count}` : text));
}

export function fill(text: string, fields: Record<string, Value | undefined>, show: (value: Value | undefined) => string): string {
  return text.replace(/\{\{|\}\}|\{(\w+)\}/g, (all, name: string | undefined) => {
    if (all === "{{") return "{";
    if (all === "}}") return "}";
    return name !== undefined && name in fields ? show(fields[name]) : all;
  });
}
