"""Value of a position for a house: named terms in points, with weights in `data/evaluation.toml`.

It needs a complete state and therefore serves imagined worlds. It looks at pieces and adjacency, and plays nothing
out.
"""

from __future__ import annotations

import math
import operator
from operator import mul
from typing import Final

from banneret.bots.judging import Evaluation
from banneret.games.thrones.bot.attacks import CHANCE, OPEN, SEIZED, SPAN, chance_of, open_chance, risk_of
from banneret.games.thrones.bot.distances import NEAR, RANGES
from banneret.games.thrones.bot.landings import landings
from banneret.games.thrones.bot.lay import ORDERED, Lay, fading, is_last, surplus
from banneret.games.thrones.bot.weights import WEIGHTS, Weights
from banneret.games.thrones.content.board import (
    COASTS,
    FORTIFIED,
    LAND_AREAS,
    LAND_NEIGHBOURS,
    MUSTER_POINTS,
    PORT_AREAS,
    POWER,
    SEA_AREAS,
    SUPPLY,
)
from banneret.games.thrones.content.components import (
    CARDS,
    ORDER_MODIFIER,
    ROUNDS,
    SPECIAL_CONSOLIDATE_POWER,
    TYPE_DEFENSE,
    TYPE_MARCH,
    TYPE_POWER,
    TYPE_RAID,
    TYPE_SUPPORT,
)
from banneret.games.thrones.rules.action.power import tokens_of
from banneret.games.thrones.rules.ending import ranking
from banneret.games.thrones.rules.turns import TYPE_IN
from banneret.games.thrones.state import BLOCKED, NOBODY, State

TERMS: Final = (
    "castles",
    "land",
    "supply",
    "armies",
    "seas",
    "tracks",
    "tokens",
    "power",
    "cards",
    "threatened",
    "threatening",
    "approach",
    "ports",
    "orders",
)
"""Terms of each house on its own; `lead` and `end` compare it with the others."""

_PLENTY: Final = 8
"""Power tokens beyond this number are worth less."""
CARD_POINTS: Final = {
    id: card.strength + 0.5 * (card.swords + card.towers + bool(card.summary)) for id, card in CARDS.items()
}


_FEW: Final = 3
"""Up to this number of castles, others do not fear another one as a step towards victory."""
_LEGACY_PERIL: Final = tuple(max(0, castles - _FEW) ** 2 for castles in range(len(FORTIFIED) + 1))
_PERIL: Final = (0, 0, 0, 0, 2, 8, 24, *[40] * (len(FORTIFIED) - 6))
"""Over castles of a house: how much others fear it. With six, it can win at any moment."""


def _step(castles: int) -> float:
    """Return how much closer to victory the last of `castles` castles brings a house."""
    return max(0, 2 * (castles - _FEW) - 1)


class Judge:
    """Evaluates states with one set of weights."""

    __slots__ = ("castle_worth", "legacy", "peril", "unit_points", "weights", "worth")

    def __init__(self, weights: Weights = WEIGHTS, *, legacy: bool = False) -> None:
        self.weights = weights
        self.legacy = legacy
        """Whether to judge as in the first release."""
        self.peril = _LEGACY_PERIL if legacy else _PERIL
        self.unit_points = (weights.footman, weights.knight, weights.ship, weights.siege_engine)
        self.worth = [0.0] * len(MUSTER_POINTS)
        """Over areas: value of controlling it."""
        for area in LAND_AREAS:
            points = MUSTER_POINTS[area]
            self.worth[area] = (
                weights.land
                + (weights.castle + weights.muster * points if points else 0)
                + weights.supply_icon * SUPPLY[area]
                + weights.crown_icon * POWER[area]
            )
        for area in SEA_AREAS:
            self.worth[area] = weights.sea
        self.castle_worth = [self.worth[area] for area in FORTIFIED]

    def evaluate(self, state: State, seat: int) -> Evaluation:
        """Return the value of a state for a seat, term by term."""
        terms = self.terms(state)
        totals = [math.fsum(column) for column in zip(*terms, strict=True)]
        told = dict(zip(TERMS, [row[seat] for row in terms], strict=True))
        told["lead"] = self._lead(totals, seat)
        told["end"] = self._end(state)[seat]
        return Evaluation(math.fsum(told.values()), told)

    def totals(self, state: State) -> list[float]:
        """Return the value of a state for each seat."""
        totals = [math.fsum(column) for column in zip(*self.terms(state), strict=True)]
        end = self._end(state)
        return [totals[seat] + self._lead(totals, seat) + end[seat] for seat in range(state.seats)]

    def pull(self, lay: Lay, seat: int, area: int) -> float:
        """Return how strongly other houses' castles attract an army in a land area; closer ones attract more."""
        nearest: float = max(map(mul, NEAR[area], self.wanted(lay, seat)))
        return nearest

    def wanted(self, lay: Lay, seat: int) -> list[float]:
        """Return the value of each castle or stronghold for a house, 0 for its own."""
        found = lay.wanted.get(seat)
        if found is None:
            holders = lay.holders
            found = [0.0 if h == seat else w for h, w in zip(holders, self.castle_worth, strict=True)]
            lay.wanted[seat] = found
        return found

    def chance(self, strength: int, guard: int) -> float:
        """Return the approximate chance that an army takes an area with this guard, house cards unknown."""
        if guard <= 0 < strength and not self.legacy:
            return OPEN
        return chance_of(strength - guard)

    def risk(self, strength: int, guard: int) -> float:
        """Return how likely a house loses a castle or stronghold with this guard to an army beside it.

        An army that cannot be stopped may still have something else to do, so that a guard never makes things worse.
        """
        if self.legacy:
            return chance_of(strength - guard)
        return SEIZED if guard <= 0 < strength else risk_of(strength - guard)

    def urgency(self, state: State) -> tuple[float, float]:
        """Return the weights of threats by armies with a march order, and by those without.

        An order is carried out in this round. Once the last orders are face up, no other army attacks any more.
        """
        soon = fading(state)
        if self.legacy:
            return soon, soon
        return 1.0, 0.0 if state.round == ROUNDS and state.step in ORDERED else soon

    def pays(self, state: State) -> float:
        """Return the weight of what pays off later than in this round's fights."""
        return self.weights.last if is_last(state) and state.step in ORDERED else fading(state)

    def holding(self, lay: Lay, area: int) -> float:
        """Return the value of controlling an area: in the last round, little for one without a castle."""
        worth = self.worth[area]
        return worth if MUSTER_POINTS[area] or not lay.last else self.weights.last_land * worth

    def exposure(self, state: State, seat: int, area: int) -> float:
        """Return the value that a castle or stronghold of a house loses without a guard: more if enemies are near."""
        owner = state.owner
        near = max([risk for other, risk in RANGES[area] if owner[other] not in (NOBODY, seat)], default=0.0)
        risk = self.weights.exposed * near * self.worth[area]
        return 0.5 * risk if state.garrison[area] else risk

    def prize(self, lay: Lay, seat: int, area: int) -> float:
        """Return a house's gain from an area it does not hold; more if taking it sets a rival back."""
        holder = lay.holder[area]
        worth = self.holding(lay, area)
        if MUSTER_POINTS[area]:
            worth += self.weights.climb * _step(lay.castles[seat] + 1)
            if holder != NOBODY:
                held = lay.castles[holder]
                worth += self.weights.rival * (self.peril[held] - self.peril[held - 1])
        return worth

    def _lead(self, totals: list[float], seat: int) -> float:
        best = max([total for other, total in enumerate(totals) if other != seat])
        return self.weights.lead * (totals[seat] - best)

    def _end(self, state: State) -> list[float]:
        """A finished match: the winner gets everything, the last house the same amount below zero."""
        end = [0.0] * state.seats
        if state.step == "over" or state.reason:
            for place, seat in enumerate(ranking(state)):
                end[seat] = self.weights.win * ((0.5 if place else 1.0) - place / (state.seats - 1))
        return end

    def terms(self, state: State) -> list[list[float]]:
        """Return one row per entry of `TERMS`, with one column per seat.

        Terms that pay off later lose weight as the rounds run out; threats are weighed by `urgency`.
        """
        lay = Lay(state)
        soon = self.pays(state)
        castles, land, icons = self._areas(state, lay)
        armies, seas, ports, approach = self._units(state, lay)
        threatened, threatening = self._threats(state, lay)
        tracks, tokens = self._tracks(state)
        weights = self.weights
        supply = [own + weights.supply * level for own, level in zip(icons, state.supply, strict=True)]
        power = [weights.power * min(n, _PLENTY) + weights.power_more * max(n - _PLENTY, 0) for n in state.available]
        cards = [weights.card * math.fsum([CARD_POINTS[card] for card in hand]) for hand in state.hands]
        orders = self._orders(state)
        now = [castles, land]
        later = [[soon * value for value in row] for row in (supply, armies, seas, tracks, tokens, power, cards)]
        last = [[soon * value for value in row] for row in (approach, ports, orders)]
        return [*now, *later, threatened, threatening, *last]

    def _areas(self, state: State, lay: Lay) -> tuple[list[float], list[float], list[float]]:
        castles, land, icons = [0.0] * (state.seats + 1), [0.0] * (state.seats + 1), [0.0] * (state.seats + 1)
        weights, holder = self.weights, lay.holder
        value = weights.land * (weights.last_land if lay.last else 1.0)
        for area in LAND_AREAS:
            seat = holder[area]
            if seat != NOBODY:
                land[seat] += value
                icons[seat] += weights.supply_icon * SUPPLY[area] + weights.crown_icon * POWER[area]
        for area in FORTIFIED:
            castles[holder[area]] += weights.castle + weights.muster * MUSTER_POINTS[area]
        height = [self.peril[n] for n in lay.castles[:-1]]
        top, total = max(height), sum(height)
        for seat, own in enumerate(height):
            rival = total - own
            if self.legacy:
                rival = top if own < top or height.count(top) > 1 else max(height[:seat] + height[seat + 1 :])
            castles[seat] += weights.climb * max(0, lay.castles[seat] - _FEW) ** 2 - weights.rival * rival
        return castles[:-1], land[:-1], icons[:-1]

    def _units(self, state: State, lay: Lay) -> tuple[list[float], ...]:
        n = state.seats
        armies, seas, ports, approach = [0.0] * (n + 1), [0.0] * (n + 1), [0.0] * (n + 1), [0.0] * n
        owner, weights = state.owner, self.weights
        a, b, c, d = state.units
        footman, knight, ship, engine = self.unit_points
        for area, seat in enumerate(owner):
            if seat >= 0:
                armies[seat] += footman * a[area] + knight * b[area] + ship * c[area] + engine * d[area]
        for points, down in zip(self.unit_points, state.routed, strict=True):
            if any(down):
                for area, count in enumerate(down):
                    if count:
                        armies[owner[area]] += points * (weights.routed * count)
        if weights.crowded:
            for seat in range(n):
                armies[seat] -= weights.crowded * surplus(state, seat)
        for area in SEA_AREAS:
            seas[owner[area]] += weights.sea
        for area in PORT_AREAS:
            if owner[area] >= 0:
                ports[owner[area]] += weights.port - weights.docked * max(0, c[area] - 1)
        lay_strength, pull = lay.strength, weights.approach * 0.25
        for area in LAND_AREAS:
            strength = lay_strength[area]
            if strength:
                seat = owner[area]
                nearest = max(map(mul, NEAR[area], self.wanted(lay, seat)))
                approach[seat] += pull * nearest * (strength if strength < 4 else 4)
        return armies[:-1], seas[:-1], ports[:-1], approach

    def _threats(self, state: State, lay: Lay) -> tuple[list[float], list[float]]:
        threatened, threatening = [0.0] * (state.seats + 1), [0.0] * state.seats
        owner, strength, siege, orders, neutral = state.owner, lay.strength, lay.siege, state.orders, state.neutral
        weights, support, shared = self.weights, lay.support, self.weights.shared
        sure = chance_of if self.legacy else open_chance
        now, later = self.urgency(state)
        danger, threat = now * weights.march_danger, now * weights.march_threat
        idle_danger, idle_threat = later * weights.threatened, later * weights.threatening
        feared: dict[tuple[int, int], list[float]] = {}
        """By house and army that threatens them most: losses of guarded castles, of which an army takes one."""
        landing = landings(state, strength, legacy=self.legacy)
        add = operator.add if self.legacy else max  # one army is enough to take a castle
        for area, worth in zip(FORTIFIED, self.castle_worth, strict=True):
            if neutral[area] == BLOCKED:
                continue
            holder, guard = lay.holder[area], lay.guard[area]
            if support:
                guard += support.get((area, holder), 0)
            worst = 0.0
            source = NOBODY
            hopes = [0.0] * state.seats
            for other in LAND_NEIGHBOURS[area]:
                seat = owner[other]
                if seat in (NOBODY, holder):
                    continue
                order = orders[other]
                marches = TYPE_IN[order] == TYPE_MARCH
                attack = strength[other] + siege[other] - guard
                if marches:
                    attack += ORDER_MODIFIER[order] + support.get((area, seat), 0)
                chance = CHANCE[max(-SPAN, min(SPAN, attack)) + SPAN] if guard or attack <= 0 else sure(attack)
                hopes[seat] = add(hopes[seat], chance * (threat if marches else idle_threat))
                risk = self.risk(attack + guard, guard) * (danger if marches else idle_danger)
                worst, source = max((worst, source), (risk, other))
            for sea in COASTS[area]:
                seat = owner[sea]
                if seat in (NOBODY, holder):
                    continue
                for army, marches in landing[seat]:
                    attack = army - guard
                    chance = CHANCE[max(-SPAN, min(SPAN, attack)) + SPAN] if guard or attack <= 0 else sure(attack)
                    hope = chance * (now if marches else later) * weights.threatening
                    hopes[seat] = add(hopes[seat], hope)
                    risk = self.risk(army, guard) * (danger if marches else idle_danger)
                    worst, source = max((worst, source), (risk, NOBODY - 1 - seat))  # any army that it can ship
            for seat, hope in enumerate(hopes):
                threatening[seat] += hope * worth
            loss = worst * worth
            if holder != NOBODY and owner[area] == NOBODY and self.weights.exposed:
                loss = max(loss, later * self.exposure(state, holder, area))
            threatened[holder] -= loss
            if guard and worst and holder != NOBODY and shared < 1.0:
                feared.setdefault((holder, source), []).append(worst * worth)
        for (holder, _), losses in feared.items():
            threatened[holder] += (1.0 - shared) * (math.fsum(losses) - max(losses))
        return threatened[:-1], threatening

    def _tracks(self, state: State) -> tuple[list[float], list[float]]:
        tracks, tokens = [0.0] * state.seats, [0.0] * state.seats
        weights = self.weights
        for points, track in zip((weights.throne, weights.fiefdoms, weights.court), state.tracks, strict=True):
            for place, seat in enumerate(track):
                tracks[seat] -= points * place
            tokens[track[0]] += weights.token
        return tracks, tokens

    def _orders(self, state: State) -> list[float]:
        found = [0.0] * (state.seats + 1)
        weights, owner = self.weights, state.owner
        plain = {
            TYPE_MARCH: weights.order_march,
            TYPE_DEFENSE: weights.order_defense,
            TYPE_SUPPORT: weights.order_support,
            TYPE_RAID: weights.order_raid,
        }
        for area, order in enumerate(state.orders):
            if order == NOBODY:
                continue
            kind = TYPE_IN[order]
            if kind != TYPE_POWER:
                found[owner[area]] += plain[kind]
            elif order == SPECIAL_CONSOLIDATE_POWER and MUSTER_POINTS[area]:
                found[owner[area]] += max(weights.order_muster * MUSTER_POINTS[area], weights.order_power)
            else:
                tokens = 1 + POWER[area] if self.legacy else tokens_of(state, owner[area], area)
                found[owner[area]] += weights.order_power * tokens
        return found[:-1]
