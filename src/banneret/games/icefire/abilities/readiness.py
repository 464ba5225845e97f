"""Conditions under which an automatic ability has an effect, so that players never order abilities that do nothing.

Each takes the state, the moment, and the unit or non-combat unit with the ability.
"""

from __future__ import annotations

from banneret.games.icefire.rules.table.engagement import is_engaged
from banneret.games.icefire.state import NO_NCU, Moment, State


def own(_state: State, moment: Moment, ncu: int) -> bool:
    """Return whether the moment concerns the non-combat unit itself."""
    return moment.ncu == ncu


def own_with_token(state: State, moment: Moment, ncu: int) -> bool:
    """Return whether the moment concerns the non-combat unit itself and it has an Order token."""
    return moment.ncu == ncu and bool(state.ncu_counters[ncu].get("order"))


def enemy_and_token(state: State, moment: Moment, ncu: int) -> bool:
    """Return whether the moment concerns an enemy non-combat unit and this one has an Order token."""
    enemy = moment.ncu != NO_NCU and moment.seat != state.ncu_seat[ncu]
    return enemy and bool(state.ncu_counters[ncu].get("order"))


def unused(state: State, _moment: Moment, ncu: int) -> bool:
    """Return whether the non-combat unit has not yet used its once-per-match ability."""
    return f"{state.ncu_seat[ncu]}:{state.ncu_card[ncu]}" not in state.once


def unengaged(state: State, _moment: Moment, unit: int) -> bool:
    """Return whether the unit is unengaged."""
    return not is_engaged(state, unit)


def claims_crown(state: State, moment: Moment, unit: int) -> bool:
    """Return whether the unit's player claims Crown."""
    return moment.seat == state.seat[unit] and moment.zone == "crown" and not moment.replaced


def claims_wealth(state: State, moment: Moment, unit: int) -> bool:
    """Return whether the unit's player claims Wealth."""
    return moment.seat == state.seat[unit] and moment.zone == "wealth" and not moment.replaced
