"""Positions of hexes in a drawing."""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

from banneret.hexes.coordinates import Hex
from banneret.hexes.offset import to_offset

Point = tuple[float, float]
_HALF_WIDTH: Final = sqrt(3) / 2


class HexLayout(NamedTuple):
    """Layout of pointy-top hexes: `size` is the distance from centre to corner, `origin` the centre of hex (0, 0)."""

    size: float
    origin: Point = (0.0, 0.0)

    @property
    def width(self) -> float:
        """Distance between neighbours in a row."""
        return self.size * 2 * _HALF_WIDTH

    @property
    def row_height(self) -> float:
        """Distance between rows."""
        return self.size * 1.5

    def centre(self, of: Hex) -> Point:
        """Return the centre of a hex."""
        column, row = to_offset(of)
        return (
            self.origin[0] + self.width * (column + (row & 1) / 2),
            self.origin[1] + self.row_height * row,
        )

    def corners(self, of: Hex, inset: float = 0.0) -> tuple[Point, ...]:
        """Return the six corners, moved inwards by `inset`, clockwise from the top.

        Corners k and k + 1 bound the side in direction 1 - k (mod 6): north-east, east, south-east ...
        """
        x, y = self.centre(of)
        far = self.size - inset
        wide, half = far * _HALF_WIDTH, far / 2
        return (
            (x, y - far),
            (x + wide, y - half),
            (x + wide, y + half),
            (x, y + far),
            (x - wide, y + half),
            (x - wide, y - half),
        )

    def side(self, of: Hex, direction: int, inset: float = 0.0) -> tuple[Point, Point]:
        """Return the end points of the side towards a neighbour."""
        corners = self.corners(of, inset)
        first = (1 - direction) % 6
        return corners[first], corners[(first + 1) % 6]
