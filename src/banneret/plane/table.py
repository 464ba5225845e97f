"""The table: a rectangle from (0, 0) to (width, depth), its edges and its quarters."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Final

from banneret.compiled import mypyc_attr
from banneret.plane.clipping import HalfPlane, largest, share
from banneret.plane.distance import SLACK
from banneret.plane.pose import Placed, Pose, place
from banneret.plane.shapes import Point, Side, rectangle

_WALL: Final = 1_000_000
"""Width of the area around the table in milli-units, more than anything moves at once."""
_DOUBT: Final = 0.01
"""Lengths that differ by less are not told apart by quick tests."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """A table in milli-units. Its near edge (REAR) is y = 0, its left edge (LEFT) x = 0."""

    __slots__ = ("depth", "walls", "width")

    def __init__(self, width: int, depth: int) -> None:
        """Create a table. Raises ValueError if its area is 0."""
        if width <= 0 or depth <= 0:
            raise ValueError(f"a table of {width} by {depth} has no area")
        self.width: Final = width
        self.depth: Final = depth
        across, along = rectangle(width + 2 * _WALL, _WALL), rectangle(_WALL, depth + 2 * _WALL)
        middle_x, middle_y, half = width // 2, depth // 2, _WALL // 2
        if width % 2 or depth % 2:
            raise ValueError(f"the centre of a table of {width} by {depth} is not a point of the lattice")
        self.walls: Final[tuple[Placed, Placed, Placed, Placed]] = (
            place(across, Pose(middle_x, depth + half, 0)),
            place(along, Pose(width + half, middle_y, 0)),
            place(across, Pose(middle_x, -half, 0)),
            place(along, Pose(-half, middle_y, 0)),
        )
        """The areas beyond the edges FRONT, RIGHT, REAR and LEFT, as obstacles."""

    def edge_gaps(self, of: Placed) -> tuple[float, float, float, float]:
        """Return how far a shape is inside the edges FRONT, RIGHT, REAR and LEFT; negative if it is beyond them."""
        left, near, right, far = of.bounds
        return self.depth - far, self.width - right, near, left

    def edge_distance(self, of: Placed, side: Side) -> float:
        """Return the distance from a shape to an edge of the table; 0 if it reaches beyond it."""
        return max(0.0, self.edge_gaps(of)[side])

    def holds(self, of: Placed, give: float = 0.0) -> bool:
        """Return whether a shape lies entirely on the table, or at most `give` beyond an edge."""
        return min(self.edge_gaps(of)) >= -give - SLACK

    def is_left(self, of: Placed, dx: float, dy: float, give: float) -> bool | None:
        """Return whether a shape that moves by (dx, dy) gets more than `give` beyond an edge; None if it may be so.

        One that is beyond an edge at the start, after a turn, must not get farther beyond it.
        """
        left, near, right, far = of.bounds
        found: bool | None = False
        for beyond, farther in ((-left, -dx), (-near, -dy), (right - self.width, dx), (far - self.depth, dy)):
            if beyond < give - _DOUBT:
                if beyond + farther > give + _DOUBT:
                    return True
                if beyond + farther > give - _DOUBT:
                    found = None
            elif farther > -_DOUBT:
                if beyond > give + _DOUBT and farther > _DOUBT:
                    return True
                found = None
            elif beyond < give + _DOUBT:
                found = None
        return found

    def surrounds(self, x: float, y: float, radius: float) -> bool:
        """Return whether a circle lies entirely on the table."""
        return radius <= x <= self.width - radius and radius <= y <= self.depth - radius

    def point_on(self, point: Point) -> bool:
        """Return whether a point lies on the table, edges included."""
        return 0 <= point[0] <= self.width and 0 <= point[1] <= self.depth


def quadrant_shares(middle: Point, of: Placed) -> tuple[float, float, float, float]:
    """Return the area of a shape in each quarter around a point, in square milli-units.

    The order is counterclockwise: far right, far left, near left, near right. Quarters extend beyond the table, so a
    tray that overhangs an edge is still in a quarter.
    """
    x, y = middle
    right, left = HalfPlane(-1, 0, -x), HalfPlane(1, 0, x)
    far, near = HalfPlane(0, -1, -y), HalfPlane(0, 1, y)
    quarters: Sequence[tuple[HalfPlane, HalfPlane]] = ((right, far), (left, far), (left, near), (right, near))
    shares = [fsum([share(tile.corners, quarter) for tile in of.tiles]) for quarter in quarters]
    return shares[0], shares[1], shares[2], shares[3]


def quadrants_of(middle: Point, of: Placed, tie: float) -> tuple[int, ...]:
    """Return the quarter with most of a shape, followed by those that tie with it (within `tie` of its area)."""
    return largest(quadrant_shares(middle, of), of.shape.area, tie)
