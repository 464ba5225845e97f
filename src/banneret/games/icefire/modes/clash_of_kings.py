"""A Clash of Kings, Season 6: three objectives, and cards that give powers to the Commanders."""

from __future__ import annotations

from typing import ClassVar, Final

from banneret.games.icefire.actions import Choose
from banneret.games.icefire.content.editions import SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import mode
from banneret.games.icefire.effects.registry import choices
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.objectives import ObjectiveMode
from banneret.games.icefire.rules.table.choosers import ThingChooser
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.sides import clockwise, hostile
from banneret.games.icefire.rules.table.units import commander_unit
from banneret.games.icefire.rules.victory import score
from banneret.games.icefire.state import NO_UNIT, NOBODY, Effect, State
from banneret.kernel.flow import Flow, ask

POWERS: Final = choices(*(f"objective-{card}" for card in range(6, 11)))
"""Objective cards 6 to 10, by effect id."""
EACH: Final = 2
"""Number of cards that each player takes."""


def owners(state: State) -> list[int]:
    """Return the owner of each card, or NOBODY; a used card has no owner."""
    return state.marks["powers"]


def each(state: State) -> int:
    """Return how many cards each player takes: two, or one with more than two players: icefire:ruling.122."""
    return EACH if EACH * state.seats <= len(POWERS) else 1


def last_first(state: State) -> list[int]:
    """List the players in order with the First Player last: icefire:clash-of-kings.4."""
    first, *others = clockwise(state, state.first)
    return [*others, first]


def take_cards(game: War, rule: str) -> Flow[None]:
    """Let the players take cards 6 to 10 in turn, the First Player last, until each has two (or one).

    icefire:clash-of-kings.4.
    """
    state = game.state
    state.marks["powers"] = [NOBODY] * len(POWERS)
    for seat in last_first(state) * each(state):
        free = [name for name, owner in zip(POWERS, owners(state), strict=True) if owner == NOBODY]
        answer = yield from ask(seat, ThingChooser(free, "power", rule))
        if isinstance(answer, Choose):
            owners(state)[POWERS.index(answer.choice)] = seat


@mode
class ClashOfKings(ObjectiveMode):
    """Objectives score as in A Game of Thrones, without cards: icefire:clash-of-kings.2, icefire:clash-of-kings.13."""

    id = "clash-of-kings"
    edition: ClassVar[Edition | None] = SEASON_6
    score_rule: ClassVar[str] = "icefire:clash-of-kings.13"
    claims_by: ClassVar[str] = "icefire:clash-of-kings.8"

    def after_deployment(self, game: War) -> Flow[None]:
        """Let the players take cards 6 to 10 in turn, the First Player last: icefire:clash-of-kings.5."""
        yield from take_cards(game, "icefire:clash-of-kings.5")

    def activated(self, game: War, unit: int) -> Flow[None]:
        """Let the Commander's unit gain the effect of a card: icefire:clash-of-kings.6, icefire:clash-of-kings.7."""
        state = game.state
        seat = state.seat[unit]
        mine = [name for name, owner in zip(POWERS, owners(state), strict=True) if owner == seat]
        if unit != commander_unit(state, seat) or not mine:
            return
        answer = yield from ask(seat, ThingChooser(mine, "power-now", "icefire:clash-of-kings.6", may_pass=True))
        if isinstance(answer, Choose):
            owners(state)[POWERS.index(answer.choice)] = NOBODY
            add_effect(state, Effect(answer.choice, unit, seat, "round"))

    def destroyed(self, game: War, unit: int, by: int, cause: int, *, led: bool) -> None:
        """Score for the Commander's unit: icefire:clash-of-kings.14, icefire:clash-of-kings.15, icefire:ruling.55."""
        state = game.state
        if cause == NO_UNIT or not hostile(state, by, state.seat[unit]) or cause != commander_unit(state, by):
            return
        score(game, by, 2 if led else 1, "icefire:clash-of-kings.15" if led else "icefire:clash-of-kings.14")
