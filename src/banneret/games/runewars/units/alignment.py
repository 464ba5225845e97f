"""Squaring up: a unit that has collided with an enemy turns flush with it and slides until their trays are aligned.

Nothing here asks players or changes a state: everything is a function of poses.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final, NamedTuple

from banneret.games.runewars.content.tabletop import TRAY
from banneret.games.runewars.units.engagement import GIVE, TOUCH, outwards, touches
from banneret.plane import (
    HALF,
    TURN,
    Edge,
    Placed,
    Point,
    Pose,
    Shape,
    Side,
    Straight,
    Turn,
    first_contact,
    flush,
    heading_out,
    outermost,
    overlaps,
    place,
)

_SAME: Final = 2 * TOUCH
"""Offsets on the grid that differ by no more than this are the same."""
_FREE: Final = 1e-6


class _Flush(NamedTuple):
    """A flush position of a unit: the enemy's edge it is against, and its place along that edge.

    `low` is the end of the unit's edge nearer to the start of the enemy's edge, in thousandths of a tray from that
    start. `about` is the pivot, `angle` the turn about it, and `at_corner` whether the pivot is the enemy's corner.
    """

    edge: Edge
    heading: int
    low: float
    about: Point
    angle: int
    at_corner: bool


def square_up(
    shape: Shape, pose: Pose, side: Side, enemy: Shape, at: Pose, obstacles: Sequence[Placed]
) -> tuple[Pose, ...]:
    """Return the poses in which a unit may end when it squares up with an enemy; if empty, it stays where it collided.

    `side` is the edge that counts as its front edge; `obstacles` are all other things on the table. Poses reached by
    turning and sliding, to either side, come first. Only if all of them are barred, poses reached by making room are
    returned.
    """
    # rules rw:19.0, rw:19.1, rw:19.3, rw:19.4, rw:19.5, rw:19.5c, rw:22.4b
    # rules rw:91.1, rw:cases.1, rw:ruling.51
    mover, foe = place(shape, pose), place(enemy, at)
    ways = _ways(shape, mover, pose, side, foe, at)
    for group in ways:
        found = [end for way in group for end in _slides(shape, mover, side, way, foe, obstacles)]
        if not found:
            found = [end for way in group for end in _with_room(shape, mover, side, way, foe, obstacles)]
        if found:
            return tuple(dict.fromkeys(found))
    return ()


def trays_beside(mover: Placed, side: Side, corner: Point) -> tuple[int, int]:
    """Return the numbers of trays wholly left and right of the perpendicular to an edge through one of its points."""
    # rule rw:19.2
    x = _seen_from(mover.to_local(corner), side)[0]
    left = right = 0
    for tile in mover.tiles:
        xs = [_seen_from(mover.to_local(point), side)[0] for point in tile.corners]
        left += max(xs) <= x + TOUCH
        right += min(xs) >= x - TOUCH
    return left, right


def must_square_up(engaged: int, aligned: bool) -> bool:
    """Whether a unit squares up after its reveal: it is engaged with exactly one enemy and not aligned with it."""
    # rules rw:5.6, rw:19.5d, rw:ruling.20
    return engaged == 1 and not aligned


def _seen_from(point: Point, side: Side) -> Point:
    """Return a point of a unit's own frame as seen looking out of a side: (to the right, ahead)."""
    x, y = point
    return ((x, y), (-y, x), (-x, -y), (y, -x))[side]


# Where the two touch -----------------------------------------------------------------------------------------------


def _ways(shape: Shape, mover: Placed, pose: Pose, side: Side, foe: Placed, at: Pose) -> list[list[_Flush]]:
    """Return the ways in which the unit may turn flush, in groups.

    A group is used only if none of the previous is possible.
    """
    own = _front(shape, mover, side)
    flush_now = _lying_flush(own, pose, side, foe, at)
    if flush_now:
        return [flush_now]
    by_own = [way for corner in (own.start, own.end) for way in _at_own_corner(own, corner, pose, side, foe, at)]
    if by_own:
        # rules rw:39.1a, rw:ruling.16: corner to corner, the edge that is faced best, or one of two faced equally
        least = min(abs(way.angle) for way in by_own)
        return [[way for way in by_own if abs(way.angle) == least]]
    for number, edge in enumerate(foe.edges):
        if _is_between(edge.start, own):
            before = foe.edges[number - 1] if _is_same(foe.edges[number - 1].end, edge.start) else None
            return _at_foes_corner(own, edge.start, before or _ending_at(foe, edge.start), edge, mover, pose, side, at)
    return []


def _front(shape: Shape, mover: Placed, side: Side) -> Edge:
    """The outermost edge of a side, on the table."""
    edge = outermost(shape, side)
    return Edge(side, mover.to_world(edge.start), mover.to_world(edge.end))


def _ending_at(foe: Placed, corner: Point) -> Edge:
    return next(edge for edge in foe.edges if _is_same(edge.end, corner))


def _lying_flush(own: Edge, pose: Pose, side: Side, foe: Placed, at: Pose) -> list[_Flush]:
    """Return the unit's flush position against the enemy's edge that its own edge overlaps longest.

    Empty if there is none.
    """
    found: list[tuple[float, _Flush]] = []
    for edge in foe.edges:
        heading = heading_out(edge, at)
        if abs(_turn(pose.heading + outwards(side), heading + HALF)) > 1:
            continue
        low, off = _along(own.end, edge)
        shared = min(low + _length(own), _length(edge)) - max(low, 0.0)
        if abs(off) <= TOUCH and shared >= -TOUCH:
            found.append((shared, _Flush(edge, heading, low, own.end, 0, at_corner=False)))
    longest = max((shared for shared, _ in found), default=0.0)
    return [way for shared, way in found if longest - shared <= _SAME]


def _at_own_corner(own: Edge, corner: Point, pose: Pose, side: Side, foe: Placed, at: Pose) -> Iterator[_Flush]:
    """Yield positions where the unit's corner is on an edge of the enemy, which is the contacted edge."""
    # rules rw:19.1, rw:59.3
    for edge in foe.edges:
        along, off = _along(corner, edge)
        if abs(off) <= TOUCH and -TOUCH <= along <= _length(edge) + TOUCH:
            heading = heading_out(edge, at)
            angle = _turn(pose.heading + outwards(side), heading + HALF)
            low = along if corner == own.end else along - _length(own)
            if abs(angle) < HALF // 2:
                yield _Flush(edge, heading, low, corner, angle, at_corner=False)


def _at_foes_corner(
    own: Edge, corner: Point, before: Edge, behind: Edge, mover: Placed, pose: Pose, side: Side, at: Pose
) -> list[list[_Flush]]:
    """Yield positions where the enemy's corner is on the unit's edge.

    The side with more trays swings forward; if both have equally many, either may.
    """
    # rules rw:19.2, rw:19.5b, rw:ruling.17
    from_left = _along(corner, Edge(own.side, own.end, own.start))[0]
    found = []
    for edge, low in ((before, _length(before) - from_left), (behind, -from_left)):
        heading = heading_out(edge, at)
        angle = _turn(pose.heading + outwards(side), heading + HALF)
        found.append(_Flush(edge, heading, low, corner, angle, at_corner=True))
    left, right = trays_beside(mover, side, corner)
    if left == right:
        return [found]
    return [[found[0]], [found[1]]] if left > right else [[found[1]], [found[0]]]


# Where it can end --------------------------------------------------------------------------------------------------


def _slides(
    shape: Shape, mover: Placed, side: Side, way: _Flush, foe: Placed, obstacles: Sequence[Placed]
) -> Iterator[Pose]:
    """Turn on the spot, then slide in either direction to the first place on the grid."""
    # rules rw:19.1, rw:19.1a, rw:ruling.14, rw:ruling.15
    if not _is_clear(mover, Turn(*way.about, way.angle), obstacles):
        return
    turned = place(shape, _pose(shape, side, way, way.low))
    for low in _on_grid(way.low):
        heading = _turn(turned_heading(side, way), way.heading)
        slid = Straight(round(low - way.low), heading + HALF // 2)
        if _is_clear(turned, slid, obstacles) and _fits(shape, side, way, low, foe, obstacles):
            yield _pose(shape, side, way, low)


def turned_heading(side: Side, way: _Flush) -> int:
    """Return the heading of a unit in a flush position."""
    return (way.heading + HALF - outwards(side)) % TURN


def _with_room(
    shape: Shape, mover: Placed, side: Side, way: _Flush, foe: Placed, obstacles: Sequence[Placed]
) -> Iterator[Pose]:
    """Move aside no more than needed, with the point of contact staying on its edge, then turn there."""
    # rules rw:19.5a, rw:19.5b, rw:ruling.18, rw:ruling.19
    width = _length(_front(shape, mover, side))
    for step in (-1, 1):
        low = _on_grid(way.low)[0 if step < 0 else -1]
        while _keeps_contact(way, low, width):
            shifted = _moved_aside(mover, side, way, low)
            about = way.about if way.at_corner else _shift(way.about, way.edge, low - way.low)
            if _is_clear(shifted, Turn(*about, way.angle), obstacles) and _fits(shape, side, way, low, foe, obstacles):
                yield _pose(shape, side, way, low)
                break
            low += step * TRAY


def _keeps_contact(way: _Flush, low: float, width: float) -> bool:
    length = _length(way.edge)
    if way.at_corner:  # the enemy's corner stays on the unit's edge
        corner = 0.0 if _is_same(way.about, way.edge.start) else length
        return low - TOUCH <= corner <= low + width + TOUCH
    point = _along(way.about, way.edge)[0] + low - way.low
    return -TOUCH <= point <= length + TOUCH


def _moved_aside(mover: Placed, side: Side, way: _Flush, low: float) -> Placed:
    """Return the unit moved aside but not turned: along the enemy's edge, or along its own at the enemy's corner."""
    if not way.at_corner:
        dx, dy = _direction(way.edge)
        return mover.shifted(dx * (low - way.low), dy * (low - way.low))
    own = _front(mover.shape, mover, side)
    dx, dy = _direction(own)
    return mover.shifted(-dx * (low - way.low), -dy * (low - way.low))


def _fits(shape: Shape, side: Side, way: _Flush, low: float, foe: Placed, obstacles: Sequence[Placed]) -> bool:
    """Whether a unit flush at this place touches the enemy and overlaps nothing."""
    # rule rw:19.5c
    end = place(shape, _pose(shape, side, way, low))
    return touches(end, foe) and not any(overlaps(end, other, GIVE) for other in (foe, *obstacles))


def _pose(shape: Shape, side: Side, way: _Flush, low: float) -> Pose:
    own = outermost(shape, side)
    return flush(shape, side, way.edge, way.heading, low + _length(own) / 2 - _length(way.edge) / 2)


def _is_clear(moving: Placed, motion: Turn | Straight, obstacles: Sequence[Placed]) -> bool:
    if any(overlaps(moving, other, GIVE) for other in obstacles):
        return False
    if isinstance(motion, Straight) and motion.distance < 0:
        motion = Straight(-motion.distance, (motion.bearing + HALF) % TURN)
    return first_contact(moving, motion, obstacles, GIVE) is None


def _on_grid(low: float) -> list[float]:
    """Return the nearest places on the enemy's grid: the place itself if it is on the grid, else one on either side."""
    lower = low // TRAY * TRAY
    if low - lower <= _SAME:
        return [lower]
    if lower + TRAY - low <= _SAME:
        return [lower + TRAY]
    return [lower, lower + TRAY]


# Lines -------------------------------------------------------------------------------------------------------------


def _along(point: Point, edge: Edge) -> tuple[float, float]:
    """Return how far a point is along an edge, measured from its start, and how far outside the edge."""
    dx, dy = _direction(edge)
    x, y = point[0] - edge.start[0], point[1] - edge.start[1]
    return x * dx + y * dy, x * dy - y * dx


def _direction(edge: Edge) -> Point:
    length = _length(edge)
    return (edge.end[0] - edge.start[0]) / length, (edge.end[1] - edge.start[1]) / length


def _length(edge: Edge) -> float:
    dx, dy = edge.end[0] - edge.start[0], edge.end[1] - edge.start[1]
    return sqrt(dx * dx + dy * dy)


def _shift(point: Point, edge: Edge, by: float) -> Point:
    dx, dy = _direction(edge)
    return point[0] + dx * by, point[1] + dy * by


def _is_between(point: Point, edge: Edge) -> bool:
    along, off = _along(point, edge)
    return abs(off) <= TOUCH < along < _length(edge) - TOUCH


def _is_same(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) <= _FREE and abs(one[1] - other[1]) <= _FREE


def _turn(heading: int, to: int) -> int:
    """Return the turn from one heading to another: positive to the left, at most half a turn."""
    angle = (to - heading) % TURN
    return angle - TURN if angle > HALF else angle
