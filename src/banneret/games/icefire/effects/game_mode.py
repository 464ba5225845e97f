"""What a game mode can say: hooks that the rules call. A mode is one class, registered under its id.

    @mode
    class ClashOfKings(GameMode):
        id = "clash-of-kings"

        def score(self, game): ...

The rules call `mode_of(state)`; what is not overridden does nothing. A mode keeps what it needs in `state.marks`, lists
of whole numbers by names of its own, and its cards and tokens in the columns that are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, TypeVar

from banneret.games.icefire.content.editions import EDITIONS, Edition
from banneret.games.icefire.game import War
from banneret.games.icefire.state import NO_UNIT, NOBODY, Fight, State
from banneret.kernel.chance import Chance
from banneret.kernel.choosers import Refusal
from banneret.kernel.flow import Flow
from banneret.plane import Placed, Pose
from banneret.text.message import msg


class GameMode:
    """A game mode without special rules."""

    id: ClassVar[str] = ""
    edition: ClassVar[Edition | None] = None
    """The only edition that plays it so; None: both do."""
    anywhere: ClassVar[bool] = False
    """Whether terrain may lie in deployment zones too, 6 inches or more from the table edges."""
    own_pieces: ClassVar[frozenset[str]] = frozenset()
    """Terrain that the mode itself lays: none of it is drawn or chosen, and only 1 inch around it must be free."""
    draws_terrain: ClassVar[bool] = True
    """Whether terrain is drawn from the seed."""
    barred: ClassVar[frozenset[str]] = frozenset()
    """Keywords of terrain that is neither drawn nor chosen."""
    names_first_early: ClassVar[bool] = False
    """Whether the First Player is named before deployment."""
    held_by_standing: ClassVar[bool] = False
    """Whether a unit holds an objective as long as it stands over it."""
    destroyed_points: ClassVar[int] = 1
    """Victory Points for destroying an enemy combat unit in any mode: icefire:victory.10."""

    def set_up(self, state: State, chance: Chance) -> None:
        """Lay out what the mode needs besides the tokens of its data, before terrain is placed."""

    def prepare(self, game: War) -> Flow[None]:
        """Let players choose what the mode has them choose as it is set up; `set_up` puts the match to that step."""
        yield from ()

    def before_deployment(self, game: War) -> Flow[None]:
        """Do what is done before the first unit is deployed."""
        yield from ()

    def after_deployment(self, game: War) -> Flow[None]:
        """Do what is done once the First Player is named, before the first round."""
        yield from ()

    def round_start(self, game: War) -> Flow[None]:
        """Do what is done at the start of a round, after the effects of the players."""
        yield from ()

    def turn_start(self, game: War, seat: int) -> Flow[None]:
        """Do what a player does at the start of the own turn, before the effects of the players."""
        yield from ()

    def activated(self, game: War, unit: int) -> Flow[None]:
        """Do what is done when a combat unit activates."""
        yield from ()

    def instead_of_acting(self, game: War, unit: int) -> Flow[bool]:
        """Let a combat unit give up the action of its activation for something else; tell whether it did."""
        yield from ()
        return False

    def moved(self, game: War, unit: int) -> None:
        """Take note that a move of a unit has ended: claims and the like."""

    def after_move(self, game: War) -> Flow[None]:
        """Let players do what a move that has ended asks of them."""
        yield from ()

    def acted(self, game: War, unit: int) -> Flow[None]:
        """Do what follows when a unit has ended an action and lives."""
        yield from ()

    def panicked(self, game: War, unit: int) -> Flow[None]:
        """Do what follows when a unit has failed a Panic Test and lives."""
        yield from ()

    def falling(self, game: War, unit: int) -> Flow[None]:
        """Do what follows when a unit is destroyed, before its tray leaves the table."""
        yield from ()

    def attacked(self, game: War, fight: Fight) -> Flow[None]:
        """Do what follows a completed attack."""
        yield from ()

    def speed(self, state: State, unit: int, speed: int) -> int:
        """Return the Speed of a unit in inches, after everything else that changes it."""
        return speed

    def barriers(self, state: State, target: int = NO_UNIT) -> Sequence[Placed]:
        """Return what no tray may cross or overlap besides terrain and units; without what is charged."""
        return ()

    def take_zones(self, game: War) -> Flow[int]:
        """Take the zones in a way of the mode's own; return who chose, or NOBODY if they are taken as ever."""
        yield from ()
        return NOBODY

    def also_activates(self, state: State, seat: int) -> list[int]:
        """List what of a player may be activated besides the combat units on the table."""
        return []

    def enter(self, game: War, unit: int) -> Flow[bool]:
        """Begin the activation of one of these; tell whether an action follows."""
        yield from ()
        return False

    def may_score(self, state: State, seat: int) -> bool:
        """Tell whether a player gains Victory Points at all."""
        return True

    def returns(self, state: State, unit: int) -> bool:
        """Tell whether a destroyed unit may come back, so that its player is not out."""
        return False

    def decide(self, game: War) -> bool:
        """Decide at the end of a round in a way of the mode's own who has won; tell whether it did."""
        return False

    def deploy_fault(self, state: State, unit: int, pose: Pose) -> Refusal | None:
        """Return why the mode forbids to deploy a unit at a pose of its zone."""
        return None

    def destroy_fault(self, state: State, unit: int) -> Refusal | None:
        """Return why a unit may not destroy an objective token by an Attack action: in most modes none may."""
        return Refusal("icefire:attack.2", msg("refuse.action", action="destroy"))

    def destroy(self, game: War, unit: int) -> Flow[None]:
        """Destroy an objective token by an Attack action."""
        yield from ()

    def action_fault(self, state: State, unit: int, action: str) -> Refusal | None:
        """Return why the mode forbids a unit an action."""
        return None

    def instead_of_claiming(self, state: State, ncu: int) -> list[str]:
        """List what a non-combat unit may do in place of claiming a zone, by id of a choice."""
        return []

    def sent(self, game: War, ncu: int, choice: str) -> None:
        """Carry out what a non-combat unit does in place of claiming a zone."""

    def claimed(self, game: War, ncu: int, zone: str) -> None:
        """Take note that a non-combat unit has claimed a zone, before anything follows from it."""

    def zone_choices(self, state: State, ncu: int, zone: str) -> list[str]:
        """List the effects by which the mode lets a player replace that of a zone, by id of a choice."""
        return []

    def zone_effect(self, game: War, ncu: int, choice: str) -> Flow[None]:
        """Carry out such an effect."""
        yield from ()

    def destroyed(self, game: War, unit: int, by: int, cause: int, *, led: bool) -> None:
        """Take note that a unit was destroyed, by a seat and perhaps a unit of it; `led`: its Commander was there."""

    def lost(self, game: War, unit: int, card: str, by: int) -> None:
        """Take note that an attachment of a unit was destroyed, by a seat; it may have gone with its unit."""

    def cleared(self, state: State) -> None:
        """Take off the table what leaves it with the models of the Tactics Board."""

    def controlled(self, state: State, unit: int) -> list[int]:
        """List the objectives that a unit controls."""
        return []

    def score(self, game: War) -> Flow[None]:
        """Score Victory Points at the end of a round."""
        yield from ()


_MODES: Final[dict[tuple[str, Edition], GameMode]] = {}
M = TypeVar("M", bound=type[GameMode])


def mode(kind: M) -> M:
    """Register a game mode."""
    one = kind()
    for edition in EDITIONS if kind.edition is None else (kind.edition,):
        if (kind.id, edition) in _MODES:
            raise ValueError(f"the game mode {kind.id!r} is registered twice for {edition}")
        _MODES[kind.id, edition] = one
    return kind


def mode_of(state: State) -> GameMode:
    """Return the game mode of a match: icefire:modes.1, icefire:overview.5."""
    return _MODES[state.mode.id, state.law.edition]


def modes(edition: Edition) -> tuple[str, ...]:
    """Return the ids of the game modes that can be played in an edition."""
    return tuple(id for id, one in _MODES if one == edition)
