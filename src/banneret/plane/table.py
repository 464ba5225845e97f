"""The table: a rectangle from (0, 0) to (width, depth), its edges, and the quarters it is divided into."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Final

from banneret.plane.clipping import HalfPlane, largest, share
from banneret.plane.distance import SLACK
from banneret.plane.pose import Placed, Pose, place
from banneret.plane.shapes import Point, Side, rectangle

_WALL: Final = 1_000_000
"""How far the surroundings of the table reach, in milli-units: farther than anything moves in one go."""


class Table:
    """A table in milli-units. Its near edge (REAR) is y = 0, its left edge (LEFT) x = 0."""

    __slots__ = ("depth", "walls", "width")

    def __init__(self, width: int, depth: int) -> None:
        """Make a table. Raises ValueError if it has no area."""
        if width <= 0 or depth <= 0:
            raise ValueError(f"a table of {width} by {depth} has no room")
        self.width: Final = width
        self.depth: Final = depth
        across, along = rectangle(width + 2 * _WALL, _WALL), rectangle(_WALL, depth + 2 * _WALL)
        middle_x, middle_y, half = width // 2, depth // 2, _WALL // 2
        if width % 2 or depth % 2:
            raise ValueError(f"a table of {width} by {depth} has its middle between two points of the lattice")
        self.walls: Final[tuple[Placed, Placed, Placed, Placed]] = (
            place(across, Pose(middle_x, depth + half, 0)),
            place(along, Pose(width + half, middle_y, 0)),
            place(across, Pose(middle_x, -half, 0)),
            place(along, Pose(-half, middle_y, 0)),
        )
        """What lies beyond the edges FRONT, RIGHT, REAR and LEFT: obstacles like any other."""

    def edge_gaps(self, of: Placed) -> tuple[float, float, float, float]:
        """Return how far inside the edges FRONT, RIGHT, REAR and LEFT a shape is; negative: how far beyond."""
        xs, ys = zip(*[corner for piece in of.pieces for corner in piece.corners], strict=True)
        return self.depth - max(ys), self.width - max(xs), min(ys), min(xs)

    def edge_distance(self, of: Placed, side: Side) -> float:
        """Return how far the nearest point of a shape is from an edge of the table; 0 if it reaches beyond it."""
        return max(0.0, self.edge_gaps(of)[side])

    def holds(self, of: Placed, give: float = 0.0) -> bool:
        """Whether a shape lies wholly on the table, or reaches at most `give` beyond an edge."""
        return min(self.edge_gaps(of)) >= -give - SLACK

    def surrounds(self, x: float, y: float, radius: float) -> bool:
        """Whether a circle lies wholly on the table."""
        return radius <= x <= self.width - radius and radius <= y <= self.depth - radius

    def point_on(self, point: Point) -> bool:
        """Whether a point lies on the table, its edges included."""
        return 0 <= point[0] <= self.width and 0 <= point[1] <= self.depth


def quadrant_shares(middle: Point, of: Placed) -> tuple[float, float, float, float]:
    """Return the area of a shape in each quarter around a point, in square milli-units.

    Their order is against the clock: right and far, left and far, left and near, right and near. They do not end at
    the edges of the table: a tray that hangs over still stands in a quarter.
    """
    x, y = middle
    right, left = HalfPlane(-1, 0, -x), HalfPlane(1, 0, x)
    far, near = HalfPlane(0, -1, -y), HalfPlane(0, 1, y)
    quarters: Sequence[tuple[HalfPlane, HalfPlane]] = ((right, far), (left, far), (left, near), (right, near))
    shares = [fsum([share(tile.corners, quarter) for tile in of.tiles]) for quarter in quarters]
    return shares[0], shares[1], shares[2], shares[3]


def quadrants_of(middle: Point, of: Placed, tie: float) -> tuple[int, ...]:
    """Return the quarter with most of a shape, and those that tie with it (within `tie` of its area)."""
    return largest(quadrant_shares(middle, of), of.shape.area, tie)
