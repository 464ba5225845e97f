"""Condition tokens: at most one of each type on a unit, until they are expended."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.events.tokens import ConditionGained, ConditionLost
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.table.sources import has_flag
from banneret.games.icefire.rules.table.units import is_wall, label
from banneret.games.icefire.state import PANICKED, VULNERABLE, WEAKENED, State

BITS: Final = {"panicked": PANICKED, "vulnerable": VULNERABLE, "weakened": WEAKENED}
CONDITIONS: Final = tuple(BITS)


def has_condition(state: State, unit: int, condition: str) -> bool:
    """Return whether a unit has a Condition token of a type."""
    return bool(state.conditions[unit] & BITS[condition])


def conditions_of(state: State, unit: int) -> list[str]:
    """List the Condition tokens of a unit."""
    return [condition for condition in CONDITIONS if has_condition(state, unit, condition)]


def gains_condition(state: State, unit: int, condition: str) -> bool:
    """Return whether a unit that is given a Condition token gains it: icefire:condition.1, icefire:ruling.65."""
    if not state.health[unit] or has_condition(state, unit, condition) or is_wall(state, unit):
        return False
    return not has_flag(state, unit, f"never-{condition}")


def give_condition(game: War, unit: int, condition: str) -> None:
    """Place a Condition token on a unit; a second one of its type is lost: icefire:condition.1, icefire:ruling.65.

    icefire:terms.28.
    """
    state = game.state
    if not gains_condition(state, unit, condition):
        return
    state.conditions[unit] |= BITS[condition]
    game.emit(ConditionGained(unit=label(state, unit), condition=condition))


def take_condition(game: War, unit: int, condition: str, *, expended: bool = False) -> None:
    """Remove a Condition token from a unit: icefire:condition.2."""
    state = game.state
    if has_condition(state, unit, condition):
        state.conditions[unit] &= ~BITS[condition]
        game.emit(ConditionLost(unit=label(state, unit), condition=condition, expended=expended))
