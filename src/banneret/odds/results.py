"""Results of odds computations: distributions, probabilities of events, and factors not taken into account."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from banneret.dice import Distribution
from banneret.text.message import Message


class Bar(msgspec.Struct, frozen=True):
    """A number in a distribution: the probability of exactly this number, and of at least this number."""

    number: int
    chance: float
    least: float


class Spread(msgspec.Struct, frozen=True):
    """Distribution of a quantity, such as Wounds: every possible number in ascending order, and the mean."""

    what: Message
    bars: tuple[Bar, ...]
    mean: float

    def at_least(self, number: int) -> float:
        """Return the probability of at least this number."""
        return next((bar.least for bar in self.bars if bar.number >= number), 0.0)


class Chance(msgspec.Struct, frozen=True):
    """An event and its probability."""

    what: Message
    chance: float


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of an action against one target; `leaves_out` explains which factors are not taken into account."""

    title: Message
    spreads: tuple[Spread, ...] = ()
    chances: tuple[Chance, ...] = ()
    destroys: float | None = None
    """Probability that the target is destroyed; None if not applicable."""
    success: float | None = None
    """Probability that the seat to act wins; None if nobody wins or loses, or if it is not involved."""
    leaves_out: tuple[Message, ...] = ()


class Matrix(msgspec.Struct, frozen=True):
    """Every unit against every other: means of the first spread and probabilities to destroy. Rows are attackers.

    A cell is None if the unit has no such attack.
    """

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    what: Message
    means: tuple[tuple[float | None, ...], ...]
    destroys: tuple[tuple[float | None, ...], ...]


def spread_of(what: Message, numbers: Distribution[int]) -> Spread:
    """Return an exact distribution as a spread. Sums are exact; only the results are rounded to floats."""
    least, bars = Fraction(0), []
    for number in sorted(numbers, reverse=True):
        least += numbers[number]
        bars.append(Bar(number, float(numbers[number]), float(least)))
    return Spread(what, tuple(reversed(bars)), float(numbers.mean(lambda number: number)))
