"""Exact searches: whether anything in a range is accepted, where too many values lie in it to try each.

A part of a range is left out only where it is certain that nothing in it is accepted, so that what is not found is not
there. `turned_by` and `shrunk` help to be certain: a shape that turns by little leaves much of its ground covered.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from banneret.plane.angles import RADIAN
from banneret.plane.pose import Piece, Placed

Range = tuple[int, int]
"""Whole numbers from the first up to and with the second."""


def find_whole(
    ranges: Iterable[Range], accepts: Callable[[int], bool], rules_out: Callable[[int, int], bool]
) -> int | None:
    """Return a whole number within some ranges that `accepts` takes, or None if there is none.

    `rules_out(low, high)` may be True only if none from `low` up to and with `high` is accepted. The middles of the
    ranges are tried first, then those of their halves, so that wide parts are found soon.
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
    """Return how far a point within a radius of a centre moves at most when turned by an angle, in milli-units."""
    return radius * abs(angle) * RADIAN


def shrunk(shape: Placed, margin: float) -> list[Piece]:
    """Return what is left of the pieces of a shape when every edge is moved inwards by a margin."""
    found = []
    for piece in shape.pieces:
        try:
            found.append(piece.grown(-margin))
        except ValueError:  # nothing is left of it
            continue
    return found
