"""Each seat's chance to win at a point of a match, as the game's evaluation has it."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Any, Final

from banneret.bots.judging import Judging
from banneret.bots.network import Network
from banneret.kernel.match import Match
from banneret.kernel.rulebook import Outcome

POINTS: Final = 10.0
"""A difference in evaluation that is a clear advantage; the temperature of the softmax over totals."""


def judges(judge: Judging[Any]) -> bool:
    """Return whether the game evaluates positions at all."""
    return type(judge) is not Judging


def win_chances(match: Match[Any], judge: Judging[Any]) -> list[float]:
    """Return each seat's chance to win: the result if the match is over, or an estimate.

    Where the game does not estimate chances itself, they are derived from its evaluation.
    """
    if match.outcome is not None:
        return certain(match.outcome, match.seats)
    own = judge.chances(match.state)
    if own is not None:
        return own
    return shares([total / POINTS for total in judge.totals(match.state)])


def certain(outcome: Outcome, seats: int) -> list[float]:
    """Return the chances at the end of a match; seats that share the first place share the win."""
    best = outcome.places[0]
    return [1 / len(best) if seat in best else 0.0 for seat in range(seats)]


def shares(odds: Sequence[float]) -> list[float]:
    """Return chances with these logarithms of odds, up to a constant."""
    high = max(odds)
    weights = [math.exp(one - high) for one in odds]
    total = math.fsum(weights)
    return [one / total for one in weights]


def learned(network: Network, rows: list[list[float]], sides: Sequence[int], gone: Collection[int] = ()) -> list[float]:
    """Return each seat's chance by a network that rates the features of each side; a side's seats share its chance.

    Sides that are `gone` cannot win any more.
    """
    odds = [-math.inf if side in gone else one for side, one in enumerate(network.outputs(rows))]
    found = shares(odds)
    seats = list(sides)
    return [found[side] / seats.count(side) for side in seats]
