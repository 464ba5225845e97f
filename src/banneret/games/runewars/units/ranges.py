"""Range, firing arc and line of sight."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.units.engagement import PARALLEL, TOUCH
from banneret.plane import (
    Placed,
    Side,
    SightLine,
    distance,
    is_below,
    is_in_arc,
    point_distance,
    polygon,
    segment_distance,
    shared_edges,
    shortest_sight,
)


class Reach(NamedTuple):
    """The distances of a unit's nearest and farthest parts from something, in thousandths of a tray."""

    nearest: float
    farthest: float


def band_of(length: float) -> int | None:
    """Return the range band of a length, or None beyond the ruler.

    A line between two bands belongs to the nearer one.
    """
    # rules rw:63.1, rw:63.2, rw:63.4, rw:ruling.1
    ruler = tabletop().ruler
    for band in range(1, ruler.bands + 1):
        if not is_below(ruler.band * band, length):
            return band
    return None


def range_between(one: Placed, other: Placed) -> int | None:
    """Return the range of two things between their nearest points, where no line of sight is needed."""
    # rules rw:63.0, rw:63.3, rw:63.3b
    return band_of(distance(one, other))


def reach_of(unit: Placed, thing: Placed) -> Reach:
    """Return the distances of a unit's nearest and farthest parts from a convex thing."""
    far = max(point_distance(thing, corner) for tray in unit.tiles for corner in tray.corners)
    return Reach(distance(unit, thing), far)


def is_at(unit: Placed, thing: Placed, low: int, high: int) -> bool:
    """Whether part of a tray is in one of the bands from `low` to `high`."""
    # rules rw:63.6, rw:63.6a, rw:63.6c
    reach, band = reach_of(unit, thing), tabletop().ruler.band
    return not is_below(band * high, reach.nearest) and (low == 1 or is_below(band * (low - 1), reach.farthest))


def is_beyond(unit: Placed, thing: Placed, band: int) -> bool:
    """Whether no part of a tray is in this band or a nearer one."""
    # rule rw:63.6b
    return is_below(tabletop().ruler.band * band, distance(unit, thing))


def is_within(unit: Placed, thing: Placed, low: int, high: int) -> bool:
    """Whether all trays are wholly in the bands from `low` to `high`."""
    # rule rw:63.6d
    reach, band = reach_of(unit, thing), tabletop().ruler.band
    return not is_below(band * high, reach.farthest) and (low == 1 or is_below(band * (low - 1), reach.nearest))


def in_firing_arc(shooter: Placed, target: Placed) -> bool:
    """Whether any part of a target is in the firing arc, including its lines."""
    # rules rw:69.0, rw:69.1, rw:69.2, rw:ruling.5
    return is_in_arc(shooter, Side.FRONT, target)


def line_of_sight(
    shooter: Placed, target: Placed, others: Iterable[Placed], side: Side = Side.FRONT
) -> SightLine | None:
    """Return the shortest line from the front or another edge to a target past all other units and terrain, or None.

    Both ends are in the arc of that edge. Running along an edge of something in the way does not block the line.
    """
    # rules rw:45.2, rw:69.3, rw:70.0, rw:70.1, rw:70.1a, rw:70.1c, rw:ruling.37
    return shortest_sight(shooter, target, others, 0.0, side)


def seams(line: SightLine, others: Sequence[Placed]) -> list[Placed]:
    """Return the seams of things that touch each other, of those that a line of sight runs past.

    They are as thick as rounded poses may be apart, and block a line along them.
    """
    # rule rw:ruling.85
    near = [one for one in others if segment_distance(one, line.start, line.end) <= TOUCH]
    return [seam for number, one in enumerate(near) for other in near[:number] for seam in _between(one, other)]


@lru_cache(maxsize=1 << 10)
def _between(one: Placed, other: Placed) -> tuple[Placed, ...]:
    """Return the seams of two things, which are rectangles along the edges that they share."""
    found = []
    for shared in shared_edges(one, other, gap=TOUCH, parallel=PARALLEL, least=TOUCH):
        (ax, ay), (bx, by) = other.edges[shared.second].start, other.edges[shared.second].end
        (cx, cy), (dx, dy) = one.edges[shared.first].start, one.edges[shared.first].end
        length, own = sqrt((bx - ax) ** 2 + (by - ay) ** 2), sqrt((dx - cx) ** 2 + (dy - cy) ** 2)
        low, high = max(-length / 2, shared.offset - own / 2), min(length / 2, shared.offset + own / 2)
        c, s = (bx - ax) / length, (by - ay) / length
        half, thick, middle = int((high - low) / 2), int(TOUCH), (low + high) / 2
        shape = polygon(((-half, -thick), (half, -thick), (half, thick), (-half, thick)))
        found.append(Placed(shape, (ax + bx) / 2 + c * middle, (ay + by) / 2 + s * middle, c, s))
    return tuple(found)


def range_of_sight(line: SightLine) -> int | None:
    """Return the range along a line of sight, measured between its own two points."""
    # rule rw:63.3a
    dx, dy = line.end[0] - line.start[0], line.end[1] - line.start[1]
    return band_of(sqrt(dx * dx + dy * dy))
