// Beside the list in wide windows: the card of the entry that is looked at, and the cards that may join it.

import { CardFace } from "../cards/face";
import { cardsOf } from "../cards/index";
import type { SheetRow } from "../protocol";
import { go } from "../session";
import { nameOf, say, t } from "../texts";
import { fullName } from "./additions";
import { change, chosen, editsOf, looked, sheet } from "./army";
import { Dealt } from "./dealt";

export function Entry(props: { game: string }) {
  const { game } = props;
  const groups = sheet.value?.groups ?? [];
  const rows = groups.flatMap((group) => group.rows);
  const row = rows.find((one) => one.at === looked.value) ?? rows[0];
  if (row === undefined) return null;
  const card = cardsOf(game)?.get(row.card);
  const inside = groups.find((group) => group.rows.includes(row))?.inside ?? "";
  return (
    <aside class="entry-card" aria-label={t("armies.entry")}>
      {card !== undefined && <CardFace game={game} card={card} onRule={(rule) => go(`/rules/${game}?rule=${encodeURIComponent(rule)}`)} />}
      <Dealt key={row.card} game={game} card={row.card} />
      {inside !== "" && chosen.value === row.at && <Joining game={game} row={row} section={inside} />}
    </aside>
  );
}

/** The cards that may join an entry now. */
function Joining(props: { game: string; row: SheetRow; section: string }) {
  const { game } = props;
  const fit = (sheet.value?.additions ?? []).filter((one) => one.section === props.section && (one.refused ?? []).length === 0 && (one.edits ?? []).length > 0);
  return (
    <section class="joining" aria-labelledby="joining">
      <h2 id="joining">{t("armies.join")}</h2>
      {fit.length === 0 && <p class="quiet">{t("armies.join-none")}</p>}
      <ul>
        {fit.map((one) => (
          <li key={one.card}>
            <span class="names" data-cards={one.card} tabIndex={0}>
              <b>{say(game, one.name)}</b>
              <small>{one.subtitle === undefined ? nameOf(game, one.faction) : say(game, one.subtitle)}</small>
            </span>
            <span class="cost">{one.cost}</span>
            <button type="button" class="add" onClick={() => change(editsOf(one, ""))}>
              <span aria-hidden="true">+</span>
              <span class="unseen">{t("armies.join-card", { name: fullName(game, one.card), other: say(game, props.row.name) })}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
