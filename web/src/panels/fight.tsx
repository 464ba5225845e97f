// What is fought out step by step: lines that come one after another, cards that are turned up, dice that are rolled.
// The game says what stands in them; here they are only shown.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Cell, Panel } from "../protocol";
import { nameOf, say, t } from "../texts";

const STEP_MS = 260;
const MOST_MS = 2600;

export function Fight(props: { game: string; panel: Panel; ask: string; onRule: (rule: string) => void }) {
  const { game, panel } = props;
  const open = useSignal(true);
  useEffect(() => {
    open.value = true;
  }, [panel.id]);
  useEffect(() => {
    if (panel.over && props.ask !== "") open.value = false; // something else is asked: the board is needed
  }, [props.ask]);
  const seen = useRef({ id: "", lines: 0 });
  if (seen.current.id !== panel.id) seen.current = { id: panel.id, lines: 0 };
  const before = useRef({ id: "", lines: 0, shown: 0 });
  // What is new comes line by line; what was there stays as it is when something else is shown anew.
  if (before.current.id !== panel.id || before.current.shown !== panel.lines.length) {
    before.current = { id: panel.id, lines: seen.current.lines, shown: panel.lines.length };
    seen.current.lines = panel.lines.length;
  }
  const from = before.current.lines;
  return (
    <details class="fight" data-id={panel.id} open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>
        <h2>{say(game, panel.title)}</h2>
      </summary>
      <table>
        <thead>
          <tr>
            <td />
            {panel.sides.map((side) => (
              <th key={side} scope="col">
                {nameOf(game, side)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {panel.lines.map((line, i) => (
            <tr
              key={`${panel.id} ${i} ${line.label.id}`}
              class={`${i >= from ? "fresh" : ""} ${line.total === true ? "total" : ""}`}
              style={i >= from ? { animationDelay: `${Math.min(MOST_MS, (i - from) * STEP_MS)}ms` } : {}}
            >
              <th scope="row" colSpan={line.cells === undefined ? panel.sides.length + 1 : 1}>
                {say(game, line.label)}
              </th>
              {(line.cells ?? []).map((cell, side) => (
                <td key={side}>
                  <Shown game={game} cell={cell} />
                </td>
              ))}
              <td class="why">
                <button type="button" class="rule" onClick={() => props.onRule(line.rule)} aria-label={`${t("log.why")} ${line.rule}`} title={`${t("log.why")} ${line.rule}`}>
                  §
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Shown(props: { game: string; cell: Cell }) {
  const { game, cell } = props;
  return (
    <>
      {cell.text != null && <span>{say(game, cell.text)} </span>}
      {(cell.cards ?? []).map((card) => (
        <span key={card} class="turned" data-cards={card} tabIndex={0}>
          {nameOf(game, card)}
        </span>
      ))}
      {(cell.dice ?? []).length > 0 && (
        <span class="dice">
          {(cell.dice ?? []).map((face, i) => (
            <span key={i} class="rolled" data-cards={face}>
              {nameOf(game, face)}
            </span>
          ))}
        </span>
      )}{" "}
      {cell.number != null && <b>{cell.number}</b>}
    </>
  );
}
