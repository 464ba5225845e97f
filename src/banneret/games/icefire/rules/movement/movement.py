"""Carrying out moves: moving the unit, resolving terrain, noting contacts, ending the move."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.icefire.actions import Shift
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.moves import UnitMoved
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.engagement import found_contacts, write_contacts
from banneret.games.icefire.rules.table.ground import (
    GIVE,
    is_inside,
    pose_of,
    shape_of,
    terrain_with,
    tray_at,
    tray_of,
)
from banneret.games.icefire.rules.table.move_spaces import (
    ManeuverSpace,
    MarchSpace,
    PivotSpace,
    ShiftSpace,
    TurnedMarchSpace,
)
from banneret.games.icefire.rules.table.paths import BEARINGS, crosses, speed_of
from banneret.games.icefire.rules.table.sources import has_flag
from banneret.games.icefire.rules.table.surroundings import ignores
from banneret.games.icefire.rules.table.units import is_wall, label
from banneret.games.icefire.state import NO_UNIT, NOBODY, Moment, State
from banneret.kernel.flow import Flow, ask
from banneret.plane import (
    Pose,
    Straight,
    overlaps,
)


def note_mover(state: State, unit: int) -> None:
    """Note publicly which unit's move is asked for next."""
    if state.turn is not None:
        state.turn.mover = unit


def maneuver(game: War, unit: int, *, limit: int | None = None) -> Flow[None]:
    """Ask how a unit maneuvers and move it: icefire:maneuver.2, icefire:maneuver.3, icefire:maneuver.4."""
    state = game.state
    note_mover(state, unit)
    answer = yield from ask(
        state.seat[unit], ManeuverSpace(state, unit, speed_of(state, unit) if limit is None else limit)
    )
    start = pose_of(state, unit).facing(answer.heading)
    yield from move(game, unit, start, Straight(answer.distance), answer.facing, "maneuver")


def march(game: War, unit: int) -> Flow[None]:
    """Ask how a unit marches and move it: icefire:march.2, icefire:march.3, icefire:march.4.

    An ability may let it pivot first, as part of the same move: icefire:action.6.
    """
    state = game.state
    note_mover(state, unit)
    limit = 2 * speed_of(state, unit)
    if has_flag(state, unit, "pivots-before-marching"):
        turned = yield from ask(state.seat[unit], TurnedMarchSpace(state, unit, limit))
        start = pose_of(state, unit).facing(turned.heading)
        yield from move(game, unit, start, Straight(turned.distance), turned.facing, "march")
        return
    answer = yield from ask(state.seat[unit], MarchSpace(state, unit, limit))
    yield from move(game, unit, pose_of(state, unit), Straight(answer.distance), answer.facing, "march")


def pivot(game: War, unit: int, what: str, rule: str) -> Flow[None]:
    """Ask how far a unit turns in place: icefire:terms.20."""
    state = game.state
    note_mover(state, unit)
    answer = yield from ask(state.seat[unit], PivotSpace(state, unit, what, rule))
    yield from move(game, unit, pose_of(state, unit), Straight(0), answer.heading, "pivot")


def shift(game: War, unit: int, limit: int, what: str, rule: str) -> Flow[None]:
    """Ask how a unit shifts, and move it: icefire:terms.23."""
    state = game.state
    note_mover(state, unit)
    answer = yield from ask(state.seat[unit], ShiftSpace(state, unit, limit, what, rule))
    yield from shifted(game, unit, answer)


def shifted(game: War, unit: int, answer: Shift) -> Flow[None]:
    """Carry out a shift: icefire:terms.25."""
    at = pose_of(game.state, unit)
    yield from move(game, unit, at, Straight(answer.distance, BEARINGS[answer.bearing]), at.heading, "shift")


def move(  # a whole move at once
    game: War, unit: int, start: Pose, motion: Straight, facing: int, how: str
) -> Flow[None]:
    """Move a unit straight ahead from a pose and turn it to a facing; resolve terrain, and end the move.

    icefire:terms.19, icefire:terms-2021.1.
    """
    state = game.state
    end = start.moved(*motion).facing(facing)
    entered = game.once(terrain_entered, state, unit, pose_of(state, unit), start, motion, end)
    yield from settle(game, unit, end, how, entered)


def terrain_entered(state: State, unit: int, before: Pose, start: Pose, motion: Straight, end: Pose) -> list[int]:
    """List the Dangerous pieces that a move leads into, on its way or at its end: icefire:keyword.dangerous.

    A pivot is a move too (icefire:terms.19), and so is any other change of place: icefire:ruling.142.
    """
    if ignores(state, unit, "dangerous"):
        return []
    first, tray, last = (tray_at(state, unit, pose) for pose in (before, start, end))
    return [
        number
        for number, piece in terrain_with(state, "dangerous")
        if (crosses(tray, motion, piece) or overlaps(last, piece, GIVE)) and not overlaps(first, piece, GIVE)
    ]


def dangers_around(state: State, unit: int) -> list[int]:
    """List the Dangerous pieces that a unit is in: icefire:keyword.dangerous, icefire:ruling.7."""
    if ignores(state, unit, "dangerous"):
        return []
    tray = tray_of(state, unit)
    return [number for number, piece in terrain_with(state, "dangerous") if is_inside(tray, piece)]


def settle(game: War, unit: int, pose: Pose, how: str, entered: Sequence[int] = ()) -> Flow[None]:
    """Place a tray where its move has ended, and resolve the effects of that: icefire:ruling.13, icefire:ruling.94."""
    state = game.state
    if is_wall(state, unit):  # icefire:castle-wall.1
        return
    state.pose[unit] = pose
    write_contacts(state, unit, game.once(found_contacts, state, unit))
    if state.turn is not None and how not in ("align", "shift"):  # which neither begin nor end contact
        state.turn.moved.append(unit)
    rule = state.law.rule("icefire:terms.19")
    game.emit(UnitMoved(unit=label(state, unit), how=how, x=pose.x, y=pose.y, heading=pose.heading, rule=rule))
    for _ in entered:
        yield from danger(game, unit)
        if not state.health[unit]:
            return
    if how != "shift" or state.law.shift_is_move:
        mode_of(state).moved(game, unit)
        yield from mode_of(state).after_move(game)
    else:
        mode_of(state).shifted(state, unit)
    yield from happen(game, Moment("move-end", state.seat[unit], unit=unit, action=how))


def danger(game: War, unit: int) -> Flow[None]:
    """Let a unit suffer D3+1 Wounds from Dangerous terrain: icefire:keyword.dangerous, icefire:ruling.49."""
    yield from suffer(game, unit, game.chance.pick(3) + 2, NOBODY, NO_UNIT)


def shape_width(state: State, unit: int) -> float:
    """Return the length of the front edge of a unit's tray, in thousandths of an inch."""
    return shape_of(state, unit).width
