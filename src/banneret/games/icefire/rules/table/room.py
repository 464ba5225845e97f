"""Exact search for room: no place is returned only if no pose is legal."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from banneret.games.icefire.rules.table.ground import GIVE, INCH, shape_of, tray_at, tray_of
from banneret.games.icefire.rules.table.surroundings import Around
from banneret.games.icefire.rules.table.units import walls_against
from banneret.games.icefire.state import State
from banneret.plane import HALF, TURN, Placed, Pose, Shape, distance, find_point, penetration, point_distance, turned_by
from banneret.plane.distance import is_far, least_separation
from banneret.plane.pose import place_anew

SURE: Final = 2.0
"""Safety margin: poses are rounded to thousandths of an inch."""


LATER: Final = 0.15
"""Priority of dividing turns relative to places in a search: a tray's inscribed circle rules out most places."""
FINEST: Final = 2.5
"""Room of less than this on all sides of a tray, half of the allowed overlap of trays, is not searched."""


def is_full(state: State, unit: int, pose: Pose, off: float, around: Around) -> bool:
    """Return whether no move may end at a pose or any other within `off` of it, according to `paths.end_fault`.

    Every point of the tray is then within `off` of its position at the pose.
    """
    tray, margin = place_anew(shape_of(state, unit), pose), off + SURE
    for _, is_friend, theirs in around.trays:
        if is_far(tray, theirs, INCH):
            continue
        apart = least_separation(tray, theirs)
        if -apart > GIVE + margin:
            return True
        if not is_friend and apart < INCH and distance(tray, theirs) < INCH - margin:
            return True
    if any(penetration(tray, piece) > GIVE + margin for _, piece in around.impassable):
        return True
    if not around.barriers:
        return False
    walls = [tray_of(state, wall) for wall in walls_against(state, state.seat[unit])]
    return any(penetration(tray, still) > GIVE + margin for still in around.barriers) or any(
        distance(tray, wall) < INCH - margin for wall in walls
    )


def find_turned(
    state: State,
    unit: int,
    farthest: int,
    pose_after: Callable[[int], Pose],
    accepts: Callable[[int, int], bool],
    around: Around,
) -> list[tuple[int, int]]:
    """Return distances from 1 to `farthest` that a unit can move, each with a facing in which it may end there.

    Found by one search to the left and one to the right, so that both sides are treated alike; empty if there is none.
    `pose_after` returns the pose after a distance, and `accepts` whether the move may end so.
    """
    tray, at = tray_of(state, unit), pose_after(0).heading
    ranges, steps = ((1, farthest), (1 - HALF, HALF)), (1.0, turned_by(tray.radius, 1))
    inner, trays = _inner(tray.shape), _gaps(around)
    found = []
    for sign in (1, -1):

        def facing(turn: int, sign: int = sign) -> int:
            return (at + sign * turn) % TURN

        def rules_out(point: tuple[int, ...], offs: Sequence[float], facing: Callable[[int], int] = facing) -> bool:
            pose = pose_after(point[0])
            if _is_beside(trays, (pose.x, pose.y), inner - offs[0] - SURE):
                return True
            return is_full(state, unit, pose.facing(facing(point[1])), math.fsum(offs), around)

        point = find_point(
            ranges,
            steps,
            lambda one, facing=facing: accepts(one[0], facing(one[1])),  # type: ignore[misc]  # of this turn
            rules_out,
        )
        if point is None:
            return []
        found.append((point[0], facing(point[1])))
    return list(dict.fromkeys(found))


def find_place(
    state: State,
    unit: int,
    within: tuple[int, int, int, int],
    accepts: Callable[[Pose], bool],
    is_out: Callable[[Placed, float], bool],
    around: Around,
    finest: float = 0.0,
) -> Pose | None:
    """Return a legal pose of a unit with its entire tray within bounds (left, bottom, right, top), or None.

    `is_out(tray, off)` may be True only if nothing within `off` of the tray is in the required area. Room of less than
    `finest` on all sides does not count.
    """
    shape = shape_of(state, unit)
    steps, inner, trays = (1.0, 1.0, turned_by(shape.radius, 1)), _inner(shape), _gaps(around)

    def rules_out(point: tuple[int, ...], offs: Sequence[float]) -> bool:
        if _is_beside(trays, (point[0], point[1]), inner - offs[0] - offs[1]):
            return True
        pose, off = Pose(*point), math.fsum(offs)
        return is_out(tray_at(state, unit, pose), off) or is_full(state, unit, pose, off, around)

    left, bottom, right, top = within
    edge = max(0, int(inner - SURE))  # the tray's inscribed circle lies within the bounds
    box = ((left + edge, right - edge), (bottom + edge, top - edge), (0, TURN - 1))
    found = find_point(box, steps, lambda point: accepts(Pose(*point)), rules_out, finest, LATER)
    return None if found is None else Pose(*found)


def _inner(shape: Shape) -> float:
    """Return the radius of a tray's inscribed circle, which it covers in every facing."""
    return min(shape.width, shape.depth) / 2


def _gaps(around: Around) -> list[tuple[Placed, float]]:
    """List the trays with the gap that each certainly needs."""
    return [(theirs, (0 if is_friend else INCH) - GIVE - SURE) for _, is_friend, theirs in around.trays]


def _is_beside(trays: list[tuple[Placed, float]], middle: tuple[int, int], inner: float) -> bool:
    """Return whether a tray has no room at a point in any facing: even its inscribed circle overlaps something.

    Each of the other trays has the gap that it needs. One that takes the room comes first in the next call, which is
    for a point nearby.
    """
    for at, (theirs, gap) in enumerate(trays):
        near, dx, dy = inner + gap, theirs.x - middle[0], theirs.y - middle[1]
        if near <= 0 or dx * dx + dy * dy >= (theirs.radius + near) * (theirs.radius + near):
            continue
        if point_distance(theirs, middle) < near:
            trays.insert(0, trays.pop(at))
            return True
    return False


def farthest_way(limit: int, barred: Callable[[int], bool]) -> int:
    """Return the greatest distance up to a limit that is not barred, 0 if none. All beyond a barred one are barred."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if barred(middle):
            high = middle - 1
        else:
            low = middle
    return low
