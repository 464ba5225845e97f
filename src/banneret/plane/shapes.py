"""Shapes on the table in their own frame: unions of convex pieces, with the edges that the rules refer to.

Lengths are integers in milli-units: thousandths of the game's own unit of length (an inch, the side of a tray). A
shape's own frame faces +y: its front is at the top and +x is its right. Poses move and rotate its origin.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import IntEnum
from math import fsum, sqrt
from typing import Final, NamedTuple

from banneret.compiled import mypyc_attr

Point = tuple[float, float]


class Side(IntEnum):
    """The sides of a tray, clockwise from the front. NO_SIDE is an edge that faces none of them squarely."""

    FRONT = 0
    RIGHT = 1
    REAR = 2
    LEFT = 3
    NO_SIDE = 4


class Edge(NamedTuple):
    """A straight part of an outline, counterclockwise: the inside is on the left of start to end."""

    side: Side
    start: Point
    end: Point


class Form(NamedTuple):
    """A convex piece in its shape's frame: counterclockwise corners; an axis-aligned rectangle also has a box."""

    corners: tuple[Point, ...]
    normals: tuple[Point, ...]
    """For each edge from a corner to the next, the outward unit normal."""
    box: tuple[float, float, float, float] | None
    """Centre, half the width and half the depth of an axis-aligned rectangle."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Shape:
    """A union of convex pieces. Immutable and compared by identity: create one per kind of tray.

    `pieces` may overlap, so that there are no gaps at seams; `tiles` cover the same area without overlaps. `edges` is
    the outline. `width` and `depth` are those of the smallest axis-aligned rectangle around the shape.
    """

    __slots__ = ("area", "corners", "depth", "edges", "half", "pieces", "radius", "tiles", "width")

    def __init__(self, pieces: Sequence[Form], tiles: Sequence[Form], edges: Sequence[Edge]) -> None:
        """Create a shape from its parts; use `rectangle`, `polygon`, `trays` or `union` to build them."""
        self.pieces: Final = tuple(pieces)
        self.tiles: Final = tuple(tiles)
        self.edges: Final = tuple(edges)
        corners = [corner for piece in self.pieces for corner in piece.corners]
        self.corners: Final = tuple(dict.fromkeys(corners))
        """The corners of all pieces, each once."""
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        self.width: Final = max(xs) - min(xs)
        self.depth: Final = max(ys) - min(ys)
        self.radius: Final = max(sqrt(x * x + y * y) for x, y in corners)
        """The distance from the origin to the farthest corner."""
        box = self.pieces[0].box if len(self.pieces) == 1 else None
        self.half: Final = None if box is None or box[0] or box[1] else (box[2], box[3])
        """Half its width and half its depth if it is one rectangle around its origin."""
        self.area: Final = fsum([area_of(tile.corners) for tile in self.tiles])
        """The area in square milli-units."""

    def edges_of(self, side: Side) -> tuple[Edge, ...]:
        """Return the edges of the outline on a side."""
        return tuple(edge for edge in self.edges if edge.side == side)


def area_of(corners: Sequence[Point]) -> float:
    """Return the area of a polygon with counterclockwise corners, in the square of their unit."""
    if len(corners) < 3:
        return 0.0
    ox, oy = corners[0]
    total = 0.0
    px, py = corners[1][0] - ox, corners[1][1] - oy
    for x, y in corners[2:]:
        qx, qy = x - ox, y - oy
        total += px * qy - py * qx
        px, py = qx, qy
    return total / 2


def _form(corners: Sequence[Point], box: tuple[float, float, float, float] | None = None) -> Form:
    normals = []
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        normals.append(((by - ay) / length, (ax - bx) / length))
    return Form(tuple(corners), tuple(normals), box)


def _box(left: float, bottom: float, right: float, top: float) -> Form:
    corners = ((right, bottom), (right, top), (left, top), (left, bottom))
    return _form(corners, ((left + right) / 2, (bottom + top) / 2, (right - left) / 2, (top - bottom) / 2))


def _side_of(start: Point, end: Point) -> Side:
    across, along = end[0] - start[0], end[1] - start[1]
    if along == 0:
        return Side.FRONT if across < 0 else Side.REAR
    if across == 0:
        return Side.RIGHT if along > 0 else Side.LEFT
    return Side.NO_SIDE


def _outline(corners: Sequence[Point]) -> list[Edge]:
    ends = [*corners[1:], corners[0]]
    return [Edge(_side_of(a, b), a, b) for a, b in zip(corners, ends, strict=True)]


def rectangle(width: int, depth: int) -> Shape:
    """Return a rectangular tray centred on its origin, in milli-units. Raises ValueError if its area is 0."""
    if width <= 0 or depth <= 0:
        raise ValueError(f"a rectangle of {width} by {depth} has no area")
    form = _box(-width / 2, -depth / 2, width / 2, depth / 2)
    return Shape((form,), (form,), _outline(form.corners))


def polygon(corners: Sequence[tuple[int, int]]) -> Shape:
    """Return a convex polygon with counterclockwise corners in milli-units. Raises ValueError if it is not convex."""
    count = len(corners)
    if count < 3:
        raise ValueError(f"a polygon needs at least three corners, not {count}")
    for i, (bx, by) in enumerate(corners):
        (ax, ay), (cx, cy) = corners[i - 1], corners[(i + 1) % count]
        if (bx - ax) * (cy - by) - (by - ay) * (cx - bx) <= 0:
            raise ValueError(f"corner {i} at ({bx}, {by}) does not turn left (convex, counterclockwise)")
    if _turns(corners) != 1:
        raise ValueError("the outline of a polygon must go round once")
    form = _form([(float(x), float(y)) for x, y in corners])
    return Shape((form,), (form,), _outline(form.corners))


def _turns(corners: Sequence[tuple[int, int]]) -> int:
    """Return the number of full turns of the edge directions, if every corner turns left by less than half a turn."""
    count = 0
    edges = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    for (ax, ay), (bx, by) in zip(edges, [*edges[1:], edges[0]], strict=True):
        was_down, is_down = (ay, ax) < (0, 0), (by, bx) < (0, 0)
        count += was_down and not is_down
    return count


def union(parts: Iterable[Shape]) -> Shape:
    """Return a shape composed of several that share at most edges; all edges are kept.

    A line of sight may run along a seam unless blockers are grown by a margin.
    """
    shapes = tuple(parts)
    if not shapes:
        raise ValueError("a union has at least one part")
    return Shape(
        [piece for shape in shapes for piece in shape.pieces],
        [tile for shape in shapes for tile in shape.tiles],
        [edge for shape in shapes for edge in shape.edges],
    )


def trays(cells: Collection[tuple[int, int]], side: int) -> Shape:
    """Return square trays joined on a grid of (column, row): columns to the right, rows to the rear.

    The origin is the centre of the smallest rectangle around them. Raises ValueError if there are none, or if they are
    not connected along edges.
    """
    if not cells or side <= 0:
        raise ValueError(f"a unit needs at least one tray, with a positive side: {sorted(cells)}, {side}")
    taken = frozenset(cells)
    if not _is_joined(taken):
        raise ValueError(f"the trays {sorted(taken)} are not connected")
    columns, rows = [c for c, _ in taken], [r for _, r in taken]
    left, top = -(min(columns) + max(columns) + 1) * side / 2, (min(rows) + max(rows) + 1) * side / 2

    def box(c0: int, r0: int, c1: int, r1: int) -> Form:
        return _box(left + c0 * side, top - (r1 + 1) * side, left + (c1 + 1) * side, top - r0 * side)

    pieces = [box(*block) for block in _largest_blocks(taken)]
    tiles = [box(c, r, c, r) for c, r in sorted(taken)]
    edges = [
        Edge(s, (left + a[0] * side, top - a[1] * side), (left + b[0] * side, top - b[1] * side))
        for s, a, b in _outline_of_cells(taken)
    ]
    return Shape(pieces, tiles, edges)


def _is_joined(cells: frozenset[tuple[int, int]]) -> bool:
    found = {min(cells)}
    ahead = list(found)
    while ahead:
        c, r = ahead.pop()
        for near in ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)):
            if near in cells and near not in found:
                found.add(near)
                ahead.append(near)
    return found == cells


def _largest_blocks(cells: frozenset[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """List the maximal full blocks (first column, row, last column, row); they overlap at all seams."""

    def is_full(c0: int, r0: int, c1: int, r1: int) -> bool:
        return all((c, r) in cells for c in range(c0, c1 + 1) for r in range(r0, r1 + 1))

    full = [
        (c0, r0, c1, r1) for c0, r0 in sorted(cells) for c1, r1 in sorted(cells) if c0 <= c1 and r0 <= r1
        and is_full(c0, r0, c1, r1)
    ]  # fmt: skip  # several to a line
    return [
        one for one in full
        if not any(o != one and o[0] <= one[0] and o[1] <= one[1] and o[2] >= one[2] and o[3] >= one[3] for o in full)
    ]  # fmt: skip  # several to a line


def _outline_of_cells(cells: frozenset[tuple[int, int]]) -> list[tuple[Side, tuple[int, int], tuple[int, int]]]:
    """List the outline of cells as runs between grid corners, counterclockwise, with rows growing to the rear."""
    runs = []
    for side, (dc, dr), start, end in (
        (Side.FRONT, (0, -1), (1, 0), (0, 0)),
        (Side.RIGHT, (1, 0), (1, 1), (1, 0)),
        (Side.REAR, (0, 1), (0, 1), (1, 1)),
        (Side.LEFT, (-1, 0), (0, 0), (0, 1)),
    ):
        step = (end[0] - start[0], end[1] - start[1])
        bare = {(c, r) for c, r in cells if (c + dc, r + dr) not in cells}
        for c, r in sorted(bare):
            if (c - step[0], r - step[1]) in bare:
                continue
            length = 1
            while (c + length * step[0], r + length * step[1]) in bare:
                length += 1
            first = (c + start[0], r + start[1])
            runs.append((side, first, (first[0] + length * step[0], first[1] + length * step[1])))
    return runs
