"""When what acts by itself will do anything: by these a player is not asked in which order nothing is done.

Each is given the state, the moment, and the unit or non-combat unit whose ability it is.
"""

from __future__ import annotations

from banneret.games.icefire.rules.table.engagement import is_engaged
from banneret.games.icefire.state import NO_NCU, Moment, State


def own(_state: State, moment: Moment, ncu: int) -> bool:
    """Tell whether the moment is about the non-combat unit itself."""
    return moment.ncu == ncu


def own_with_token(state: State, moment: Moment, ncu: int) -> bool:
    """Tell whether the moment is about the non-combat unit itself, and it has an Order token to pay."""
    return moment.ncu == ncu and bool(state.ncu_counters[ncu].get("order"))


def enemy_and_token(state: State, moment: Moment, ncu: int) -> bool:
    """Tell whether the moment is about an enemy non-combat unit, and this one has an Order token to pay."""
    enemy = moment.ncu != NO_NCU and moment.seat != state.ncu_seat[ncu]
    return enemy and bool(state.ncu_counters[ncu].get("order"))


def unused(state: State, _moment: Moment, ncu: int) -> bool:
    """Tell whether what the non-combat unit does once in the match is still to come."""
    return f"{state.ncu_seat[ncu]}:{state.ncu_card[ncu]}" not in state.once


def unengaged(state: State, _moment: Moment, unit: int) -> bool:
    """Tell whether the unit is not engaged."""
    return not is_engaged(state, unit)


def claims_crown(state: State, moment: Moment, unit: int) -> bool:
    """Tell whether a friend claims Crown."""
    return moment.seat == state.seat[unit] and moment.zone == "crown" and not moment.replaced


def claims_wealth(state: State, moment: Moment, unit: int) -> bool:
    """Tell whether a friend claims Wealth."""
    return moment.seat == state.seat[unit] and moment.zone == "wealth" and not moment.replaced
