"""Value of a position for a house: named terms in points, with weights in `data/evaluation.toml`.

It needs a complete state and therefore serves imagined worlds. It looks at pieces and adjacency, and plays nothing
out.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from operator import mul
from typing import Final

from msgspec import Struct, structs

from banneret.bots.judging import Evaluation
from banneret.bots.styles import read_styles
from banneret.games.thrones.bot.landings import landings
from banneret.games.thrones.content.board import (
    ADJACENT,
    COASTS,
    FORTIFIED,
    KIND,
    LAND,
    LAND_AREAS,
    LAND_NEIGHBOURS,
    MUSTER_POINTS,
    PORT,
    PORT_AREAS,
    POWER,
    SEA,
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
    UNIT_SIEGE_STRENGTH,
    UNIT_STRENGTH,
)
from banneret.games.thrones.content.datafile import DataFile
from banneret.games.thrones.rules.ending import ranking
from banneret.games.thrones.rules.turns import TYPE_IN
from banneret.games.thrones.state import BLOCKED, NO_ORDER, NOBODY, State
from banneret.games.thrones.steps import STEPS


class Weights(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Weights of the terms; the data file explains them."""

    castle: float
    muster: float
    land: float
    supply_icon: float
    crown_icon: float
    supply: float
    footman: float
    knight: float
    ship: float
    siege_engine: float
    routed: float
    sea: float
    port: float
    throne: float
    fiefdoms: float
    court: float
    token: float
    power: float
    power_more: float
    card: float
    threatened: float
    exposed: float
    march_danger: float
    threatening: float
    march_threat: float
    approach: float
    order_march: float
    order_defense: float
    order_support: float
    order_raid: float
    order_power: float
    order_muster: float
    climb: float
    rival: float
    lead: float
    win: float


class LegacyWeights(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The weights of the first release that have changed since."""

    order_muster: float
    exposed: float


_DATA: Final = DataFile.read("evaluation.toml")
WEIGHTS: Final = _DATA.table("weights", Weights)
LEGACY: Final = structs.replace(WEIGHTS, **structs.asdict(_DATA.table("legacy", LegacyWeights)))
"""The weights of the first release, for the legacy levels."""
STYLES: Final = read_styles(_DATA, WEIGHTS)
"""The weights of each style of play."""

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
_SPAN = 9
_CHANCE: Final = tuple(1 / (1 + math.exp(0.3 - 0.9 * d)) for d in range(-_SPAN, _SPAN + 1))
CARD_POINTS: Final = {
    id: card.strength + 0.5 * (card.swords + card.towers + bool(card.summary)) for id, card in CARDS.items()
}


_FEW: Final = 3
"""Up to this number of castles, others do not fear another one as a step towards victory."""
_LEGACY_PERIL: Final = tuple(max(0, castles - _FEW) ** 2 for castles in range(len(FORTIFIED) + 1))
_PERIL: Final = (0, 0, 0, 0, 2, 8, 24, *[40] * (len(FORTIFIED) - 6))
"""Over castles of a house: how much others fear it. With six, it can win at any moment."""
OPEN: Final = 0.85
"""Chance that an army takes an area which nobody defends: there is no combat."""
SEIZED: Final = 1.0
"""The same for a house that fears for its own area."""
_RISK: Final = tuple(0.82 / (1 + math.exp(0.2 - 0.75 * d)) for d in range(-_SPAN, _SPAN + 1))
"""Over surpluses of strength: how often castles and strongholds were lost in matches of bots."""


def _step(castles: int) -> float:
    """Return how much closer to victory the last of `castles` castles brings a house."""
    return max(0, 2 * (castles - _FEW) - 1)


def chance_of(difference: int) -> float:
    """Return the approximate chance of an attack with this surplus of strength, house cards unknown."""
    return _CHANCE[max(-_SPAN, min(_SPAN, difference)) + _SPAN]


def _risk_of(difference: int) -> float:
    """Return how likely an army next to a guarded castle or stronghold takes it, if it is to march."""
    return _RISK[max(-_SPAN, min(_SPAN, difference)) + _SPAN]


def _open(difference: int) -> float:  # noqa: ARG001  # in place of `chance_of`
    """Return the chance to take an area that nobody defends."""
    return OPEN


def _steps(start: int, neighbours: Sequence[Sequence[int]], most: int | None = None) -> dict[int, int]:
    """Return the number of steps from an area to each area in reach of `most` steps, itself included."""
    steps = {start: 0}
    frontier = [start]
    for area in frontier:  # grows during the iteration
        for other in neighbours[area]:
            if other not in steps and (most is None or steps[area] < most):
                steps[other] = steps[area] + 1
                frontier.append(other)
    return steps


def _distances() -> tuple[tuple[float, ...], ...]:
    """Return, for each land area, its proximity to each fortified one: 1, 1/2, 1/4 ... per march over land."""
    near = []
    for start in range(len(LAND_NEIGHBOURS)):
        steps = _steps(start, LAND_NEIGHBOURS)
        near.append(tuple(0.5 ** steps[area] if area in steps else 0.0 for area in FORTIFIED))
    return tuple(near)


_NEAR: Final = _distances()

BESIDE: Final = tuple(
    tuple(b for b in others if KIND[b] != PORT and not (KIND[a] == SEA and KIND[b] == LAND)) if KIND[a] != PORT else ()
    for a, others in enumerate(ADJACENT)
)
"""For each area, the areas (ports excluded) from which a support order reaches it."""
_HELPED: Final = tuple(tuple(a for a, others in enumerate(BESIDE) if b in others) for b in range(len(ADJACENT)))
"""For each area, the areas that a support order there reaches."""


def _ranges() -> tuple[tuple[tuple[int, float], ...], ...]:
    """Return, for each area, the areas from which it can be reached within three moves, and the risk from each."""
    without_ports = [[other for other in others if KIND[other] != PORT] for others in ADJACENT]
    found = []
    for start in range(len(ADJACENT)):
        steps = _steps(start, without_ports, FAR)
        found.append(tuple((area, FARTHER ** (step - 1)) for area, step in steps.items() if step))
    return tuple(found)


FAR: Final = 3
"""Units this many moves away still threaten a castle that nobody guards."""
FARTHER: Final = 0.35
"""Factor of that threat for each move after the first."""
_RANGES: Final = _ranges()


ORDERED: Final = frozenset(STEPS[STEPS.index("shortage") :])
"""Steps in which orders are face up."""


def fading(state: State) -> float:
    """Return the weight of what pays off later: less as the rounds run out."""
    return 1.0 - 0.5 * state.round / ROUNDS


class Lay:
    """Summary of the board shared by the evaluation and the first look at options."""

    __slots__ = ("castles", "guard", "holder", "holders", "siege", "strength", "support", "wanted")

    def __init__(self, state: State) -> None:
        owner, tokens, homes = state.owner, state.power, state.home_seat
        self.holder = owner[:]
        """Over areas: the seat that controls a land area or sea, or NOBODY."""
        holder = self.holder
        for area in LAND_AREAS:
            if holder[area] == NOBODY:
                token = tokens[area]
                holder[area] = token if token != NOBODY else homes[area]
        footman, knight, ship, engine = UNIT_STRENGTH
        siege = UNIT_SIEGE_STRENGTH[3]
        a, b, c, d = state.units
        self.strength = [0] * len(owner)
        """Over areas: strength of the units there, siege engines excluded."""
        self.siege = [0] * len(owner)
        """Over areas: additional strength of siege engines against castles and strongholds."""
        self.guard = state.garrison[:]
        """Over areas: defending strength, without house cards and support."""
        for area, seat in enumerate(owner):
            if seat >= 0:
                strength = footman * a[area] + knight * b[area] + ship * c[area] + engine * d[area]
                self.strength[area] = strength
                self.guard[area] += strength
                if d[area]:
                    self.siege[area] = siege * d[area]
        for area, neutral in enumerate(state.neutral):
            if neutral > 0:
                self.guard[area] += neutral
        self.support: dict[tuple[int, int], int] = {}
        """Strength that a seat's support orders add in an area."""
        for area, order in enumerate(state.orders):
            if order == NO_ORDER:
                continue
            if TYPE_IN[order] == TYPE_DEFENSE:
                self.guard[area] += ORDER_MODIFIER[order]
            elif TYPE_IN[order] == TYPE_SUPPORT:
                seat = owner[area]
                adds = self.strength[area] + ORDER_MODIFIER[order]
                for target in _HELPED[area]:
                    self.support[target, seat] = self.support.get((target, seat), 0) + adds
        self.castles = [0] * (state.seats + 1)
        """Over seats: number of castles and strongholds; the last entry counts uncontrolled ones."""
        self.holders = [holder[area] for area in FORTIFIED]
        for seat in self.holders:
            self.castles[seat] += 1
        self.castles[NOBODY] = 0
        self.wanted: dict[int, list[float]] = {}
        """Over seats, filled on demand: value of each castle or stronghold, 0 for its own."""


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
        nearest: float = max(map(mul, _NEAR[area], self.wanted(lay, seat)))
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
        return SEIZED if guard <= 0 < strength else _risk_of(strength - guard)

    def urgency(self, state: State) -> tuple[float, float]:
        """Return the weights of threats by armies with a march order, and by those without.

        An order is carried out in this round. Once the last orders are face up, no other army attacks any more.
        """
        soon = fading(state)
        if self.legacy:
            return soon, soon
        return 1.0, 0.0 if state.round == ROUNDS and state.step in ORDERED else soon

    def exposure(self, state: State, seat: int, area: int) -> float:
        """Return the value that a castle or stronghold of a house loses without a guard: more if enemies are near."""
        owner = state.owner
        near = max([risk for other, risk in _RANGES[area] if owner[other] not in (NOBODY, seat)], default=0.0)
        risk = self.weights.exposed * near * self.worth[area]
        return 0.5 * risk if state.garrison[area] else risk

    def prize(self, lay: Lay, seat: int, area: int) -> float:
        """Return a house's gain from an area it does not hold; more if taking it sets a rival back."""
        holder = lay.holder[area]
        worth = self.worth[area]
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
        soon = fading(state)
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
        for area in LAND_AREAS:
            seat = holder[area]
            if seat != NOBODY:
                land[seat] += weights.land
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
        for area in SEA_AREAS:
            seas[owner[area]] += weights.sea
        for area in PORT_AREAS:
            ports[owner[area]] += weights.port
        lay_strength, pull = lay.strength, weights.approach * 0.25
        for area in LAND_AREAS:
            strength = lay_strength[area]
            if strength:
                seat = owner[area]
                nearest = max(map(mul, _NEAR[area], self.wanted(lay, seat)))
                approach[seat] += pull * nearest * (strength if strength < 4 else 4)
        return armies[:-1], seas[:-1], ports[:-1], approach

    def _threats(self, state: State, lay: Lay) -> tuple[list[float], list[float]]:
        threatened, threatening = [0.0] * (state.seats + 1), [0.0] * state.seats
        owner, strength, siege, orders, neutral = state.owner, lay.strength, lay.siege, state.orders, state.neutral
        weights, support = self.weights, lay.support
        sure = chance_of if self.legacy else _open
        now, later = self.urgency(state)
        danger, threat = now * weights.march_danger, now * weights.march_threat
        idle_danger, idle_threat = later * weights.threatened, later * weights.threatening
        landing = landings(state, strength, legacy=self.legacy)
        add = operator.add if self.legacy else max  # one army is enough to take a castle
        for area, worth in zip(FORTIFIED, self.castle_worth, strict=True):
            if neutral[area] == BLOCKED:
                continue
            holder, guard = lay.holder[area], lay.guard[area]
            if support:
                guard += support.get((area, holder), 0)
            worst = 0.0
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
                chance = _CHANCE[max(-_SPAN, min(_SPAN, attack)) + _SPAN] if guard or attack <= 0 else sure(attack)
                hopes[seat] = add(hopes[seat], chance * (threat if marches else idle_threat))
                risk = self.risk(attack + guard, guard)
                worst = max(worst, risk * (danger if marches else idle_danger))
            for sea in COASTS[area]:
                seat = owner[sea]
                if seat in (NOBODY, holder):
                    continue
                for army, marches in landing[seat]:
                    attack = army - guard
                    chance = _CHANCE[max(-_SPAN, min(_SPAN, attack)) + _SPAN] if guard or attack <= 0 else sure(attack)
                    hope = chance * (now if marches else later) * weights.threatening
                    hopes[seat] = add(hopes[seat], hope)
                    risk = self.risk(army, guard)
                    worst = max(worst, risk * (danger if marches else idle_danger))
            for seat, hope in enumerate(hopes):
                threatening[seat] += hope * worth
            loss = worst * worth
            if holder != NOBODY and owner[area] == NOBODY and self.weights.exposed:
                loss = max(loss, later * self.exposure(state, holder, area))
            threatened[holder] -= loss
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
                found[owner[area]] += weights.order_power * (1 + POWER[area])
        return found[:-1]


def weights_from(values: Mapping[str, float]) -> Weights:
    """Return the weights of the data file with some values replaced."""
    return structs.replace(WEIGHTS, **values)
