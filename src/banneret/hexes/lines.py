"""Which hexes a line from centre to centre cuts: all of them, decided in integers.

A hex is cut where the line goes through its inside. A line that runs along an edge, or through a corner, is shifted
a little to either side, parallel to itself; so every line has two sides, nearly always the same. How little is not a
number here: a hex that the line only touches lies with its corners on one side of it and on the line, and is cut by
the line shifted to that side.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from banneret.hexes.coordinates import Hex

_CORNERS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The corners of a hex seen from its centre, in the coordinates of `_fine`."""


class Sides(NamedTuple):
    """The hexes strictly between two hexes, on the line shifted to its left and to its right."""

    left: tuple[Hex, ...]
    right: tuple[Hex, ...]


def _fine(of: Hex) -> tuple[int, int]:
    """Return the centre of a hex on the lattice of all centres and corners, in which these are whole numbers."""
    return 2 * of.q + of.r, -of.q - 2 * of.r


@cache
def hexes_between(to: Hex) -> Sides:
    """Return what a line from the hex (0, 0) to another cuts between them, in the order of the line."""
    far = _fine(to)
    left, right = [], []
    length = _along(to, to)
    # What is cut lies in a box around both ends. Beyond these two lies whatever the endless line would cut as well.
    near = (Hex(q, r) for q in _around(to.q) for r in _around(to.r))
    between = [(along, hex) for hex in near if 0 < (along := _along(to, hex)) < length]
    for _, hex in sorted(between):
        at = _fine(hex)
        offsets = [far[0] * (at[1] + v) - far[1] * (at[0] + u) for u, v in _CORNERS]
        low, high = min(offsets), max(offsets)
        if low <= 0 < high:
            left.append(hex)
        if low < 0 <= high:
            right.append(hex)
    return Sides(tuple(left), tuple(right))


def _along(line: Hex, hex: Hex) -> int:
    """How far along a line from (0, 0) the centre of a hex lies: twice the scalar product."""
    return line.q * hex.q + line.r * hex.r + line.s * hex.s


def _around(far: int) -> range:
    """From 0 to a coordinate, and one further on either side."""
    return range(min(0, far) - 1, max(0, far) + 2)
