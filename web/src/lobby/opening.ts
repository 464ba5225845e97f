// Opening a table without a form: a newcomer comes in as a guest, and a match against bots begins.

import { post } from "../api";
import type { Book, TableInfo } from "../protocol";
import { comeIn, go, me } from "../session";
import { t } from "../texts";

/** Come in as a guest, unless one is here already. */
export async function beHere(): Promise<void> {
  if (me.value === null) await comeIn(t("front.guest"));
}

/** Begin a match against bots in the first seat. */
export async function playBots(book: Book): Promise<void> {
  await beHere();
  const places = Array.from({ length: book.seats_at_first }, (_, i) => (i === 0 ? { me: true } : { bot: "fair" }));
  const table = await post<TableInfo>("/tables", { rulebook: book.id, seats: places.length, visibility: "private", places });
  go(`/tables/${table.id}`);
}
