"""Summary of the board shared by the evaluation and the first look at options."""

from __future__ import annotations

from typing import Final

from banneret.games.thrones.bot.distances import HELPED
from banneret.games.thrones.content.board import FORTIFIED, LAND_AREAS
from banneret.games.thrones.content.components import (
    ORDER_MODIFIER,
    ORDER_TYPE,
    ORDERS,
    ROUNDS,
    TYPE_DEFENSE,
    TYPE_MARCH,
    TYPE_SUPPORT,
    UNIT_SIEGE_STRENGTH,
    UNIT_STRENGTH,
)
from banneret.games.thrones.rules.tracks import stars
from banneret.games.thrones.rules.turns import TYPE_IN
from banneret.games.thrones.state import NO_ORDER, NOBODY, State
from banneret.games.thrones.steps import STEPS

_OTHERS: Final = [order for order, kind in zip(ORDERS, ORDER_TYPE, strict=True) if kind != TYPE_MARCH]
_NORMAL: Final = sum([order.count for order in _OTHERS if not order.special])
"""Number of normal order tokens except marches."""
_SPECIAL: Final = sum([order.count for order in _OTHERS if order.special])
"""Number of special order tokens except marches."""

ORDERED: Final = frozenset(STEPS[STEPS.index("shortage") :])
"""Steps in which orders are face up."""


def surplus(state: State, seat: int) -> int:
    """Return the number of areas with a house's units for which only a march order is left."""
    areas = state.owner.count(seat)
    return max(0, areas - _NORMAL - min(stars(state, seat), _SPECIAL)) if areas > _NORMAL else 0


def fading(state: State) -> float:
    """Return the weight of what pays off later: less as the rounds run out."""
    return 1.0 - 0.5 * state.round / ROUNDS


def is_last(state: State) -> bool:
    """Return whether this is the last round: the areas held at its end decide."""
    return state.round == ROUNDS


class Lay:
    """Summary of the board shared by the evaluation and the first look at options."""

    __slots__ = ("castles", "guard", "holder", "holders", "last", "siege", "strength", "support", "wanted")

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
                for target in HELPED[area]:
                    self.support[target, seat] = self.support.get((target, seat), 0) + adds
        self.last = is_last(state)
        """Whether this is the last round."""
        self.castles = [0] * (state.seats + 1)
        """Over seats: number of castles and strongholds; the last entry counts uncontrolled ones."""
        self.holders = [holder[area] for area in FORTIFIED]
        for seat in self.holders:
            self.castles[seat] += 1
        self.castles[NOBODY] = 0
        self.wanted: dict[int, list[float]] = {}
        """Over seats, filled on demand: value of each castle or stronghold, 0 for its own."""
