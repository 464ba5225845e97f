"""Whose turn it is to activate a unit: initiatives are called from the lowest, and players take turns at each."""

from __future__ import annotations

from banneret.games.runewars.abilities.numbers import initiative_of
from banneret.games.runewars.components import components
from banneret.games.runewars.events.course import InitiativeCalled
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_DIALS, Dials, MatchState


def initiative(state: MatchState, unit: int, dials: Dials) -> int:
    """The initiative that a unit has with its dials turned so."""
    # rules rw:6.2, rw:47.1
    return initiative_of(state, unit, components().units[state.unit[unit]].actions[dials[0]])


def hidden(state: MatchState) -> list[int]:
    """The units whose dials are turned and not revealed yet."""
    # rule rw:5.5
    return [
        unit
        for unit, dials in enumerate(state.dials)
        if dials != NO_DIALS and not state.shown[unit] and state.figures[unit]
    ]


def ready(state: MatchState, seat: int) -> list[int]:
    """The units of a seat that may be activated at the initiative that is called."""
    return [
        unit
        for unit in hidden(state)
        if state.seat[unit] == seat and initiative(state, unit, state.dials[unit]) == state.called
    ]


def next_turn(game: Runewars) -> None:
    """Find who activates a unit next; without any left the end phase comes.

    Everybody sees which initiative is called and who has none of it left: so it is said to be shown.
    """
    # rules rw:6.0, rw:6.1, rw:47.0, rw:47.3, rw:47.4, rw:74.2
    state = game.state
    game.chance.reveal()
    unrevealed = hidden(state)
    if not unrevealed:
        state.step = "regenerate"
        return
    lowest = min(initiative(state, unit, state.dials[unit]) for unit in unrevealed)
    if lowest != state.called:
        state.called = lowest
        state.spent = [False, False]
        state.turn = state.first
        game.tell(InitiativeCalled(initiative=lowest))
    else:
        state.turn = 1 - state.turn
    if not ready(state, state.turn):
        state.spent[state.turn] = True
        state.turn = 1 - state.turn
    state.step = "choose"
