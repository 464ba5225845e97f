"""Rules played through the engine: every result of chance enumerated, or many of them drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

from banneret.dice import Distribution
from banneret.kernel.chance import Chance
from banneret.kernel.stream import Stream, derive_key
from banneret.odds import Spread
from banneret.odds.trials import GivenChance, Undecided

T = TypeVar("T")


def enumerated(run: Callable[[Chance], T]) -> dict[T, Fraction]:
    """Return every outcome of a run and its exact probability."""
    found: dict[T, Fraction] = {}
    todo: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while todo:
        path, chance = todo.pop()
        try:
            outcome = run(GivenChance(path))
        except Undecided as more:
            todo += [((*path, result), chance / more.among) for result in range(more.among)]
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found


def rolled(run: Callable[[Chance], T], many: int, seed: int = 1) -> Counter[T]:
    """Return how often each outcome came in many runs."""
    stream = Stream(derive_key("rolled", seed))
    return Counter(run(Chance(stream, [])) for _ in range(many))


def at_least(numbers: Distribution[int] | Spread) -> Mapping[int, float]:
    """Return the chance of each number or more."""
    if isinstance(numbers, Spread):
        return {bar.number: bar.least for bar in numbers.bars}
    return {number: float(numbers.chance(lambda one, least=number: one >= least)) for number in numbers}  # type: ignore[misc]  # bound now


def agree(found: Counter[int], odds: Distribution[int] | Spread, sigmas: float = 5) -> None:
    """Demand that what was rolled is within some standard errors of the odds."""
    many = found.total()
    known = at_least(odds)
    assert set(found) <= set(known), f"{sorted(set(found) - set(known))} cannot happen"
    for number, chance in known.items():
        part = sum(times for one, times in found.items() if one >= number) / many
        error = (chance * (1 - chance) / many) ** 0.5
        assert abs(part - chance) <= sigmas * error + 1 / many, f"{number} or more: {part} of {many}, {chance} expected"
