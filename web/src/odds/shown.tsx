// Odds as bars, with the probabilities of exactly and of at least each number, and the factors not taken into account.

import type { Odds, Spread } from "../protocol";
import { language, say, t } from "../texts";
import "./odds.css";

/** `compact`: beside a question, where few numbers are shown as columns. */
export function OddsShown(props: { game: string; odds: Odds[]; compact?: boolean }) {
  if (props.odds.length === 0) return null;
  return (
    <section class="odds" aria-label={t("odds.title")}>
      {props.odds.map((one, i) => (
        <One key={i} game={props.game} odds={one} compact={props.compact === true} />
      ))}
    </section>
  );
}

const MOST_COLUMNS = 10;

function One(props: { game: string; odds: Odds; compact: boolean }) {
  const { game, odds } = props;
  return (
    <article>
      <h3>{say(game, odds.title)}</h3>
      <dl>
        {odds.destroys !== null && (
          <div class="destroys">
            <dt>{t("odds.destroys")}</dt>
            <dd>{percent(odds.destroys)}</dd>
          </div>
        )}
        {odds.chances.map((one, i) => (
          <div key={i}>
            <dt>{say(game, one.what)}</dt>
            <dd>{percent(one.chance)}</dd>
          </div>
        ))}
      </dl>
      {odds.spreads.map((spread, i) => (
        <Bars key={i} game={game} spread={spread} columns={props.compact && spread.bars.length <= MOST_COLUMNS} />
      ))}
      {odds.leaves_out.length > 0 && (
        <details>
          <summary>{t("odds.left-out")}</summary>
          <ul>
            {odds.leaves_out.map((one, i) => (
              <li key={i}>{say(game, one)}</li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}

/** The numbers as rows with the probabilities of at least and of exactly each, or as columns of those of at least each. */
function Bars(props: { game: string; spread: Spread; columns: boolean }) {
  const { columns, spread } = props;
  const { bars, mean, what } = spread;
  return (
    <table class={columns ? "bars upright" : "bars"}>
      <caption>
        {say(props.game, what)} <small>{t("odds.mean", { mean: number(mean) })}</small>
      </caption>
      {!columns && (
        <thead>
          <tr>
            <th scope="col">{t("odds.number")}</th>
            <th scope="col" class="least">
              {t("odds.least")}
            </th>
            <th scope="col">{t("odds.exactly")}</th>
          </tr>
        </thead>
      )}
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.number} class={bar.number === 0 ? "none" : ""}>
            <th scope="row" aria-label={columns ? `${t("odds.least")} ${bar.number}` : undefined}>
              {bar.number}
            </th>
            <td class="least">
              <span class="gauge" style={{ "--part": `${100 * bar.least}%` }} aria-hidden="true" />
              <span>{percent(bar.least)}</span>
            </td>
            {!columns && <td>{percent(bar.chance)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const spoken = (): string => (language.value === "qps" ? "en" : language.value);

/** A probability in percent, with a decimal where rounding would show an uncertain event as certain or impossible. */
export function percent(chance: number): string {
  const digits = chance > 0 && chance < 1 && (chance < 0.01 || chance > 0.99) ? 1 : 0;
  const shown = chance > 0 && chance < 1 ? Math.min(Math.max(chance, 0.001), 0.999) : chance;
  return new Intl.NumberFormat(spoken(), { style: "percent", maximumFractionDigits: digits }).format(shown);
}

export function number(mean: number, digits = 2): string {
  return new Intl.NumberFormat(spoken(), { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(mean);
}
