"""The hexes crossed by a line between two centres, determined exactly in integers.

A hex is crossed if the line passes through its interior. A line along an edge or through a corner is shifted slightly
to either side, parallel to itself, so every line has two sides, which are almost always the same. No amount is needed
for the shift: a hex that the line only touches has all corners on one side of the line or on it, and is crossed by the
line shifted to that side.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from banneret.hexes.coordinates import Hex

_CORNERS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The corners of a hex relative to its centre, in the coordinates of `_fine`."""


class Sides(NamedTuple):
    """The hexes strictly between two hexes on the line shifted to its left and to its right."""

    left: tuple[Hex, ...]
    right: tuple[Hex, ...]


def _fine(of: Hex) -> tuple[int, int]:
    """Return the centre of a hex on the lattice of all centres and corners, where their coordinates are integers."""
    return 2 * of.q + of.r, -of.q - 2 * of.r


@lru_cache(maxsize=1 << 14)
def hexes_between(to: Hex) -> Sides:
    """Return the hexes crossed between the hex (0, 0) and another, in order along the line."""
    far = _fine(to)
    left, right = [], []
    length = _along(to, to)
    # The box around both ends, one hex larger, contains every crossed hex; those beyond the ends are filtered out.
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
    """Return the position of a hex's centre along a line from (0, 0): twice the scalar product."""
    return line.q * hex.q + line.r * hex.r + line.s * hex.s


def _around(far: int) -> range:
    """Return the range from 0 to a coordinate, extended by one at both ends."""
    return range(min(0, far) - 1, max(0, far) + 2)
