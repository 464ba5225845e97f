"""Upright rectangles around shapes, to rule out quickly what is certainly too far away, or certainly far enough."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final, TypeAlias

from banneret.plane.distance import point_distance
from banneret.plane.pose import Placed, Pose, place
from banneret.plane.shapes import Point, Shape

Bounds: TypeAlias = tuple[float, float, float, float]
"""The least x and y and the greatest x and y."""

DOUBT: Final = 1.0
"""A quick measurement this close to a limit, in milli-units, decides nothing."""


@lru_cache(maxsize=1 << 12)
def extent(shape: Shape, heading: int) -> Bounds:
    """Return the bounds of a shape with this heading, relative to its position."""
    return place(shape, Pose(0, 0, heading)).bounds


def shifted(bounds: Bounds, x: float, y: float) -> Bounds:
    """Return bounds moved by (x, y)."""
    left, near, right, far = bounds
    return left + x, near + y, right + x, far + y


@lru_cache(maxsize=1 << 10)
def inner_radius(shape: Shape) -> float:
    """Return the radius of a circle around the origin of a shape that lies in one of its pieces; 0 if there is none."""
    radii = [
        min([nx * x + ny * y for (nx, ny), (x, y) in zip(form.normals, form.corners, strict=True)])
        for form in shape.pieces
    ]
    return max(0.0, *radii)


@lru_cache(maxsize=1 << 10)
def is_upright(placed: Placed) -> bool:
    """Whether a shape is a rectangle with sides along the axes, so that it is the same as its bounds."""
    if len(placed.pieces) != 1 or len(placed.pieces[0].corners) != 4:
        return False
    left, near, right, far = placed.bounds
    return all(x in (left, right) and y in (near, far) for x, y in placed.pieces[0].corners)


def is_inside(bounds: Bounds, area: Placed) -> bool | None:
    """Whether a shape with these bounds lies in an area; None if that takes exact measurements."""
    left, near, right, far = area.bounds
    least = min(bounds[0] - left, bounds[1] - near, right - bounds[2], far - bounds[3])
    if least < -DOUBT:
        return False
    return True if least >= 0 and is_upright(area) else None


def gap_to(area: Placed, point: Point) -> float:
    """Return the distance from an area to a point; 0 if the point is inside."""
    if not is_upright(area):
        return point_distance(area, point)
    left, near, right, far = area.bounds
    x, y = point
    dx, dy = max(left - x, x - right, 0.0), max(near - y, y - far, 0.0)
    return sqrt(dx * dx + dy * dy)
