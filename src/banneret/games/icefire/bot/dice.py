"""Probabilities of single rolls, for estimates at first sight."""

from __future__ import annotations

from functools import cache
from itertools import product


def chance_of(needed: int) -> float:
    """Return the probability that a die rolls at least a number: a 6 always succeeds, a 1 never."""
    return (7 - min(6, max(2, needed))) / 6


@cache
def chance_of_failure(needed: int, dice: int = 2) -> float:
    """Return the probability that some dice total less than a number."""
    rolls = list(product(range(1, 7), repeat=dice))
    return sum(sum(faces) < needed for faces in rolls) / len(rolls)
