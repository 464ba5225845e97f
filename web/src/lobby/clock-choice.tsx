// Choice of the time control of a new table, as cards with picture and description.

import type { ComponentChildren } from "preact";
import type { IconNode } from "lucide";
import { CalendarDays, CalendarRange, Clock, Hourglass, Infinity as Endless, Sun, Zap } from "lucide";
import { PRESETS, clockText } from "../clocks";
import { Icon } from "../icon";
import { t } from "../texts";

const ICONS: Record<string, IconNode> = {
  none: Endless,
  "live-5-30": Zap,
  "live-15-60": Clock,
  "live-30-120": Hourglass,
  "days-1": Sun,
  "days-3": CalendarDays,
  "days-7": CalendarRange,
};

export function ClockChoice(props: { value: string; onChange: (to: string) => void; children?: ComponentChildren }) {
  return (
    <fieldset class="clocks">
      <legend>{t("new.clock")}</legend>
      {Object.entries(PRESETS).map(([id, clock]) => {
        const named = clock.kind === "live";
        return (
          <label key={id} class="pick">
            <input type="radio" name="clock" value={id} checked={id === props.value} onChange={() => props.onChange(id)} />
            <Icon of={ICONS[id] ?? Clock} />
            <strong>{named ? t(`clock.name.${id}`) : clockText(clock)}</strong>
            {named && <span class="time">{clockText(clock)}</span>}
            <span class="quiet">{t(`clock.help.${id}`)}</span>
          </label>
        );
      })}
      {props.children}
    </fieldset>
  );
}
