// The replay bar: a chart of winning probabilities with turning points, a slider, and playback controls.

import { Diamond, Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from "lucide";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../icon";
import type { Story } from "../protocol";
import { labelOf, nameOf, t } from "../texts";
import { Course as CourseLine, roundsOf, signed } from "./chart";
import { PACES, type Course } from "./course";
import { turningMarks } from "./story";
import "./replay.css";

export interface BarProps {
  game: string;
  course: Course;
  story: Story | null;
  /** The ids of the seats. */
  seats: readonly string[];
  colors: readonly string[];
  /** The seat shown in the chart. */
  seat: number;
  /** Further controls for the current step. */
  children?: ComponentChildren;
}

export function ReplayBar(props: BarProps) {
  const { game, course, story, seats, colors, seat } = props;
  const { last, labels } = course.steps.value;
  const at = course.at.value;
  const marks = turningMarks(game, story, seats);
  const to = (step: number) => {
    course.pause();
    void course.to(step);
  };
  const round = (by: number) => labels[Math.max(0, labels.findLastIndex(([step]) => step <= at) + by)]?.[0] ?? last;
  const step = () => {
    course.pause();
    void course.on();
  };
  const toggle = () => (course.playing.value ? course.pause() : course.play());
  useEffect(() => {
    const moves: Record<string, () => void> = { j: step, k: () => to(at - 1), J: () => to(round(1)), K: () => to(round(-1)), " ": toggle };
    const key = (event: KeyboardEvent) => {
      const from = event.target instanceof Element ? event.target : null;
      const writes = from?.matches("textarea, select, [contenteditable], input:not([type=range])") === true;
      const move = !course.opened || writes || event.ctrlKey || event.metaKey || event.altKey || (event.key === " " && from?.matches("button, summary, a") === true) ? undefined : moves[event.key];
      if (move === undefined) return;
      event.preventDefault();
      move();
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  });
  const next = marks.find((mark) => mark.step > at);
  const rounds = roundsOf(labels);
  const left = (one: number) => `${(100 * one) / Math.max(1, last)}%`;
  const chance = story?.chances[at]?.[seat];
  return (
    <div class="replay-bar" role="group" aria-label={t("panel.replay")}>
      <div class={story !== null && story.chances.length > 1 ? "track" : "track plain"}>
        {story !== null && <CourseLine game={game} story={story} seats={seats} colors={colors} seat={seat} at={at} last={last} />}
        <div class="rounds" aria-hidden="true">
          {rounds.map((one, i) => (
            <span key={one.step} class={(rounds[i + 1]?.step ?? last) - one.step < last / 14 ? "short" : ""} style={{ left: left(one.step) }} title={labelOf(game, one.label)}>
              {(rounds[i + 1]?.step ?? last) - one.step < last / 7 ? one.number : labelOf(game, one.label)}
            </span>
          ))}
        </div>
        {chance !== undefined && (
          <b class="chance" style={{ left: left(at), transform: `translateX(-${left(at)})` }}>
            {Math.round(100 * chance)} % <span>{nameOf(game, seats[seat] ?? "")}</span>
          </b>
        )}
        <label>
          <span class="unseen">{t("replay.step")}</span>
          <input type="range" disabled={!course.opened} min={0} max={last} value={at} style={{ "--done": left(at) }} onInput={(event) => to(Number(event.currentTarget.value))} />
        </label>
        {(story?.turning ?? []).map((one, i) => (
          <button
            key={one.step}
            type="button"
            class="mark"
            style={{ left: left(one.step), bottom: `${(100 * (story?.chances[one.step]?.[seat] ?? 0)).toFixed(0)}%` }}
            title={marks[i]?.label}
            aria-label={`${t("story.turning-point", { number: i + 1 })}: ${nameOf(game, seats[one.seat] ?? "")} ${signed(one.change)}`}
            onClick={() => to(one.step - 1)}
          />
        ))}
      </div>
      <div class="controls">
        <p class="acts">
          <Key icon={SkipBack} label={t("replay.round-back")} onClick={() => to(round(-1))} />
          <Key icon={StepBack} label={t("replay.back")} onClick={() => to(at - 1)} />
          <Key class="play" icon={course.playing.value ? Pause : Play} label={t(course.playing.value ? "replay.pause" : "replay.play")} onClick={toggle} />
          <Key icon={StepForward} label={t("replay.on")} onClick={step} />
          <Key icon={SkipForward} label={t("replay.round-on")} onClick={() => to(round(1))} />
        </p>
        <p class="paces" role="group" aria-label={t("scene.speed")}>
          {PACES.map((pace) => (
            <button key={pace} type="button" aria-pressed={course.pace.value === pace} onClick={() => (course.pace.value = pace)}>
              {pace === 0.5 ? "½" : pace}
            </button>
          ))}
        </p>
        {marks.length > 0 && (
          <button type="button" class="next-turning" disabled={next === undefined} onClick={() => next !== undefined && to(next.step - 1)} title={t("replay.turning")}>
            <Icon of={Diamond} size={18} /> <span>{t("replay.turning")}</span>
          </button>
        )}
        <p class="step" title={t("replay.keys")}>
          <output>{`${at} / ${last}`}</output>
        </p>
        {props.children}
      </div>
    </div>
  );
}

function Key(props: { icon: typeof Play; label: string; class?: string; onClick: () => void }) {
  return (
    <button type="button" class={props.class} onClick={props.onClick} aria-label={props.label} title={props.label}>
      <Icon of={props.icon} />
    </button>
  );
}
