// The bar of a draft, with progress, Undo and Done.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Ask, SeatDraft } from "../protocol";
import { report } from "../session";
import { narrow } from "../stage/sheet";
import { t } from "../texts";
import type { Table } from "./live/store";

export interface DraftProps {
  table: Table;
  /** The first question of the draft. */
  ask: Ask;
  draft: SeatDraft;
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
