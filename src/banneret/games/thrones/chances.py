"""How likely each house is to win from a position.

The evaluation says in points what a house has; this says what that means in the end, the others' share included.
"""

from __future__ import annotations

import math
from operator import mul
from typing import Final

from msgspec import Struct

from banneret.games.thrones.components import ROUNDS
from banneret.games.thrones.datafile import DataFile
from banneret.games.thrones.evaluation import TERMS, Judge
from banneret.games.thrones.rules.ending import ranking
from banneret.games.thrones.state import State


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
HOUSES: Final = _DATA.table("houses", HousePoints)
_ALL: Final = 6
_FADES: Final = 0.6
"""The part of what its place on the map is worth to a house that is gone by the last round."""
_A_POINT: Final = tuple(getattr(WEIGHTS, term) / WEIGHTS.points for term in TERMS)


def chances(judge: Judge, state: State) -> list[float]:
    """Return for each seat how likely it is to win; together they are certain to."""
    if state.step == "over" or state.reason:
        first = ranking(state)[0]
        return [float(seat == first) for seat in range(state.seats)]
    odds = [math.fsum(map(mul, _A_POINT, column)) for column in zip(*judge.terms(state), strict=True)]
    if state.seats == _ALL:
        left = 1 - _FADES * state.round / ROUNDS
        for seat, house in enumerate(state.houses):
            odds[seat] += left * getattr(HOUSES, house) / WEIGHTS.points
    most = max(odds)
    shares = [math.exp(one - most) for one in odds]
    total = math.fsum(shares)
    return [share / total for share in shares]
