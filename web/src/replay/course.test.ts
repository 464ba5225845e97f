import { expect, test } from "vitest";
import type { Player } from "../scenes/player";
import { Course } from "./course";
import type { Moment, Past } from "./past";

const momentAt = (step: number): Moment => ({ step, events: [], scenes: [], drawing: null, panels: [], odds: [] });
const still = { drop: () => {}, skip: () => {} } as Player;

/** A course with a replay source that responds only when the test calls `arrive`. */
function slow(): { course: Course; arrive: () => Promise<void> } {
  const waiting: (() => void)[] = [];
  const past: Past = {
    steps: async () => ({ last: 9, labels: [] }),
    at: (step) => new Promise((done) => waiting.push(() => done(momentAt(step)))),
  };
  const arrive = async () => {
    await settle();
    for (const one of waiting.splice(0)) one();
    await settle();
  };
  return { course: new Course(past, still, () => {}, () => {}), arrive };
}

const settle = () => new Promise((done) => setTimeout(done));

test("a course that is opened at a step plays from there", async () => {
  const { course, arrive } = slow();
  const opened = course.open(4, true);
  await arrive();
  await opened;
  expect(course.playing.value).toBe(true);
  course.pause();
});

test("a step chosen while the first one is on its way is the one that stays", async () => {
  const { course, arrive } = slow();
  const opened = course.open(4, true);
  await settle();
  void course.to(0);
  await arrive();
  await opened;
  expect(course.playing.value).toBe(false);
  expect(course.at.value).toBe(0);
});
