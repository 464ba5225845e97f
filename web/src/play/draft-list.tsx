// The answers of a draft so far, and the things that still need an answer.

import { useEffect } from "preact/hooks";
import { cardOf, cardsOf, loadCards } from "../cards/index";
import { CardThumb } from "../cards/line";
import { Emblem, isDrawn, pictureOf } from "../panels/emblems";
import type { Ask, Option, SeatDraft } from "../protocol";
import { report } from "../session";
import { say, t } from "../texts";
import { capital, inTwo, partName } from "./choosing/part-names";
import { TokenFace } from "./choosing/token-face";
import { awaited, ordered, tokensLeft } from "./choosing/drafted";
import type { Table } from "./live/store";

export interface DraftListProps {
  game: string;
  table: Table;
  /** The first question of the draft. */
  begun: Ask;
  draft: SeatDraft;
  /** The question shown above the list, and what is picked of its answer. */
  ask: Ask | undefined;
  picked: string[];
  /** The user wants to decide about a thing. */
  onThing: (thing: string) => void;
}

const MANY = 6;

/** The answers so far, followed by the things that still need one, except those that the question lists. */
export function DraftList(props: DraftListProps) {
  const { game, table, begun, draft, ask, picked } = props;
  useEffect(() => void loadCards(game).catch(() => undefined), [game]); // the rows also work without pictures
  // A complete draft asks for confirmation.
  const whole = draft.asks.length === 0;
  const lacking = awaited(draft, ask, picked);
  if (draft.answers.length === 0 && lacking.length === 0) return null;
  const rows = ordered(begun, draft, lacking.map(({ thing }) => thing));
  return (
    <section class={whole ? "draft decide" : "draft"} data-ask={whole ? `${begun.id}#whole` : undefined} aria-labelledby="draft" aria-busy={whole && table.busy.value}>
      {whole && <h2>{say(game, begun.prompt)}</h2>}
      <h3 id="draft">{t("draft.title")}</h3>
      <ul class={rows.length > MANY ? "many" : ""}>
        {rows.map(({ thing, at }) => {
          const answer = draft.answers[at];
          if (answer !== undefined) return <Given key={answer.do} game={game} answer={answer} busy={table.busy.value} onTakeBack={() => void table.drafting.remove(begun, at).catch(report)} />;
          const isNow = lacking.some((one) => one.thing === thing && one.now);
          return (
            <li key={thing} class={isNow ? "lacking now" : "lacking"} data-cards={thing}>
              <span class="vacant" aria-hidden="true" />
              {isNow ? (
                <Named name={partName(game, thing)} text={t("draft.now")} />
              ) : (
                <button type="button" onClick={() => props.onThing(thing)}>
                  <Named name={partName(game, thing)} text={t("draft.lacking")} />
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The tokens that can still be used, unless the question lists them. */
export function TokensLeft(props: { game: string; ask: Ask; picked: string[] }) {
  const { game } = props;
  const left = tokensLeft(props.ask, props.picked);
  if (left.length === 0) return null;
  return (
    <section class="draft" aria-labelledby="left">
      <h3 id="left">{t("draft.left")}</h3>
      <ul class="left-tokens">
        {left.map((token) => (
          <li key={token.thing} class={token.count === 0 ? "none" : ""} data-cards={token.thing} title={partName(game, token.thing)}>
            <TokenFace game={game} thing={token.thing} token={token} size={30} />
            <small>
              <span class="unseen">{partName(game, token.thing)} </span>×{token.count}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Named(props: { name: string; text: string }) {
  return (
    <span class="name">
      <strong>{props.name}</strong>
      {props.text !== "" && <small>{props.text}</small>}
    </span>
  );
}

/** An answer of the draft, with a button to take it back. */
function Given(props: { game: string; answer: Option; busy: boolean; onTakeBack: () => void }) {
  const { game, answer } = props;
  const row = inTwo(game, answer);
  const cards = cardsOf(game);
  const pictured = answer.refers.findLast((part) => isDrawn(game, part));
  const first = answer.refers[0] ?? "";
  const card = cards === undefined ? undefined : cardOf(cards, first);
  return (
    <li data-cards={answer.refers.join(" ")}>
      {pictured !== undefined ? <Emblem game={game} id={pictureOf(game, pictured) ?? ""} size={34} /> : card !== undefined ? <CardThumb game={game} card={card} thing={first} /> : <span class="vacant done" aria-hidden="true" />}
      <Named name={capital(row.name)} text={row.text} />
      <button type="button" class="take-back" disabled={props.busy} aria-label={t("draft.remove", { answer: row.whole })} title={t("draft.take-back")} onClick={props.onTakeBack}>
        ×
      </button>
    </li>
  );
}
