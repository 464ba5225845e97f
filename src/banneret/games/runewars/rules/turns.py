"""Whose turn it is to activate a unit: initiatives are called from the lowest, and players take turns at each.

A card may shift the initiative at which its unit is activated by 1. Whether it does is decided when the value is
called, and until then nobody else may learn that it can: so the player of a unit that is hidden and has such a card
ready is asked at every initiative at which it might be, as far as everybody knows, and passes if it is not.
"""

from __future__ import annotations

from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects import held_cards as holding
from banneret.games.runewars.effects.numbers import LAST, flagged_by, initiative_of
from banneret.games.runewars.effects.registry import Source
from banneret.games.runewars.events.course import InitiativeCalled, InitiativePassed
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_DIALS, PLAYERS, Dials, MatchState


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


# What everybody knows of a unit that is hidden ---------------------------------------------------------------------


def least(state: MatchState, unit: int) -> int:
    """The lowest initiative that the dials of a unit can have, by what was called and who passed."""
    # rules rw:6.1, rw:ruling.75
    left = state.called + state.spent[state.seat[unit]]
    return left - (state.marks[unit].get(holding.WAITING) == left - 1)


def fits(state: MatchState, unit: int, dials: Dials) -> bool:
    """Whether dials agree with what everybody knows of them."""
    # rules rw:5.5, rw:6.1, rw:ruling.75
    value = initiative(state, unit, dials)
    if value < least(state, unit):
        return False
    if unit != state.active:
        return True
    return abs(value - state.called) == 1 if holding.SHIFTED in state.marks[unit] else value <= state.called


def can_shift(state: MatchState, unit: int) -> bool:
    """Whether a card of a unit can shift the initiative at which it is activated."""
    # rule rw:ruling.75
    return bool(flagged_by(state, unit, "shifts-initiative"))


def comes_at(state: MatchState, unit: int) -> int:
    """The next initiative at which a hidden unit is activated or, if it can shift that, might be.

    One that has waited, and cannot shift it any more, is activated at that for which it has waited.
    """
    # rules rw:6.0, rw:ruling.75
    left = max(1, state.called + state.spent[state.seat[unit]])
    if not can_shift(state, unit):
        return max(left, initiative(state, unit, state.dials[unit]))
    low = least(state, unit)
    sectors = components().units[state.unit[unit]].actions
    known = {value for one in sectors if (value := initiative_of(state, unit, one)) >= low}
    return min(at for value in known for at in (value - 1, value, value + 1) if left <= at <= LAST)


# Whose turn it is --------------------------------------------------------------------------------------------------


def is_open(state: MatchState, seat: int) -> bool:
    """Whether a seat is asked at the initiative that is called because it might shift that of a unit."""
    # rule rw:ruling.75
    return any(
        state.seat[unit] == seat and can_shift(state, unit) and comes_at(state, unit) == state.called
        for unit in hidden(state)
    )


def ready(state: MatchState, seat: int) -> list[int]:
    """The units of a seat that may be activated at the initiative that is called."""
    # rules rw:6.1, rw:ruling.75
    return [
        unit
        for unit in hidden(state)
        if state.seat[unit] == seat
        and initiative(state, unit, state.dials[unit]) <= state.called + can_shift(state, unit)
    ]


def is_due(state: MatchState, seat: int) -> bool:
    """Whether everybody knows that a seat has a unit to activate: it is asked, and not because it might shift one."""
    # rule rw:6.1
    return state.step == "choose" and state.turn == seat and not is_open(state, seat)


def may_pass(state: MatchState, seat: int) -> bool:
    """Whether a seat may leave the initiative that is called: whatever it has of it can be activated at the next."""
    # rules rw:6.1, rw:ruling.75
    return is_open(state, seat) and all(
        can_shift(state, unit) and state.called < LAST and initiative(state, unit, state.dials[unit]) >= state.called
        for unit in ready(state, seat)
    )


def shift_initiative(game: Runewars, unit: int) -> None:
    """Let the unit that is activated exhaust a card if it is at another initiative than that of its dials."""
    # rules rw:32.0, rw:ruling.75
    state = game.state
    cards = flagged_by(state, unit, "shifts-initiative")
    if not cards:
        return
    if initiative(state, unit, state.dials[unit]) == state.called:
        state.marks[unit].pop(holding.WAITING, None)  # so it has not waited
        return
    holding.exhaust(game, Source(unit, cards[0]))
    state.marks[unit][holding.SHIFTED] = 1


def pass_on(game: Runewars, seat: int) -> None:
    """Note that a seat has nothing more that it must activate at the initiative that is called."""
    # rule rw:ruling.75
    state = game.state
    for unit in hidden(state):
        if state.seat[unit] == seat and can_shift(state, unit):
            state.marks[unit][holding.WAITING] = state.called
    state.spent[seat] = True
    game.emit(InitiativePassed(player=PLAYERS[seat], initiative=state.called))


def next_turn(game: Runewars) -> None:
    """Find who activates a unit next; without any left the end phase comes.

    Everybody sees which initiative is called and who has none of it left: so it is said to be shown.
    """
    # rules rw:6.0, rw:6.1, rw:47.0, rw:47.3, rw:47.4, rw:74.2, rw:ruling.75
    state = game.state
    game.chance.reveal()
    coming = [(comes_at(state, unit), state.seat[unit]) for unit in hidden(state)]
    if not coming:
        state.step = "regenerate"
        return
    lowest = min(coming)[0]
    if lowest != state.called:
        state.called = lowest
        state.spent = [False, False]
        state.turn = state.first
        game.emit(InitiativeCalled(initiative=lowest))
    else:
        state.turn = 1 - state.turn
    if (lowest, state.turn) not in coming:
        state.spent[state.turn] = True
        state.turn = 1 - state.turn
    state.step = "choose"
