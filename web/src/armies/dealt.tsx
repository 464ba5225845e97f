// The average wounds that a unit deals, by kind of attack and by the defense of the target.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../api";
import { cardsOf } from "../cards/index";
import { nothing } from "../odds/matrix";
import { number } from "../odds/shown";
import type { Field, Matrix } from "../protocol";
import { report } from "../session";
import { nameOf, say, t } from "../texts";

/** The statistic of a target by which its wounds are grouped. */
const STAT = "defense";

/** A kind of attack, and the mean wounds for each value of the statistic. */
interface Row {
  kind: string;
  means: (number | null)[];
}

interface Table {
  values: string[];
  rows: Row[];
}

const loaded = new Map<string, Promise<Table>>();

/** The table of a card, computed by the server from the exact odds against every unit. */
function tableOf(game: string, card: string): Promise<Table> {
  const key = `${game} ${card}`;
  const known = loaded.get(key);
  if (known !== undefined) return known;
  const made = compute(game, card);
  loaded.set(key, made);
  made.catch(() => loaded.delete(key));
  return made;
}

async function compute(game: string, card: string): Promise<Table> {
  const fields = await get<Field[]>(`/rulebooks/${game}/odds/fields`);
  const attackers = fields.find((one) => one.compared);
  const kinds = fields.find((one) => one.id === "kind");
  if (attackers?.choices.includes(card) !== true || kinds === undefined) return { values: [], rows: [] };
  const found: [string, Matrix][] = [];
  for (const kind of kinds.choices) {
    const matrix = await get<Matrix>(`/rulebooks/${game}/odds/matrix?case=${encodeURIComponent(`${attackers.id}:${card},kind:${kind}`)}`).catch(nothing);
    if (matrix !== null && matrix.what.id === (found[0]?.[1] ?? matrix).what.id && matrix.means[0]?.some((mean) => mean !== null) === true) found.push([kind, matrix]);
  }
  const stat = (id: string) => cardsOf(game)?.get(id)?.stats?.find((one) => one.glyph === STAT)?.value;
  const values = [...new Set((found[0]?.[1].defenders ?? []).flatMap((id) => stat(id) ?? []))].sort((one, other) => parseInt(one, 10) - parseInt(other, 10));
  const rows = found.map(([kind, matrix]) => ({
    kind,
    means: values.map((value) => mean(matrix.defenders.flatMap((id, i) => (stat(id) === value ? (matrix.means[0]?.[i] ?? []) : [])))),
  }));
  return { values, rows };
}

const mean = (numbers: number[]): number | null => (numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0) / numbers.length);

export function Dealt(props: { game: string; card: string }) {
  const { card, game } = props;
  const shown = useSignal<Table | null>(null);
  useEffect(() => {
    let alive = true;
    shown.value = null;
    tableOf(game, card).then((found) => alive && (shown.value = found), report);
    return () => (alive = false);
  }, [game, card]);
  const label = cardsOf(game)
    ?.get(card)
    ?.stats?.find((one) => one.glyph === STAT)?.label;
  if (shown.value === null || shown.value.rows.length === 0 || label === undefined) return null;
  return (
    <section class="dealt" aria-labelledby="dealt">
      <h2 id="dealt">{t("armies.dealt")}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{say(game, label)}</th>
            {shown.value.values.map((value) => (
              <th key={value} scope="col">
                {value}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.value.rows.map((row) => (
            <tr key={row.kind}>
              <th scope="row">{nameOf(game, row.kind)}</th>
              {row.means.map((one, i) => (
                <td key={i}>{one === null ? "–" : number(one)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">{t("armies.dealt-note")}</p>
    </section>
  );
}
