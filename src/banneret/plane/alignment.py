"""A tray placed flush against an edge of another: the possible offsets, and which of them are free. In milli-units.

An offset is the distance from the midpoint of the target's edge to that of the charger's edge, along the target's edge
from start to end as outlines run: to the left when facing outwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from banneret.plane.angles import HALF, QUARTER, TURN, heading_towards
from banneret.plane.distance import SLACK
from banneret.plane.pose import Placed, Pose, place
from banneret.plane.shapes import Edge, Point, Shape, Side
from banneret.plane.sweep import Span, overlap_span

_OUTWARDS = {Side.FRONT: 0, Side.LEFT: QUARTER, Side.REAR: HALF, Side.RIGHT: 3 * QUARTER}


class Alignment(NamedTuple):
    """A position against an edge: the offset and the resulting pose."""

    offset: float
    pose: Pose


def overlap_at(charger: float, target: float, offset: float) -> float:
    """Return the length shared by two edges at an offset; 0 or less if they share nothing."""
    return min(charger, target, (charger + target) / 2 - abs(offset))


def offset_of(charger: float, target: float, overlap: float) -> float | None:
    """Return the greatest offset at which two edges share a given length, or None if they cannot."""
    if overlap > min(charger, target) + SLACK:
        return None
    return (charger + target) / 2 - overlap


def heading_out(edge: Edge, owner: Pose) -> int:
    """Return the heading perpendicular to an edge, outwards, for a shape at a pose; exact for the sides of trays."""
    if edge.side in _OUTWARDS:
        return (owner.heading + _OUTWARDS[edge.side]) % TURN
    (ax, ay), (bx, by) = edge.start, edge.end
    return heading_towards(by - ay, ax - bx)


def flush(shape: Shape, side: Side, target: Edge, heading_of_edge: int, offset: float) -> Pose:
    """Return the pose in which the outermost edge of a shape's side lies against a target's edge.

    `target` is that edge on the table and `heading_of_edge` its outward heading. The pose is the nearest one on the
    lattice, so any gap or overlap is less than a thousandth of the unit. Raises ValueError if the shape has no edge on
    that side.
    """
    edges = shape.edges_of(side)
    if not edges or side == Side.NO_SIDE:
        raise ValueError(f"the shape has no edge on side {side.name}")
    own = _middle(outermost(shape, side))
    heading = (heading_of_edge + HALF - _OUTWARDS[side]) % TURN
    turned = Pose(0, 0, heading).to_world(own)
    (ax, ay), (bx, by) = target.start, target.end
    # From the start of the edge to its end is to the left when facing outwards.
    along = Pose(0, 0, heading_of_edge).to_world((-offset, 0.0))
    x, y = (ax + bx) / 2 + along[0] - turned[0], (ay + by) / 2 + along[1] - turned[1]
    return Pose(_nearest(x), _nearest(y), heading)


def outermost(shape: Shape, side: Side) -> Edge:
    """Return the outermost edge of a side, joined from first to last if there are several in one line.

    Raises ValueError if the shape has no edge on that side.
    """
    edges = shape.edges_of(side)
    far = max(_out(edge, side) for edge in edges)
    line = [edge for edge in edges if far - _out(edge, side) < SLACK]
    return Edge(
        side,
        min((e.start for e in line), key=lambda p: _left(p, side)),
        max((e.end for e in line), key=lambda p: _left(p, side)),
    )


def _left(point: Point, side: Side) -> float:
    x, y = point
    return (-x, y, x, -y)[side]


def _out(edge: Edge, side: Side) -> float:
    x, y = _middle(edge)
    return (y, x, -y, -x)[side]


def _middle(edge: Edge) -> Point:
    return (edge.start[0] + edge.end[0]) / 2, (edge.start[1] + edge.end[1]) / 2


def _nearest(value: float) -> int:
    return int(value + 0.5) if value >= 0 else -int(0.5 - value)


def barred(shape: Shape, at_middle: Pose, heading_of_edge: int, obstacles: Iterable[Placed], give: float) -> list[Span]:
    """Return the offsets at which a shape sliding along an edge overlaps an obstacle by more than `give`, in order.

    `at_middle` is its pose at offset 0. The spans are open: at their ends the shape only touches.
    """
    moving = place(shape, at_middle)
    dx, dy = Pose(0, 0, heading_of_edge).to_world((-1.0, 0.0))
    found = [
        span
        for obstacle in obstacles
        for one in moving.pieces
        for other in obstacle.pieces
        if (span := overlap_span(one, other, dx, dy, give)) is not None
    ]
    merged: list[Span] = []
    for span in sorted(found):
        if merged and span.enter < merged[-1].leave:
            merged[-1] = Span(merged[-1].enter, max(merged[-1].leave, span.leave))
        else:
            merged.append(span)
    return merged


def is_barred(offset: float, spans: Sequence[Span]) -> bool:
    """Return whether an offset lies strictly within a barred span."""
    return any(enter + SLACK < offset < leave - SLACK for enter, leave in spans)


def nearest_free(wanted: Sequence[float], limit: float, spans: Sequence[Span]) -> list[float]:
    """Return the free offset, at most `limit` to either side, nearest to one of the wanted ones, or None.

    Ties go to the wanted offset listed first, then to the left.
    """
    ends = [end for span in spans for end in span]
    free = [
        offset
        for offset in (*wanted, -limit, limit, *ends)
        if -limit - SLACK <= offset <= limit + SLACK and not is_barred(offset, spans)
    ]
    if not free:
        return []
    away = {offset: min(abs(offset - one) for one in wanted) for offset in free}
    least = min(away.values())
    found: list[float] = []
    for offset in sorted(free, reverse=True):
        if away[offset] <= least + SLACK and (not found or found[-1] - offset > SLACK):
            found.append(offset)
    return found


def rows_meet(own: Sequence[float], others: Sequence[float], low: float, high: float) -> list[float]:
    """Return the shifts from `low` to `high` that align one of the own seams with one of the others.

    If the seams are evenly spaced on both sides, all of them then form one grid. Sorted, without duplicates.
    """
    found = sorted(other - one for one in own for other in others if low - SLACK <= other - one <= high + SLACK)
    kept: list[float] = []
    for slide in found:
        if not kept or slide - kept[-1] > SLACK:
            kept.append(slide)
    return kept
