"""Odds as data: spreads of numbers, chances of events, and what they leave out."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from banneret.dice import Distribution
from banneret.text.message import Message


class Bar(msgspec.Struct, frozen=True):
    """One number of a spread: the chance of exactly this number, and of at least this number."""

    number: int
    chance: float
    least: float


class Spread(msgspec.Struct, frozen=True):
    """What is counted, such as Wounds: every possible number in ascending order, and the mean."""

    what: Message
    bars: tuple[Bar, ...]
    mean: float

    def at_least(self, number: int) -> float:
        """Return the chance of a number or more."""
        return next((bar.least for bar in self.bars if bar.number >= number), 0.0)


class Chance(msgspec.Struct, frozen=True):
    """An event that may happen, in words, and its chance."""

    what: Message
    chance: float


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of one action against one target; `leaves_out` names what is not counted, and why."""

    title: Message
    spreads: tuple[Spread, ...] = ()
    chances: tuple[Chance, ...] = ()
    destroys: float | None = None
    """The chance that the target is destroyed; None if the question does not arise."""
    leaves_out: tuple[Message, ...] = ()


class Matrix(msgspec.Struct, frozen=True):
    """Every unit against every other: the mean of the first spread, and the chance to destroy. Rows are attackers."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    what: Message
    means: tuple[tuple[float | None, ...], ...]
    destroys: tuple[tuple[float | None, ...], ...]


def spread_of(what: Message, numbers: Distribution[int]) -> Spread:
    """Return an exact distribution as a spread, rounded to floating-point numbers only at the end."""
    least, bars = Fraction(0), []
    for number in sorted(numbers, reverse=True):
        least += numbers[number]
        bars.append(Bar(number, float(numbers[number]), float(least)))
    return Spread(what, tuple(reversed(bars)), float(numbers.mean(lambda number: number)))
