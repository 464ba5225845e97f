// Moderation actions on a person, table or report. Each requires a reason, some a number of hours.

import { useSignal } from "@preact/signals";
import { report } from "../session";
import { t } from "../texts";

const LASTING = new Set(["mute", "ban"]);
const HOURS = [1, 24, 72, 168, 720];
const DEFAULT_HOURS = "24";

export interface Carried {
  act: string;
  reason: string;
  hours: number | null;
}

/** Buttons for the actions on one object, and the form of the selected one. */
export function Acts(props: { on: string; acts: readonly string[]; carryOut: (done: Carried) => Promise<void> }) {
  const chosen = useSignal("");
  const reason = useSignal("");
  const hours = useSignal(DEFAULT_HOURS);
  if (props.acts.length === 0) return null;
  const timed = LASTING.has(chosen.value) || chosen.value === "extend";
  const send = async (event: Event) => {
    event.preventDefault();
    try {
      await props.carryOut({
        act: chosen.value,
        reason: reason.value,
        hours: timed && hours.value !== "" ? Number(hours.value) : null,
      });
      chosen.value = "";
      reason.value = "";
    } catch (error) {
      report(error);
    }
  };
  return (
    <>
      <p class="acts">
        {props.acts.map((act) => (
          <button
            key={act}
            type="button"
            aria-expanded={chosen.value === act}
            aria-label={t("admin.act-on", { act: t(`admin.${act}`), on: props.on })}
            onClick={() => {
              chosen.value = chosen.value === act ? "" : act;
              hours.value = DEFAULT_HOURS;
            }}
          >
            {t(`admin.${act}`)}
          </button>
        ))}
      </p>
      {chosen.value !== "" && (
        <form class="act" onSubmit={(event) => void send(event)}>
          <p>{t(`admin.${chosen.value}-text`)}</p>
          {timed && (
            <label>
              {t("admin.hours")}
              <select value={hours.value} onChange={(event) => (hours.value = event.currentTarget.value)}>
                {HOURS.map((one) => (
                  <option key={one} value={String(one)}>
                    {one % 24 === 0 ? t("vacation.days", { count: one / 24 }) : t("admin.hour")}
                  </option>
                ))}
                {LASTING.has(chosen.value) && <option value="">{t("admin.until-lifted")}</option>}
              </select>
            </label>
          )}
          <label>
            {t("admin.reason")}
            <input required maxLength={500} value={reason.value} onInput={(event) => (reason.value = event.currentTarget.value)} />
          </label>
          <p class="acts">
            <button class="main" type="submit">
              {t(`admin.${chosen.value}`)}
            </button>
            <button type="button" onClick={() => (chosen.value = "")}>
              {t("admin.cancel")}
            </button>
          </p>
        </form>
      )}
    </>
  );
}
