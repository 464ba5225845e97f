"""House Stark: Outflank, and Robb Stark, who keeps a unit in reserve. Each implements its card: icefire:card.8."""

from __future__ import annotations

from banneret.games.icefire.abilities.stark.ncus import ROBB
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.effects.registry import flag, lasting, ncu
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.movement.reserve import OUTFLANKING, RULE, arrive, can_arrive, keep_back
from banneret.games.icefire.rules.table.choosers import may, may_choose_unit
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.lasting_effects import add_effect, has_effect
from banneret.games.icefire.rules.table.units import units_alive, units_on_table
from banneret.games.icefire.state import NO_UNIT, Effect, Moment
from banneret.kernel.flow import Flow

CUNNING = "wolfs-cunning"
"""The effect on the unit that Robb keeps in reserve, also after its arrival."""

flag("outflanks", "outflank")


@lasting(OUTFLANKING, "round-start", role="any")
def _outflank(game: War, moment: Moment, unit: int) -> Flow[None]:
    """At the start of a round, a player who is not First Player may place one unit from reserve: icefire:round.3."""
    state = game.state
    seat = state.seat[unit]
    note = f"outflanked-{seat}"
    if state.first == seat or moment.notes.get(note):
        return
    moment.notes[note] = 1
    waiting = [
        one
        for one in units_alive(state, seat)
        if has_effect(state, OUTFLANKING, one) and can_arrive(state, one, own_edge=True)
    ]
    chosen = yield from may_choose_unit(state, seat, waiting, "outflank", RULE)
    if chosen != NO_UNIT:
        yield from arrive(game, chosen, OUTFLANKING, own_edge=True)


@ncu(ROBB, "deployment", edition=SEASON_6)
def _cunning(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """In Season 6 a friendly unit may be given Outflank when deployment starts."""
    state = game.state
    seat = state.ncu_seat[ncu]
    if moment.seat == seat:
        unit = yield from may_choose_unit(state, seat, units_alive(state, seat), "cunning", RULE)
        if unit != NO_UNIT:
            add_effect(state, Effect("outflank", unit, seat, "match"))


@ncu(ROBB, "round-start", edition=EDITION_2021)
def _hidden(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """In 2021 a friendly unit may be put in reserve after deployment."""
    state = game.state
    seat = state.ncu_seat[ncu]
    if state.round == 1:
        unit = yield from may_choose_unit(state, seat, units_on_table(state, seat), "cunning", RULE)
        if unit != NO_UNIT:
            keep_back(state, unit, CUNNING)


@ncu(ROBB, "zone-claimed")
def _from_the_flank(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """In 2021 it may arrive once at a flank edge instead of Maneuver's effect: icefire:board.4."""
    state = game.state
    seat = state.ncu_seat[ncu]
    if moment.ncu != ncu or moment.zone != "maneuver" or moment.replaced or state.ncu_card[ncu] != ROBB:
        return  # it is not part of his Influence
    for unit in units_alive(state, seat):
        if state.pose[unit] is not None or not has_effect(state, CUNNING, unit):
            continue
        if not can_arrive(state, unit, own_edge=False):
            return
        if (yield from may(seat, "replace-zone", RULE, ncu=state.ncu_labels[ncu])):
            moment.replaced = True
            yield from arrive(game, unit, "", own_edge=False)
        return


@lasting(CUNNING, "charged")
def _cunning_charge(game: War, moment: Moment, unit: int) -> Flow[None]:
    """An enemy that it charges in the flank or rear becomes Panicked and Vulnerable: icefire:charge.23."""
    yield from ()
    if moment.arc in ("flank", "rear"):
        for condition in ("panicked", "vulnerable"):
            give_condition(game, moment.target, condition)
