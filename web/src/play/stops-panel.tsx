// Settings for stops: at the question of a reaction window, and for all windows of a game.

import { useEffect } from "preact/hooks";
import type { Ask, Stop } from "../protocol";
import { report } from "../session";
import { say, t } from "../texts";
import type { Stops } from "./live/stops";

const HOWS: Stop["how"][] = ["always", "holding", "never"];

function Choice(props: { game: string; stops: Stops; seat: number; stop: Stop; label: string }) {
  const { stops, seat, stop } = props;
  return (
    <label class="stop">
      <span>{props.label}</span>
      <select
        value={stop.how}
        onChange={(event) => void stops.set(seat, stop.name, event.currentTarget.value as Stop["how"]).catch(report)}
      >
        {HOWS.map((how) => (
          <option key={how} value={how}>
            {t(`stop.${how}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The setting for the open reaction window. */
export function StopHere(props: { game: string; stops: Stops; ask: Ask }) {
  const stop = props.stops.of(props.ask.seat).find((one) => one.name === props.ask.window);
  return stop === undefined ? null : <Choice game={props.game} stops={props.stops} seat={props.ask.seat} stop={stop} label={t("stop.here")} />;
}

/** The settings for all reaction windows of a game. */
export function StopsPanel(props: { game: string; stops: Stops; seat: number }) {
  const { game, stops, seat } = props;
  useEffect(() => void stops.load(seat).catch(report), [stops, seat]);
  const found = stops.of(seat);
  if (found.length === 0) return null;
  return (
    <details class="stops">
      <summary>{t("stop.title")}</summary>
      <p class="quiet">{t("stop.text")}</p>
      {found.map((stop) => (
        <Choice key={stop.name} game={game} stops={stops} seat={seat} stop={stop} label={say(game, stop.label)} />
      ))}
    </details>
  );
}
