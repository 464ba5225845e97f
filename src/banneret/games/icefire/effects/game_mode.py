"""Base class of game modes: hooks that the rules call. A mode is a class registered under its id.

    @mode
    class ClashOfKings(GameMode):
        id = "clash-of-kings"

        def score(self, game): ...

The rules call `mode_of(state)`; a hook that is not overridden does nothing. A mode keeps its own data in `state.marks`
(named lists of integers), and its cards and tokens in the existing columns of the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, TypeVar

from banneret.compiled import mypyc_attr
from banneret.games.icefire.content.editions import EDITIONS, Edition
from banneret.games.icefire.game import War
from banneret.games.icefire.state import NO_UNIT, NOBODY, Fight, State
from banneret.kernel.chance import Chance
from banneret.kernel.choosers import Refusal
from banneret.kernel.flow import Flow
from banneret.plane import Placed
from banneret.text.message import msg


@mypyc_attr(native_class=False)  # a decorator registers its subclasses
class GameMode:
    """A game mode without special rules."""

    id: ClassVar[str] = ""
    edition: ClassVar[Edition | None] = None
    """The only edition with this version of the mode; None means both."""
    anywhere: ClassVar[bool] = False
    """Whether terrain may also be placed in deployment zones, at least 6 inches from the table edges."""
    own_pieces: ClassVar[frozenset[str]] = frozenset()
    """Terrain that the mode itself places: it is never drawn or chosen, and only 1 inch around it must be kept free."""
    draws_terrain: ClassVar[bool] = True
    """Whether terrain is drawn at random from the seed."""
    barred: ClassVar[frozenset[str]] = frozenset()
    """Keywords of terrain that may not be drawn or chosen."""
    names_first_early: ClassVar[bool] = False
    """Whether the First Player is named before deployment."""
    held_by_standing: ClassVar[bool] = False
    """Whether a unit holds an objective for as long as it is over it."""
    apart_rule: ClassVar[str] = ""
    """The rule by which units are deployed more than 1 inch from enemies, if the mode has one."""
    destroyed_points: ClassVar[int] = 1
    """Victory Points for destroying an enemy combat unit in any mode: icefire:victory.10."""

    def set_up(self, state: State, chance: Chance) -> None:
        """Set up what the mode needs besides the tokens in its data, before terrain is placed."""

    def prepare(self, game: War) -> Flow[None]:
        """Ask the players for the choices that the mode's setup requires. `set_up` moves the match to this step."""
        yield from ()

    def before_deployment(self, game: War) -> Flow[None]:
        """Hook: called before the first unit is deployed."""
        yield from ()

    def after_deployment(self, game: War) -> Flow[None]:
        """Hook: called once the First Player is named, before the first round."""
        yield from ()

    def round_start(self, game: War) -> Flow[None]:
        """Hook: called at the start of a round, after the players' effects."""
        yield from ()

    def turn_start(self, game: War, seat: int) -> Flow[None]:
        """Hook: called at the start of a player's turn, before the players' effects."""
        yield from ()

    def activated(self, game: War, unit: int) -> Flow[None]:
        """Hook: called when a combat unit activates."""
        yield from ()

    def instead_of_acting(self, game: War, unit: int) -> Flow[bool]:
        """Hook: replace the action of a combat unit's activation. Return True if replaced."""
        yield from ()
        return False

    def moved(self, game: War, unit: int) -> None:
        """Hook: called when a unit has finished a move, to record claims and similar."""

    def shifted(self, state: State, unit: int) -> None:
        """Hook: called when a unit has shifted in an edition in which a shift is no move."""

    def after_move(self, game: War) -> Flow[None]:
        """Hook: called after a move, to ask players for the decisions it requires."""
        yield from ()

    def acted(self, game: War, unit: int) -> Flow[None]:
        """Hook: called when a unit has finished an action and is still alive."""
        yield from ()

    def panicked(self, game: War, unit: int) -> Flow[None]:
        """Hook: called when a unit has failed a Panic Test and is still alive."""
        yield from ()

    def falling(self, game: War, unit: int) -> Flow[None]:
        """Hook: called when a unit is destroyed, before its tray leaves the table."""
        yield from ()

    def attacked(self, game: War, fight: Fight) -> Flow[None]:
        """Hook: called after a completed attack."""
        yield from ()

    def speed(self, state: State, unit: int, speed: int, modifier: int) -> int:
        """Return the unit's Speed in inches; `speed` already includes all other modifiers, `modifier` in sum."""
        return speed

    def barriers(self, state: State, target: int = NO_UNIT) -> Sequence[Placed]:
        """Return what no tray may cross or overlap besides terrain and units, leaving out the `target` of a charge."""
        return ()

    def take_zones(self, game: War) -> Flow[int]:
        """Hook: let players choose their zones in the mode's own way.

        Return the seat that chose, or NOBODY if zones are chosen in the usual way.
        """
        yield from ()
        return NOBODY

    def also_activates(self, state: State, seat: int) -> list[int]:
        """List what a player may activate besides the combat units on the table."""
        return []

    def enter(self, game: War, unit: int) -> Flow[bool]:
        """Begin the activation of a unit listed by `also_activates`. Return True if an action follows."""
        yield from ()
        return False

    def may_score(self, state: State, seat: int) -> bool:
        """Return whether a player can gain Victory Points at all."""
        return True

    def returns(self, state: State, unit: int) -> bool:
        """Return whether a destroyed unit may come back, so that its player is not eliminated."""
        return False

    def decide(self, game: War) -> bool:
        """Decide the winner at the end of a round in the mode's own way. Return True if decided."""
        return False

    def destroy_fault(self, state: State, unit: int) -> Refusal | None:
        """Return why a unit may not destroy an objective token with an Attack action. In most modes no unit may."""
        return Refusal("icefire:attack.2", msg("refuse.action", action="destroy"))

    def destroy(self, game: War, unit: int) -> Flow[None]:
        """Destroy an objective token with an Attack action."""
        yield from ()

    def action_fault(self, state: State, unit: int, action: str) -> Refusal | None:
        """Return why the mode forbids an action to a unit, or None."""
        return None

    def instead_of_claiming(self, state: State, ncu: int) -> list[str]:
        """List what a non-combat unit may do instead of claiming a zone, as choice ids."""
        return []

    def sent(self, game: War, ncu: int, choice: str) -> None:
        """Carry out what a non-combat unit does instead of claiming a zone."""

    def claimed(self, game: War, ncu: int, zone: str) -> None:
        """Hook: called when a non-combat unit has claimed a zone, before any effect."""

    def zone_choices(self, state: State, ncu: int, zone: str) -> list[str]:
        """List the mode's effects that a player may choose instead of the zone's own, as choice ids."""
        return []

    def zone_effect(self, game: War, ncu: int, choice: str) -> Flow[None]:
        """Carry out an effect listed by `zone_choices`."""
        yield from ()

    def destroyed(self, game: War, unit: int, by: int, cause: int, *, led: bool) -> None:
        """Hook: called when a unit was destroyed.

        `by` is the seat responsible, `cause` its unit or NO_UNIT; `led` is True if the unit's Commander was in it.
        """

    def lost(self, game: War, unit: int, card: str, by: int) -> None:
        """Hook: called when seat `by` destroyed a unit's attachment, perhaps together with the unit."""

    def cleared(self, state: State) -> None:
        """Hook: remove from the table what leaves it together with the models on the Tactics Board."""

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
    """Return the ids of the game modes playable in an edition."""
    return tuple(id for id, one in _MODES if one == edition)
