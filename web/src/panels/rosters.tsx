// Rosters of the sides: each unit with its current statistics, tokens and card.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Glyph, hasGlyph } from "../cards/glyphs";
import type { Roster, RosterRow, Stat } from "../protocol";
import { report } from "../session";
import { say, t } from "../texts";

export interface RostersProps {
  game: string;
  /** A value that changes with every update of the table, to reload the rosters. */
  at: unknown;
  load: () => Promise<Roster[]>;
}

export function Rosters(props: RostersProps) {
  const { game } = props;
  const found = useSignal<Roster[] | null>(null);
  useEffect(() => {
    let stale = false;
    props.load().then((rosters) => {
      if (!stale) found.value = rosters;
    }, report);
    return () => {
      stale = true;
    };
  }, [props.at]);
  if (found.value === null) return <p class="quiet">{t("page.wait")}</p>;
  if (found.value.length === 0) return <p class="quiet">{t("roster.none")}</p>;
  return (
    <div class="rosters">
      {found.value.map((roster) => (
        <section key={roster.side}>
          <h2>{say(game, roster.title)}</h2>
          <Numbers game={game} stats={roster.stats} />
          <ul>
            {roster.rows.map((row) => (
              <Row key={row.thing} game={game} row={row} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

export function Row(props: { game: string; row: RosterRow; lit?: ReadonlySet<string>; onPick?: (thing: string) => void }) {
  const { game, row } = props;
  const can = props.onPick !== undefined && props.lit?.has(row.thing) === true;
  return (
    <li class={row.gone === true ? "gone" : ""}>
      <p class="head">
        {can ? (
          <button type="button" class="can" data-cards={row.card ?? row.thing} onClick={() => props.onPick?.(row.thing)}>
            {say(game, row.name)}
          </button>
        ) : (
          <b data-cards={row.card ?? row.thing} tabIndex={0}>
            {say(game, row.name)}
          </b>
        )}
        {row.gone === true && <small>{t("roster.gone")}</small>}
        {row.gone !== true && row.done === true && <small>✓ {t("roster.done")}</small>}
        <Numbers game={game} stats={row.stats ?? []} />
      </p>
      {(row.signs ?? []).length > 0 && (
        <p class="signs">
          {(row.signs ?? []).map((mark, i) => (
            <span key={i} {...(mark.card === undefined ? {} : { "data-cards": mark.card, tabIndex: 0 })}>
              {say(game, mark.name)}
              {(mark.count ?? 1) > 1 && ` ×${mark.count}`}
            </span>
          ))}
        </p>
      )}
    </li>
  );
}

export function Numbers(props: { game: string; stats: Stat[] }) {
  if (props.stats.length === 0) return null;
  return (
    <span class="numbers">
      {props.stats.map((stat, i) => (
        <span key={i} title={say(props.game, stat.label)}>
          <Glyph id={stat.glyph} size={15} />
          <span class={hasGlyph(stat.glyph) ? "unseen" : ""}>{say(props.game, stat.label)} </span>
          {stat.value}{" "}
        </span>
      ))}
    </span>
  );
}
