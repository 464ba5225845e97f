"""Each seat's chance to win at a point of a match, as the game's evaluation has it."""

from __future__ import annotations

import math
from typing import Any, Final

from banneret.bots.judging import Judging
from banneret.kernel.match import Match

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
        best = match.outcome.places[0]
        return [1 / len(best) if seat in best else 0.0 for seat in range(match.seats)]
    own = judge.chances(match.state)
    if own is not None:
        return own
    totals = judge.totals(match.state)
    high = max(totals)
    weights = [math.exp((one - high) / POINTS) for one in totals]
    total = math.fsum(weights)
    return [one / total for one in weights]
