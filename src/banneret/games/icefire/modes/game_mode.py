"""What a game mode can say: hooks that the rules call. A mode is one class, registered under its id.

    @mode
    class ClashOfKings(GameMode):
        id = "clash-of-kings"

        def score(self, game): ...

The rules call `mode_of(state)`; what is not overridden does nothing. A mode keeps what it needs in `state.marks`, lists
of whole numbers by names of its own, and its cards and tokens in the columns that are there.
"""

from __future__ import annotations

from typing import ClassVar, Final, TypeVar

from banneret.games.icefire.game import War
from banneret.games.icefire.state import State
from banneret.kernel.chance import Chance
from banneret.kernel.flow import Flow


class GameMode:
    """A game mode without special rules."""

    id: ClassVar[str] = ""
    destroyed_points: ClassVar[int] = 1
    """Victory Points for destroying an enemy combat unit in any mode: icefire:victory.10."""

    def set_up(self, state: State, chance: Chance) -> None:
        """Lay out what the mode needs besides the tokens of its data, before terrain is placed."""

    def before_deployment(self, game: War) -> Flow[None]:
        """Do what is done before the first unit is deployed."""
        yield from ()

    def after_deployment(self, game: War) -> Flow[None]:
        """Do what is done once the First Player is named, before the first round."""
        yield from ()

    def round_start(self, game: War) -> Flow[None]:
        """Do what is done at the start of a round, after the effects of the players."""
        yield from ()

    def activated(self, game: War, unit: int) -> Flow[None]:
        """Do what is done when a combat unit activates."""
        yield from ()

    def moved(self, game: War, unit: int) -> None:
        """Take note that a move of a unit has ended: claims and the like."""

    def zone_choices(self, state: State, ncu: int, zone: str) -> list[str]:
        """List the effects by which the mode lets a player replace that of a zone, by id of a choice."""
        return []

    def zone_effect(self, game: War, ncu: int, choice: str) -> Flow[None]:
        """Carry out such an effect."""
        yield from ()

    def destroyed(self, game: War, unit: int, by: int, cause: int) -> None:
        """Take note that a unit was destroyed, by a seat and perhaps by a unit of it."""

    def controlled(self, state: State, unit: int) -> list[int]:
        """List the objectives that a unit controls."""
        return []

    def score(self, game: War) -> Flow[None]:
        """Score Victory Points at the end of a round."""
        yield from ()


_MODES: Final[dict[str, GameMode]] = {}
M = TypeVar("M", bound=type[GameMode])


def mode(kind: M) -> M:
    """Register a game mode."""
    if kind.id in _MODES:
        raise ValueError(f"the game mode {kind.id!r} is registered twice")
    _MODES[kind.id] = kind()
    return kind


def mode_of(state: State) -> GameMode:
    """Return the game mode of a match: icefire:modes.1, icefire:overview.5."""
    return _MODES[state.mode.id]


def modes() -> tuple[str, ...]:
    """Return the ids of the game modes that can be played."""
    return tuple(_MODES)
