// The explanation of a refusal.

import { useEffect } from "preact/hooks";
import { loadRules, placeOf } from "../../panels/rules";
import type { Refusal } from "../../protocol";
import { say, t } from "../../texts";

/** The reason for a refusal, with a link to the rule. */
export function WhyNot(props: { game: string; refusal: Refusal; onRule: (rule: string) => void; onClose: () => void }) {
  useEffect(() => loadRules(props.game), [props.game]);
  return (
    <div class="whynot" role="status">
      <p>
        {say(props.game, props.refusal.reason)} <small>{placeOf(props.game, props.refusal.rule)}</small>
      </p>
      <button type="button" class="rule" onClick={() => props.onRule(props.refusal.rule)}>
        § {props.refusal.rule}
      </button>
      <button type="button" onClick={props.onClose} aria-label={t("page.close")}>
        ×
      </button>
    </div>
  );
}
