"""First look at options: for bots, to order options and to play imagined worlds out quickly."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

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
from banneret.games.thrones.bot.evaluation import CARD_POINTS, Judge
from banneret.games.thrones.bot.fights import Side, came, expected
from banneret.games.thrones.bot.lay import Lay, is_last
from banneret.games.thrones.bot.marching import Marching
from banneret.games.thrones.bot.plans import Prospects, attacks_on, sparing
from banneret.games.thrones.content.board import AREA, KIND, LAND, MUSTER_POINTS, PORT, POWER, SEA
from banneret.games.thrones.content.components import (
    CARDS,
    ORDER,
    ROUNDS,
    TYPE_POWER,
    TYPE_RAID,
    TYPE_SUPPORT,
    UNIT,
    UNIT_COST,
    UNIT_STRENGTH,
)
from banneret.games.thrones.rules.action.power import tokens_of
from banneret.games.thrones.rules.combat.strength import strength
from banneret.games.thrones.rules.control import count_units, fortified
from banneret.games.thrones.rules.tracks import TRACKS
from banneret.games.thrones.rules.turns import TYPE_IN
from banneret.games.thrones.state import FIEFDOMS, NO_ORDER, NOBODY, State
from banneret.kernel.asks import Ask

_Reader: TypeAlias = Callable[["Eye", State, Ask], Glance]


_EXCHANGE: Final = 2.0
"""Points by which another order has to look better to be exchanged."""
_SURPRISE: Final = 4.0
"""House cards that differ by fewer points than this may each be played."""
STIRRING: Final = 0.3
"""A march that loses no more than this looks better than leaving everyone where they are."""
FEARED: Final = 0.1
"""Value of support against a house for each point of fear of it."""
_KNOWLEDGE: Final = 0.5
"""Value of knowing which wildlings come next."""


_Board: TypeAlias = tuple[tuple[int, ...], ...]


def _board(state: State) -> _Board:
    """Return everything that distinguishes boards while orders are placed."""
    columns = (*state.units, *state.routed, state.owner, state.power, state.neutral, state.garrison, state.orders)
    return (*[tuple(column) for column in columns], tuple(state.home_seat), tuple(state.available), (is_last(state),))


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
        "judge",
    )

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self._bidding = Bidding(judge)
        self._seen: _Board = ()
        self._lay: tuple[Lay, list[list[tuple[int, int]]]] | None = None
        self._prospects: dict[int, Prospects] = {}
        self._march_plan: Any = None
        self._marching: Marching

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
        if not self.judge.legacy:
            worths = sparing(worths, hand.areas, hand.counts, hand.stars)
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
            self._march_plan, self._marching = plan, Marching(self.judge, state, seat, lay, dangers, origin)
        marching = self._marching
        staying = marching.staying(plan.groups)
        points: list[float] = []
        for option in ask.options.listed:
            if isinstance(option, March):
                points.append(marching.gain(AREA[option.target], option.units, staying))
            elif plan.groups or self.judge.legacy:
                points.append(0.0)
            else:
                points.append(-STIRRING)
        return Glance(points)

    def _starts(self, state: State, ask: Ask) -> Glance:
        """A march is worth what its best groups are worth."""
        lay = Lay(state)
        dangers = Dangers(self.judge, state, lay, ask.seat)
        points: list[float] = []
        for option in ask.options.listed:
            marching = Marching(self.judge, state, ask.seat, lay, dangers, AREA[option.area])
            points.append(marching.best())
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
        me = Side(tuple([option.card for option in ask.options.listed]), 0.0 if side else stake, risk, keep)
        if self.judge.legacy or not theirs:
            odds: Sequence[float] = [math.exp(0.5 * CARD_POINTS[card.id]) for card in theirs]
        else:
            worth = self.judge.worth[fight.target]
            enemy_gain = 0.0 if side == 0 else worth + 0.4 * worths[side]
            enemy_loss = (0.0 if side else worth) + 0.4 * worths[1 - side]
            odds = expected(me, Side(tuple(state.hands[other]), enemy_gain, enemy_loss, keep), edge, least)
        total = math.fsum(odds) or 1.0
        points = []
        for option in ask.options.listed:
            card = CARDS[option.card]
            worth = -keep * CARD_POINTS[card.id]
            for enemy, odd in zip(theirs, odds, strict=True):
                worth += odd / total * came(me, card, enemy, won=edge + card.strength - enemy.strength >= least)
            points.append(worth)
        return Glance(points, doubt=0.0 if self.judge.legacy else _SURPRISE)

    def _supports(self, state: State, ask: Ask) -> Glance:
        """Other houses' combats are none of its business, except where one is near victory."""
        combat = state.combat
        own = combat.seats.index(ask.seat) if combat is not None and ask.seat in combat.seats else None
        points = []
        for option in ask.options.listed:
            if not isinstance(option, Support):
                points.append(0.0)
            elif own is None:
                points.append(-0.5 + self._hindrance(state, option.side))
            else:
                points.append(4.0 if (option.side == "attacker") == (own == 0) else -4.0)
        return Glance(points)

    def _hindrance(self, state: State, side: str) -> float:
        """Return the value of support for a side because it hurts the other house, if that one is near victory."""
        fight = state.combat
        if fight is None or self.judge.legacy:
            return 0.0
        attacker, defender = [self.judge.peril[fortified(state, seat)] if seat >= 0 else 0 for seat in fight.seats]
        return FEARED * (defender - attacker if side == "attacker" else attacker - defender)

    def _first(self, state: State, ask: Ask) -> Glance:
        """Prefer the quiet answer, which comes first."""
        return Glance([0.0, *([-2.0] * (len(ask.options) - 1))])

    def _raven(self, state: State, ask: Ask) -> Glance:
        """Exchange an order only for one that looks clearly better there; what it does shows long after."""
        prospects = self.prospects(state, ask.seat)
        placed = {area: state.orders[area] for area in prospects.areas if state.orders[area] != NO_ORDER}
        worths = {area: prospects.worths(_without(placed, area))[area] for area in placed}
        points = []
        for option in ask.options.listed:
            if isinstance(option, ExchangeOrder):
                area = AREA[option.area]
                points.append(worths[area][ORDER[option.order]] - worths[area][placed[area]] - _EXCHANGE)
            elif self.judge.legacy:
                points.append(-_EXCHANGE if points else 0.0)
            else:
                points.append(_KNOWLEDGE if points else 0.0)
        return Glance(points, enough=not self.judge.legacy)

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
                if KIND[place] == PORT and count_units(state, place):
                    worth -= judge.weights.docked
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
                tokens = 1 + POWER[area] if self.judge.legacy else tokens_of(state, ask.seat, area)
                points.append(weights.power * tokens if isinstance(option, GainPower) else 0.0)
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
