// The printable list: units with their statistics and boxes to mark wounds.

import { cardsOf } from "../cards/index";
import { nameOf, say, t } from "../texts";
import { fullName } from "./additions";
import { sheet } from "./army";

const BOXES = 24; // maximum number of boxes; more wounds are printed as a number

export function PrintedList(props: { game: string }) {
  const { game } = props;
  const now = sheet.value;
  if (now === null) return null;
  return (
    <div class="printed" aria-hidden="true">
      <h1>
        {now.draft.name === undefined || now.draft.name === "" ? t("armies.unnamed") : now.draft.name}{" "}
        <small>
          {nameOf(game, now.draft.faction)}, {now.budgets[0]?.used} / {now.budgets[0]?.limit}
        </small>
      </h1>
      <table>
        <tbody>
          {now.groups.flatMap((group) =>
            group.rows.map((row) => {
              const stats = cardsOf(game)?.get(row.card)?.stats ?? [];
              const wounds = row.health ?? 0;
              return (
                <tr key={row.at}>
                  <th>
                    {fullName(game, row.card)} {row.form !== undefined && row.form.replace("x", " × ")}
                    {(row.inside ?? []).map((one) => (
                      <small key={one.at}>+ {fullName(game, one.card)}</small>
                    ))}
                  </th>
                  <td>{stats.map((stat) => `${say(game, stat.label)} ${stat.value}`).join(" · ")}</td>
                  <td class="boxes">{wounds > BOXES ? wounds : "☐".repeat(wounds)}</td>
                  <td>{row.cost + (row.inside ?? []).reduce((sum, one) => sum + one.cost, 0)}</td>
                </tr>
              );
            }),
          )}
        </tbody>
      </table>
      <p>{now.code}</p>
    </div>
  );
}
