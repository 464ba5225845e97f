"""Who touches whom, and with which edges."""

from math import sqrt
from typing import Final, NamedTuple

from banneret.games.runewars.content.tabletop import TRAY
from banneret.plane import HALF, QUARTER, TURN, Edge, Placed, Side, corner_touches, distance, shared_edges

TOUCH: Final = 3.0
"""Units that are so many thousandths of a tray apart, or less, touch: poses are rounded."""
GIVE: Final = 2.0
"""How deep roundings may put units into each other before that is an overlap."""
_PARALLEL: Final = 20.0
"""In hundredths of a degree: what is turned by less lies along an edge within TOUCH for all its length."""


class Contact(NamedTuple):
    """Edges of two units that touch: a side of each, and how long they lie together (0: by a corner)."""

    own: Side
    other: Side
    length: float


def touches(first: Placed, second: Placed) -> bool:
    """Whether any part of two units touches."""
    # rules rw:59.0, rw:59.2, rw:ruling.6
    return distance(first, second) <= TOUCH


def contacts(first: Placed, second: Placed) -> tuple[Contact, ...]:
    """The pairs of edges by which two units touch, in the order of their sides; none if they do not touch.

    Where only corners touch, it is the pair that squaring up would bring together, or each of several. Seen from the
    other unit the pairs are the same, and those of two scenes that mirror each other mirror each other.
    """
    # rules rw:27.2a, rw:59.3, rw:59.3a, rw:39.1a, rw:ruling.16, rw:ruling.80
    if not touches(first, second):
        return ()
    longest: dict[tuple[Side, Side], float] = {}
    for shared in shared_edges(first, second, gap=TOUCH, parallel=_PARALLEL, least=TOUCH):
        pair = first.edges[shared.first].side, second.edges[shared.second].side
        longest[pair] = longest.get(pair, 0.0) + shared.length
    if longest:
        return tuple(Contact(*pair, longest[pair]) for pair in sorted(longest))
    return tuple(Contact(*pair, 0.0) for pair in sorted(_pairs_at_corner(first, second)))


def _pairs_at_corner(first: Placed, second: Placed) -> set[tuple[Side, Side]]:
    """Of the edges that meet where two units touch at a corner, the pairs that face each other best.

    Of several those with a front edge are contacted, which squares up; without any, those with a rear edge.
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
    """How far two edges are from facing each other: -1 if they do, 1 if they look the same way."""
    (ax, ay), (bx, by) = one.start, one.end
    (cx, cy), (dx, dy) = other.start, other.end
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    long = sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy))
    return round((ux * vx + uy * vy) / long, 6)


def is_aligned(first: Placed, heading: int, second: Placed, heading_of_second: int) -> bool:
    """Whether the edges and seams of two units that touch lie on one grid."""
    # rules rw:19.1a, rw:ruling.15
    turned = (heading - heading_of_second) % QUARTER
    if min(turned, QUARTER - turned) > _PARALLEL or not touches(first, second):
        return False
    own = first.to_local(first.edges[0].start)
    there = second.to_local(first.to_world(own))
    corner = second.to_local(second.edges[0].start)
    return all(_on_grid(a - b) for a, b in zip(there, corner, strict=True))


def _on_grid(offset: float) -> bool:
    rest = offset % TRAY
    return min(rest, TRAY - rest) <= 2 * TOUCH


def outwards(side: Side) -> int:
    """The bearing out of a side, from the heading of its unit. Raises KeyError for an edge that is no side."""
    return {Side.FRONT: 0, Side.LEFT: QUARTER, Side.REAR: HALF, Side.RIGHT: TURN - QUARTER}[side]
