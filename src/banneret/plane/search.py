"""Exact searches for an accepted value in ranges too large to try every value.

Parts of a range are skipped only if certainly nothing in them is accepted, so "not found" means that there is none.
`turned_by` and `shrunk` help to rule out parts: a shape that turns only slightly still covers most of its ground.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from banneret.plane.angles import RADIAN
from banneret.plane.pose import Piece, Placed

Range = tuple[int, int]
"""An inclusive range of integers."""


def find_whole(
    ranges: Iterable[Range], accepts: Callable[[int], bool], rules_out: Callable[[int, int], bool]
) -> int | None:
    """Return an integer within the ranges that `accepts` returns True for, or None if there is none.

    `rules_out(low, high)` may be True only if no value from `low` to `high`, inclusive, is accepted. The middles of the
    ranges are tried first, then those of their halves, so that wide accepted parts are found quickly.
    """
    waiting = deque((low, high) for low, high in ranges if low <= high)
    while waiting:
        low, high = waiting.popleft()
        middle = (low + high) // 2
        if accepts(middle):
            return middle
        if low == high or rules_out(low, high):
            continue
        if low < middle:
            waiting.append((low, middle - 1))
        waiting.append((middle + 1, high))
    return None


def turned_by(radius: float, angle: float) -> float:
    """Return the maximum distance in milli-units that a point within a radius moves when rotated by an angle."""
    return radius * abs(angle) * RADIAN


def shrunk(shape: Placed, margin: float) -> list[Piece]:
    """Return the pieces of a shape with every edge moved inwards by a margin, without those that vanish."""
    found = []
    for piece in shape.pieces:
        try:
            found.append(piece.grown(-margin))
        except ValueError:  # the piece vanishes
            continue
    return found
