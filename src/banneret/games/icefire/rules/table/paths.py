"""Paths of trays: what a move may not cross, and where it may not end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.rules.table.engagement import foes_of
from banneret.games.icefire.rules.table.ground import (
    GIVE,
    INCH,
    in_inches,
    pose_of,
    shape_of,
    table_of,
    tray_at,
    tray_of,
)
from banneret.games.icefire.rules.table.sources import number_of
from banneret.games.icefire.rules.table.surroundings import Around, everything, nearby, rough_for
from banneret.games.icefire.rules.table.units import enemies_on_table, label, unit_card, walls_against
from banneret.games.icefire.state import NO_UNIT, State
from banneret.kernel.choosers import Refusal
from banneret.plane import (
    HALF,
    QUARTER,
    TURN,
    Placed,
    Pose,
    Straight,
    distance,
    is_below,
    may_leave,
    overlaps,
)
from banneret.plane.distance import SLACK, is_far, least_separation
from banneret.plane.motion import way_of
from banneret.plane.pose import place_anew
from banneret.plane.sweep import enters, passes_far
from banneret.text.message import msg

BEARINGS: Final = {"forward": 0, "left": QUARTER, "back": HALF, "right": 3 * QUARTER}


def speed_of(state: State, unit: int) -> int:
    """Return the Speed of a unit in thousandths of an inch: icefire:card.1."""
    modifier = number_of(state, "speed", unit)
    speed = max(0, unit_card(state, unit).speed + modifier)
    return mode_of(state).speed(state, unit, speed, modifier) * INCH


def slowed(state: State, unit: int, start: Pose, motion: Straight, around: Around | None = None) -> int:
    """Return by how much Rough terrain shortens a straight move, 1 inch per piece: icefire:keyword.rough.

    icefire:ruling.22.
    """
    rough = rough_for(state, unit) if around is None else around.rough
    return _slowed(place_anew(shape_of(state, unit), start), motion, rough) if rough else 0


def _slowed(tray: Placed, motion: Straight, rough: Sequence[Placed]) -> int:
    """Return the distance by which Rough terrain shortens a move, in thousandths of an inch: icefire:ruling.22."""
    slow = 0
    for piece in rough:  # a loop without a generator, as it runs for every move examined
        if crosses(tray, motion, piece):
            slow += INCH
    return slow


def crosses(tray: Placed, motion: Straight, piece: Placed) -> bool:
    """Return whether a straight move begins in, passes through or ends in a piece of terrain."""
    dx, dy = way_of(tray, motion)
    if passes_far(tray, piece, dx, dy):
        return False
    return overlaps(tray, piece, GIVE) or (
        motion.distance > 0 and any(enters(one, other, dx, dy, GIVE) for one in tray.pieces for other in piece.pieces)
    )


def way_fault(
    state: State,
    unit: int,
    start: Pose,
    motion: Straight,
    *,
    through: Sequence[int] = (),
    around: Around | None = None,
) -> Refusal | None:
    """Return why a straight move is illegal: it meets an enemy, impassable terrain or the edge of the table.

    A unit may pass through friends: icefire:action.9. `through` are enemies that may be crossed.
    icefire:keyword.impassable, icefire:ruling.10, icefire:setup.1. A tray may leave what it overlaps after a pivot:
    icefire:action.6. Tokens do not hinder moves: icefire:terms.29.
    """
    tray = place_anew(shape_of(state, unit), start)
    return _way_fault(state, tray, motion, around or everything(state, unit), through)


def _way_fault(
    state: State, tray: Placed, motion: Straight, around: Around, through: Sequence[int] = ()
) -> Refusal | None:
    """Return why a straight move of a tray is illegal. Tokens do not hinder it: icefire:terms.29."""
    if motion.distance == 0:
        return None
    dx, dy = way_of(tray, motion)
    for other, is_friend, theirs in around.trays:
        if not is_friend and other not in through and _bars(tray, dx, dy, theirs):
            return Refusal("icefire:action.9", msg("refuse.move.enemy", unit=label(state, other)))
    for number, piece in around.impassable:
        if _bars(tray, dx, dy, piece):
            return Refusal("icefire:keyword.impassable", msg("refuse.move.terrain", piece=state.pieces[number]))
    for still in around.barriers:
        if _bars(tray, dx, dy, still):
            return Refusal(state.law.wall_rule, msg("refuse.move.wall"))
    table = table_of(state)
    if table.surrounds(tray.x, tray.y, tray.radius) and table.surrounds(tray.x + dx, tray.y + dy, tray.radius):
        return None
    beyond = table.is_left(tray, dx, dy, GIVE)
    if beyond or (beyond is None and any(_bars(tray, dx, dy, wall) for wall in table.walls)):
        return Refusal("icefire:ruling.10", msg("refuse.move.edge"))
    return None


def _bars(tray: Placed, dx: float, dy: float, still: Placed) -> bool:
    """Return whether something blocks a tray that moves by (dx, dy)."""
    if passes_far(tray, still, dx, dy):
        return False
    if overlaps(tray, still, GIVE):
        return not may_leave(tray, still, dx, dy)
    for one in tray.pieces:
        for other in still.pieces:
            if enters(one, other, dx, dy, GIVE):
                return True
    return False


def end_fault(
    state: State,
    unit: int,
    pose: Pose,
    *,
    before: Pose | None = None,
    near: Sequence[int] = (),
    around: Around | None = None,
) -> Refusal | None:
    """Return why a move may not end at a pose: over a tray, within 1 inch of an enemy, on impassable terrain.

    icefire:action.7, icefire:action.8, icefire:action.10, icefire:terms.21, icefire:action-2021.2, icefire:terrain.3.
    `before` is the pose of a unit that only turned in place; it may stay near an enemy if it comes no nearer:
    icefire:ruling.14. `near` are enemies to which it may be near.
    """
    around = around or everything(state, unit)
    tray = place_anew(shape_of(state, unit), pose)
    for other, is_friend, theirs in around.trays:
        if is_far(tray, theirs, INCH):
            continue
        apart = least_separation(tray, theirs)
        if apart < -GIVE - SLACK:
            rule = "icefire:action.10" if is_friend else "icefire:action.7"
            return Refusal(state.law.rule(rule), msg("refuse.move.over", unit=label(state, other)))
        if is_friend or other in near:
            continue
        if is_below(apart, INCH) and (apart <= 0 or is_below(distance(tray, theirs), INCH)):
            if before is not None and not is_below(
                distance(tray, theirs), distance(tray_at(state, unit, before), theirs)
            ):
                continue
            return Refusal("icefire:action.8", msg("refuse.move.near", unit=label(state, other)))
    for number, piece in around.impassable:
        if overlaps(tray, piece, GIVE):
            return Refusal("icefire:keyword.impassable", msg("refuse.move.terrain", piece=state.pieces[number]))
    return wall_fault(state, unit, pose, before=before, near=near, around=around) if around.barriers else None


def wall_fault(
    state: State,
    unit: int,
    pose: Pose,
    *,
    before: Pose | None = None,
    near: Sequence[int] = (),
    around: Around | None = None,
) -> Refusal | None:
    """Return why castle walls forbid a pose: over one, behind them, or within 1 inch of an intact enemy one.

    icefire:castle-wall.8, icefire:castle-wall-2021.1, icefire:castle-wall.9, icefire:castle-wall.2,
    icefire:ruling.106. `before` and `near` as for enemies in `end_fault`.
    """
    barriers = mode_of(state).barriers(state) if around is None else around.barriers
    if not barriers:
        return None
    tray = tray_at(state, unit, pose)
    if any(overlaps(tray, still, GIVE) for still in barriers):
        return Refusal(state.law.wall_rule, msg("refuse.move.wall"))
    for wall in walls_against(state, state.seat[unit]):
        there = tray_of(state, wall)
        if wall in near or is_far(tray, there, INCH):
            continue
        between = distance(tray, there)
        if not is_below(between, INCH):
            continue
        if before is None or is_below(between, distance(tray_at(state, unit, before), there)):
            return Refusal("icefire:ruling.106", msg("refuse.move.near", unit=label(state, wall)))
    return None


def turn_fault(
    state: State, unit: int, pose: Pose, *, but: int = NO_UNIT, around: Around | None = None
) -> Refusal | None:
    """Return why a pivot within a longer move may not end at a pose in this edition: icefire:action-2021.1.

    `but` is an enemy that it may reach: the target of a charge.
    """
    if state.law.overlap_within_move:
        return None
    tray = tray_at(state, unit, pose)
    if around is not None and around.keeps_off(tray):
        return None
    for enemy in enemies_on_table(state, state.seat[unit]):
        if enemy != but and overlaps(tray, tray_of(state, enemy), GIVE):
            return Refusal("icefire:action-2021.1", msg("refuse.move.over", unit=label(state, enemy)))
    return None


def is_heading(heading: int) -> bool:
    """Return whether a number is a heading."""
    return 0 <= heading < TURN


def walk_fault(  # a whole move at once
    state: State, unit: int, heading: int, length: int, facing: int, limit: int
) -> Refusal | None:
    """Return why a unit may not pivot to a heading, move forward `length` and pivot to a facing, at most `limit`.

    icefire:maneuver.2, icefire:maneuver.3, icefire:maneuver.4, icefire:march.2, icefire:march.4, icefire:action.5,
    icefire:terms.20.
    """
    if not is_heading(heading) or not is_heading(facing):
        return Refusal("icefire:action.5", msg("refuse.move.heading"))
    around = nearby(state, unit, limit)
    start = place_anew(shape_of(state, unit), pose_of(state, unit).facing(heading))
    fault = stride_fault(state, unit, start, heading, length, limit, around)
    return fault or halt_fault(state, unit, heading, length, facing, around)


def stride_fault(
    state: State, unit: int, start: Placed, heading: int, length: int, limit: int, around: Around
) -> Refusal | None:
    """Return why a unit may not pivot to a heading and move forward `length`, whatever its final facing.

    `start` is its tray with that heading.
    """
    motion = Straight(length)
    slow = _slowed(start, motion, around.rough) if around.rough and 0 < length <= limit else 0
    if length < 0 or length > limit - slow:
        return Refusal("icefire:card.1", msg("refuse.move.far", distance=in_inches(length), limit=in_inches(limit)))
    fault = _way_fault(state, start, motion, around)
    if fault is None and length and heading != (before := pose_of(state, unit)).heading:
        fault = turn_fault(state, unit, before.facing(heading), around=around)
    return fault


def halt_fault(state: State, unit: int, heading: int, length: int, facing: int, around: Around) -> Refusal | None:
    """Return why a unit that has moved this far may not end its move with that facing."""
    before = pose_of(state, unit)
    end = before.facing(heading).moved(length).facing(facing)
    return end_fault(state, unit, end, before=before if length == 0 else None, around=around)


def shift_fault(
    state: State, unit: int, bearing: str, length: int, limit: int, around: Around | None = None
) -> Refusal | None:
    """Return why a unit may not shift: icefire:terms.23, icefire:terms.24.

    A shift never breaks contact: icefire:ruling.12.
    """
    start = pose_of(state, unit)
    motion = Straight(length, BEARINGS[bearing])
    around = around or nearby(state, unit, limit)
    slow = slowed(state, unit, start, motion, around) if 0 < length <= limit else 0
    if length < 0 or length > limit - slow:
        return Refusal("icefire:terms.23", msg("refuse.move.far", distance=in_inches(length), limit=in_inches(limit)))
    if length == 0:
        return None
    fault = way_fault(state, unit, start, motion, around=around)
    if fault is not None:
        return fault
    held = foes_of(state, unit)
    end = start.moved(length, BEARINGS[bearing])
    for enemy in held:
        if distance(tray_at(state, unit, end), tray_of(state, enemy)) > GIVE:
            return Refusal("icefire:ruling.12", msg("refuse.move.contact", unit=label(state, enemy)))
    return end_fault(state, unit, end, near=held, around=around)
