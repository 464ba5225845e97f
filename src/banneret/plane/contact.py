"""Contacts between shapes: edges that lie against each other, and corners that touch an edge."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from banneret.plane.angles import RADIAN
from banneret.plane.distance import SLACK, is_at_most
from banneret.plane.pose import Placed
from banneret.plane.shapes import Edge, Point


class SharedEdge(NamedTuple):
    """Two edges that lie against each other.

    `first` and `second` are the indices of the edges in the outlines of the two shapes. `offset` is the distance from
    the midpoint of the second edge to that of the first, along the second from start to end; `length` is the shared
    length, `gap` the distance between them. All in milli-units.
    """

    first: int
    second: int
    offset: float
    length: float
    gap: float


class CornerTouch(NamedTuple):
    """A corner of one shape (the first if `of_first`) on an edge of the other; `edge` is the index of that edge."""

    of_first: bool
    corner: Point
    edge: int


def shared_edges(first: Placed, second: Placed, *, gap: float, parallel: float, least: float) -> list[SharedEdge]:
    """Return the edges of two shapes that lie against each other, ordered by index.

    They face each other, are parallel within `parallel` hundredths of a degree, at most `gap` apart (or as deep in each
    other), and share a length of at least `least` milli-units.
    """
    reach = first.radius + second.radius + gap
    dx, dy = first.x - second.x, first.y - second.y
    if dx * dx + dy * dy > reach * reach:
        return []
    bend = parallel * RADIAN + 1e-9  # for angles this small, sin(x) == x
    found = []
    for i, one in enumerate(first.edges):
        for j, other in enumerate(second.edges):
            shared = _shared(one, other, bend, gap)
            if shared is not None and shared[1] >= least - SLACK:
                found.append(SharedEdge(i, j, *shared))
    return found


def _shared(one: Edge, other: Edge, bend: float, gap: float) -> tuple[float, float, float] | None:
    (ax, ay), (bx, by) = one.start, one.end
    (cx, cy), (dx, dy) = other.start, other.end
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    length = sqrt(vx * vx + vy * vy)
    own = sqrt(ux * ux + uy * uy)
    if ux * vx + uy * vy >= 0 or abs(ux * vy - uy * vx) > bend * own * length:
        return None
    vx, vy = vx / length, vy / length
    middle_x, middle_y = (ax + bx) / 2 - cx, (ay + by) / 2 - cy
    along = middle_x * vx + middle_y * vy - length / 2
    shared = min(own, length, (own + length) / 2 - abs(along))
    # Measure the gap in the middle of the shared part, where a deviation from parallel within the limit matters least.
    low, high = max(-length / 2, along - own / 2), min(length / 2, along + own / 2)
    out = middle_x * vy - middle_y * vx
    tilt = (vx * uy - vy * ux) / (vx * ux + vy * uy)
    out -= ((low + high) / 2 - along) * tilt
    if abs(out) > gap + SLACK:
        return None
    return along, shared, out


def corner_touches(first: Placed, second: Placed, gap: float) -> list[CornerTouch]:
    """Return the corners of each shape that lie on an edge of the other, at most `gap` milli-units away.

    Touching corners count for both shapes, with each of the edges that meet there.
    """
    found = []
    for of_first, one, other in ((True, first, second), (False, second, first)):
        for corner in dict.fromkeys(edge.start for edge in one.edges):
            for number, edge in enumerate(other.edges):
                if _is_on(corner, edge, gap):
                    found.append(CornerTouch(of_first, corner, number))
    return found


def _is_on(point: Point, edge: Edge, gap: float) -> bool:
    (ax, ay), (bx, by) = edge.start, edge.end
    ex, ey = bx - ax, by - ay
    length = sqrt(ex * ex + ey * ey)
    along = ((point[0] - ax) * ex + (point[1] - ay) * ey) / length
    off = ((point[0] - ax) * ey - (point[1] - ay) * ex) / length
    return -gap - SLACK <= along <= length + gap + SLACK and abs(off) <= gap + SLACK


def touch(first: Placed, second: Placed, gap: float) -> bool:
    """Return whether two shapes touch, even at corners: they overlap or are at most `gap` milli-units apart."""
    return is_at_most(first, second, gap + SLACK)
