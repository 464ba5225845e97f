"""The headings, out of 36,000, with which a tray that turns in place and then moves straight reaches a target."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from typing import Final

from banneret.plane.angles import TURN
from banneret.plane.memo import Memo
from banneret.plane.pose import Piece, Placed, Pose, place
from banneret.plane.shapes import Form, Shape, rectangle
from banneret.plane.turns import overlap_turns

Band = tuple[int, int]
"""An inclusive range of headings in hundredths of a degree; the second may exceed a full turn."""


def reach_bands(shape: Shape, pose: Pose, target: Placed, distance: int) -> list[Band]:
    """Return the headings with which a tray moving forward by at most `distance` meets a target, ignoring obstacles.

    The area it covers is a rectangle from its rear to `distance` in front of it, which turns about the tray's origin.
    The bands are exactly where that rectangle starts and stops overlapping the target.
    """
    return list(_BANDS.get((shape, pose, target, distance), lambda: tuple(_bands(shape, pose, target, distance))))


def reaches(shape: Shape, pose: Pose, target: Placed, distance: int) -> bool:
    """Return whether a tray reaches a target with any heading, as `reach_bands` lists them.

    The tray turns about its origin: it reaches what is within the distance of the farthest corner of the area it
    covers. Only what is so near the end of it that no whole heading may do is measured exactly.
    """
    half = target.shape.half
    if half is not None:
        x, y = target.to_local((pose.x, pose.y))
        dx, dy = max(0.0, abs(x) - half[0]), max(0.0, abs(y) - half[1])
        across, ahead = shape.width / 2, shape.depth / 2 + distance
        square, far = dx * dx + dy * dy, sqrt(across * across + ahead * ahead)
        if square < far * far * (1 - _DOUBT):
            return True
        if square > far * far * (1 + _DOUBT):
            return False
    return bool(reach_bands(shape, pose, target, distance))


_DOUBT: Final = 0.002
_BANDS: Final = Memo[tuple[Band, ...]]()


def _bands(shape: Shape, pose: Pose, target: Placed, distance: int) -> list[Band]:
    ahead = _ground(shape, pose, distance)
    found: list[tuple[float, float]] = []
    for piece in target.pieces:
        found += overlap_turns(ahead, piece, pose.x, pose.y, TURN)
    bands: list[Band] = []
    for low, high in sorted(found):
        first, last = int(low) + (int(low) < low), int(high)
        if first > last:
            continue
        if bands and first <= bands[-1][1] + 1:
            bands[-1] = (bands[-1][0], max(last, bands[-1][1]))
        else:
            bands.append((first, last))
    if len(bands) > 1 and bands[0][0] == 0 and bands[-1][1] >= TURN - 1:
        across = bands.pop()  # spans heading 0
        bands[0] = (across[0] - TURN, bands[0][1])
    return [(low % TURN, low % TURN + high - low) for low, high in bands]


def _ground(shape: Shape, pose: Pose, distance: int) -> Piece:
    """Return the area that a shape covers moving straight ahead, as a piece at heading 0."""
    left, right = -shape.width / 2, shape.width / 2
    rear, front = -shape.depth / 2, shape.depth / 2 + distance
    corners = ((right, rear), (right, front), (left, front), (left, rear))
    middle = (left + right) / 2, (rear + front) / 2
    form = Form(
        corners,
        ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)),
        (*middle, (right - left) / 2, (front - rear) / 2),
    )
    return Placed(Shape([form], [form], rectangle(1, 1).edges), pose.x, pose.y, 1.0, 0.0).pieces[0]


def count(bands: Iterable[Band]) -> int:
    """Return the number of headings in the bands."""
    return sum([high - low + 1 for low, high in bands])


def in_order(bands: Sequence[Band]) -> Iterator[int]:
    """Yield every heading of the bands once: first the middles, then ever finer steps in between."""
    seen: set[int] = set()
    step = max([high - low for low, high in bands], default=0)
    while bands:
        for low, high in bands:
            middle = (low + high) // 2
            for heading in (middle, low, high, *range(low + step // 2, high, step or 1)):
                if heading % TURN not in seen:
                    seen.add(heading % TURN)
                    yield heading % TURN
        if step <= 1:
            return
        step //= 2


def find_heading(
    shape: Shape, pose: Pose, target: Placed, distance: int, accepts: Callable[[Placed], bool]
) -> int | None:
    """Return a heading that reaches a target and for which `accepts` returns True for the turned tray, or None.

    None means that none of the 36,000 headings qualifies: every reaching heading is tried, however narrow the band.
    """
    for heading in in_order(reach_bands(shape, pose, target, distance)):
        if accepts(place(shape, pose.facing(heading))):
            return heading
    return None
