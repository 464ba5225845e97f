"""Activation order: initiatives are called from the lowest, and players take turns at each.

A card may shift the initiative at which its unit is activated by 1. This is decided when the value is called, and until
then no other player may learn that it is possible. Therefore the player of a hidden unit with such a card ready is
asked at every initiative at which, according to public information, it might be activated, and passes if it is not.
"""

from __future__ import annotations

from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects import held_cards as holding
from banneret.games.runewars.effects.numbers import LAST, flagged_by, initiative_of
from banneret.games.runewars.effects.registry import Source
from banneret.games.runewars.events.course import InitiativeCalled, InitiativePassed
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_DIALS, PLAYERS, Dials, MatchState
from banneret.games.runewars.state import set_mark, unmark


def initiative(state: MatchState, unit: int, dials: Dials) -> int:
    """Return the initiative of a unit with these dials."""
    # rules rw:6.2, rw:47.1
    return initiative_of(state, unit, components().units[state.unit[unit]].actions[dials[0]])


def hidden(state: MatchState) -> list[int]:
    """Return the units whose dials are set and not revealed yet."""
    # rule rw:5.5
    return [
        unit
        for unit, dials in enumerate(state.dials)
        if dials != NO_DIALS and not state.shown[unit] and state.figures[unit]
    ]


# Public information about a hidden unit ----------------------------------------------------------------------------


def least(state: MatchState, unit: int) -> int:
    """Return the lowest initiative that a unit's dials can have, given the calls and passes so far."""
    # rules rw:6.1, rw:ruling.75
    left = state.called + state.spent[state.seat[unit]]
    return left - (state.marks[unit].get(holding.WAITING) == left - 1)


def fits(state: MatchState, unit: int, dials: Dials) -> bool:
    """Whether dials are consistent with public information."""
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


def next_initiative(state: MatchState, unit: int) -> int:
    """Return the next initiative at which a hidden unit is activated or, if it can shift it, might be.

    A unit that has waited, and can no longer shift it, is activated at the initiative for which it waited.
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
    """Whether a seat is asked at the called initiative because it might shift that of a unit."""
    # rule rw:ruling.75
    return any(
        state.seat[unit] == seat and can_shift(state, unit) and next_initiative(state, unit) == state.called
        for unit in hidden(state)
    )


def ready(state: MatchState, seat: int) -> list[int]:
    """Return the units of a seat that may be activated at the called initiative."""
    # rules rw:6.1, rw:ruling.75
    found = []
    for unit in hidden(state):
        if state.seat[unit] == seat:
            early = initiative(state, unit, state.dials[unit]) - state.called
            if early <= 0 or (early == 1 and can_shift(state, unit)):
                found.append(unit)
    return found


def is_due(state: MatchState, seat: int) -> bool:
    """Whether it is public that a seat must activate a unit: it is asked, and not only because it might shift one."""
    # rule rw:6.1
    return state.step == "choose" and state.turn == seat and not is_open(state, seat)


def may_pass(state: MatchState, seat: int) -> bool:
    """Whether a seat may pass at the called initiative: all its units there can still be activated at the next one."""
    # rules rw:6.1, rw:ruling.75
    return is_open(state, seat) and all(
        can_shift(state, unit) and state.called < LAST and initiative(state, unit, state.dials[unit]) >= state.called
        for unit in ready(state, seat)
    )


def shift_initiative(game: Runewars, unit: int) -> None:
    """Exhaust a card of the activated unit if its initiative differs from that of its dials."""
    # rules rw:32.0, rw:ruling.75
    state = game.state
    cards = flagged_by(state, unit, "shifts-initiative")
    if not cards:
        return
    if initiative(state, unit, state.dials[unit]) == state.called:
        unmark(state, unit, holding.WAITING)  # so it has not waited
        return
    holding.exhaust(game, Source(unit, cards[0]))
    set_mark(state, unit, holding.SHIFTED, 1)


def pass_on(game: Runewars, seat: int) -> None:
    """Record that a seat has no more units that it must activate at the called initiative."""
    # rule rw:ruling.75
    state = game.state
    for unit in hidden(state):
        if state.seat[unit] == seat and can_shift(state, unit):
            set_mark(state, unit, holding.WAITING, state.called)
    state.spent[seat] = True
    game.emit(InitiativePassed(player=PLAYERS[seat], initiative=state.called))


def next_turn(game: Runewars) -> None:
    """Determine which seat activates a unit next; if no units are left, the end phase follows.

    The called initiative and the seats with none of it left are public, hence `chance.reveal()`.
    """
    # rules rw:6.0, rw:6.1, rw:47.0, rw:47.3, rw:47.4, rw:74.2, rw:ruling.75
    state = game.state
    game.chance.reveal()
    coming = [(next_initiative(state, unit), state.seat[unit]) for unit in hidden(state)]
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
