// The user's saved lists, and the one that is being edited.

import { signal } from "@preact/signals";
import { get, post, put, remove } from "../api";
import type { List, ListIn, ListInfo, ListPage, ListResult } from "../protocol";
import { done, me, report } from "../session";
import { t } from "../texts";
import { replace, sheet } from "./army";
import { forgetChoices } from "./choice";

/** The user's lists for a game (`own`), and the public ones (`shared`), null until they are loaded. */
export const own = signal<ListInfo[]>([]);
export const shared = signal<ListInfo[] | null>(null);
/** The saved list that was opened or saved last; saving overwrites it. */
export const current = signal<ListInfo | null>(null);

/** Where the army is saved, and who may see it. */
export const folder = signal("");
export const seen = signal<ListInfo["visibility"]>("private");
/** Whether the army is being saved. */
export const saving = signal(false);

async function pages(path: string, most: number): Promise<ListInfo[]> {
  const found: ListInfo[] = [];
  let after = "";
  while (found.length < most) {
    const page = await get<ListPage>(`${path}${after}`);
    found.push(...page.lists);
    if (page.next === null) break;
    after = `&after=${page.next}`;
  }
  return found;
}

/** Load the user's lists for a game; empty if nobody is signed in. */
export const listsOf = (game: string): Promise<ListInfo[]> => (me.value === null ? Promise.resolve([]) : pages(`/lists?rulebook=${game}`, 10_000));

/** Results of the user's finished matches by army list. */
export const results = signal<ListResult[]>([]);

export async function loadLists(game: string): Promise<void> {
  forgetChoices();
  own.value = await listsOf(game);
  results.value = me.value === null ? [] : await get<ListResult[]>(`/lists/results?rulebook=${game}`);
}

export async function loadShared(game: string): Promise<void> {
  shared.value = await pages(`/lists?public=true&rulebook=${game}`, 100);
}

export async function openList(id: string): Promise<List> {
  const found = await get<List>(`/lists/${id}`);
  current.value = found.mine ? found : null;
  replace(found.draft);
  return found;
}

/** Save the army: overwrite the current list, or create a new one if there is none or `asNew` is true. */
export async function save(game: string, asNew: boolean): Promise<void> {
  const draft = sheet.value?.draft;
  if (draft === undefined) return;
  const body: ListIn = { rulebook: game, draft, folder: folder.value, visibility: seen.value };
  const old = current.value;
  saving.value = true;
  try {
    current.value = asNew || old === null ? await post<List>("/lists", body) : await put<List>(`/lists/${old.id}`, body);
    await loadLists(game);
    done.value = t("lists.saved");
  } catch (error) {
    report(error);
  } finally {
    saving.value = false;
  }
}

export async function copyList(game: string, list: ListInfo): Promise<void> {
  await post<List>(`/lists/${list.id}/copies`, { folder: list.folder });
  await loadLists(game);
}

export async function deleteList(game: string, list: ListInfo): Promise<void> {
  await remove(`/lists/${list.id}`);
  if (current.value?.id === list.id) current.value = null;
  await loadLists(game);
}

export const linkTo = (list: ListInfo): string => `${location.origin}/armies/${list.rulebook}?list=${list.id}`;
