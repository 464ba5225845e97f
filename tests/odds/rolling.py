"""Rules played through the engine: every result of chance enumerated, or many of them drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from banneret.dice import Distribution
from banneret.kernel.chance import Chance
from banneret.kernel.choosers import Chooser
from banneret.kernel.flow import Question
from banneret.kernel.stream import Stream, derive_key
from banneret.odds import Spread

T = TypeVar("T")
Answer = Callable[[int, Chooser[Any]], Any]
"""Answers a question of a seat."""


class More(Exception):  # not an error
    """Another result of chance is needed: one of so many."""

    def __init__(self, of: int) -> None:
        super().__init__(of)
        self.of = of


class Listed(Chance):
    """Chance with the first results given; it asks for more."""

    def __init__(self, results: tuple[int, ...]) -> None:
        super().__init__(Stream(derive_key("listed", 0)), [])
        self.left = list(reversed(results))

    def pick(self, n: int, seen: int = 0) -> int:
        if not self.left:
            raise More(n)
        return self.left.pop()


def enumerated(run: Callable[[Chance], T]) -> dict[T, Fraction]:
    """Return every outcome of a run and its exact probability."""
    found: dict[T, Fraction] = {}
    todo: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while todo:
        path, chance = todo.pop()
        try:
            outcome = run(Listed(path))
        except More as more:
            todo += [((*path, result), chance / more.of) for result in range(more.of)]
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found


def rolled(run: Callable[[Chance], T], many: int, seed: int = 1) -> Counter[T]:
    """Return how often each outcome came in many runs."""
    stream = Stream(derive_key("rolled", seed))
    return Counter(run(Chance(stream, [])) for _ in range(many))


def played(flow: Generator[Any, Any, T], answer: Answer) -> T:
    """Run a rule to its end, answering its questions; return its result."""
    reply: Any = None
    while True:
        try:
            request = flow.send(reply)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]  # of this flow
        assert isinstance(request, Question)
        options = request.chooser.options()
        reply = options[0] if len(options) == 1 else answer(request.seat, request.chooser)


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
