// Vacation, during which clocks with days per answer are stopped.

import { useSignal } from "@preact/signals";
import { put } from "../api";
import type { Me } from "../protocol";
import { me, report } from "../session";
import { language, t } from "../texts";

const DAY_MS = 86_400_000;
const LENGTHS = [3, 7, 14, 30, 60];

export function Vacation(props: { who: Me }) {
  const length = useSignal(7);
  const until = props.who.vacation_until;
  const set = async (to: number | null) => {
    try {
      me.value = await put<Me>("/me/vacation", { until: to });
    } catch (error) {
      report(error);
    }
  };
  const away = until !== null && until > Date.now();
  return (
    <section class="card" aria-labelledby="vacation">
      <h2 id="vacation">{t("vacation.title")}</h2>
      <p class="quiet">{t("vacation.text")}</p>
      {away ? (
        <>
          <p>{t("vacation.until", { until: new Date(until).toLocaleString(language.value === "qps" ? "en" : language.value) })}</p>
          <button type="button" onClick={() => void set(null)}>
            {t("vacation.end")}
          </button>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void set(Date.now() + length.value * DAY_MS - 60_000); // the server's clock may be slow
          }}
        >
          <label>
            {t("vacation.length")}
            <select value={String(length.value)} onChange={(event) => (length.value = Number(event.currentTarget.value))}>
              {LENGTHS.map((one) => (
                <option key={one} value={String(one)}>
                  {t("vacation.days", { count: one })}
                </option>
              ))}
            </select>
          </label>
          <button type="submit">{t("vacation.begin")}</button>
        </form>
      )}
    </section>
  );
}
