import { report } from "../session";
import { t } from "../texts";
import { toggleNotify, wish } from "./notify";

/** The setting for notifications when it is the user's turn; requests the browser's permission. */
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
