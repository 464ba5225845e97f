"""Influence: non-combat units whose card is placed on a combat unit for the rest of the round."""

from __future__ import annotations

from banneret.games.icefire.events.tokens import UnitInfluenced
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.choosers import choose_unit, may_choose_unit
from banneret.games.icefire.rules.table.facts import is_silenced
from banneret.games.icefire.rules.table.sides import allied
from banneret.games.icefire.rules.table.units import enemies_on_table, label, ncu_card, units_on_table
from banneret.games.icefire.state import NO_UNIT, Moment, State
from banneret.kernel.flow import Flow


def has_influence(state: State, ncu: int) -> bool:
    """Return whether a non-combat unit has Influence now: icefire:influence.1."""
    return not is_silenced(state, ncu) and any(ability.influence for ability in ncu_card(state, ncu).abilities)


def open_to_influence(state: State, ncu: int) -> list[int]:
    """List the units a non-combat unit may influence: not those its own side already influences.

    icefire:influence.1, icefire:influence.2, icefire:influence.3.
    """
    seat = state.ncu_seat[ncu]
    taken = {
        unit
        for other, unit in enumerate(state.influence)
        if other != ncu and allied(state, state.ncu_seat[other], seat)
    }
    units = units_on_table(state, seat) + enemies_on_table(state, seat)
    return [unit for unit in units if unit not in taken]


def influence(game: War, ncu: int, *, later: bool) -> Flow[bool]:
    """Let a non-combat unit that claims a zone influence a unit, once; return whether it chose one.

    Its player may postpone this until the zone has taken effect (`later`): icefire:influence.1, icefire:ruling.67.
    """
    state = game.state
    if not state.ncu_alive[ncu] or state.influence[ncu] != NO_UNIT or not has_influence(state, ncu):
        return False
    units = open_to_influence(state, ncu)
    if not units:
        return False
    choose = may_choose_unit if later else choose_unit
    unit = yield from choose(state, state.ncu_seat[ncu], units, "influence", "icefire:influence.1")
    if unit == NO_UNIT:
        return False
    moment = Moment("targeted", state.ncu_seat[ncu], target=unit, by="ncu", ncu=ncu)
    yield from happen(game, moment)
    if not moment.canceled and state.health[unit]:
        state.influence[ncu] = unit
        game.emit(UnitInfluenced(unit=label(state, unit), ncu=state.ncu_labels[ncu]))
        yield from happen(game, Moment("influenced", state.ncu_seat[ncu], target=unit, ncu=ncu))
    return True
