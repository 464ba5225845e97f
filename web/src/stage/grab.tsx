// The upper edge of the bottom sheet on phones: the question, and a handle that opens and closes the sheet.

import type { Signal } from "@preact/signals";
import { t } from "../texts";

export interface GrabProps {
  open: Signal<boolean>;
  /** The question, or what the player waits for. */
  prompt: string;
  /** Number of unread chat messages, shown while the shelf is in place of the tabs. */
  unread: number;
}

export function Grab({ open, prompt, unread }: GrabProps) {
  return (
    <button class="grab" type="button" aria-expanded={open.value} aria-controls="panel" aria-label={t("stage.sheet")} onClick={() => (open.value = !open.value)}>
      <span>{prompt}</span>
      {unread > 0 && <b class="unread">{unread}</b>}
    </button>
  );
}
