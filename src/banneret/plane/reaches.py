"""Areas within a distance of a point or an edge, as convex polygons for drawings."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import Final

from banneret.plane.arcs import arc
from banneret.plane.clipping import HalfPlane, clip_all
from banneret.plane.pose import Placed
from banneret.plane.shapes import Point, Side

STEPS: Final = 24
"""The number of corners of half a circle."""


def around(start: Point, end: Point, radius: float) -> tuple[Point, ...]:
    """Return the area within a distance of a straight line, which may be a point, counterclockwise."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    ux, uy = (dx / length, dy / length) if dx or dy else (1.0, 0.0)
    found = []
    for (x, y), way in ((end, -pi / 2), (start, pi / 2)):
        for step in range(STEPS + 1):
            turned = way + pi * step / STEPS
            ahead, aside = cos(turned) * radius, sin(turned) * radius
            found.append((x + ux * ahead - uy * aside, y + uy * ahead + ux * aside))
    return tuple(found)


def on_table(area: Sequence[Point], width: float, depth: float) -> Sequence[Point]:
    """Return the part of a convex area that lies on a table with a corner at the origin."""
    return clip_all(area, (HalfPlane(-1, 0, 0), HalfPlane(1, 0, width), HalfPlane(0, -1, 0), HalfPlane(0, 1, depth)))


def within_arc(owner: Placed, side: Side, area: Sequence[Point]) -> Sequence[Point]:
    """Return the part of a convex area that lies in an arc of a shape."""
    return clip_all(area, arc(owner, side))
