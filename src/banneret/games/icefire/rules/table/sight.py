"""Sight: what a unit sees and may shoot at, and the arc of its target it is in."""

from __future__ import annotations

from banneret.games.icefire.rules.table.ground import (
    GIVE,
    MARGIN,
    TIE,
    is_inside,
    pose_of,
    shape_of,
    terrain,
    tray_at,
    tray_of,
)
from banneret.games.icefire.rules.table.units import is_wall, on_table
from banneret.games.icefire.state import State
from banneret.plane import (
    SLACK,
    Placed,
    Pose,
    Side,
    any_line,
    arc,
    arcs_of,
    distance,
    point_distance,
    shrunk,
    sight,
)
from banneret.plane.clipping import clip_all
from banneret.plane.distance import is_far, least_separation

ARC_NAMES = {Side.FRONT: "front", Side.RIGHT: "flank", Side.REAR: "rear", Side.LEFT: "flank"}
SIDE_NAMES = {Side.FRONT: "front", Side.RIGHT: "right", Side.REAR: "rear", Side.LEFT: "left"}


def sees(
    state: State, unit: int, target: int, *, ranged: bool = False, pose: Pose | None = None, through: bool = False
) -> bool:
    """Return whether a unit sees another, from its position or from a pose: icefire:sight.3, icefire:ruling.6.

    Other trays, friend or enemy, block sight (icefire:sight.4, icefire:ruling.5, icefire:ruling.100), and so does
    terrain; with `through` the attack ignores both.
    """
    tray = tray_at(state, unit, pose if pose is not None else pose_of(state, unit))
    goal = tray_of(state, target)
    if through or (ranged and _is_elevated(state, tray)):
        blockers: list[Placed] = []
    else:
        blockers = [tray_of(state, other) for other in on_table(state) if other not in (unit, target)]
        blockers += [piece for piece in hiding_terrain(state, goal, ranged=ranged) if not is_inside(tray, piece)]
    return sight(tray, goal, blockers, MARGIN) is not None


def hiding_terrain(state: State, goal: Placed, *, ranged: bool = False) -> list[Placed]:
    """List the terrain that hides a tray from units that are not in it: icefire:keyword.blocks-line-of-sight.

    Cover hides from ranged attacks: icefire:keyword.cover. A line may enter a piece to a target in it:
    icefire:ruling.8.
    """
    return [
        placed
        for _, piece, placed in terrain(state)
        if "blocks-line-of-sight" in piece.keywords or (ranged and "cover" in piece.keywords)
        if not is_inside(goal, placed)
    ]


def may_see(
    state: State,
    unit: int,
    target: int,
    tray: Placed,
    off: float,
    *,
    ranged: bool = False,
    within_arc: bool = True,
    through: bool = False,
) -> bool:
    """Return False only if a unit certainly cannot see another from any pose within `off` of a tray.

    Every point of the tray is then within `off` of its position at the pose. Without `within_arc` the front arc is
    ignored, as for a tray that turns.
    """
    goal = tray_of(state, target)
    region = arc(tray, Side.FRONT, 1.5 * off + SLACK)
    parts = [clip_all(piece.corners, region) if within_arc else piece.corners for piece in goal.pieces]
    if not any(parts):
        return False
    if through or (ranged and any(distance(tray, one) <= off for one in _heights(state))):
        return True
    hiding = [tray_of(state, other) for other in on_table(state) if other not in (unit, target)]
    hiding += [piece for piece in hiding_terrain(state, goal, ranged=ranged) if is_off(tray, piece, off)]
    pieces = [piece for one in hiding for piece in shrunk(one, off - MARGIN)]
    return any(
        any_line((start, end), part, pieces) is not None
        for _, start, end in tray.edges_of(Side.FRONT)
        for part in parts
        if part
    )


def is_off(tray: Placed, other: Placed, off: float) -> bool:
    """Return whether a tray does not overlap something even if shifted by `off`."""
    if is_far(tray, other, off + 1):
        return True
    apart = least_separation(tray, other)
    return apart > off or max(0.0, -apart) + off <= GIVE or (apart > 0 and distance(tray, other) > off)


def _is_elevated(state: State, tray: Placed) -> bool:
    """Return whether a tray is on Elevated terrain: icefire:keyword.elevated."""
    return any(is_inside(tray, placed) for placed in _heights(state))


def _heights(state: State) -> list[Placed]:
    return [placed for _, piece, placed in terrain(state) if "elevated" in piece.keywords]


def shooting_distance(state: State, unit: int, target: int, pose: Pose | None = None) -> float:
    """Return the distance of a target from the front arrow: icefire:ranged.8, icefire:ruling.1, icefire:units.10."""
    at = pose if pose is not None else pose_of(state, unit)
    return point_distance(tray_of(state, target), at.to_world((0.0, shape_of(state, unit).depth / 2)))


def arcs(state: State, target: int, unit: int) -> tuple[Side, ...]:
    """Return the arc of a target that a unit is in, and any that tie with it: icefire:sight.6, icefire:sight.7.

    icefire:sight.2, icefire:arc.lines, icefire:units.13, icefire:ruling.3, icefire:ruling.4. Never empty.
    """
    if is_wall(state, target):  # only its outer face can be reached: icefire:castle-wall.9
        return (Side.FRONT,)
    found = arcs_of(tray_of(state, target), tray_of(state, unit), TIE)
    return found or (Side.FRONT,)
