// Replays at a table: playback, point of view, and the analysis of the match.

import { signal, useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { get, isPassing } from "../../api";
import type { Story, TableInfo } from "../../protocol";
import { Course } from "../../replay/course";
import { pastOf, type Sight } from "../../replay/past";
import { Stage } from "../../scenes/motion";
import { Player } from "../../scenes/player";
import { report } from "../../session";
import { language } from "../../texts";
import { useReview, type Reviewing } from "./reviewing";
import type { Table } from "../live/store";

/** A replay with its own stage and playback speed. */
export interface LookingBack {
  readonly course: Course;
  readonly stage: Stage;
  readonly player: Player;
  readonly sight: Signal<Sight>;
  readonly story: Signal<Story | null>;
  readonly reviewing: Reviewing;
  /** The step from which to start playback, or null. */
  readonly from: Signal<number | null>;
}

/** The replay of a table. `open` is whether it is shown, `over` whether the match is over, which allows the open view. */
export function useLookingBack(table: Table, info: TableInfo, open: boolean, over: boolean): LookingBack {
  const made = useMemo(() => {
    const stage: Stage = new Stage(() => course.pace.value);
    const player = new Player(stage);
    const sight = signal<Sight>(null);
    const query = () => `${table.query()}&lang=${language.value}${sight.value === null ? "" : `&sight=${sight.value}`}`;
    const course: Course = new Course(pastOf(info.id, query, table.invite), player, (patches) => stage.draw(patches), report);
    return { stage, player, sight, course };
  }, [table, info.id]);
  const { course, sight } = made;
  const from = useSignal<number | null>(null);
  const story = useSignal<Story | null>(null);
  useEffect(() => {
    if (!open) return;
    course.open(from.value, from.value !== null).catch(report);
    return () => {
      from.value = null;
      course.close();
    };
  }, [open, course]);
  useEffect(() => {
    story.value = null;
    if (!over) return;
    get<Story>(`/tables/${info.id}/story`, table.invite).then(
      (found) => (story.value = found),
      (error: unknown) => {
        if (!isPassing(error)) report(error);
      },
    );
  }, [over, info.id]);
  useEffect(() => {
    if (course.drawing.value !== null) void course.to(course.at.value);
  }, [language.value, sight.value]);
  const reviewing = useReview(table, info, over);
  return { ...made, story, reviewing, from };
}
