"""Value of the groups of a march, for planning orders and for carrying them out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from banneret.games.thrones.bot.attacks import chance_of
from banneret.games.thrones.bot.dangers import Dangers
from banneret.games.thrones.bot.distances import BESIDE
from banneret.games.thrones.bot.evaluation import Judge
from banneret.games.thrones.bot.lay import Lay, surplus
from banneret.games.thrones.content.board import KIND, LAND, MUSTER_POINTS, SEA
from banneret.games.thrones.content.components import (
    CARDS,
    ORDER_MODIFIER,
    TYPE_SUPPORT,
    UNIT_SIEGE_STRENGTH,
    UNIT_STRENGTH,
    UNITS,
)
from banneret.games.thrones.rules.action.march_plan import COMBAT, encounter
from banneret.games.thrones.rules.combat.strength import area_strength
from banneret.games.thrones.rules.transport import reachable
from banneret.games.thrones.rules.turns import TYPE_IN
from banneret.games.thrones.state import BLOCKED, FIEFDOMS, NO_ORDER, NOBODY, State

_FIELD: Final = dict(zip(UNITS, UNIT_STRENGTH, strict=True))
_SIEGE: Final = dict(zip(UNITS, UNIT_SIEGE_STRENGTH, strict=True))
SENSELESS: Final = -math.inf
"""The value of an answer that is never chosen."""
LIKELY: Final = 0.55
"""Chance of success below which an attack is rarely carried out."""
RARELY: Final = 0.15
"""Share of the gain of such an attack that counts when orders are placed."""


class Marching:
    """Value of the groups of a march from an area while the board does not change.

    `planned` is the modifier of a march order that has not been placed yet; the support for it is estimated.
    """

    __slots__ = (
        "_crowded",
        "_dangers",
        "_goals",
        "_here",
        "_judge",
        "_lay",
        "_left",
        "_lost",
        "_modifier",
        "_origin",
        "_planned",
        "_seat",
        "_state",
        "_stays",
        "_values",
    )

    def __init__(
        self,
        judge: Judge,
        state: State,
        seat: int,
        lay: Lay,
        dangers: Dangers,
        origin: int,
        planned: int | None = None,
    ) -> None:
        self._judge = judge
        self._state = state
        self._seat = seat
        self._lay = lay
        self._origin = origin
        self._dangers = dangers
        self._values = dict(zip(UNITS, judge.unit_points, strict=True))
        order = state.orders[origin]
        self._planned = planned is not None
        self._modifier = planned if planned is not None else ORDER_MODIFIER[order] if order != NO_ORDER else 0
        self._stays = state.home_seat[origin] == seat or state.power[origin] != NOBODY or KIND[origin] != LAND
        self._goals: dict[int, _Goal] = {}
        self._left: dict[tuple[tuple[str, ...], tuple[int, int]], tuple[int, float]] = {}
        self._crowded = judge.weights.crowded if judge.weights.crowded and surplus(state, seat) else 0.0
        self._lost = judge.weights.last if lay.last and not judge.legacy else 1.0
        """Weight of units and power tokens that are lost."""
        self._here = judge.pull(lay, seat, origin) if KIND[origin] == LAND else 0.0

    def staying(self, groups: Mapping[int, Sequence[int]]) -> tuple[int, int]:
        """Return the number of units not yet in a group, and their strength."""
        state, origin = self._state, self._origin
        left = [column[origin] for column in state.units]
        for counts in groups.values():
            left = [n - m for n, m in zip(left, counts, strict=True)]
        strength = sum([n * value for n, value in zip(left, UNIT_STRENGTH, strict=True)])
        return sum(left) + sum([column[origin] for column in state.routed]), strength

    def gain(self, target: int, units: tuple[str, ...], staying: tuple[int, int]) -> float:
        """Return the value of sending units to an area, out of those that would stay."""
        goal = self._goals.get(target)
        if goal is None:
            goal = self._goals[target] = self._goal(target)
        dangers, lay = self._dangers, self._lay
        left = self._left.get((units, staying))
        if left is None:
            left = self._left[units, staying] = self._leaving(units, staying)
        strength, cost = left
        if goal.fight:
            attack = goal.edge
            own = 0.0
            power = goal.power
            for unit in units:
                attack += goal.values[unit]
                power += goal.values[unit]
                own += self._values[unit]
            if power <= 0 and not self._judge.legacy:
                return SENSELESS
            chance = chance_of(round(attack))
            won = goal.worth - cost - dangers.fear(target, strength) + dangers.hope(target, strength)
            gain = chance * won - (1 - chance) * self._lost * (0.4 * own + 1.0)
            rarely = self._planned and gain > 0 and chance < LIKELY and self._lost == 1.0
            return RARELY * gain if rarely else gain
        there = lay.strength[target]
        gain = goal.worth + goal.drawn * len(units) - cost
        gain += dangers.hope(target, there + strength) - dangers.hope(target, there)
        if self._crowded and len(units) == staying[0] and self._state.owner[target] == self._seat:
            gain += self._crowded
        if lay.holder[target] == self._seat:
            guard = lay.guard[target]
            gain += dangers.fear(target, guard) - dangers.fear(target, guard + strength)
        else:
            gain -= dangers.fear(target, strength)
        return gain

    def _leaving(self, units: tuple[str, ...], staying: tuple[int, int]) -> tuple[int, float]:
        """Return the strength of a group, and the cost of leaving the other units alone."""
        origin, dangers, lay = self._origin, self._dangers, self._lay
        strength = sum([_FIELD[unit] for unit in units])
        cost = 0.0
        if KIND[origin] == LAND:
            count, stay = staying
            rest = stay - strength
            if len(units) == count and not self._stays:
                power = self._lost * self._judge.weights.power if self._state.available[self._seat] else 99.0
                if self._state.home_seat[origin] != NOBODY and not self._judge.legacy:
                    power = 99.0  # it returns to its house
                cost = min(self._judge.holding(lay, origin), power)
            bare = lay.guard[origin] - lay.strength[origin]
            cost += dangers.fear(origin, bare + rest) - dangers.fear(origin, bare + stay)
            cost += dangers.hope(origin, stay) - dangers.hope(origin, rest)
        elif KIND[origin] == SEA and len(units) == staying[0] and not self._judge.legacy:
            cost = self._judge.worth[origin]
        return strength, cost

    def best(self) -> float:
        """Value a march by its best group, plus half the value of the second best."""
        gains = sorted([gain for _, gain in self.aims()], reverse=True)
        worth = max(gains[0], 0.0) if gains else 0.0
        many = sum([column[self._origin] for column in self._state.units]) > 1
        return worth + (0.5 * max(gains[1], 0.0) if len(gains) > 1 and many else 0.0)

    def aims(self) -> list[tuple[int, float]]:
        """Return the targets in reach, with the value of the best group: all units, one, or all but one footman."""
        state, seat, origin, legacy = self._state, self._seat, self._origin, self._judge.legacy
        counts = [column[origin] for column in state.units]
        if not any(counts):
            return []
        all_of = tuple([UNITS[kind] for kind, n in enumerate(counts) for _ in range(n)])
        groups = [all_of]
        if len(all_of) > 1:
            groups += [all_of[:1], all_of[-1:]]
        if len(all_of) > 2 and not legacy:
            groups.append(all_of[1:])
        staying = self.staying({})
        found = []
        for target in reachable(state, seat, origin, KIND[origin] != LAND):
            if not state.neutral[target]:
                found.append((target, max([self.gain(target, group, staying) for group in groups])))
            elif self._planned and state.neutral[target] != BLOCKED and self._overcomes(target, all_of):
                found.append((target, self.gain(target, all_of, staying)))
        return found

    def _overcomes(self, target: int, units: tuple[str, ...]) -> bool:
        """Return whether units overcome a neutral force with the support that they may get."""
        values = _SIEGE if MUSTER_POINTS[target] else _FIELD
        support, _ = self._support(target)
        return sum([values[unit] for unit in units]) + self._modifier + support >= self._lay.guard[target]

    def _support(self, target: int) -> tuple[int, int]:
        """Return the support for the attack and for the defence, which is guessed before orders are placed."""
        if not self._planned:
            return _support_for(self._state, self._seat, target, self._origin)
        own = theirs = 0
        defender = self._lay.holder[target]
        for area in BESIDE[target]:
            owner = self._state.owner[area]
            if owner == self._seat and area != self._origin:
                own += self._lay.strength[area]
            elif owner == defender and owner != NOBODY:
                theirs += self._lay.strength[area]
        return (own - theirs) // 2, 0

    def _goal(self, target: int) -> _Goal:
        judge, state, lay, seat = self._judge, self._state, self._lay, self._seat
        worth = 0.0 if lay.holder[target] == seat else judge.prize(lay, seat, target)
        if encounter(state, seat, target) != COMBAT:
            drawn = 0.1 * (judge.pull(lay, seat, target) - self._here) - 0.05 if KIND[target] == LAND else -0.05
            return _Goal(False, worth, drawn, 0, 0, {})
        theirs = math.fsum(
            [column[target] * value for column, value in zip(state.units, judge.unit_points, strict=True)]
        )
        support, against = self._support(target)
        edge = float(self._modifier + support - against - lay.guard[target])
        if not self._planned:  # hands change until then
            edge += _edge(state, seat, target)
        return _Goal(
            True,
            worth + 0.4 * self._lost * theirs,
            0.0,
            edge,
            self._modifier + support,
            _SIEGE if MUSTER_POINTS[target] else _FIELD,
        )


class _Goal(NamedTuple):
    """What a march to an area promises, and what opposes it."""

    fight: bool
    """Whether the group has to fight there."""
    worth: float
    """Gain if the group arrives."""
    drawn: float
    """Value added by each unit that marches there without a fight."""
    edge: float
    """Advantage of the attacker before the strength of its units is added."""
    power: int
    """Strength of the attacker from its order and support."""
    values: Mapping[str, int]
    """Strength of each type of unit in the attack."""


def _edge(state: State, seat: int, target: int) -> float:
    """Return the attacker's advantage from its best card, the blade and ties."""
    defender = state.owner[target] if state.owner[target] != NOBODY else state.home_seat[target]
    if defender == NOBODY:
        return 0.0
    best, theirs = [max([CARDS[card].strength for card in state.hands[who]], default=0) for who in (seat, defender)]
    track = state.tracks[FIEFDOMS]
    edge = 0.6 * (best - theirs) + (0.3 if track.index(seat) < track.index(defender) else -0.3)
    if not state.blade_used and track[0] in (seat, defender):
        edge += 0.6 if track[0] == seat else -0.6
    return edge


def _support_for(state: State, seat: int, target: int, origin: int) -> tuple[int, int]:
    """Return the support next to an area for the attacker and for the defending house."""
    own = theirs = 0
    defender = state.owner[target]
    for area in BESIDE[target]:
        owner = state.owner[area]
        if owner != NOBODY and area != origin and TYPE_IN[state.orders[area]] == TYPE_SUPPORT:
            if owner == seat:
                own += area_strength(state, area, UNIT_STRENGTH)
            elif owner == defender:
                theirs += area_strength(state, area, UNIT_STRENGTH)
    return own, theirs
