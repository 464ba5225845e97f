"""Surge Forth: moves after a unit has destroyed its defender in melee."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.icefire.game import War
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.movement.acting import free_maneuver
from banneret.games.icefire.rules.movement.movement import pivot
from banneret.games.icefire.rules.table.choosers import may
from banneret.games.icefire.rules.table.engagement import is_engaged
from banneret.games.icefire.rules.table.sides import friendly
from banneret.games.icefire.rules.table.units import is_wall, label
from banneret.games.icefire.state import Fight, Moment
from banneret.kernel.flow import Flow


def surge(game: War, fight: Fight, others: Sequence[int]) -> Flow[None]:
    """Let the attacker maneuver and friends pivot after the defender is destroyed: icefire:surge.1, icefire:surge.2.

    Only after a melee attack: icefire:ruling.29, icefire:ruling.30. The attacker must be unengaged (icefire:surge.3),
    and so must the friends that were engaged with the defender when it was destroyed (icefire:surge.4), once all
    consequences of the attack have been resolved; the owner of each decides: icefire:ruling.129. Castle walls are no
    units that could pivot: icefire:castle-wall.1. `others` are the units that were engaged with a defender that was
    destroyed outside of a turn.
    """
    state, unit = game.state, fight.attacker
    if fight.kind != "melee" or state.health[fight.defender] or fight.felled is False:
        return
    seat = state.seat[unit]
    if state.health[unit] and not is_engaged(state, unit):
        moment = Moment("surge", seat, unit=unit, target=fight.defender, fight=fight)
        yield from happen(game, moment)
        can = not moment.replaced and state.health[unit] and not is_engaged(state, unit)
        if can and (yield from may(seat, "surge", "icefire:surge.1", unit=label(state, unit))):
            yield from free_maneuver(game, unit)
    for friend in others if fight.freed is None else fight.freed:
        if friend == unit or is_wall(state, friend) or not state.health[friend]:
            continue
        if not friendly(state, friend, seat) or is_engaged(state, friend):
            continue
        if (yield from may(state.seat[friend], "pivot", "icefire:surge.4", unit=label(state, friend))):
            yield from pivot(game, friend, "surge", "icefire:surge.4")
