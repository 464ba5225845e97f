// The matrix of all units, or of the units of two lists. Rows are loaded one by one, with a request for each attacker.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { get } from "../api";
import type { Field, Matrix } from "../protocol";
import { report } from "../session";
import { nameOf, say, t } from "../texts";
import { number, percent } from "./shown";

/** The matrix; `attackers` and `defenders` restrict the units, which are all by default. */
export function MatrixTable(props: { game: string; fields: Field[]; given: Map<string, string>; attackers?: string[]; defenders?: string[] }) {
  const { fields, game, given } = props;
  const compared = fields.filter((one) => one.compared);
  const rest = [...given].filter(([name]) => !compared.some((one) => one.id === name)).map((one) => one.join(":"));
  const rows = useSignal<Matrix[]>([]);
  const run = useRef(0);
  const running = useSignal(false);
  const key = `${game} ${rest.join(",")}`;
  const stop = () => {
    run.current += 1;
    running.value = false;
  };
  useEffect(() => {
    rows.value = [];
    return stop;
  }, [key]);
  const [attackers] = compared;
  if (attackers === undefined) return null;
  const compare = async () => {
    const mine = (run.current += 1);
    running.value = true;
    rows.value = [];
    try {
      for (const one of props.attackers ?? attackers.choices) {
        const line = [...rest, `${attackers.id}:${one}`].join(",");
        const found = await get<Matrix>(`/rulebooks/${game}/odds/matrix?case=${encodeURIComponent(line)}`).catch(nothing);
        if (mine !== run.current) return;
        if (found !== null) rows.value = [...rows.value, only(found, props.defenders)];
      }
    } catch (error) {
      report(error);
    }
    if (mine === run.current) running.value = false;
  };
  const [first] = rows.value;
  return (
    <div class="matrix">
      <h2 id="matrix">{t("odds.matrix")}</h2>
      <p class="acts">
        {running.value ? (
          <button type="button" onClick={stop}>
            {t("odds.stop")}
          </button>
        ) : (
          <button type="button" onClick={() => void compare()}>
            {t("odds.compare")}
          </button>
        )}
        <span role="status">{running.value ? t("odds.comparing") : ""}</span>
      </p>
      {first !== undefined && (
        <div class="scrolled" tabIndex={0} role="region" aria-labelledby="matrix">
          <table>
            <caption>{t("odds.cells", { what: say(game, first.what) })}</caption>
            <thead>
              <tr>
                <td />
                {first.defenders.map((one) => (
                  <th key={one} scope="col">
                    <span>{nameOf(game, one)}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.value.map((row) => (
                <Row key={row.attackers[0]} game={game} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

/** A row restricted to some columns. */
function only(row: Matrix, defenders: string[] | undefined): Matrix {
  if (defenders === undefined) return row;
  const at = defenders.map((one) => row.defenders.indexOf(one));
  const cells = (all: (number | null)[][]) => all.map((line) => at.map((i) => line[i] ?? null));
  return { ...row, defenders, means: cells(row.means), destroys: cells(row.destroys) };
}

function Row(props: { game: string; row: Matrix }) {
  const { game, row } = props;
  const [means = [], destroys = []] = [row.means[0], row.destroys[0]];
  return (
    <tr>
      <th scope="row">{nameOf(game, row.attackers[0] ?? "")}</th>
      {means.map((mean, i) => {
        const chance = destroys[i] ?? null;
        return (
          <td key={i} class={shade(chance)}>
            {mean === null ? "–" : number(mean, 1)}
            {chance !== null && <small>{percent(chance)}</small>}
          </td>
        );
      })}
    </tr>
  );
}

/** The class with the shade of a cell, since the content security policy forbids inline styles. */
const shade = (chance: number | null): string => (chance === null ? "" : `shade-${Math.ceil(chance * 5)}`);

/** Return null, for no row, if the error is that the unit has no such attack. */
export function nothing(error: unknown): null {
  const { problem } = error as { problem?: { status?: number } };
  if (problem?.status === 400) return null;
  throw error;
}
