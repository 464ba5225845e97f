"""Exact searches for an accepted value in ranges too large to try every value.

Parts of a range are skipped only if certainly nothing in them is accepted, so "not found" means that there is none.
`turned_by` and `shrunk` help to rule out parts: a shape that turns only slightly still covers most of its ground.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence

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


def find_point(
    ranges: Sequence[Range],
    steps: Sequence[float],
    accepts: Callable[[tuple[int, ...]], bool],
    rules_out: Callable[[tuple[int, ...], Sequence[float]], bool],
    finest: float = 0.0,
    last: float = 1.0,
) -> tuple[int, ...] | None:
    """Return a point of a box of whole numbers that `accepts` takes, or None if there is none.

    `steps` is how far what is placed there moves at most, in milli-units, with one step along each side of the box.
    `rules_out(point, offs)` may be True only if nothing is accepted that is moved from the point by at most `offs`, one
    number for each side. The middles of the boxes are tried first. Boxes in which everything is within `finest` of the
    middle are not divided; `last` below 1 lets the last side, such as a heading, be divided later than the others.
    """
    waiting = deque([tuple(ranges)] if all(low <= high for low, high in ranges) else [])
    while waiting:
        box = waiting.popleft()
        middle = tuple([(low + high) // 2 for low, high in box])
        offs = [step * (high - at) for step, (_, high), at in zip(steps, box, middle, strict=True)]
        if rules_out(middle, offs):  # asked first, since it is mostly true and cheaper
            continue
        if accepts(middle):
            return middle
        if math.fsum(offs) <= finest:
            continue
        weights = [*offs[:-1], offs[-1] * last]
        side = max(range(len(box)), key=weights.__getitem__)
        (low, high), at = box[side], middle[side]
        waiting.extend(
            (*box[:side], part, *box[side + 1 :]) for part in ((low, at), (at + 1, high)) if part[0] <= part[1]
        )
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
