"""Areas of threat ranges as polygons, to see what lies in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Point = tuple[float, float]


def polygons(area: str) -> list[list[Point]]:
    """Return the polygons of a path of straight lines."""
    found = []
    for part in filter(None, area.split("Z")):
        corners = [one.split(" ") for one in part.removeprefix("M").split("L")]
        found.append([(float(x), float(y)) for x, y in corners])
    return found


def contains(area: str, point: Point) -> bool:
    """Return whether a point lies in one of the polygons of a path."""
    return any(_inside(corners, point) for corners in polygons(area))


def _inside(corners: Sequence[Point], point: Point) -> bool:
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def grid(corners: Iterable[Point], steps: int = 12) -> list[Point]:
    """Return points all over a parallelogram given by its corners."""
    (ax, ay), (bx, by), _, (dx, dy) = corners
    parts = [(i / steps, j / steps) for i in range(steps + 1) for j in range(steps + 1)]
    return [(ax + (bx - ax) * u + (dx - ax) * v, ay + (by - ay) * u + (dy - ay) * v) for u, v in parts]
