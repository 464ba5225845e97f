"""First look at options: for bots, to order options and to play imagined worlds out quickly."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from banneret.bots.judging import Glance
from banneret.games.thrones.actions import (
    ExchangeOrder,
    GainPower,
    LoseUnit,
    March,
    Muster,
    MusterOrder,
    PlaceOrder,
    Raid,
    Support,
    Upgrade,
)
from banneret.games.thrones.bot.bids import Bidding
from banneret.games.thrones.bot.dangers import Dangers
from banneret.games.thrones.bot.evaluation import BESIDE, CARD_POINTS, Judge, Lay, chance_of
from banneret.games.thrones.bot.plans import Prospects, attacks_on
from banneret.games.thrones.content.board import AREA, KIND, LAND, MUSTER_POINTS, POWER, SEA
from banneret.games.thrones.content.components import (
    CARDS,
    ORDER,
    ORDER_MODIFIER,
    ROUNDS,
    TYPE_POWER,
    TYPE_RAID,
    TYPE_SUPPORT,
    UNIT,
    UNIT_COST,
    UNIT_SIEGE_STRENGTH,
    UNIT_STRENGTH,
    UNITS,
)
from banneret.games.thrones.rules.action.march_plan import COMBAT, encounter
from banneret.games.thrones.rules.combat.strength import strength
from banneret.games.thrones.rules.control import count_units
from banneret.games.thrones.rules.tracks import TRACKS
from banneret.games.thrones.rules.transport import reachable
from banneret.games.thrones.rules.turns import TYPE_IN
from banneret.games.thrones.state import FIEFDOMS, NO_ORDER, NOBODY, State
from banneret.kernel.asks import Ask

_FIELD: Final = dict(zip(UNITS, UNIT_STRENGTH, strict=True))
_SIEGE: Final = dict(zip(UNITS, UNIT_SIEGE_STRENGTH, strict=True))


_Reader: TypeAlias = Callable[["Eye", State, Ask], Glance]


SENSELESS: Final = -math.inf
"""The value of an answer that is never chosen."""
_EXCHANGE: Final = 2.0
"""Points by which another order has to look better to be exchanged."""


_Board: TypeAlias = tuple[tuple[int, ...], ...]


def _board(state: State) -> _Board:
    """Return everything that distinguishes boards while orders are placed."""
    columns = (*state.units, *state.routed, state.owner, state.power, state.neutral, state.garrison, state.orders)
    return (*[tuple(column) for column in columns], tuple(state.home_seat), tuple(state.available))


def _without(placed: Mapping[int, int], area: int) -> dict[int, int]:
    return {other: order for other, order in placed.items() if other != area}


class Eye:
    """Rates the options of a question with a judge's weights.

    Results for the last state and march are cached.
    """

    __slots__ = (
        "_bidding",
        "_lay",
        "_march_plan",
        "_marching",
        "_prospects",
        "_seen",
        "_worth_of",
        "judge",
    )

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self._worth_of = dict(zip(UNITS, judge.unit_points, strict=True))
        self._bidding = Bidding(judge)
        self._seen: _Board = ()
        self._lay: tuple[Lay, list[list[tuple[int, int]]]] | None = None
        self._prospects: dict[int, Prospects] = {}
        self._march_plan: Any = None
        self._marching: _Marching

    def glance(self, state: State, ask: Ask) -> Glance | None:
        """Return the value of each option at first sight, or None for questions that cannot be rated quickly."""
        reader = _READERS.get(ask.kind)
        return None if reader is None else reader(self, state, ask)

    def prospects(self, state: State, seat: int) -> Prospects:
        """Return a house's order values; the board does not change while orders are placed."""
        seen = _board(state)
        if self._lay is None or self._seen != seen:
            lay = Lay(state)
            self._seen = seen
            self._lay = lay, attacks_on(state, lay)
            self._prospects = {}
        found = self._prospects.get(seat)
        if found is None:
            found = self._prospects[seat] = Prospects(self.judge, state, seat, *self._lay)
        return found

    def _orders(self, state: State, ask: Ask) -> Glance:
        """Orders are resolved long after they are placed, so that a deeper look shows nothing more."""
        hand = ask.chooser.hand  # type: ignore[attr-defined]  # the chooser of this question
        prospects = self.prospects(state, ask.seat)
        worths = prospects.worths(hand.placed)
        options: Sequence[PlaceOrder] = ask.options.listed
        return Glance([worths[AREA[option.area]][ORDER[option.order]] for option in options], enough=True)

    def _confirm(self, state: State, ask: Ask) -> Glance:
        """Placed orders were chosen with care: confirm them."""
        return Glance([0.0, *([-10.0] * (len(ask.options) - 1))], enough=True)

    def _march(self, state: State, ask: Ask) -> Glance:
        plan: Any = ask.chooser.plan  # type: ignore[attr-defined]  # the chooser of this question
        seat, origin = ask.seat, plan.area
        if self._march_plan is not plan:  # the board does not change while a march is planned
            lay = Lay(state)
            dangers = Dangers(self.judge, state, lay, seat)
            self._march_plan, self._marching = plan, _Marching(self.judge, state, seat, lay, dangers, origin)
        marching, values = self._marching, self._worth_of
        staying = marching.staying(plan.groups)
        points: list[float] = []
        for option in ask.options.listed:
            if isinstance(option, March):
                points.append(marching.gain(AREA[option.target], option.units, staying, values))
            else:
                points.append(0.0)
        return Glance(points)

    def _starts(self, state: State, ask: Ask) -> Glance:
        """A march is worth what its best groups are worth."""
        lay = Lay(state)
        dangers = Dangers(self.judge, state, lay, ask.seat)
        points: list[float] = []
        for option in ask.options.listed:
            marching = _Marching(self.judge, state, ask.seat, lay, dangers, AREA[option.area])
            points.append(marching.best(self._worth_of))
        return Glance(points)

    def _cards(self, state: State, ask: Ask) -> Glance:
        """Chance of each card to win against each card the enemy may play, less the cost of playing it."""
        weights = self.judge.weights
        keep = weights.card * (1.0 - 0.5 * state.round / ROUNDS)
        fight = state.combat
        if fight is None or ask.seat not in fight.seats or len(ask.options) < 2:
            return Glance([0.8 * CARD_POINTS[option.card] for option in ask.options.listed])
        side = fight.seats.index(ask.seat)
        edge = strength(state, fight, side) - strength(state, fight, 1 - side)
        own, other = ask.seat, fight.seats[1 - side]
        track = state.tracks[FIEFDOMS]
        if not state.blade_used and track[0] in (own, other):
            edge += 1 if track[0] == own else -1
        least = 0 if track.index(own) < track.index(other) else 1
        units = self.judge.unit_points
        armies = [fight.army, [column[fight.target] for column in state.units]]
        worths = [math.fsum([n * value for n, value in zip(army, units, strict=True)]) for army in armies]
        stake = self.judge.worth[fight.target] + 0.4 * worths[1 - side]
        risk = (self.judge.worth[fight.target] if side else 0.0) + 0.4 * worths[side]
        theirs = [CARDS[card] for card in state.hands[other]]
        odds = [math.exp(0.5 * CARD_POINTS[card.id]) for card in theirs]
        total = math.fsum(odds) or 1.0
        points = []
        for option in ask.options.listed:
            card = CARDS[option.card]
            worth = -keep * CARD_POINTS[option.card]
            for enemy, odd in zip(theirs, odds, strict=True):
                if edge + card.strength - enemy.strength >= least:
                    came = (0.0 if side else stake) + 2.5 * max(0, card.swords - enemy.towers)
                else:
                    came = -risk - 2.5 * max(0, enemy.swords - card.towers)
                worth += odd / total * came
            points.append(worth)
        return Glance(points)

    def _supports(self, state: State, ask: Ask) -> Glance:
        combat = state.combat
        own = combat.seats.index(ask.seat) if combat is not None and ask.seat in combat.seats else None
        points = []
        for option in ask.options.listed:
            if not isinstance(option, Support):
                points.append(0.0)
            elif own is None:
                points.append(-0.5)
            else:
                points.append(4.0 if (option.side == "attacker") == (own == 0) else -4.0)
        return Glance(points)

    def _first(self, state: State, ask: Ask) -> Glance:
        """Prefer the quiet answer, which comes first."""
        return Glance([0.0, *([-2.0] * (len(ask.options) - 1))])

    def _raven(self, state: State, ask: Ask) -> Glance:
        """Exchange an order only for one that looks clearly better there."""
        prospects = self.prospects(state, ask.seat)
        placed = {area: state.orders[area] for area in prospects.areas if state.orders[area] != NO_ORDER}
        worths = {area: prospects.worths(_without(placed, area))[area] for area in placed}
        points = []
        for option in ask.options.listed:
            if isinstance(option, ExchangeOrder):
                area = AREA[option.area]
                points.append(worths[area][ORDER[option.order]] - worths[area][placed[area]] - _EXCHANGE)
            else:
                points.append(-_EXCHANGE if points else 0.0)
        return Glance(points)

    def _musters(self, state: State, ask: Ask) -> Glance:
        """Value and protection of the unit, less the value of spending its points elsewhere."""
        judge, seat = self.judge, ask.seat
        units = judge.unit_points
        lay = Lay(state)
        dangers = Dangers(judge, state, lay, seat)
        points = []
        for option in ask.options.listed:
            if isinstance(option, Muster):
                kind, place = UNIT[option.unit], AREA[option.place]
                worth = units[kind] - units[0] * (UNIT_COST[kind] - 1)
                more = UNIT_STRENGTH[kind]
                if KIND[place] == SEA:
                    worth += judge.weights.sea if state.owner[place] == NOBODY else -0.5
            elif isinstance(option, Upgrade):
                kind, place = UNIT[option.unit], AREA[option.area]
                worth = units[kind] - units[0] + 0.8
                more = UNIT_STRENGTH[kind] - UNIT_STRENGTH[0]
            else:
                points.append(0.0)
                continue
            if KIND[place] == LAND:
                guard, strength = lay.guard[place], lay.strength[place]
                worth += dangers.fear(place, guard) - dangers.fear(place, guard + more)
                worth += dangers.hope(place, strength + more) - dangers.hope(place, strength)
            points.append(worth)
        return Glance(points)

    def _power(self, state: State, ask: Ask) -> Glance:
        weights = self.judge.weights
        points = []
        for option in ask.options.listed:
            area = AREA[option.area]
            if isinstance(option, MusterOrder):
                points.append(weights.order_muster * MUSTER_POINTS[area])
            else:
                points.append(weights.power * (1 + POWER[area]) if isinstance(option, GainPower) else 0.0)
        return Glance(points)

    def _raids(self, state: State, ask: Ask) -> Glance:
        points = []
        for option in ask.options.listed:
            if isinstance(option, Raid):
                points.append(_RAIDED.get(TYPE_IN[state.orders[AREA[option.target]]], 1.0))
            else:
                points.append(0.0)
        return Glance(points)

    def _bids(self, state: State, ask: Ask) -> Glance:
        """Mixed bids; formerly about a third of the available tokens."""
        if self.judge.legacy:
            good = 0.35 * state.available[ask.seat]
            return Glance([-0.8 * abs(option.tokens - good) for option in ask.options.listed])
        about: Any = ask.prompt.fields
        if ask.kind == "track-bid":
            bids = self._bidding.for_track(state, ask.seat, TRACKS.index(about["track"]))
        else:
            bids = self._bidding.against_wildlings(state, ask.seat, about["strength"])
        return Glance(bids.gains, mixed=bids.mixture)

    def _secure(self, state: State, ask: Ask) -> Glance:
        area = ask.chooser.area  # type: ignore[attr-defined]  # the chooser of this question
        worth = self.judge.worth[area] - 1.5 * self.judge.weights.power
        return Glance([0.0, worth], enough=bool(MUSTER_POINTS[area]) and not self.judge.legacy)

    def _losses(self, state: State, ask: Ask) -> Glance:
        return Glance(
            [
                self._lost(state, ask.seat, option) if isinstance(option, LoseUnit) else 0.0
                for option in ask.options.listed
            ]
        )

    def _lost(self, state: State, seat: int, option: LoseUnit) -> float:
        """Return the cost of losing a unit: the unit, and the area if nothing else holds it."""
        kind, area = UNIT[option.unit], AREA[option.area]
        lost = self.judge.unit_points[kind]
        if count_units(state, area) == 1 and state.power[area] == NOBODY and state.home_seat[area] != seat:
            lost += self.judge.worth[area]
        return -lost

    def _yes(self, state: State, ask: Ask) -> Glance:
        """Use whatever helps in the fight and returns next round."""
        return Glance([0.0, *([2.0] * (len(ask.options) - 1))])


class _Marching:
    """Value of the groups of a march from an area while the board does not change."""

    __slots__ = (
        "_dangers",
        "_goals",
        "_here",
        "_judge",
        "_lay",
        "_left",
        "_modifier",
        "_origin",
        "_seat",
        "_state",
        "_stays",
    )

    def __init__(self, judge: Judge, state: State, seat: int, lay: Lay, dangers: Dangers, origin: int) -> None:
        self._judge = judge
        self._state = state
        self._seat = seat
        self._lay = lay
        self._origin = origin
        self._dangers = dangers
        order = state.orders[origin]
        self._modifier = ORDER_MODIFIER[order] if order != NOBODY else 0
        self._stays = state.home_seat[origin] == seat or state.power[origin] != NOBODY or KIND[origin] != LAND
        self._goals: dict[int, _Goal] = {}
        self._left: dict[tuple[tuple[str, ...], tuple[int, int]], tuple[int, float]] = {}
        self._here = judge.pull(lay, seat, origin) if KIND[origin] == LAND else 0.0

    def staying(self, groups: Mapping[int, Sequence[int]]) -> tuple[int, int]:
        """Return the number of units not yet in a group, and their strength."""
        state, origin = self._state, self._origin
        left = [column[origin] for column in state.units]
        for counts in groups.values():
            left = [n - m for n, m in zip(left, counts, strict=True)]
        strength = sum([n * value for n, value in zip(left, UNIT_STRENGTH, strict=True)])
        return sum(left) + sum([column[origin] for column in state.routed]), strength

    def gain(self, target: int, units: tuple[str, ...], staying: tuple[int, int], values: Mapping[str, float]) -> float:
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
                own += values[unit]
            if power <= 0 and not self._judge.legacy:
                return SENSELESS
            chance = chance_of(round(attack))
            won = goal.worth - cost - dangers.fear(target, strength) + dangers.hope(target, strength)
            return chance * won - (1 - chance) * (0.4 * own + 1.0)
        there = lay.strength[target]
        gain = goal.worth + goal.drawn * len(units) - cost
        gain += dangers.hope(target, there + strength) - dangers.hope(target, there)
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
                power = self._judge.weights.power if self._state.available[self._seat] else 99.0
                if self._state.home_seat[origin] != NOBODY and not self._judge.legacy:
                    power = 99.0  # it returns to its house
                cost = min(self._judge.worth[origin], power)
            bare = lay.guard[origin] - lay.strength[origin]
            cost += dangers.fear(origin, bare + rest) - dangers.fear(origin, bare + stay)
            cost += dangers.hope(origin, stay) - dangers.hope(origin, rest)
        return strength, cost

    def best(self, values: Mapping[str, float]) -> float:
        """Return the value of the march: its best group, of all units or of one, plus half of the next best."""
        state, seat, origin = self._state, self._seat, self._origin
        counts = [column[origin] for column in state.units]
        if not any(counts):
            return 0.0
        all_of = tuple([UNITS[kind] for kind, n in enumerate(counts) for _ in range(n)])
        staying = self.staying({})
        gains = []
        for target in reachable(state, seat, origin, KIND[origin] != LAND):
            if not state.neutral[target]:
                groups = (all_of, all_of[:1], all_of[-1:]) if len(all_of) > 1 else (all_of,)
                gains.append(max([self.gain(target, group, staying, values) for group in groups]))
        gains.sort(reverse=True)
        worth = max(gains[0], 0.0) if gains else 0.0
        return worth + (0.5 * max(gains[1], 0.0) if len(gains) > 1 and len(all_of) > 1 else 0.0)

    def _goal(self, target: int) -> _Goal:
        judge, state, lay, seat, origin = self._judge, self._state, self._lay, self._seat, self._origin
        worth = 0.0 if lay.holder[target] == seat else judge.prize(lay, seat, target)
        if encounter(state, seat, target) != COMBAT:
            drawn = 0.1 * (judge.pull(lay, seat, target) - self._here) - 0.05 if KIND[target] == LAND else -0.05
            return _Goal(False, worth, drawn, 0, 0, {})
        theirs = math.fsum(
            [column[target] * value for column, value in zip(state.units, judge.unit_points, strict=True)]
        )
        support, against = _support_for(state, seat, target, origin)
        edge = self._modifier + support - against - lay.guard[target] + _edge(state, seat, target)
        return _Goal(
            True, worth + 0.4 * theirs, 0.0, edge, self._modifier + support, _SIEGE if MUSTER_POINTS[target] else _FIELD
        )


class _Goal(NamedTuple):
    """A destination of a group: whether it has to fight, the gain, and the advantage before its own strength."""

    fight: bool
    worth: float
    drawn: float
    """Value added by each unit that marches there without a fight."""
    edge: float
    power: int
    """The part of its strength that does not come from its units."""
    values: Mapping[str, int]
    """Strength of each kind of unit there."""


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
    strength = Prospects.standing
    for area in BESIDE[target]:
        owner = state.owner[area]
        if owner != NOBODY and area != origin and TYPE_IN[state.orders[area]] == TYPE_SUPPORT:
            if owner == seat:
                own += strength(state, area)
            elif owner == defender:
                theirs += strength(state, area)
    return own, theirs


_RAIDED: Final = {TYPE_POWER: 2.5, TYPE_SUPPORT: 2.0, TYPE_RAID: 1.0}

_READERS: Final[dict[str, _Reader]] = {
    "order": Eye._orders,
    "confirm-orders": Eye._confirm,
    "start-march": Eye._starts,
    "march": Eye._march,
    "house-card": Eye._cards,
    "support": Eye._supports,
    "refuse-support": Eye._first,
    "raven": Eye._raven,
    "muster": Eye._musters,
    "power": Eye._power,
    "raid": Eye._raids,
    "track-bid": Eye._bids,
    "wildling-bid": Eye._bids,
    "secure": Eye._secure,
    "loss": Eye._losses,
    "casualty": Eye._losses,
    "supply-loss": Eye._losses,
    "retreat-loss": Eye._losses,
    "blade": Eye._yes,
}
