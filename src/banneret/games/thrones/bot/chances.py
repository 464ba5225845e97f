"""Each house's chance to win from a position.

The house with most castles wins in the end. A house's present castles, and the lasting terms of its evaluation,
predict its chance relative to the other houses.
"""

from __future__ import annotations

import math
from operator import mul
from typing import Final

from msgspec import Struct

from banneret.games.thrones.bot.evaluation import TERMS, Judge
from banneret.games.thrones.bot.lay import ORDERED
from banneret.games.thrones.content.components import ROUNDS, TYPE_MARCH
from banneret.games.thrones.content.datafile import DataFile
from banneret.games.thrones.rules.control import fortified
from banneret.games.thrones.rules.ending import ranking
from banneret.games.thrones.rules.turns import TYPE_IN
from banneret.games.thrones.state import State


class ChanceWeights(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Weight of each term of the evaluation, and the number of weighted points that multiply the odds by e."""

    points: float
    castles: float
    land: float
    supply: float
    armies: float
    seas: float
    tracks: float
    tokens: float
    power: float
    cards: float
    threatened: float
    threatening: float
    approach: float
    ports: float
    orders: float


class CastleOdds(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Additional weight of a castle or stronghold, growing as less can still happen to it."""

    odds: float
    least: float


class HousePoints(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Value of each house's starting place on the map in a six-player match."""

    baratheon: float
    lannister: float
    stark: float
    martell: float
    greyjoy: float
    tyrell: float


_DATA: Final = DataFile.read("chances.toml")
WEIGHTS: Final = _DATA.table("weights", ChanceWeights)
CASTLES: Final = _DATA.table("castles", CastleOdds)
HOUSES: Final = _DATA.table("houses", HousePoints)
_ALL: Final = 6
_FADES: Final = 0.6
"""Fraction of the value of its starting place that a house has lost by the last round."""
_A_POINT: Final = tuple(getattr(WEIGHTS, term) / WEIGHTS.points for term in TERMS)
_MARCHES: Final = 2
"""Number of marches per house that fill a round."""


def chances(judge: Judge, state: State) -> list[float]:
    """Return each seat's chance to win. The chances add up to 1."""
    if state.step == "over" or state.reason:
        first = ranking(state)[0]
        return [float(seat == first) for seat in range(state.seats)]
    odds = [math.fsum(map(mul, _A_POINT, column)) for column in zip(*judge.terms(state), strict=True)]
    castle = CASTLES.odds * certainty(state)
    for seat, count in enumerate(castles(state)):
        odds[seat] += castle * count
    if state.seats == _ALL:
        left = 1 - _FADES * state.round / ROUNDS
        for seat, house in enumerate(state.houses):
            odds[seat] += left * getattr(HOUSES, house) / WEIGHTS.points
    most = max(odds)
    shares = [math.exp(one - most) for one in odds]
    total = math.fsum(shares)
    return [share / total for share in shares]


def castles(state: State) -> list[int]:
    """Return each seat's number of castles and strongholds."""
    return [fortified(state, seat) for seat in range(state.seats)]


def certainty(state: State) -> float:
    """Return how likely castles are to stay where they are: 1 with about a round to go, more towards the end.

    Castles change hands as if at random, so that counts drift with the square root of the remaining time.
    """
    return 1 / math.sqrt(CASTLES.least + rounds_left(state))


def rounds_left(state: State) -> float:
    """Return the number of rounds left, counting the part of the current round that its marches have not used up."""
    share = 1.0
    if state.step in ORDERED:
        marches = [order for order in state.orders if TYPE_IN[order] == TYPE_MARCH]
        share = min(1.0, len(marches) / (_MARCHES * state.seats))
    return ROUNDS - state.round + share
