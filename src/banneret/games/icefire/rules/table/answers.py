"""The subject of a question, and where an answer to it leaves a tray."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from banneret.games.icefire.actions import Deploy, Maneuver, March, Pivot, Shift, Withdraw
from banneret.games.icefire.rules.table.ground import pose_of
from banneret.games.icefire.rules.table.paths import BEARINGS
from banneret.games.icefire.state import NO_UNIT, State
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.plane import Pose


@runtime_checkable
class AboutUnit(Protocol):
    """A question about one combat unit, identified by its number, or by its label if that is enough."""

    @property
    def unit(self) -> int | str:
        """The unit."""
        ...


@runtime_checkable
class AboutState(Protocol):
    """A question that reads the state."""

    @property
    def state(self) -> State:
        """The state."""
        ...


@runtime_checkable
class AboutUnits(Protocol):
    """A question about one of several combat units."""

    @property
    def units(self) -> Sequence[int]:
        """The units."""
        ...


@runtime_checkable
class AboutPiece(Protocol):
    """A question about a terrain piece."""

    @property
    def piece(self) -> str:
        """The id of the piece."""
        ...


@runtime_checkable
class Limited(Protocol):
    """A question about a move of limited length."""

    @property
    def limit(self) -> int:
        """The length of the longest move."""
        ...


def unit_asked(ask: Ask) -> int:
    """Return the combat unit that a question is about, or NO_UNIT."""
    chooser: object = ask.chooser
    found = chooser.unit if isinstance(chooser, AboutUnit) else NO_UNIT
    return found if isinstance(found, int) else NO_UNIT


def units_asked(ask: Ask) -> Sequence[int]:
    """Return the combat units that a question is about."""
    chooser: object = ask.chooser
    return chooser.units if isinstance(chooser, AboutUnits) and chooser.units else [unit_asked(ask)]


def piece_asked(ask: Ask) -> str:
    """Return the terrain piece that a question is about, or an empty string."""
    chooser: object = ask.chooser
    return chooser.piece if isinstance(chooser, AboutPiece) else ""


def limit_of(ask: Ask) -> int:
    """Return the maximum move of the unit that a question is about; 0 if it may only turn."""
    chooser: object = ask.chooser
    return chooser.limit if isinstance(chooser, Limited) else 0


def state_of(ask: Ask) -> State | None:
    """Return the state that a question reads; do not reveal what the seat does not know."""
    chooser: object = ask.chooser
    return chooser.state if isinstance(chooser, AboutState) else None


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
