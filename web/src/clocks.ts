// Time controls: presets for new tables, and their descriptions.

import type { Clock } from "./protocol";
import { t } from "./texts";

const MINUTE = 60;
const DAY = 86_400;

const live = (minutes: number, increment: number): Clock => ({ kind: "live", bank: minutes * MINUTE, increment, cap: 7 * DAY });

/** A time control with a number of days for each answer; unused time is not carried over. */
const days = (count: number): Clock => ({ kind: "days", bank: count * DAY, increment: count * DAY, cap: count * DAY });

export const PRESETS: Record<string, Clock> = {
  none: { kind: "none", bank: 600, increment: 30, cap: 7 * DAY },
  "live-5-30": live(5, 30),
  "live-15-60": live(15, 60),
  "live-30-120": live(30, 120),
  "days-1": days(1),
  "days-3": days(3),
  "days-7": days(7),
};

/** The description of a time control. */
export function clockText(clock: Clock): string {
  if (clock.kind === "none") return t("clock.none");
  if (clock.kind === "live") return t("clock.live", { bank: shortTime(clock.bank), increment: shortTime(clock.increment) });
  if (clock.bank === clock.increment && clock.cap === clock.bank && clock.bank % DAY === 0) return t("clock.days", { count: clock.bank / DAY });
  return t("clock.bank", { bank: shortTime(clock.bank), increment: shortTime(clock.increment) });
}

/** A duration in seconds as text: "2 d 3 h", "15:00", "30 s". */
export function shortTime(seconds: number): string {
  if (seconds >= DAY) {
    const hours = Math.floor((seconds % DAY) / 3600);
    return `${Math.floor(seconds / DAY)} d${hours > 0 ? ` ${hours} h` : ""}`;
  }
  return seconds < MINUTE ? `${seconds} s` : countdown(seconds);
}

/** Remaining time in seconds, as displayed on a running clock. */
export function countdown(seconds: number): string {
  if (seconds >= DAY) return shortTime(seconds);
  const minutes = Math.floor(seconds / MINUTE);
  const rest = String(seconds % MINUTE).padStart(2, "0");
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}
