"""Range, firing arc and line of sight."""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from banneret.games.runewars.content.tabletop import tabletop
from banneret.plane import Placed, Side, SightLine, distance, is_below, is_in_arc, point_distance, shortest_sight


class Reach(NamedTuple):
    """How near and how far the parts of a unit are from something, in thousandths of a tray."""

    nearest: float
    farthest: float


def band_of(length: float) -> int | None:
    """The range band that a length ends in, or None beyond the ruler; a line between two bands is the nearer one's."""
    # rules rw:63.1, rw:63.2, rw:63.4, rw:ruling.1
    ruler = tabletop().ruler
    for band in range(1, ruler.bands + 1):
        if not is_below(ruler.band * band, length):
            return band
    return None


def range_between(one: Placed, other: Placed) -> int | None:
    """The range of two things by their nearest points, for what needs no line of sight."""
    # rules rw:63.0, rw:63.3, rw:63.3b
    return band_of(distance(one, other))


def reach_of(unit: Placed, thing: Placed) -> Reach:
    """How near and how far the parts of a unit are from a convex thing."""
    far = max(point_distance(thing, corner) for tray in unit.tiles for corner in tray.corners)
    return Reach(distance(unit, thing), far)


def is_at(unit: Placed, thing: Placed, low: int, high: int) -> bool:
    """Whether some part of a tray lies in one of the bands from `low` to `high`."""
    # rules rw:63.6, rw:63.6a, rw:63.6c
    reach, band = reach_of(unit, thing), tabletop().ruler.band
    return not is_below(band * high, reach.nearest) and (low == 1 or is_below(band * (low - 1), reach.farthest))


def is_beyond(unit: Placed, thing: Placed, band: int) -> bool:
    """Whether no part of a tray lies in a band or nearer."""
    # rule rw:63.6b
    return is_below(tabletop().ruler.band * band, distance(unit, thing))


def is_within(unit: Placed, thing: Placed, low: int, high: int) -> bool:
    """Whether all trays lie in the bands from `low` to `high`."""
    # rule rw:63.6d
    reach, band = reach_of(unit, thing), tabletop().ruler.band
    return not is_below(band * high, reach.farthest) and (low == 1 or is_below(band * (low - 1), reach.nearest))


def in_firing_arc(shooter: Placed, target: Placed) -> bool:
    """Whether any part of a target lies in the firing arc, its lines included."""
    # rules rw:69.0, rw:69.1, rw:69.2, rw:ruling.5
    return is_in_arc(shooter, Side.FRONT, target)


def line_of_sight(
    shooter: Placed, target: Placed, others: Iterable[Placed], side: Side = Side.FRONT
) -> SightLine | None:
    """The shortest line from the front edge, or another, to a target past all other units and terrain, or None.

    Both its ends lie in the arc of that edge; along an edge of what is in the way it sees.
    """
    # rules rw:45.2, rw:69.3, rw:70.0, rw:70.1, rw:70.1a, rw:70.1c, rw:ruling.37
    return shortest_sight(shooter, target, others, 0.0, side)


def range_of_sight(line: SightLine) -> int | None:
    """The range along a line of sight: its own two points count."""
    # rule rw:63.3a
    dx, dy = line.end[0] - line.start[0], line.end[1] - line.start[1]
    return band_of(sqrt(dx * dx + dy * dy))
