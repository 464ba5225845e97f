// Paths between poses: straight, or along an arc with a turn, like a wheeling rank.

import type { Placing } from "../protocol";

export interface Pose {
  x: number;
  y: number;
  /** Degrees clockwise; at 0 the front faces up. */
  turn: number;
}

const STEPS = 12;
const STRAIGHT = 3; // degrees; smaller turns are not drawn as wheels
const AHEAD = 0.2; // minimum cosine between heading and direction of a forward move

export const poseOf = (at: Placing): Pose => ({ x: at.x, y: at.y, turn: at.turn ?? 0 });

/** The smaller angle from one heading to another, in degrees. */
export function between(from: number, to: number): number {
  const by = (((to - from) % 360) + 360) % 360;
  return by > 180 ? by - 360 : by;
}

const front = (turn: number): [number, number] => [Math.sin((turn * Math.PI) / 180), -Math.cos((turn * Math.PI) / 180)];

/** The poses on the path between two poses, inclusive. */
export function way(from: Pose, to: Pose): Pose[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [long, by] = [Math.hypot(dx, dy), between(from.turn, to.turn)];
  const [ahead, then] = [front(from.turn), front(to.turn)];
  const forwards = long > 0 && (dx * ahead[0] + dy * ahead[1]) / long > AHEAD && (dx * then[0] + dy * then[1]) / long > AHEAD;
  if (Math.abs(by) < STRAIGHT || !forwards) return [from, { ...to, turn: from.turn + by }];
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const s = i / STEPS;
    const [a, b, c, d] = [2 * s ** 3 - 3 * s ** 2 + 1, s ** 3 - 2 * s ** 2 + s, 3 * s ** 2 - 2 * s ** 3, s ** 3 - s ** 2];
    return {
      x: a * from.x + b * long * ahead[0] + c * to.x + d * long * then[0],
      y: a * from.y + b * long * ahead[1] + c * to.y + d * long * then[1],
      turn: from.turn + by * s,
    };
  });
}

/** The path through several poses. */
export function through(poses: Pose[]): Pose[] {
  return poses.slice(1).reduce<Pose[]>((found, pose) => [...found.slice(0, -1), ...way(found.at(-1) ?? pose, pose)], poses.slice(0, 1));
}
