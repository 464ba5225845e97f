"""How likely each house is to win from a position.

The winner is who holds most castles in the end. What a house holds now, and what the evaluation says of all that lasts
longer, tell how likely that is, the others' share included.
"""

from __future__ import annotations

import math
from operator import mul
from typing import Final

from msgspec import Struct

from banneret.games.thrones.bot.evaluation import TERMS, Judge
from banneret.games.thrones.content.components import ROUNDS, TYPE_MARCH
from banneret.games.thrones.content.datafile import DataFile
from banneret.games.thrones.rules.control import fortified
from banneret.games.thrones.rules.ending import ranking
from banneret.games.thrones.rules.turns import TYPE_IN
from banneret.games.thrones.state import State
from banneret.games.thrones.steps import STEPS


class ChanceWeights(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much a point of each term of the evaluation counts, and how many such points multiply the odds by e."""

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
    """What a castle or stronghold counts besides: the more, the less can still happen to it."""

    odds: float
    least: float


class HousePoints(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the place of each house on the map is worth at the start of a match of six."""

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
"""The part of what its place on the map is worth to a house that is gone by the last round."""
_A_POINT: Final = tuple(getattr(WEIGHTS, term) / WEIGHTS.points for term in TERMS)
_ORDERED: Final = frozenset(STEPS[STEPS.index("shortage") :])
"""The steps in which orders lie open."""
_MARCHES: Final = 2
"""So many marches of each house fill a round."""


def chances(judge: Judge, state: State) -> list[float]:
    """Return for each seat how likely it is to win; together they are certain to."""
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
    """Return how many castles and strongholds each seat holds."""
    return [fortified(state, seat) for seat in range(state.seats)]


def certainty(state: State) -> float:
    """Return how sure castles are to stay where they are: 1 with about a round to go, more towards the end.

    They change hands as if at random, so that how far counts wander grows with the square root of the time left.
    """
    return 1 / math.sqrt(CASTLES.least + rounds_left(state))


def rounds_left(state: State) -> float:
    """Return how many rounds are still to be played; of this one the share that its marches have not yet used up."""
    share = 1.0
    if state.step in _ORDERED:
        marches = [order for order in state.orders if TYPE_IN[order] == TYPE_MARCH]
        share = min(1.0, len(marches) / (_MARCHES * state.seats))
    return ROUNDS - state.round + share
