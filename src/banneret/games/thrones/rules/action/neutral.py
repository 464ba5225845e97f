"""Neutral forces: entering needs strength, but there is no combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from banneret.games.thrones.content.board import AREAS
from banneret.games.thrones.content.components import ORDER_MODIFIER
from banneret.games.thrones.events.action import NeutralBeaten, NeutralTooStrong
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.combat.strength import plain_values, strength
from banneret.games.thrones.rules.combat.support import call_for_support, possible_support, supporting_areas
from banneret.games.thrones.state import ATTACKER, NOBODY, Combat, State
from banneret.kernel.flow import Flow


def within_reach(
    state: State,
    seat: int,
    origin: int,
    order: int,
    target: int,
    counts: Sequence[int],
    arriving: Mapping[int, Sequence[int]],
) -> bool:
    """Return whether marching units could beat a neutral force with all possible support: thrones:neutral.2.

    A march that would still be too weak cannot be attempted: thrones:ruling.29. `arriving` are the groups that march to
    other areas first.
    """
    own = marching_strength(order, target, counts)
    needed = state.neutral[target] - own
    return needed <= 0 or possible_support(state, seat, origin, target, arriving) >= needed


def marching_strength(order: int, target: int, counts: Sequence[int]) -> int:
    """Add up the units and the modifier of the order: thrones:neutral.3, thrones:neutral.5, thrones:march.9."""
    values = plain_values(target, ATTACKER)
    return ORDER_MODIFIER[order] + sum([n * value for n, value in zip(counts, values, strict=True)])


def attack_neutral(game: Thrones, seat: int, origin: int, target: int, counts: Sequence[int]) -> Flow[bool]:
    """Call for support against a neutral force; return whether it is beaten and removed: thrones:neutral.9.

    Nobody supports the force (thrones:neutral.6); the blade and house cards are not used (thrones:neutral.4,
    thrones:neutral.8). Support is called for before the units move; other houses are asked only if their support is
    needed: thrones:ruling.30.
    """
    state = game.state
    fight = Combat(seat, NOBODY, origin, target, state.orders[origin], list(counts))
    state.combat = fight
    if not _strong_with_own_support(state, fight):
        fight.supports = {}
        yield from call_for_support(game, fight)
    state.combat = None
    found, force = strength(state, fight, ATTACKER), state.neutral[target]
    house, area = state.houses[seat], AREAS[target]
    if found < force:
        game.emit(NeutralTooStrong(house=house, area=area, strength=found, neutral=force))
        return False
    state.neutral[target] = 0
    game.emit(NeutralBeaten(house=house, area=area, strength=found, neutral=force))
    return True


def _strong_with_own_support(state: State, fight: Combat) -> bool:
    """Give the house's own support and return whether it is enough: thrones:neutral.7, thrones:ruling.30."""
    seat = fight.seats[ATTACKER]
    own = [area for area in supporting_areas(state, fight.target) if state.owner[area] == seat]
    fight.supports = dict.fromkeys(own, ATTACKER)
    return strength(state, fight, ATTACKER) >= state.neutral[fight.target]
