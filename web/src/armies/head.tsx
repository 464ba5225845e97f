// The head of the army list: its name, faction and points, what it costs, and figures such as its wounds.

import { cardsOf } from "../cards/index";
import { Emblem } from "../panels/emblems";
import { nameOf, say, t } from "../texts";
import { about, change, sheet } from "./army";

export function ListHead(props: { game: string }) {
  const { game } = props;
  const now = sheet.value;
  const of = about.value;
  if (now === null || of === null) return null;
  const { draft } = now;
  return (
    <header class="list-head">
      <Emblem game={game} id={draft.faction} size={52} />
      <label class="name">
        <span class="unseen">{t("armies.name")}</span>
        <input maxLength={60} value={draft.name ?? ""} placeholder={t("armies.unnamed")} onChange={(event) => change([{ do: "head", name: event.currentTarget.value }])} />
      </label>
      <label>
        {t("armies.faction")}
        <select value={draft.faction} onChange={(event) => change([{ do: "head", faction: event.currentTarget.value }])}>
          {of.factions.map((one) => (
            <option key={one} value={one}>
              {nameOf(game, one)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("armies.points")}
        <input
          type="number"
          min={1}
          max={1000}
          list="army-sizes"
          value={draft.points}
          onChange={(event) => event.currentTarget.reportValidity() && event.currentTarget.value !== "" && change([{ do: "head", points: Number(event.currentTarget.value) }])}
        />
        <datalist id="army-sizes">
          {of.sizes.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </label>
      <ul class="budgets">
        {now.budgets.map((one, i) => (
          <li key={i} class={one.used > one.limit ? "over" : ""}>
            <b>{one.used}</b>
            <span>
              {t("armies.of", { limit: one.limit })} <small>{say(game, one.title)}</small>
            </span>
          </li>
        ))}
      </ul>
      <Costs game={game} />
      <ul class="figures">
        {now.figures.map((one, i) => (
          <li key={i}>
            <b>{one.value}</b> <small>{say(game, one.title)}</small>
          </li>
        ))}
      </ul>
    </header>
  );
}

/** A bar of the entries as wide as they cost; beyond the limit it is hatched. */
function Costs(props: { game: string }) {
  const budget = sheet.value?.budgets[0];
  if (budget === undefined) return null;
  const rows = (sheet.value?.groups ?? []).flatMap((group) => group.rows).filter((row) => row.cost > 0);
  const whole = Math.max(budget.used, budget.limit);
  const listed = rows.reduce((sum, row) => sum + row.cost, 0);
  const more = Math.max(0, budget.used - listed); // cards within entries, as far as they count
  const share = (cost: number) => ({ width: `${(100 * cost) / whole}%` });
  return (
    <div class="costs" role="img" aria-label={`${budget.used} ${t("armies.of", { limit: budget.limit })} ${say(props.game, budget.title)}`}>
      {rows.map((row) => {
        const tint = cardsOf(props.game)?.get(row.card)?.tint;
        return <span key={row.at} title={`${say(props.game, row.name)}: ${row.cost}`} style={{ ...share(row.cost), ...(tint == null ? {} : { "--tint": tint[0] }) }} />;
      })}
      {more > 0 && <span class="within" style={share(more)} />}
      {budget.used > budget.limit && <i style={share(budget.used - budget.limit)} />}
    </div>
  );
}
