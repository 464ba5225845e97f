import { expect, test } from "vitest";
import type { Scene } from "../protocol";
import { Player, type Act, type Boards } from "./player";

const scene = (event: number, more: Partial<Scene> = {}): Scene => ({ event, kind: "move", ...more });

/** A fake board on which scenes end when the test decides, with a log of all calls. */
function theatre(moving = true) {
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const boards: Boards = {
    moving: () => moving,
    play: (one, redraw, leaves, arrives, stop) =>
      new Promise((resolve) => {
        log.push(`begin ${one.thing ?? one.event}`);
        if (leaves.length > 0) redraw(leaves);
        const end = () => {
          if (arrives.length > 0 && !stop.aborted) redraw(arrives);
          resolve();
        };
        ends.push(end);
        stop.addEventListener("abort", end);
      }),
    clear: () => undefined,
  };
  const act = (name: string, scenes: Scene[]): Act => ({
    scenes,
    redraw: (parts) => log.push(`redraw ${parts.join()}`),
    told: (event) => log.push(`told ${event}`),
    done: () => log.push(`done ${name}`),
  });
  const end = async () => {
    ends.shift()?.();
    for (let i = 0; i < 8; i += 1) await Promise.resolve();
  };
  return { player: new Player(boards), log, act, end };
}

test("an event is logged when its scenes are over, and the act ends after its last event", async () => {
  const { player, log, act, end } = theatre();
  player.add(act("one", [scene(1, { thing: "a", to: "x" }), scene(1, { thing: "b" }), scene(2, { thing: "c", origin: "y" })]));
  player.add(act("two", []));
  expect(log).toEqual(["begin a"]);
  await end();
  expect(log).toEqual(["begin a", "redraw x", "begin b"]);
  await end();
  expect(log.slice(3)).toEqual(["told 1", "begin c", "redraw y"]);
  await end();
  expect(log.slice(6)).toEqual(["told 2", "done one", "done two"]);
  expect(player.playing.value).toBe(false);
});

test("scenes that are marked begin together", async () => {
  const { player, log, act, end } = theatre();
  player.add(act("one", [scene(1, { thing: "a" }), scene(1, { thing: "b", together: true })]));
  expect(log).toEqual(["begin a", "begin b"]);
  await end();
  expect(log).toHaveLength(2);
  await end();
  expect(log.slice(2)).toEqual(["told 1", "done one"]);
});

test("a part is redrawn with the last scene that names it", async () => {
  const { player, log, act, end } = theatre();
  player.add(act("one", [scene(1, { thing: "a", to: "a" }), scene(2, { thing: "a", to: "a" })]));
  await end();
  expect(log).toEqual(["begin a", "told 1", "begin a"]);
  await end();
  expect(log.slice(3)).toEqual(["redraw a", "told 2", "done one"]);
});

test("skipping shows everything that waits, in order", async () => {
  const { player, log, act } = theatre();
  player.add(act("one", [scene(1, { thing: "a" }), scene(2, { thing: "b" })]));
  player.add(act("two", [scene(3, { thing: "c" })]));
  player.skip();
  await new Promise((resolve) => setTimeout(resolve));
  expect(log).toEqual(["begin a", "done one", "done two"]);
  expect(player.playing.value).toBe(false);
  player.add(act("three", [scene(4, { thing: "d" })]));
  expect(log.at(-1)).toBe("begin d");
});

test("what was dropped is never shown", async () => {
  const { player, log, act } = theatre();
  player.add(act("one", [scene(1, { thing: "a" })]));
  player.drop();
  await new Promise((resolve) => setTimeout(resolve));
  expect(log).toEqual(["begin a"]);
});

test("where nothing moves an act is over at once", () => {
  const { player, log, act } = theatre(false);
  player.add(act("one", [scene(1)]));
  expect(log).toEqual(["done one"]);
});

test("skipping or dropping nothing skips nothing that is added later", () => {
  const { player, log, act } = theatre();
  player.skip();
  player.drop();
  player.add(act("one", [scene(1, { thing: "a" })]));
  expect(log).toEqual(["begin a"]);
});
