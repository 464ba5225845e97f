"""Random outcomes with exact probabilities as fractions, neither sampled nor rounded."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

from banneret.compiled import mypyc_attr

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
V = TypeVar("V", bound=Hashable)


class Impossible(ValueError):
    """The condition is never met, or the weights do not define a distribution."""


@mypyc_attr(allow_interpreted_subclasses=True)  # `copy` makes one without `__init__`
class Distribution(Generic[T]):
    """Outcomes and their probabilities, which add up to 1. Immutable.

    Outcomes keep the order in which they were first given. Two distributions are equal if every outcome has the same
    probability in both.
    """

    __slots__ = ("_chances",)

    def __init__(self, weights: Mapping[T, int | Fraction] | Iterable[tuple[T, int | Fraction]]) -> None:
        """Create a distribution from outcomes and weights of any scale; weights of repeated outcomes are added.

        Raises Impossible if a weight is negative or all are 0.
        """
        chances: dict[T, Fraction] = {}
        for outcome, weight in weights.items() if isinstance(weights, Mapping) else weights:
            if weight < 0:
                raise Impossible(f"the outcome {outcome!r} has the weight {weight}, which is negative")
            if weight:
                chances[outcome] = chances.get(outcome, Fraction(0)) + weight
        whole = sum(chances.values(), Fraction(0))
        if not whole:
            raise Impossible("no outcome is possible")
        self._chances = chances if whole == 1 else {outcome: chance / whole for outcome, chance in chances.items()}

    def __getitem__(self, outcome: T) -> Fraction:
        """Return the probability of an outcome; 0 if it is not possible."""
        return self._chances.get(outcome, Fraction(0))

    def __iter__(self) -> Iterator[T]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._chances == other._chances

    def __hash__(self) -> int:
        return hash(frozenset(self._chances.items()))

    def __repr__(self) -> str:
        return "Distribution({" + ", ".join(f"{one!r}: {chance}" for one, chance in self._chances.items()) + "})"

    def items(self) -> Iterable[tuple[T, Fraction]]:
        """Return the outcomes with their probabilities."""
        return self._chances.items()

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """Return the distribution of a function of the outcome."""
        return _whole((function(outcome), chance) for outcome, chance in self._chances.items())

    def then(self, follow: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """Return the distribution after a second random step depending on the outcome, such as a re-roll."""
        return _whole(
            (after, chance * later)
            for outcome, chance in self._chances.items()
            for after, later in follow(outcome).items()
        )

    def with_(self, other: Distribution[U], join: Callable[[T, U], V]) -> Distribution[V]:
        """Return the distribution of two independent outcomes, joined by a function."""
        return _whole(
            (join(one, two), chance * later) for one, chance in self._chances.items() for two, later in other.items()
        )

    def given(self, condition: Callable[[T], bool]) -> Distribution[T]:
        """Return the distribution given that a condition holds. Raises Impossible if it never does."""
        kept = [(outcome, chance) for outcome, chance in self._chances.items() if condition(outcome)]
        if not kept:
            raise Impossible("the condition holds for no outcome that can come")
        return Distribution(kept)

    def chance(self, condition: Callable[[T], bool]) -> Fraction:
        """Return the probability that a condition holds."""
        return sum([chance for outcome, chance in self._chances.items() if condition(outcome)], Fraction(0))

    def mean(self, value: Callable[[T], int | Fraction]) -> Fraction:
        """Return the mean of a function of the outcome."""
        return sum([value(outcome) * chance for outcome, chance in self._chances.items()], Fraction(0))

    def variance(self, value: Callable[[T], int | Fraction]) -> Fraction:
        """Return the variance of a function of the outcome."""
        mean = self.mean(value)
        return self.mean(lambda outcome: (value(outcome) - mean) ** 2)


def _whole(chances: Iterable[tuple[T, Fraction]]) -> Distribution[T]:
    """Return the distribution of positive probabilities known to add up to 1, without checking or scaling."""
    merged: dict[T, Fraction] = {}
    for outcome, chance in chances:
        known = merged.get(outcome)
        merged[outcome] = chance if known is None else known + chance
    found: Distribution[T] = Distribution.__new__(Distribution)
    found._chances = merged
    return found


def certain(outcome: T) -> Distribution[T]:
    """Return the distribution with a single outcome."""
    return Distribution({outcome: 1})


def uniform(outcomes: Iterable[T]) -> Distribution[T]:
    """Return the distribution in which all given outcomes are equally likely; repeated ones count multiply."""
    return Distribution((outcome, 1) for outcome in outcomes)


def mixture(parts: Iterable[tuple[Distribution[T], int | Fraction]]) -> Distribution[T]:
    """Return the mixture of several distributions with the given weights."""
    return Distribution((one, chance * weight) for part, weight in parts for one, chance in part.items())


def total(parts: Iterable[Distribution[int]]) -> Distribution[int]:
    """Return the distribution of the sum of independent numbers; 0 if there are none."""
    whole = certain(0)
    for part in parts:
        whole = whole.with_(part, lambda one, two: one + two)
    return whole


def repeated(one: Distribution[T], times: int, start: U, join: Callable[[U, T], U]) -> Distribution[U]:
    """Return the distribution of independent repetitions folded with `join`. Raises ValueError for negative `times`."""
    if times < 0:
        raise ValueError(f"the number of repetitions must not be negative: {times}")
    whole: Distribution[Any] = certain(start)  # Any: the class is invariant in its type parameter
    for _ in range(times):
        whole = whole.with_(one, join)
    return whole
