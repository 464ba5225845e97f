"""Value of each order in each area of a house, before any orders are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Final, NamedTuple

from banneret.games.thrones.bot.dangers import Dangers
from banneret.games.thrones.bot.evaluation import BESIDE, Judge, Lay, chance_of
from banneret.games.thrones.content.board import ADJACENT, KIND, LAND, MUSTER_POINTS, PORT, POWER, SEA
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
    UNIT_SIEGE_STRENGTH,
    UNIT_STRENGTH,
)
from banneret.games.thrones.rules.combat.strength import area_strength
from banneret.games.thrones.rules.control import areas_with_units, count_units
from banneret.games.thrones.rules.supply import fits_after
from banneret.games.thrones.rules.transport import reachable
from banneret.games.thrones.state import BLOCKED, NOBODY, State

_ORDERS: Final = range(len(ORDER_TYPE))
_MARCHES: Final = tuple(order for order in _ORDERS if ORDER_TYPE[order] == TYPE_MARCH)
WORTHWHILE: Final = 2.0
"""A march that gains less is not carried out, and needs no order."""
REARRANGED: Final = 0.05
"""Value of bringing a unit nearer to other houses' castles, as a part of theirs."""
LIKELY: Final = 0.55
"""An attack less likely to succeed than this is rarely carried out ..."""
RARELY: Final = 0.15
"""... so that its gain counts this much."""
CONTESTED: Final = 0.6
"""The same for an empty area that others can reach too: they may be there first."""
_CROWDED: Final = 9
"""Number of power tokens beyond which more are worth little."""


class Aim(NamedTuple):
    """A possible target of a march: the area, the surplus of strength, the gain, and the risk."""

    target: int
    difference: int
    prize: float
    risk: float
    sure: bool
    """Whether the area is undefended."""

    def gain(self, modifier: int, legacy: bool) -> float:
        """Return the value with an order's modifier."""
        if self.sure:
            return self.prize
        chance = chance_of(self.difference + modifier)
        gain = chance * self.prize - (1 - chance) * self.risk
        return RARELY * gain if gain > 0 and chance < LIKELY and not legacy else gain


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


class Prospects:
    """Values of orders for a house on the current board; `worths` takes the orders already placed into account.

    The state is only read in the constructor, so that the object also serves other states with the same board.
    """

    __slots__ = (
        "_aims",
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
        self._aims = {area: self._aims_of(area) for area in self.areas}
        self._fixed = {area: self._fixed_of(area) for area in self.areas}
        self._many = {area: count_units(state, area) > 1 for area in self.areas}
        self._found: dict[tuple[tuple[int, int], ...], dict[int, list[float]]] = {}
        """Cached results, by the orders placed."""

    @staticmethod
    def standing(state: State, area: int) -> int:
        """Return the strength that an area's units provide as support."""
        return area_strength(state, area, UNIT_STRENGTH)

    def worths(self, placed: Mapping[int, int]) -> dict[int, list[float]]:
        """Return the value of each order (by number) in each area, given the orders already placed."""
        key = tuple(placed.items())
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = self._worths(placed)
        return known

    def _worths(self, placed: Mapping[int, int]) -> dict[int, list[float]]:
        taken = {}
        for area, order in placed.items():
            if ORDER_TYPE[order] == TYPE_MARCH and self._aims[area]:
                modifier = ORDER_MODIFIER[order]
                best = max(self._aims[area], key=lambda aim: aim.gain(modifier, self._judge.legacy))
                taken[best.target] = area
        found = {}
        for area in self.areas:
            worths = self._fixed[area][:]
            for order in _MARCHES:
                worths[order] = self._march(area, ORDER_MODIFIER[order], taken)
            helped = any(area in BESIDE[target] for target in taken)
            if not helped:
                for order in _ORDERS:
                    if ORDER_TYPE[order] == TYPE_SUPPORT:
                        worths[order] *= 0.6
            found[area] = worths
        return found

    def _march(self, area: int, modifier: int, taken: Mapping[int, int]) -> float:
        legacy = self._judge.legacy
        gains = sorted(
            [aim.gain(modifier, legacy) * (0.25 if aim.target in taken else 1.0) for aim in self._aims[area]],
            reverse=True,
        )
        worth = max(gains[0], 0.0) if gains else 0.0
        if len(gains) > 1 and self._many[area]:
            worth += 0.5 * max(gains[1], 0.0)
        if not legacy and worth < WORTHWHILE:  # it would move nobody
            return 0.0
        return worth + self._judge.weights.order_march + 0.01 * modifier

    def _aims_of(self, area: int) -> list[Aim]:
        state, seat, lay, judge = self._state, self._seat, self._lay, self._judge
        aims = []
        alone = count_units(state, area) == 1
        leaving = 0.0
        if alone and KIND[area] == LAND and state.home_seat[area] != seat and state.power[area] == NOBODY:
            leaving = judge.weights.power if state.available[seat] else judge.worth[area]
        if alone and MUSTER_POINTS[area] and not judge.legacy:
            leaving += self._exposed(area)
        points = [column[area] for column in state.units]
        own = fsum([n * value for n, value in zip(points, judge.unit_points, strict=True)])
        here = judge.pull(lay, seat, area) if KIND[area] == LAND else 0.0
        for target in reachable(state, seat, area, KIND[area] != LAND):
            if state.neutral[target] == BLOCKED or KIND[target] == PORT:
                continue
            if lay.holder[target] == seat:
                if KIND[target] == LAND:
                    share = 0.2 if judge.legacy else REARRANGED
                    better = share * (judge.pull(lay, seat, target) - here) * sum(points)
                    aims.append(Aim(target, 0, better - leaving, 0.0, True))
                continue
            guard = lay.guard[target]
            prize = judge.prize(lay, seat, target) - leaving
            if not guard and state.owner[target] == NOBODY:
                contested = any(other != seat for other, _ in self._attacks[target]) and not judge.legacy
                aims.append(Aim(target, 0, CONTESTED * prize if contested else prize, 0.0, True))
                continue
            values = UNIT_SIEGE_STRENGTH if MUSTER_POINTS[target] else UNIT_STRENGTH
            attack = area_strength(state, area, values) + self._help(target, area)
            if state.neutral[target]:
                if attack >= guard:
                    aims.append(Aim(target, 0, prize, 0.0, True))
                continue
            aims.append(Aim(target, attack - guard, prize + 1.0, 0.4 * own + 1.0, False))
        return aims

    def _exposed(self, area: int) -> float:
        """Return the value a house risks by leaving a castle or stronghold."""
        guard = self._lay.guard[area]
        bare = guard - self._lay.strength[area]
        return self._dangers.fear(area, bare) - self._dangers.fear(area, guard)

    def _help(self, target: int, origin: int) -> int:
        """Return half of the possible support of own units next to an area, less possible support for the defender."""
        own = theirs = 0
        defender = self._lay.holder[target]
        for area in BESIDE[target]:
            owner = self._state.owner[area]
            if owner == self._seat and area != origin:
                own += self._lay.strength[area]
            elif owner == defender and owner != NOBODY:
                theirs += self._lay.strength[area]
        return (own - theirs) // 2

    def _fixed_of(self, area: int) -> list[float]:
        """Return the values of all orders except marches."""
        danger = self._danger(area)
        enemies = sum([self._state.owner[other] not in (NOBODY, self._seat) for other in ADJACENT[area]])
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
        worth = weights.order_power * (1 + POWER[area]) * self._rich if KIND[area] != SEA else 0.1
        if order == SPECIAL_CONSOLIDATE_POWER and MUSTER_POINTS[area]:
            worth = max(worth, self._muster(area))
        return worth

    def _muster(self, area: int) -> float:
        """Return the value of mustering; without supply for another unit there, only footmen can be upgraded."""
        worth = self._judge.weights.order_muster * MUSTER_POINTS[area]
        state = self._state
        if self._judge.legacy or fits_after(state, self._seat, {area: count_units(state, area) + 1}):
            return worth
        return 0.7 * worth if state.units[FOOTMAN][area] else 0.3 * worth
