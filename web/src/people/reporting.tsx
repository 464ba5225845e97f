// Reporting a message or a player to the moderators.

import { useSignal } from "@preact/signals";
import { post } from "../api";
import { done, report } from "../session";
import { t } from "../texts";

/** A form to report a message, by its number in the chat as `seats` see it, or the person in `seat`. */
export function Reporting(props: { table: string; person: string; message?: { n: number; seats: number[] }; seat?: number }) {
  const open = useSignal(false);
  const text = useSignal("");
  const send = async (event: Event) => {
    event.preventDefault();
    try {
      await post("/reports", {
        text: text.value,
        table: props.table,
        message: props.message?.n ?? null,
        seats: props.message?.seats ?? null,
        seat: props.seat ?? null,
      });
      open.value = false;
      text.value = "";
      done.value = t("report.sent");
    } catch (error) {
      report(error);
    }
  };
  return (
    <>
      <button
        class="report"
        type="button"
        title={t("report.button")}
        aria-label={t("report.on", { person: props.person })}
        aria-expanded={open.value}
        onClick={() => (open.value = !open.value)}
      >
        ⚑
      </button>
      {open.value && (
        <form class="act" onSubmit={(event) => void send(event)}>
          <p>{t(props.message === undefined ? "report.person-text" : "report.message-text", { person: props.person })}</p>
          <label>
            {t("report.why")}
            <input required maxLength={1000} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
          </label>
          <p class="acts">
            <button class="main" type="submit">
              {t("report.button")}
            </button>
            <button type="button" onClick={() => (open.value = false)}>
              {t("admin.cancel")}
            </button>
          </p>
        </form>
      )}
    </>
  );
}
