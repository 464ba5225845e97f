// Quick start: sign in newcomers as guests and start a match against bots.

import { post } from "./api";
import { startGuide } from "./guided";
import type { Book, TableInfo } from "./protocol";
import { comeIn, go, me } from "./session";
import { t } from "./texts";

/** Sign in as a guest, unless the user is signed in already. */
export async function beHere(): Promise<void> {
  if (me.value === null) await comeIn(t("front.guest"));
}

/** Start a match against bots, with the user in the first seat. */
export const playBots = (book: Book, options: Record<string, unknown> = {}): Promise<void> => begin(book, book.seats_at_first, 0, options, "skilled");

/** Start the guided first round of a game, if it has one. */
export async function learn(book: Book): Promise<void> {
  const guide = book.guide;
  if (guide !== null) await begin(book, guide.seats, guide.seat ?? 0, guide.options ?? {}, "beginner", true);
}

async function begin(book: Book, seats: number, seat: number, options: Record<string, unknown>, bot: string, guided = false): Promise<void> {
  await beHere();
  const places = Array.from({ length: seats }, (_, i) => (i === seat ? { me: true } : { bot }));
  const table = await post<TableInfo>("/tables", { rulebook: book.id, seats, options, visibility: "private", places });
  if (guided) startGuide(table.id);
  go(`/tables/${table.id}`);
}
