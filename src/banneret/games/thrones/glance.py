"""What answers look worth at first sight: for bots, to order options and to play imagined worlds on quickly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from banneret.games.thrones.actions import (
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
from banneret.games.thrones.board import AREA, KIND, LAND, MUSTER_POINTS, POWER
from banneret.games.thrones.components import (
    ORDER,
    ORDER_MODIFIER,
    TYPE_POWER,
    TYPE_RAID,
    TYPE_SUPPORT,
    UNIT,
    UNIT_SIEGE_STRENGTH,
    UNIT_STRENGTH,
    UNITS,
)
from banneret.games.thrones.evaluation import BESIDE, CARD_POINTS, Judge, Lay, chance_of
from banneret.games.thrones.plans import Prospects, attacks_on
from banneret.games.thrones.rules.march_plan import COMBAT, encounter
from banneret.games.thrones.rules.turns import TYPE_IN
from banneret.games.thrones.state import NOBODY, State
from banneret.kernel.asks import Ask
from banneret.kernel.rulebook import Glance


class _Goal(NamedTuple):
    """Where a group can march: whether it must fight, what it gains, the edge that it has before its own strength."""

    fight: bool
    worth: float
    drawn: float
    """What each unit that marches there unfought adds."""
    edge: int
    values: Mapping[str, int]
    """The strength of each kind of unit there."""


_FIELD: Final = dict(zip(UNITS, UNIT_STRENGTH, strict=True))
_SIEGE: Final = dict(zip(UNITS, UNIT_SIEGE_STRENGTH, strict=True))


_Reader: TypeAlias = Callable[["Eye", State, Ask], Glance]


_Board: TypeAlias = tuple[tuple[int, ...], ...]


def _board(state: State) -> _Board:
    """Return all that tells boards apart while orders are placed."""
    columns = (*state.units, *state.routed, state.owner, state.power, state.neutral, state.garrison, state.orders)
    return (*[tuple(column) for column in columns], tuple(state.home_seat), tuple(state.available))


class Eye:
    """Looks at questions with the weights of a judge.

    It remembers what it saw in the state, and in the march, that it looked at last.
    """

    __slots__ = (
        "_goals",
        "_lay",
        "_march_lay",
        "_march_plan",
        "_prospects",
        "_seen",
        "_worth_of",
        "judge",
    )

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self._worth_of = dict(zip(UNITS, judge.unit_points, strict=True))
        self._seen: _Board = ()
        self._lay: tuple[Lay, list[list[tuple[int, int]]]] | None = None
        self._prospects: dict[int, Prospects] = {}
        self._march_plan: Any = None
        self._march_lay: Lay
        self._goals: dict[str, _Goal] = {}

    def glance(self, state: State, ask: Ask) -> Glance | None:
        """Return what the options look worth, or None for questions of which nothing can be said in a hurry."""
        reader = _READERS.get(ask.kind)
        return None if reader is None else reader(self, state, ask)

    def prospects(self, state: State, seat: int) -> Prospects:
        """Return what orders would be worth to a house; while orders are placed the board stands still."""
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
        """Orders are carried out long after they are placed, so that this is all there is to see."""
        hand = ask.chooser.hand  # type: ignore[attr-defined]  # of the chooser that asks this
        prospects = self.prospects(state, ask.seat)
        worths = prospects.worths(hand.placed)
        options: Sequence[PlaceOrder] = ask.options.listed
        return Glance([worths[AREA[option.area]][ORDER[option.order]] for option in options], enough=True)

    def _confirm(self, state: State, ask: Ask) -> Glance:
        """Whoever has placed its orders with care is ready."""
        return Glance([0.0, *([-10.0] * (len(ask.options) - 1))], enough=True)

    def _march(self, state: State, ask: Ask) -> Glance:
        plan: Any = ask.chooser.plan  # type: ignore[attr-defined]  # of the chooser that asks this
        judge, seat, origin = self.judge, ask.seat, plan.area
        if self._march_plan is not plan:  # while a march is planned the board stands still
            self._march_plan, self._march_lay, self._goals = plan, Lay(state), {}
        lay, goals = self._march_lay, self._goals
        order = state.orders[origin]
        modifier = ORDER_MODIFIER[order] if order != NOBODY else 0
        all_left = sum(plan.left)
        stays = state.home_seat[origin] == seat or state.power[origin] != NOBODY or KIND[origin] != LAND
        cost = 0.0 if stays else min(judge.worth[origin], judge.weights.power if state.available[seat] else 99.0)
        points: list[float] = []
        for option in ask.options.listed:
            if not isinstance(option, March):
                points.append(0.0)
                continue
            goal = goals.get(option.target)
            if goal is None:
                goal = goals[option.target] = self._goal(state, lay, seat, origin, AREA[option.target], modifier)
            size = len(option.units)
            if goal.fight:
                attack = goal.edge
                own = 0.0
                for unit in option.units:
                    attack += goal.values[unit]
                    own += self._worth_of[unit]
                chance = chance_of(attack)
                gain = chance * goal.worth - (1 - chance) * (0.4 * own + 1.0)
            else:
                gain = goal.worth + goal.drawn * size
            points.append(gain - (cost if size == all_left else 0.0))
        return Glance(points)

    def _goal(self, state: State, lay: Lay, seat: int, origin: int, target: int, modifier: int) -> _Goal:
        judge = self.judge
        worth = 0.0 if lay.holder[target] == seat else judge.prize(lay, seat, target)
        if encounter(state, seat, target) != COMBAT:
            drawn = 0.1 * (judge.pull(lay, seat, target) - judge.pull(lay, seat, origin)) - 0.05
            return _Goal(False, worth, drawn, 0, {})
        theirs = sum([column[target] * value for column, value in zip(state.units, judge.unit_points, strict=True)])
        edge = modifier + _support_for(state, seat, target, origin) - lay.guard[target]
        values = _SIEGE if MUSTER_POINTS[target] else _FIELD
        return _Goal(True, worth + 0.4 * theirs, 0.0, edge, values)

    def _cards(self, state: State, ask: Ask) -> Glance:
        return Glance([0.8 * CARD_POINTS[option.card] for option in ask.options.listed])

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
        """The quiet answer, which comes first, is as good as any."""
        return Glance([0.0, *([-2.0] * (len(ask.options) - 1))])

    def _musters(self, state: State, ask: Ask) -> Glance:
        units = self.judge.unit_points
        points = []
        for option in ask.options.listed:
            if isinstance(option, Muster):
                points.append(units[UNIT[option.unit]])
            elif isinstance(option, Upgrade):
                points.append(units[UNIT[option.unit]] - units[0] + 0.8)
            else:
                points.append(0.0)
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
        """About a third of what there is, a little more or less."""
        good = 0.35 * state.available[ask.seat]
        return Glance([-0.8 * abs(option.tokens - good) for option in ask.options.listed])

    def _secure(self, state: State, ask: Ask) -> Glance:
        area = ask.chooser.area  # type: ignore[attr-defined]  # of the chooser that asks this
        return Glance([0.0, self.judge.worth[area] - 1.5 * self.judge.weights.power])

    def _losses(self, state: State, ask: Ask) -> Glance:
        units = self.judge.unit_points
        return Glance(
            [-units[UNIT[option.unit]] if isinstance(option, LoseUnit) else 0.0 for option in ask.options.listed]
        )


def _support_for(state: State, seat: int, target: int, origin: int) -> int:
    """Count what support orders of the attacker beside an area add, less those of the house that defends it."""
    found = 0
    defender = state.owner[target]
    strength = Prospects.standing
    for area in BESIDE[target]:
        owner = state.owner[area]
        if owner != NOBODY and area != origin and TYPE_IN[state.orders[area]] == TYPE_SUPPORT:
            if owner == seat:
                found += strength(state, area)
            elif owner == defender:
                found -= strength(state, area)
    return found


_RAIDED: Final = {TYPE_POWER: 2.5, TYPE_SUPPORT: 2.0, TYPE_RAID: 1.0}

_READERS: Final[dict[str, _Reader]] = {
    "order": Eye._orders,
    "confirm-orders": Eye._confirm,
    "march": Eye._march,
    "house-card": Eye._cards,
    "support": Eye._supports,
    "refuse-support": Eye._first,
    "raven": Eye._first,
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
}
