// Rectangles in the coordinates of the board.

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export function boxOf(written: string): Box {
  const [x = 0, y = 0, w = 100, h = 100] = written.split(" ").map(Number);
  return { x, y, w, h };
}

/** The bounding box of some boxes; null if there are none. */
export function around(boxes: Box[]): Box | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((one) => one.x));
  const y = Math.min(...boxes.map((one) => one.y));
  return { x, y, w: Math.max(...boxes.map((one) => one.x + one.w)) - x, h: Math.max(...boxes.map((one) => one.y + one.h)) - y };
}

export function isWithin(inner: Box, outer: Box): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.w <= outer.x + outer.w && inner.y + inner.h <= outer.y + outer.h;
}
