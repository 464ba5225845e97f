// The draft of a phase: its answers, and a bar with progress, Undo and Done.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Ask, Option, SeatDraft } from "../protocol";
import { report } from "../session";
import { narrow } from "../stage/sheet";
import { say, t } from "../texts";
import { optionName, partName, withLabel } from "./choosing/part-names";
import { namedOf } from "./choosing/picking";
import type { Table } from "./live/store";

export interface DraftProps {
  game: string;
  table: Table;
  /** The first question of the draft. */
  ask: Ask;
  draft: SeatDraft;
}

/** The answers so far, each with a button to remove it, and the things without an answer. */
export function DraftList(props: DraftProps) {
  const { game, table, ask, draft } = props;
  const named = (one: Option) => withLabel(game, one, namedOf(one).map((part) => partName(game, part))) || optionName(game, one);
  // A complete draft asks for confirmation.
  const whole = draft.asks.length === 0;
  if (draft.answers.length === 0 && (draft.missing === 0 || draft.things.length === 0)) return null;
  return (
    <section class={whole ? "draft decide" : "draft"} data-ask={whole ? `${ask.id}#whole` : undefined} aria-labelledby="draft" aria-busy={whole && table.busy.value}>
      {whole && <h2>{say(game, ask.prompt)}</h2>}
      <h3 id="draft">{t("draft.title")}</h3>
      <ul>
        {draft.answers.map((one, at) => (
          <li key={one.do} data-cards={one.refers.join(" ")}>
            <span>{named(one)}</span>
            <button
              type="button"
              aria-label={t("draft.remove", { answer: named(one) })}
              title={t("draft.take-back")}
              onClick={() => void table.drafting.remove(ask, at).catch(report)}
            >
              ×
            </button>
          </li>
        ))}
        {draft.missing > 0 &&
          draft.things.map((thing) => (
            <li key={thing} class="lacking" data-cards={thing}>
              <span>{partName(game, thing)}</span>
              <small>{t("draft.lacking")}</small>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** Progress, Undo, and Done, which commits the draft. */
export function DraftBar(props: DraftProps & { busy: boolean }) {
  const { table, ask, draft } = props;
  const [given, all] = [draft.answers.length, draft.answers.length + draft.missing];
  const done = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const at = document.activeElement; // keep the keyboard focus here
    if (!props.busy && draft.whole && draft.asks.length === 0 && (at === null || at === document.body)) done.current?.focus({ preventScroll: true });
  }, [draft.whole, draft.asks.length, props.busy]);
  return (
    <div class="draft-bar" role="group" aria-label={t("draft.title")}>
      <p class={narrow.value ? "unseen" : ""} aria-live="polite">
        <strong>{all === 0 && draft.asks.length === 0 ? "" : draft.missing === 0 && draft.asks.length > 0 ? t("draft.given", { given }) : t("draft.count", { given, all })}</strong>
      </p>
      {all > 1 && (
        <div class="steps" aria-hidden="true">
          {Array.from({ length: all }, (_, i) => (
            <span key={i} class={i < given ? "given" : ""} />
          ))}
        </div>
      )}
      <div class="acts">
        <button type="button" disabled={props.busy || !table.drafting.canUndo(ask)} onClick={() => void table.drafting.undo(ask).catch(report)}>
          {t("draft.undo")}
        </button>
        <div class={draft.asks.length === 0 ? "confirm" : ""}>
        <button ref={done} class="main" type="button" disabled={props.busy || !draft.whole} onClick={() => void table.commit(ask)}>
          {draft.whole ? t("draft.done") : t("draft.more", { count: draft.missing })}
        </button>
        </div>
      </div>
    </div>
  );
}
