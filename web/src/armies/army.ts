// State of the army builder. The server validates every edit and lists possible additions.

import { signal } from "@preact/signals";
import { get, post } from "../api";
import type { Addition, Armies, Draft, Imported, SheetIn, Sheet } from "../protocol";
import { place, report } from "../session";

export type Edit = NonNullable<SheetIn["edits"]>[number];

export const about = signal<Armies | null>(null);
export const sheet = signal<Sheet | null>(null);
/** The position of the entry that nested cards are added to; "" if none is selected. */
export const chosen = signal("");
/** The position of the entry whose card is shown; "" for the first one. */
export const looked = signal("");
/** The section of the cards to add; "" for the first one. */
export const section = signal("");
/** On narrow screens, what covers the list: the cards to add (`adding`), or the code and the ways to share it. */
export const over = signal<"" | "adding" | "sharing">("");
/** Undo history: the lists before each edit. */
export const before = signal<Draft[]>([]);
/** The most recent import, until the user dismisses it. */
export const imported = signal<Imported | null>(null);

/** Number of sheets received from the server (`shown`), and whether one is being requested (`busy`). */
export const shown = signal(0);
export const busy = signal(false);

let game = "";
let turn = 0;

const keyOf = (of: string) => `banneret-army-${of}`;

/** The list from the last visit in this browser, or null. */
function kept(of: string): Draft | null {
  try {
    const text = localStorage.getItem(keyOf(of));
    return text === null ? null : (JSON.parse(text) as Draft);
  } catch {
    return null;
  }
}

/** Open the list in the URL, by default the one from the last visit, or an empty one. */
export async function open(of: string, code: string | null): Promise<void> {
  game = of;
  about.value = sheet.value = imported.value = null;
  chosen.value = looked.value = section.value = over.value = "";
  before.value = [];
  const found = await get<Armies>(`/rulebooks/${of}/armies`);
  if (game !== of) return;
  about.value = found;
  const blank: Draft = { faction: found.factions[0] ?? "", points: found.sizes[1] ?? found.sizes[0] ?? 1 };
  const given = code === null ? null : (await post<Imported>(`/rulebooks/${of}/armies/import`, { text: code })).draft;
  await show(given ?? kept(of) ?? blank).catch(() => show(blank));
}

/** Request the sheet of a list after edits, and save the list in the browser. */
async function show(draft: Draft, edits: Edit[] = []): Promise<void> {
  const mine = ++turn;
  const of = game;
  const body: SheetIn = { draft, edits, into: chosen.value };
  busy.value = true;
  const found = await post<Sheet>(`/rulebooks/${of}/armies/sheet`, body).finally(() => {
    if (mine === turn) busy.value = false;
  });
  if (mine !== turn || of !== game) return;
  sheet.value = found;
  shown.value += 1;
  localStorage.setItem(keyOf(of), JSON.stringify(found.draft));
  const path = found.code === "" || (found.draft.entries ?? []).length === 0 ? `/armies/${of}` : `/armies/${of}?code=${found.code}`;
  history.replaceState(null, "", path);
  place.value = path;
}

/** Apply edits to the list. */
export function change(edits: Edit[]): void {
  const now = sheet.value;
  if (now === null) return;
  before.value = [...before.value.slice(-49), now.draft];
  const first = edits[0];
  if (first?.do === "remove" && first.at === chosen.value) chosen.value = "";
  void show(now.draft, edits).catch(report);
}

export function undo(): void {
  const last = before.value.at(-1);
  if (last === undefined) return;
  before.value = before.value.slice(0, -1);
  chosen.value = "";
  void show(last).catch(report);
}

/** Replace the whole list. */
export function replace(draft: Draft): void {
  const now = sheet.value;
  if (now !== null) before.value = [...before.value.slice(-49), now.draft];
  chosen.value = "";
  void show(draft).catch(report);
}

/** Select the entry that nested cards of a section are added to. */
export function choose(at: string, inside: string): void {
  chosen.value = looked.value = at;
  section.value = inside;
  if (sheet.value !== null) void show(sheet.value.draft).catch(report);
}

export async function random(including: string[]): Promise<void> {
  const now = sheet.value;
  if (now === null) return;
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const wanted = { faction: now.draft.faction, points: now.draft.points, seed: seed % 0x7fffffff, including };
  replace(await post<Draft>(`/rulebooks/${game}/armies/random`, wanted));
}

export async function read(text: string, file: string): Promise<void> {
  const points = sheet.value?.draft.points;
  const bare = text.includes(";") && points !== undefined ? { points } : {};
  const found = await post<Imported>(`/rulebooks/${game}/armies/import`, { text, file, ...bare });
  imported.value = found;
  replace(found.draft);
}

export const written = async (form: string): Promise<string> =>
  sheet.value === null ? "" : (await post<{ text: string }>(`/rulebooks/${game}/armies/export`, { draft: sheet.value.draft, form })).text;

/** The edits that add a card in one of its formations. */
export const editsOf = (addition: Addition, form: string): Edit[] =>
  (addition.edits ?? []).map((edit) => (edit.do === "add" && form !== "" ? { ...edit, form } : edit)) as Edit[];
