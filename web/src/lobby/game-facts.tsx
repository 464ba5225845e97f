// Key facts of a game: number of players, duration and complexity.

import { Clock, Users } from "lucide";
import { lengthOf, playersOf } from "../books";
import { Icon } from "../icon";
import type { Book } from "../protocol";
import { t } from "../texts";

const HEAVIEST = 5;

export function GameFacts(props: { book: Book }) {
  const { book } = props;
  const players = playersOf(book);
  const length = lengthOf(book);
  const weight = book.introduction?.weight ?? 0;
  return (
    <p class="game-facts">
      <span title={t("front.players", { players })}>
        <Icon of={Users} size={16} />
        <span class="unseen">{t("front.players", { players })}</span>
        <span aria-hidden="true">{players}</span>
      </span>
      {length !== "" && (
        <span title={t("front.length", { hours: length })}>
          <Icon of={Clock} size={16} />
          <span class="unseen">{t("front.length", { hours: length })}</span>
          <span aria-hidden="true">{length}</span>
        </span>
      )}
      {weight > 0 && (
        <span class="weight" role="img" aria-label={t("front.weight", { weight })} title={t("front.weight", { weight })}>
          {Array.from({ length: HEAVIEST }, (_, i) => (
            <i key={i} class={i < weight ? "full" : ""} />
          ))}
        </span>
      )}
    </p>
  );
}
