"""The subject of a question, and where an answer to it leaves a tray."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.icefire.actions import Deploy, Maneuver, March, Pivot, Shift, Withdraw
from banneret.games.icefire.rules.table.ground import pose_of
from banneret.games.icefire.rules.table.paths import BEARINGS
from banneret.games.icefire.state import NO_UNIT, State
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.plane import Pose


def unit_asked(ask: Ask) -> int:
    """Return the combat unit that a question is about, or NO_UNIT."""
    found: object = getattr(ask.chooser, "unit", NO_UNIT)  # some have the label instead, most have none
    return found if isinstance(found, int) else NO_UNIT


def units_asked(ask: Ask) -> Sequence[int]:
    """Return the combat units that a question is about."""
    found: Sequence[int] = getattr(ask.chooser, "units", ())
    return found or [unit_asked(ask)]


def piece_asked(ask: Ask) -> str:
    """Return the terrain piece that a question is about, or an empty string."""
    found: str = getattr(ask.chooser, "piece", "")
    return found


def limit_of(ask: Ask) -> int:
    """Return the maximum move of the unit that a question is about; 0 if it may only turn."""
    found: int = getattr(ask.chooser, "limit", 0)
    return found


def state_of(ask: Ask) -> State | None:
    """Return the state that a question reads; do not reveal what the seat does not know."""
    found: State | None = getattr(ask.chooser, "state", None)
    return found


def end_of(state: State, unit: int, option: Action) -> Pose | None:
    """Return where an answer leaves a tray, or None for one that does not move a tray."""
    if isinstance(option, Deploy):
        return Pose(option.x, option.y, option.heading)
    if unit == NO_UNIT or state.pose[unit] is None:
        return None
    at = pose_of(state, unit)
    match option:
        case Maneuver(heading, distance, facing):
            return at.facing(heading).moved(distance).facing(facing)
        case March(distance, facing):
            return at.moved(distance).facing(facing)
        case Withdraw(bearing, distance, facing):
            return at.moved(distance, BEARINGS[bearing]).facing(facing)
        case Shift(bearing, distance):
            return at.moved(distance, BEARINGS[bearing])
        case Pivot(heading):
            return at.facing(heading)
    return None
