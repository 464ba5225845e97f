// The state of the user's e-mail address, and its confirmation.

import { post } from "../api";
import type { Me } from "../protocol";
import { done, report } from "../session";
import { t } from "../texts";

export function Unconfirmed(props: { who: Me }) {
  const { email, confirmed } = props.who.notices;
  if (email === "" || confirmed === true) return null;
  const send = async () => {
    try {
      await post("/me/confirmations");
      done.value = t("mailed.sent");
    } catch (error) {
      report(error);
    }
  };
  return (
    <p class="unconfirmed">
      {t("mailed.unconfirmed", { email })}{" "}
      <button type="button" onClick={() => void send()}>
        {t("mailed.send")}
      </button>
    </p>
  );
}
