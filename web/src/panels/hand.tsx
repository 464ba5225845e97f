// A text list of the viewer's hidden possessions, as defined by the game.

import type { Panel } from "../protocol";
import { nameOf, say, t } from "../texts";

export function Hand(props: { game: string; panel: Panel; onRule: (rule: string) => void }) {
  const { game, panel } = props;
  return (
    <section class="hand" aria-labelledby="hand">
      <h2 id="hand">{say(game, panel.title)}</h2>
      <ul>
        {panel.lines.map((line, i) => (
          <li key={i}>
            <b>{say(game, line.label)}</b>
            <dl>
              {(line.cells ?? []).map((cell, column) => (
                <div key={column}>
                  <dt>{nameOf(game, panel.sides[column] ?? "")}</dt>
                  <dd>
                    {cell.text != null && say(game, cell.text)}
                    {(cell.cards ?? []).map((card, i) => (
                      <span key={i} class="held" data-cards={card} tabIndex={0}>
                        {nameOf(game, card)}
                      </span>
                    ))}
                    {cell.number != null && <b>{cell.number}</b>}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <button type="button" class="rule" onClick={() => props.onRule(panel.lines[0]?.rule ?? "")} aria-label={`${t("log.why")} ${panel.lines[0]?.rule ?? ""}`}>
        §
      </button>
    </section>
  );
}
