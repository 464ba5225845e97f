"""Value of each order in each area of a house, before any orders are known."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from operator import itemgetter
from typing import Final

from banneret.games.thrones.bot.attacks import chance_of
from banneret.games.thrones.bot.dangers import Dangers
from banneret.games.thrones.bot.distances import BESIDE
from banneret.games.thrones.bot.evaluation import Judge
from banneret.games.thrones.bot.former import former_aims
from banneret.games.thrones.bot.lay import Lay
from banneret.games.thrones.bot.marching import Marching
from banneret.games.thrones.content.board import ADJACENT, KIND, MUSTER_POINTS, PORT, POWER, SEA
from banneret.games.thrones.content.components import (
    FOOTMAN,
    ORDER_MODIFIER,
    ORDER_SPECIAL,
    ORDER_TYPE,
    SPECIAL_CONSOLIDATE_POWER,
    TYPE_DEFENSE,
    TYPE_MARCH,
    TYPE_POWER,
    TYPE_RAID,
    TYPE_SUPPORT,
)
from banneret.games.thrones.rules.action.power import tokens_of
from banneret.games.thrones.rules.action.raids import REACH
from banneret.games.thrones.rules.control import areas_with_units, count_units
from banneret.games.thrones.rules.supply import fits_after
from banneret.games.thrones.rules.transport import reachable
from banneret.games.thrones.state import NOBODY, State

_ORDERS: Final = range(len(ORDER_TYPE))
_MARCHES: Final = tuple(order for order in _ORDERS if ORDER_TYPE[order] == TYPE_MARCH)
_OTHERS: Final = tuple(order for order in _ORDERS if ORDER_TYPE[order] != TYPE_MARCH)
WORTHWHILE: Final = 2.0
"""A march that gains less is rarely carried out, and needs no order."""
IDLE: Final = -1.0
"""Value of an order for a march that gains and loses nothing: any other order is better."""
LOSING: Final = 4.0
"""A march that loses this many points is as bad as one that is impossible."""
SPARED: Final = 5.0
"""Points that orders other than marches lose in areas where a march order is to go."""
CONTESTED: Final = 0.6
"""Part of its value that an empty area keeps if others can reach it too: they may be there first."""
_CROWDED: Final = 9
"""Number of power tokens beyond which more are worth little."""


def attacks_on(state: State, lay: Lay) -> list[list[tuple[int, int]]]:
    """Return, for each area, the possible attackers and their strength, over land and across their own seas."""
    found: list[list[tuple[int, int]]] = [[] for _ in ADJACENT]
    for area, seat in enumerate(state.owner):
        if seat == NOBODY or KIND[area] == PORT:
            continue
        strength, siege = lay.strength[area], lay.siege[area]
        if strength or siege:
            for target in reachable(state, seat, area, KIND[area] == SEA):
                found[target].append((seat, strength + (siege if MUSTER_POINTS[target] else 0)))
    return found


def sparing(
    worths: dict[int, list[float]], areas: Sequence[int], counts: Sequence[int], stars: int
) -> dict[int, list[float]]:
    """Return values that leave the marches which the other orders do not suffice to avoid to the areas they suit best.

    `counts` are the tokens left of each order, and `stars` how many of them may be special.
    """
    special = sum([counts[order] for order in _OTHERS if ORDER_SPECIAL[order]])
    others = sum([counts[order] for order in _OTHERS]) - special + min(special, stars)
    short = len(areas) - others
    if short <= 0:
        return worths
    left = [order for order in _ORDERS if counts[order] and (stars or not ORDER_SPECIAL[order])]
    marches = [order for order in left if ORDER_TYPE[order] == TYPE_MARCH]
    rest = [order for order in left if ORDER_TYPE[order] != TYPE_MARCH]
    if not marches or not rest:
        return worths
    lost = {area: max([worths[area][o] for o in rest]) - max([worths[area][o] for o in marches]) for area in areas}
    found = dict(worths)
    for area in sorted(areas, key=lambda area: lost[area])[:short]:
        found[area] = [worth if order in _MARCHES else worth - SPARED for order, worth in enumerate(worths[area])]
    return found


class Prospects:
    """Values of orders for a house on the current board; `worths` takes the orders already placed into account.

    The state is only read in the constructor, so that the object also serves other states with the same board.
    """

    __slots__ = (
        "_attacks",
        "_dangers",
        "_fixed",
        "_found",
        "_judge",
        "_lay",
        "_many",
        "_rich",
        "_seat",
        "_state",
        "_targets",
        "areas",
    )

    def __init__(
        self, judge: Judge, state: State, seat: int, lay: Lay, attacks: Sequence[Sequence[tuple[int, int]]]
    ) -> None:
        self._judge = judge
        self._state = state
        self._seat = seat
        self._lay = lay
        self._attacks = attacks
        self._dangers = Dangers(judge, state, lay, seat)
        self._rich = 0.35 if state.available[seat] >= _CROWDED else 1.0
        self.areas = areas_with_units(state, seat)
        self._targets = {
            (area, order): self._aims(area, ORDER_MODIFIER[order]) for area in self.areas for order in _MARCHES
        }
        """Targets of marches by area and order, the best first, with their values."""
        self._fixed = {area: self._fixed_of(area) for area in self.areas}
        self._many = {area: count_units(state, area) > 1 for area in self.areas}
        self._found: dict[tuple[tuple[int, int], ...], dict[int, list[float]]] = {}
        """Cached results, by the orders placed."""

    def worths(self, placed: Mapping[int, int]) -> dict[int, list[float]]:
        """Return the value of each order (by number) in each area, given the orders already placed."""
        key = tuple(placed.items())
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = self._worths(placed)
        return known

    def _worths(self, placed: Mapping[int, int]) -> dict[int, list[float]]:
        marches = [self._targets[area, order] for area, order in placed.items() if ORDER_TYPE[order] == TYPE_MARCH]
        taken = {aims[0][0] for aims in marches if aims}
        found = {}
        for area in self.areas:
            worths = self._fixed[area][:]
            for order in _MARCHES:
                worths[order] = self._march(area, order, taken)
            helped = any(area in BESIDE[target] for target in taken)
            if not helped:
                for order in _ORDERS:
                    if ORDER_TYPE[order] == TYPE_SUPPORT:
                        worths[order] *= 0.6
            found[area] = worths
        return found

    def _aims(self, area: int, modifier: int) -> list[tuple[int, float]]:
        state, seat, lay = self._state, self._seat, self._lay
        if self._judge.legacy:
            found = former_aims(self._judge, state, seat, lay, area, modifier)
        else:
            marching = Marching(self._judge, state, seat, lay, self._dangers, area, modifier)
            found = [(target, self._kept(target, gain)) for target, gain in marching.aims()]
        found.sort(key=itemgetter(1), reverse=True)
        return found

    def _kept(self, target: int, gain: float) -> float:
        """Return the value that a target keeps if others may be there first."""
        if gain <= 0 or self._lay.guard[target] or self._state.owner[target] != NOBODY:
            return gain
        return CONTESTED * gain if any(other != self._seat for other, _ in self._attacks[target]) else gain

    def _march(self, area: int, order: int, taken: Collection[int]) -> float:
        legacy = self._judge.legacy
        gains = [gain * (0.25 if target in taken else 1.0) for target, gain in self._targets[area, order]]
        gains.sort(reverse=True)
        worth = max(gains[0], 0.0) if gains else 0.0
        if len(gains) > 1 and self._many[area]:
            worth += 0.5 * max(gains[1], 0.0)
        if not legacy and worth < WORTHWHILE:  # it would probably move nobody
            best = gains[0] if gains else -LOSING
            return IDLE + 0.25 * max(min(best, WORTHWHILE), -LOSING)
        return worth + self._judge.weights.order_march + 0.01 * ORDER_MODIFIER[order]

    def _fixed_of(self, area: int) -> list[float]:
        """Return the values of all orders except marches."""
        danger = self._danger(area)
        near = (ADJACENT if self._judge.legacy else REACH)[area]
        enemies = sum([self._state.owner[other] not in (NOBODY, self._seat) for other in near])
        support = self._support(area)
        weights = self._judge.weights
        worths = []
        for order in _ORDERS:
            kind = ORDER_TYPE[order]
            worth = -0.3 if ORDER_SPECIAL[order] else 0.0
            if kind == TYPE_DEFENSE:
                worth += self._defense(area, danger, ORDER_MODIFIER[order])
            elif kind == TYPE_SUPPORT:
                worth += support * (1 + 0.15 * ORDER_MODIFIER[order])
            elif kind == TYPE_RAID:
                if enemies or self._judge.legacy:
                    worth += weights.order_raid * (0.3 + min(enemies, 3)) + (0.4 if ORDER_SPECIAL[order] else 0.0)
            elif kind == TYPE_POWER:
                worth += self._power(area, order)
            worths.append(worth)
        return worths

    def _danger(self, area: int) -> int:
        """Return the surplus of the strongest attack on an area over its defenders."""
        guard = self._lay.guard[area]
        return max([attack - guard for seat, attack in self._attacks[area] if seat != self._seat], default=-20)

    def _defense(self, area: int, danger: int, modifier: int) -> float:
        saved = chance_of(danger) - chance_of(danger - modifier)
        stake = self._judge.worth[area] + 0.5 * self._lay.strength[area] * self._judge.weights.footman
        return self._judge.weights.order_defense * (0.2 + modifier * 0.1) + 0.6 * saved * stake

    def _support(self, area: int) -> float:
        """Return the greatest difference that support from an area could make next to it."""
        lay, state, seat = self._lay, self._state, self._seat
        strength = lay.strength[area]
        best = 0.0
        for target in ADJACENT[area]:
            if KIND[target] == PORT or area not in BESIDE[target]:
                continue
            if lay.holder[target] == seat:
                if state.owner[target] == seat:
                    danger = self._danger(target)
                    saved = chance_of(danger) - chance_of(danger - strength)
                    best = max(best, saved * self._judge.worth[target])
            elif lay.guard[target]:
                for other in ADJACENT[target]:
                    if other != area and state.owner[other] == seat and KIND[other] == KIND[target]:
                        edge = lay.strength[other] - lay.guard[target]
                        made = chance_of(edge + strength) - chance_of(edge)
                        best = max(best, made * self._judge.worth[target])
        return self._judge.weights.order_support * 0.5 + 0.5 * best

    def _power(self, area: int, order: int) -> float:
        weights = self._judge.weights
        if self._judge.legacy:
            tokens = 1 + POWER[area] if KIND[area] != SEA else 0
        else:
            tokens = tokens_of(self._state, self._seat, area)
        worth = weights.order_power * tokens * self._rich if tokens else 0.1
        if order == SPECIAL_CONSOLIDATE_POWER and MUSTER_POINTS[area]:
            worth = max(worth, self._muster(area))
        return weights.last * worth if self._lay.last and not self._judge.legacy else worth

    def _muster(self, area: int) -> float:
        """Return the value of mustering; without supply for another unit there, only footmen can be upgraded."""
        worth = self._judge.weights.order_muster * MUSTER_POINTS[area]
        state = self._state
        if self._judge.legacy or fits_after(state, self._seat, {area: count_units(state, area) + 1}):
            return worth
        return 0.7 * worth if state.units[FOOTMAN][area] else 0.3 * worth
