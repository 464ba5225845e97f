// The user's finished matches with results, and ratings; both can be filtered by game.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../api";
import { aboutGame, shortTitle } from "../books";
import { Link } from "../link";
import type { GameRating, TableInfo, TablePage } from "../protocol";
import { report } from "../session";
import { language, loadGame, nameOf, t, titleOf } from "../texts";

const SHOWN = 20;

export function Matches() {
  const ratings = useSignal<GameRating[]>([]);
  const game = useSignal("");
  const found = useSignal<TableInfo[]>([]);
  const next = useSignal<string | null>(null);
  const load = async (after: string | null) => {
    const asked = game.value;
    const query = new URLSearchParams({ mine: "true", status: "finished", limit: String(SHOWN), ...(asked === "" ? {} : { game: asked }), ...(after === null ? {} : { after }) });
    try {
      const page = await get<TablePage>(`/tables?${query}`);
      await Promise.all([...new Set(page.tables.map((one) => one.rulebook))].map(loadGame));
      if (asked !== game.value) return;
      found.value = after === null ? page.tables : [...found.value, ...page.tables];
      next.value = page.next;
    } catch (error) {
      report(error);
    }
  };
  useEffect(() => {
    void (async () => {
      try {
        const all = await get<GameRating[]>("/me/ratings");
        await Promise.all(all.map((one) => loadGame(one.rulebook)));
        ratings.value = all;
      } catch (error) {
        report(error);
      }
    })();
    void load(null);
  }, []);
  return (
    <section class="card matches" aria-labelledby="matches">
      <h2 id="matches">{t("matches.title")}</h2>
      {ratings.value.length > 0 && (
        <>
          <ul class="ratings" aria-label={t("matches.ratings")}>
            {ratings.value.map((one) => (
              <li key={one.rulebook}>
                <strong>{one.points}</strong> <span class="quiet">± {one.margin}</span>
                <span>{titled(one.rulebook)}</span>
                <small class="quiet">{t("matches.count", { count: one.matches })}</small>
              </li>
            ))}
          </ul>
          <label>
            {t("matches.game")}
            <select
              value={game.value}
              onChange={(event) => {
                game.value = event.currentTarget.value;
                void load(null);
              }}
            >
              <option value="">{t("matches.all")}</option>
              {ratings.value.map((one) => (
                <option key={one.rulebook} value={one.rulebook}>
                  {titled(one.rulebook)}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      {found.value.length === 0 && <p class="quiet">{t("matches.none")}</p>}
      <ul class="results">
        {found.value.map((table) => (
          <li key={table.id}>
            <Link to={`/tables/${table.id}`}>{titleOf(table)}</Link>
            {table.seats
              .filter((seat) => seat.mine)
              .map((seat) => (
                <span key={seat.seat} class={seat.place === 1 ? "won" : ""}>
                  {nameOf(table.rulebook, seat.name)}
                  {seat.place !== null && `: ${t("matches.place", { place: seat.place, of: table.seats.length })}`}
                </span>
              ))}
            {table.ended_at !== null && <small class="quiet">{new Date(table.ended_at).toLocaleDateString(language.value === "qps" ? "en" : language.value)}</small>}
          </li>
        ))}
      </ul>
      {next.value !== null && (
        <button type="button" onClick={() => void load(next.value)}>
          {t("matches.more")}
        </button>
      )}
    </section>
  );
}

const titled = (game: string): string => [shortTitle(game), aboutGame(game, "subtitle")].filter((one) => one !== "").join(", ");
