"""Targets of marches as bots of the first release saw them when they placed orders, for the legacy levels."""

from __future__ import annotations

from math import fsum

from banneret.games.thrones.bot.attacks import chance_of
from banneret.games.thrones.bot.distances import BESIDE
from banneret.games.thrones.bot.evaluation import Judge
from banneret.games.thrones.bot.lay import Lay
from banneret.games.thrones.content.board import KIND, LAND, MUSTER_POINTS, PORT
from banneret.games.thrones.content.components import UNIT_SIEGE_STRENGTH, UNIT_STRENGTH
from banneret.games.thrones.rules.combat.strength import area_strength
from banneret.games.thrones.rules.control import count_units
from banneret.games.thrones.rules.transport import reachable
from banneret.games.thrones.state import BLOCKED, NOBODY, State


def former_aims(judge: Judge, state: State, seat: int, lay: Lay, area: int, modifier: int) -> list[tuple[int, float]]:
    """Return the targets of a march from an area with an order's modifier, and their values."""
    aims = []
    leaving = 0.0
    alone = count_units(state, area) == 1
    if alone and KIND[area] == LAND and state.home_seat[area] != seat and state.power[area] == NOBODY:
        leaving = judge.weights.power if state.available[seat] else judge.worth[area]
    points = [column[area] for column in state.units]
    own = fsum([n * value for n, value in zip(points, judge.unit_points, strict=True)])
    here = judge.pull(lay, seat, area) if KIND[area] == LAND else 0.0
    for target in reachable(state, seat, area, KIND[area] != LAND):
        if state.neutral[target] == BLOCKED or KIND[target] == PORT:
            continue
        if lay.holder[target] == seat:
            if KIND[target] == LAND:
                better = 0.2 * (judge.pull(lay, seat, target) - here) * sum(points)
                aims.append((target, better - leaving))
            continue
        guard = lay.guard[target]
        prize = judge.prize(lay, seat, target) - leaving
        if not guard and state.owner[target] == NOBODY:
            aims.append((target, prize))
            continue
        values = UNIT_SIEGE_STRENGTH if MUSTER_POINTS[target] else UNIT_STRENGTH
        attack = area_strength(state, area, values) + _help(state, seat, lay, target, area)
        if state.neutral[target]:
            if attack >= guard:
                aims.append((target, prize))
            continue
        chance = chance_of(attack - guard + modifier)
        aims.append((target, chance * (prize + 1.0) - (1 - chance) * (0.4 * own + 1.0)))
    return aims


def _help(state: State, seat: int, lay: Lay, target: int, origin: int) -> int:
    """Return half of the possible support of own units next to an area, less possible support for the defender."""
    own = theirs = 0
    defender = lay.holder[target]
    for area in BESIDE[target]:
        owner = state.owner[area]
        if owner == seat and area != origin:
            own += lay.strength[area]
        elif owner == defender and owner != NOBODY:
            theirs += lay.strength[area]
    return (own - theirs) // 2
