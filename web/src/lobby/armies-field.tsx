// Army settings of a new table: who chooses the armies, and the user's lists if players bring them.

import { ListPickers } from "../armies/choice";
import type { Book } from "../protocol";
import { nameOf, t } from "../texts";

const LISTS = [0, 1, 2, 3] as const;

export function ArmiesField(props: {
  book: Book;
  seats: number;
  /** The user's seats. */
  mine: number[];
  options: Record<string, unknown>;
  /** Number of lists that each player brings; 0 if the armies are options of the match. */
  lists: number;
  brought: Record<number, string[]>;
  onLists: (to: number) => void;
  onBrought: (to: Record<number, string[]>) => void;
}) {
  const { book, brought, lists, seats } = props;
  if (!book.armies) return null;
  return (
    <>
      <label>
        {t("lists.armies")}
        <select class="armies" value={String(lists)} onChange={(event) => props.onLists(Number(event.currentTarget.value))}>
          {LISTS.map((one) => (
            <option key={one} value={one}>
              {t(`lists.armies-${one}`)}
            </option>
          ))}
        </select>
      </label>
      {lists > 0 &&
        props.mine.map((seat) => (
          <ListPickers
            key={seat}
            match={{ game: book.id, options: props.options, seats }}
            seat={nameOf(book.id, book.seat_names[String(seats)]?.[seat] ?? String(seat + 1))}
            count={lists}
            value={brought[seat] ?? []}
            onChange={(to) => props.onBrought({ ...brought, [seat]: to })}
          />
        ))}
    </>
  );
}

/** The lists of a seat to send to the server; missing ones are random. */
export const listsOf = (brought: Record<number, string[]>, seat: number, lists: number): string[] =>
  Array.from({ length: lists }, (_, i) => brought[seat]?.[i] ?? "random");
