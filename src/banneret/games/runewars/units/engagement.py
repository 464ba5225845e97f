"""Which units touch, and with which edges."""

from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from banneret.games.runewars.content.tabletop import TRAY
from banneret.plane import HALF, QUARTER, TURN, Edge, Placed, Side, corner_touches, is_at_most, shared_edges

TOUCH: Final = 3.0
"""Units at most this far apart, in thousandths of a tray, touch: poses are rounded."""
GIVE: Final = 2.0
"""The depth to which rounding may make units overlap without it counting as an overlap."""
PARALLEL: Final = 20.0
"""In hundredths of a degree: an edge turned by less stays within TOUCH of the other for all its length."""


class Contact(NamedTuple):
    """Touching edges of two units: a side of each, and the length along which they touch (0: at a corner)."""

    own: Side
    other: Side
    length: float


@lru_cache(maxsize=1 << 14)
def touches(first: Placed, second: Placed) -> bool:
    """Whether any parts of two units touch; cached, as `place` returns the same object for the same pose."""
    # rules rw:59.0, rw:59.2, rw:ruling.6
    return is_at_most(first, second, TOUCH)


@lru_cache(maxsize=1 << 13)
def contacts(first: Placed, second: Placed) -> tuple[Contact, ...]:
    """Return the pairs of edges with which two units touch, ordered by side; empty if they do not touch.

    If only corners touch, return the pair that squaring up would bring together, or all candidates if there are
    several. The pairs are the same seen from the other unit, and the pairs of mirrored scenes mirror each other.
    """
    # rules rw:27.2a, rw:59.3, rw:59.3a, rw:39.1a, rw:ruling.16, rw:ruling.80
    if not touches(first, second):
        return ()
    longest: dict[tuple[Side, Side], float] = {}
    for shared in shared_edges(first, second, gap=TOUCH, parallel=PARALLEL, least=TOUCH):
        pair = first.edges[shared.first].side, second.edges[shared.second].side
        longest[pair] = longest.get(pair, 0.0) + shared.length
    if longest:
        return tuple(Contact(*pair, longest[pair]) for pair in sorted(longest))
    return tuple(Contact(*pair, 0.0) for pair in sorted(_pairs_at_corner(first, second)))


def keeps_edges(before: tuple[Contact, ...], now: tuple[Contact, ...], *, own: bool = True) -> bool:
    """Whether two units still touch with the same edges of both, or without `own`, of the second unit.

    At a corner where several may be contacted, one of them is enough.
    """
    # rules rw:52.3, rw:61.2a, rw:ruling.12
    if not before or not now:
        return False
    first, second = ({(one.own if own else None, one.other) for one in touching} for touching in (before, now))
    return first == second or (_is_at_corner(now) and first <= second) or (_is_at_corner(before) and second <= first)


def _is_at_corner(touching: tuple[Contact, ...]) -> bool:
    return all(one.length == 0 for one in touching)


def _pairs_at_corner(first: Placed, second: Placed) -> set[tuple[Side, Side]]:
    """Return the pairs of edges that face each other best, out of those meeting at a corner where two units touch.

    Among several, those with a front edge are the contacted edges, as squaring up needs; without any, those with a rear
    edge.
    """
    near: set[tuple[int, int]] = set()
    for one in corner_touches(first, second, TOUCH):
        owner = first if one.of_first else second
        for number, edge in enumerate(owner.edges):
            if one.corner in (edge.start, edge.end):
                near.add((number, one.edge) if one.of_first else (one.edge, number))
    facing = {(own, other): _facing(first.edges[own], second.edges[other]) for own, other in near}
    best = min(facing.values(), default=0.0)
    pairs = {(first.edges[own].side, second.edges[other].side) for (own, other), far in facing.items() if far == best}
    with_front, with_rear = ({pair for pair in pairs if side in pair} for side in (Side.FRONT, Side.REAR))
    return with_front or with_rear or pairs


def _facing(one: Edge, other: Edge) -> float:
    """Return how directly two edges face each other: from -1 (face to face) to 1 (same direction)."""
    (ax, ay), (bx, by) = one.start, one.end
    (cx, cy), (dx, dy) = other.start, other.end
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    long = sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy))
    return round((ux * vx + uy * vy) / long, 6)


def is_aligned(first: Placed, heading: int, second: Placed, heading_of_second: int) -> bool:
    """Whether the edges and seams of two touching units are on one grid."""
    # rules rw:19.1a, rw:ruling.15
    turned = (heading - heading_of_second) % QUARTER
    if min(turned, QUARTER - turned) > PARALLEL or not touches(first, second):
        return False
    own = first.to_local(first.edges[0].start)
    there = second.to_local(first.to_world(own))
    corner = second.to_local(second.edges[0].start)
    return all(_on_grid(a - b) for a, b in zip(there, corner, strict=True))


def _on_grid(offset: float) -> bool:
    rest = offset % TRAY
    return min(rest, TRAY - rest) <= 2 * TOUCH


def outwards(side: Side) -> int:
    """Return the outward bearing of a side, relative to the unit's heading.

    Raises KeyError for an edge that is not a side.
    """
    return {Side.FRONT: 0, Side.LEFT: QUARTER, Side.REAR: HALF, Side.RIGHT: TURN - QUARTER}[side]
