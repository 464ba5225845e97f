"""Engagement: tokens between two units that fight each other."""

from __future__ import annotations

from banneret.games.battles.events.battle import Disengaged, Engaged
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.field.units import label
from banneret.games.battles.state import NO_UNIT, NOBODY, State


def release(game: Battle, unit: int, rule: str) -> None:
    """Remove the engagement token of a unit, if it has one.

    An engagement is between exactly two units (battles:c5.2, battles:pieces.20).
    """
    state = game.state
    other = state.engaged[unit]
    if other == NO_UNIT:
        return
    game.emit(Disengaged(hex=label(state, unit), other=label(state, other), rule=rule))
    for one in (unit, other):
        state.engaged[one] = NO_UNIT
        state.shown[one] = NOBODY


def engage(game: Battle, attacker: int, target: int) -> None:
    """Place a token of the attacker's House between it and its target: battles:pieces.20.

    The unit may be unengaged (battles:engage.1); a token between the two is replaced (battles:engage.2). Older tokens
    of either with a third unit are removed (battles:c5.3, battles:c5.4, battles:ruling.41, battles:ruling.43); no unit
    has two (battles:c5.2).
    """
    state = game.state
    for unit in (attacker, target):
        if state.engaged[unit] not in (NO_UNIT, target, attacker):
            release(game, unit, "battles:c5.3" if unit == attacker else "battles:c5.4")
    again = state.engaged[attacker] == target
    state.engaged[attacker], state.engaged[target] = target, attacker
    state.shown[attacker] = state.shown[target] = state.seat[attacker]
    rule = "battles:engage.2" if again else "battles:engage.1"
    house = state.houses[state.seat[attacker]]
    game.emit(Engaged(house=house, hex=label(state, attacker), other=label(state, target), rule=rule))


def is_flanked_by(state: State, attacker: int, target: int) -> bool:
    """Return whether a target is engaged with a unit other than its attacker.

    The House shown by the token is irrelevant (battles:engage.3, battles:c6.1, battles:c5.5, battles:ruling.39).
    """
    return state.engaged[target] not in (NO_UNIT, attacker)


def has_come_out(state: State, unit: int) -> bool:
    """Return whether the engagement token of a unit shows its own House.

    Such a unit has no Cover (battles:c3.9, battles:ruling.38, battles:c5.5).
    """
    return state.shown[unit] == state.seat[unit]
