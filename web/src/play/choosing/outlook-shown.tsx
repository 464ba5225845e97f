// The outlook of an option as bars: the chance to win, or what is expected and the chance to destroy the target.

import { number, percent } from "../../odds/shown";
import { say, t } from "../../texts";
import type { Outlook } from "./outlook";

/** `all`: the outlooks of all options, which bars of expected numbers are compared with. */
export function OutlookShown(props: { game: string; outlook: Outlook; all: ReadonlyMap<string, Outlook> }) {
  const { success, mean, destroys } = props.outlook;
  if (success !== null) return <Bar label={t("odds.success")} part={success} value={percent(success)} />;
  const most = Math.max(0, ...[...props.all.values()].map((one) => one.mean?.number ?? 0));
  return (
    <>
      {mean !== null && <Bar label={say(props.game, mean.what)} part={most === 0 ? 0 : mean.number / most} value={t("odds.mean", { mean: number(mean.number, 1) })} />}
      {destroys > 0 && <Bar label={t("odds.destroys")} part={destroys} value={percent(destroys)} />}
    </>
  );
}

function Bar(props: { label: string; part: number; value: string }) {
  return (
    <span class="outlook">
      <span>{props.label}</span>
      <span class="gauge" aria-hidden="true">
        <span style={{ "--part": `${100 * props.part}%` }} />
      </span>
      <b>{props.value}</b>
    </span>
  );
}
