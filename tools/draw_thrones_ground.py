"""Compute the borders of the Thrones map from hand-made sketches, and write `data/ground.toml`.

Each area has a rough outline in the file next to this one. Every point of the map belongs to the nearest outline,
looked up at a slightly displaced position, so that borders and coasts meander. Each border is stored once for both
areas, so adjacent areas match exactly. The report lists differences between the drawing and the board.
"""

import math
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from banneret.games.thrones.content import board

Point = tuple[float, float]
Node = tuple[int, int]

WIDTH, HEIGHT, CELL = 1000, 1600, 5
COLUMNS, ROWS = WIDTH // CELL, HEIGHT // CELL
EDGE = "edge"
TARGET = Path(__file__).parents[1] / "src/banneret/games/thrones/data/ground.toml"

SKETCHES: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["sketches"]


def _hash(x: int, y: int, salt: int) -> float:
    value = (x * 374761393 + y * 668265263 + salt * 2246822519) & 0xFFFFFFFF
    value = ((value ^ (value >> 13)) * 1274126177) & 0xFFFFFFFF
    return (value ^ (value >> 16)) / 0xFFFFFFFF * 2 - 1


def _noise(x: float, y: float, salt: int) -> float:
    """Return smooth noise between -1 and 1."""
    i, j = math.floor(x), math.floor(y)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    top = _hash(i, j, salt) * (1 - u) + _hash(i + 1, j, salt) * u
    bottom = _hash(i, j + 1, salt) * (1 - u) + _hash(i + 1, j + 1, salt) * u
    return top * (1 - v) + bottom * v


def displaced(x: float, y: float) -> Point:
    """Return the displaced position at which the outlines are looked up for a point."""
    dx = 11 * _noise(x / 55, y / 55, 1) + 6 * _noise(x / 21, y / 21, 2)
    dy = 11 * _noise(x / 55, y / 55, 3) + 6 * _noise(x / 21, y / 21, 4)
    return x + dx, y + dy


class Sketch:
    """The rough outline of an area."""

    def __init__(self, text: str) -> None:
        pairs = [pair.split(",") for pair in text.split()]
        self.points: list[Point] = [(float(x), float(y)) for x, y in pairs]
        self.sides = list(zip(self.points, self.points[1:] + self.points[:1], strict=True))
        xs, ys = [p[0] for p in self.points], [p[1] for p in self.points]
        self.box = min(xs), min(ys), max(xs), max(ys)

    def at_least(self, x: float, y: float) -> float:
        """Return a lower bound for the distance to the outline."""
        left, top, right, bottom = self.box
        return math.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))

    def distance(self, x: float, y: float) -> float:
        """Return the distance to the outline; 0 inside it."""
        inside, nearest = False, math.inf
        for (ax, ay), (bx, by) in self.sides:
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
            length = (bx - ax) ** 2 + (by - ay) ** 2
            t = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
            nearest = min(nearest, math.hypot(ax + t * (bx - ax) - x, ay + t * (by - ay) - y))
        return 0.0 if inside else nearest


def label_cells() -> list[list[str]]:
    """Return the area of each cell."""
    sketches = {area: Sketch(text) for area, text in SKETCHES.items()}

    def owner(x: float, y: float) -> str:
        best, nearest = "", math.inf
        for area, sketch in sketches.items():
            if sketch.at_least(x, y) < nearest and (far := sketch.distance(x, y)) < nearest:
                best, nearest = area, far
        return best

    return [[owner(*displaced((i + 0.5) * CELL, (j + 0.5) * CELL)) for i in range(COLUMNS)] for j in range(ROWS)]


def _around(i: int, j: int) -> Iterator[Node]:
    for x, y in ((i + 1, j), (i, j + 1), (i - 1, j), (i, j - 1)):
        if 0 <= x < COLUMNS and 0 <= y < ROWS:
            yield x, y


def in_one_piece(cells: list[list[str]]) -> None:
    """Assign disconnected parts of an area to the areas around them."""
    pieces: dict[str, list[list[Node]]] = defaultdict(list)
    seen: set[Node] = set()
    for j in range(ROWS):
        for i in range(COLUMNS):
            if (i, j) not in seen:
                pieces[cells[j][i]].append(_piece(cells, i, j, seen))
    for splinters in pieces.values():
        for piece in sorted(splinters, key=len)[:-1]:
            i, j = piece[0]
            other = next(cells[y][x] for x, y in _around(i, j) if cells[y][x] != cells[j][i])
            for x, y in piece:
                cells[y][x] = other


def _piece(cells: list[list[str]], i: int, j: int, seen: set[Node]) -> list[Node]:
    piece, label = [(i, j)], cells[j][i]
    seen.add((i, j))
    for x, y in piece:
        for near in _around(x, y):
            if near not in seen and cells[near[1]][near[0]] == label:
                seen.add(near)
                piece.append(near)
    return piece


Sides = dict[Node, dict[Node, tuple[str, str]]]


def cell_sides(cells: list[list[str]]) -> Sides:
    """Return, for each corner, the next corners along a border, with the two areas on either side."""

    def label(i: int, j: int) -> str:
        return cells[j][i] if 0 <= i < COLUMNS and 0 <= j < ROWS else EDGE

    sides: Sides = defaultdict(dict)
    for j in range(ROWS + 1):
        for i in range(COLUMNS + 1):
            here = label(i, j)
            for other, end in ((label(i - 1, j), (i, j + 1)), (label(i, j - 1), (i + 1, j))):
                if here != other:
                    pair = (min(here, other), max(here, other))
                    sides[i, j][end] = sides[end][i, j] = pair
    return sides


def trace(sides: Sides) -> list[tuple[tuple[str, str], list[Node]]]:
    """Return the borders between junctions, followed by closed ones around islands."""
    left = {frozenset((a, b)) for a, ends in sides.items() for b in ends}
    junctions = [corner for corner in sorted(sides) if len(sides[corner]) != 2]
    borders = []
    for start in (*junctions, *sorted(sides)):
        for step in sorted(sides[start]):
            if frozenset((start, step)) in left:
                borders.append((sides[start][step], _follow(sides, start, step, left)))
    return borders


def _follow(sides: Sides, start: Node, step: Node, left: set[frozenset[Node]]) -> list[Node]:
    line = [start, step]
    left.discard(frozenset((start, step)))
    while len(sides[line[-1]]) == 2 and line[-1] != start:
        onward = next(end for end in sides[line[-1]] if end != line[-2])
        left.discard(frozenset((line[-1], onward)))
        line.append(onward)
    return line


def smoothed(nodes: list[Node]) -> list[Point]:
    """Return a staircase of cells as a smooth line."""
    line = [(x * CELL, y * CELL) for x, y in nodes]
    closed = line[0] == line[-1]
    points: list[Point] = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(line)]
    points = [points[-1], *points, points[0]] if closed else [line[0], *points, line[-1]]
    for _ in range(2):
        inner = [
            tuple((p[k] + 2 * q[k] + r[k]) / 4 for k in (0, 1))
            for p, q, r in zip(points, points[1:], points[2:], strict=False)
        ]
        ends = (inner[-1], inner[0]) if closed else (points[0], points[-1])
        points = [ends[0], *inner, ends[1]]  # type: ignore[list-item]  # both ends are known here
    if closed:
        points = [*points[1:-1], points[1]]
    middle = len(points) // 2
    halves = [*thinned(points[: middle + 1])[:-1], *thinned(points[middle:])]
    return [(round(x), round(y)) for x, y in halves]


def thinned(points: list[Point], tolerance: float = 0.9) -> list[Point]:
    """Return the points needed to approximate the line (Douglas-Peucker)."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    length = math.hypot(bx - ax, by - ay) or 1.0
    far = [abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length for x, y in points]
    if points[0] == points[-1]:
        far = [math.hypot(x - ax, y - ay) for x, y in points]
    k = max(range(len(points)), key=far.__getitem__)
    if far[k] <= tolerance:
        return [points[0], points[-1]]
    return [*thinned(points[: k + 1])[:-1], *thinned(points[k:])]


def disagreements(pairs: set[tuple[str, str]]) -> Iterator[str]:
    """Yield differences between the drawing and the board; land areas that only touch in the drawing get a river."""
    for a, area in enumerate(board.AREAS):
        for b in range(a + 1, len(board.AREAS)):
            if board.PORT in (board.KIND[a], board.KIND[b]):
                continue
            other = board.AREAS[b]
            drawn = (min(area, other), max(area, other)) in pairs
            if drawn == (b in board.ADJACENT_SETS[a]):
                continue
            river = board.KIND[a] == board.KIND[b] == board.LAND
            what = "river" if drawn and river else "MUST NOT TOUCH" if drawn else "MUST TOUCH"
            yield f"{what}: {area}, {other}"


def main() -> None:
    """Write the borders."""
    cells = label_cells()
    in_one_piece(cells)
    borders = trace(cell_sides(cells))
    lines = ["# The borders of the drawn map. Written by tools/draw_thrones_ground.py; do not edit.", ""]
    lines += [f"width = {WIDTH}", f"height = {HEIGHT}", ""]
    for (one, other), nodes in borders:
        # The edge of the sheet keeps its corners.
        line = thinned([(x * CELL, y * CELL) for x, y in nodes]) if EDGE in (one, other) else smoothed(nodes)
        points = " ".join(f"{x:g},{y:g}" for x, y in line)
        lines += ["[[border]]", f'between = ["{one}", "{other}"]', f'points = "{points}"', ""]
    TARGET.write_text("\n".join(lines), encoding="utf-8")
    for disagreement in disagreements({pair for pair, _ in borders}):
        print(disagreement)


if __name__ == "__main__":
    main()
