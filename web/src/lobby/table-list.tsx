// A list of tables with title, state of the match, and whether it is the user's turn.

import { Link } from "../link";
import type { TableInfo } from "../protocol";
import { labelOf, t, titleOf } from "../texts";

export function TableList(props: { tables: TableInfo[] }) {
  return (
    <ul class="tables">
      {props.tables.map((table) => {
        const turn = table.status === "running" && table.seats.some((seat) => seat.mine && seat.asked);
        return (
          <li key={table.id} class={turn ? "turn" : ""}>
            <Link to={`/tables/${table.id}`}>
              <strong>{titleOf(table)}</strong>
            </Link>
            <span class="quiet">
              {t(`status.${table.status}`)}
              {table.label !== "" && ` · ${labelOf(table.rulebook, table.label)}`}
              {` · ${table.seats.filter((seat) => seat.person !== null || seat.bot !== null).length}/${table.seats.length}`}
            </span>
            {turn && <b class="badge">{t("lobby.your-turn")}</b>}
          </li>
        );
      })}
    </ul>
  );
}
