// Opening a table without a form: a newcomer comes in as a guest, and a match against bots begins.

import { post } from "../api";
import { startGuide } from "../play/guided";
import type { Book, TableInfo } from "../protocol";
import { comeIn, go, me } from "../session";
import { t } from "../texts";

/** Come in as a guest, unless one is here already. */
export async function beHere(): Promise<void> {
  if (me.value === null) await comeIn(t("front.guest"));
}

/** Begin a match against bots in the first seat. */
export const playBots = (book: Book): Promise<void> => begin(book, book.seats_at_first, 0, {}, "fair");

/** Begin the match of a guided first round, if the game has one. */
export async function learn(book: Book): Promise<void> {
  const guide = book.guide;
  if (guide !== null) await begin(book, guide.seats, guide.seat ?? 0, guide.options ?? {}, "easy", true);
}

async function begin(book: Book, seats: number, seat: number, options: Record<string, unknown>, bot: string, guided = false): Promise<void> {
  await beHere();
  const places = Array.from({ length: seats }, (_, i) => (i === seat ? { me: true } : { bot }));
  const table = await post<TableInfo>("/tables", { rulebook: book.id, seats, options, visibility: "private", places });
  if (guided) startGuide(table.id);
  go(`/tables/${table.id}`);
}
