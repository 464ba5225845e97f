// Looking back at a match while one is at its table: which step is shown, as whom one looks, and how the match went.

import { signal, useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { get, isPassing } from "../api";
import type { Story, TableInfo } from "../protocol";
import { Course } from "../replay/course";
import { pastOf, type Sight } from "../replay/past";
import { Stage } from "../scenes/motion";
import { Player } from "../scenes/player";
import { report } from "../session";
import { language } from "../texts";
import type { Table } from "./store";

/** A match that is looked back at, with a stage and a pace of its own. */
export interface LookingBack {
  readonly course: Course;
  readonly stage: Stage;
  readonly player: Player;
  readonly sight: Signal<Sight>;
  readonly story: Signal<Story | null>;
  /** The step from which on it is played by itself; null: none. */
  readonly from: Signal<number | null>;
}

/** `open` is whether one looks back now, `over` whether the match is over: then everything can be seen. */
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
  return { ...made, story, from };
}
