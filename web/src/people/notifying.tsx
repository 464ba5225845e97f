import { report } from "../session";
import { t } from "../texts";
import { toggleNotify, wish } from "./notify";

/** Whether this browser says when it is one's turn: asked only here, when somebody wants it. */
export function Notifying() {
  return (
    <p class="notifying">
      <button type="button" aria-pressed={wish.value === "on"} disabled={wish.value === "denied" || wish.value === "impossible"} onClick={() => void toggleNotify().catch(report)}>
        {t("notify.here")}
      </button>{" "}
      <span class="quiet" role="status">
        {t(`notify.${wish.value}`)}
      </span>
    </p>
  );
}
