// Looking back: step by step, by slider and by single keys both ways, or by itself with what happened.

import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from "lucide";
import type { ComponentChildren } from "preact";
import { Icon } from "../icon";
import { Log } from "../panels/log";
import { labelOf, t } from "../texts";
import { PACES, type Course } from "./course";
import "./replay.css";


export interface ReplayProps {
  game: string;
  course: Course;
  onRule: (rule: string) => void;
  /** Drawn over the slider. */
  chart?: ComponentChildren;
  /** Steps that are marked on the slider, with what is said of them. */
  marks?: readonly { step: number; label: string }[];
  children?: ComponentChildren;
}

export function Replay(props: ReplayProps) {
  const { game, course } = props;
  const { last, labels } = course.steps.value;
  const at = course.at.value;
  const marks = props.marks ?? [];
  const to = (step: number) => {
    course.pause();
    void course.to(step);
  };
  const round = (by: number) => labels[Math.max(0, labels.findLastIndex(([step]) => step <= at) + by)]?.[0] ?? last;
  const keys = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      j: () => void step(),
      k: () => to(at - 1),
      J: () => to(round(1)),
      K: () => to(round(-1)),
      " ": () => toggle(),
    };
    const inButton = event.key === " " && event.target instanceof HTMLButtonElement;
    const move = inButton ? undefined : moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };
  const step = () => {
    course.pause();
    return course.on();
  };
  const toggle = () => (course.playing.value ? course.pause() : course.play());
  const next = marks.find((mark) => mark.step > at);
  const label = labels.findLast(([first]) => first <= at)?.[1] ?? "";
  return (
    <div class="replay" onKeyDown={keys}>
      <p>
        <output>
          {at} / {last}
        </output>{" "}
        {labelOf(game, label)}
      </p>
      {props.chart}
      <label>
        <span class="unseen">{t("replay.step")}</span>
        <input type="range" min={0} max={last} value={at} onInput={(event) => to(Number(event.currentTarget.value))} />
      </label>
      {marks.length > 0 && (
        <p class="marks">
          {marks.map((mark) => (
            <button key={mark.step} type="button" class="mark" style={{ left: `${(100 * mark.step) / Math.max(1, last)}%` }} title={mark.label} aria-label={mark.label} onClick={() => to(mark.step - 1)}>
              ◆
            </button>
          ))}
        </p>
      )}
      <p class="acts">
        <button type="button" onClick={() => to(round(-1))} aria-label={t("replay.round-back")} title={t("replay.round-back")}>
          <Icon of={SkipBack} />
        </button>
        <button type="button" onClick={() => to(at - 1)} aria-label={t("replay.back")} title={t("replay.back")}>
          <Icon of={StepBack} />
        </button>
        <button type="button" class="main play" onClick={toggle} aria-label={t(course.playing.value ? "replay.pause" : "replay.play")} title={t(course.playing.value ? "replay.pause" : "replay.play")}>
          <Icon of={course.playing.value ? Pause : Play} />
        </button>
        <button type="button" onClick={() => void step()} aria-label={t("replay.on")} title={t("replay.on")}>
          <Icon of={StepForward} />
        </button>
        <button type="button" onClick={() => to(round(1))} aria-label={t("replay.round-on")} title={t("replay.round-on")}>
          <Icon of={SkipForward} />
        </button>
      </p>
      <p class="acts paces" role="group" aria-label={t("scene.speed")}>
        {PACES.map((pace) => (
          <button key={pace} type="button" aria-pressed={course.pace.value === pace} onClick={() => (course.pace.value = pace)}>
            {pace === 0.5 ? "½" : pace}
          </button>
        ))}
        {next !== undefined && (
          <button type="button" onClick={() => to(next.step - 1)}>
            {t("replay.turning")}
          </button>
        )}
      </p>
      <p class="quiet">{t("replay.keys")}</p>
      {props.children}
      <Log game={game} events={course.events.value} onRule={props.onRule} />
    </div>
  );
}
