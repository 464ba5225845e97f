"""Dice with named symbols on their faces, single and in pools: the numbers of symbols rolled, with re-rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from banneret.compiled import mypyc_attr
from banneret.dice.distribution import Distribution, Impossible, certain, uniform

Symbols = tuple[tuple[str, int], ...]
"""The number of each symbol by name, omitting zeros."""


def symbols(counts: Mapping[str, int] | Iterable[str] = ()) -> Symbols:
    """Return the counts of symbols, from `{"hit": 2}` or `["hit", "hit"]`. Raises ValueError if a count is negative."""
    found = Counter(counts)
    for name, number in found.items():
        if number < 0:
            raise ValueError(f"the number of {name!r} must not be negative: {number}")
    return tuple(sorted((name, number) for name, number in found.items() if number))


def added(one: Symbols, other: Symbols) -> Symbols:
    """Return the symbols of two rolls combined."""
    if not one or not other:
        return one or other
    counts = dict(one)
    for name, number in other:
        counts[name] = counts.get(name, 0) + number
    return tuple(sorted(counts.items()))


def count_of(rolled: Symbols, name: str) -> int:
    """Return the number of a symbol."""
    return next((number for one, number in rolled if one == name), 0)


@mypyc_attr(allow_interpreted_subclasses=True)  # pickled
class Die:
    """A die whose equally likely faces show symbols; a blank face shows none. Immutable.

    Raises ValueError if it has no faces.
    """

    __slots__ = ("faces", "name")

    def __init__(self, name: str, faces: Iterable[Mapping[str, int] | Iterable[str]]) -> None:
        """Create a die from its faces, each given as its symbols."""
        self.name = name
        self.faces = tuple(symbols(face) for face in faces)
        if not self.faces:
            raise ValueError(f"the die {name!r} has no faces")

    def __repr__(self) -> str:
        return f"Die({self.name!r}, {[dict(face) for face in self.faces]})"

    @property
    def roll(self) -> Distribution[Symbols]:
        """The distribution of a single roll."""
        return uniform(self.faces)

    def rerolled(self, when: Callable[[Symbols], bool], times: int = 1) -> Distribution[Symbols]:
        """Return the distribution of a roll that is re-rolled up to `times` times while `when` accepts the face."""
        shown = self.roll
        for _ in range(times):
            shown = shown.then(lambda face: self.roll if when(face) else certain(face))
        return shown


def numbered(sides: int) -> Distribution[int]:
    """Return a die with faces numbered from 1. Raises ValueError if it has no sides."""
    if sides < 1:
        raise ValueError(f"a die needs at least one side, not {sides}")
    return uniform(range(1, sides + 1))


def pooled(dice: Iterable[Distribution[Symbols]]) -> Distribution[Symbols]:
    """Return the distribution of the combined symbols of independent dice."""
    whole = certain(symbols())
    for die in dice:
        whole = whole.with_(die, added)
    return whole


def successes(dice: int, chance: Fraction) -> Distribution[int]:
    """Return the distribution of successes among dice with equal chances. Raises ValueError unless 0 <= chance <= 1."""
    if dice < 0 or not 0 <= chance <= 1:
        raise ValueError(f"not a valid number of dice or chance of success: {dice}, {chance}")
    return Distribution(
        (hits, comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)) for hits in range(dice + 1)
    )


def kept(dice: int, die: Distribution[int], keep: int, *, highest: bool = True) -> Distribution[tuple[int, ...]]:
    """Return the distribution of the highest (or lowest) of several equal dice, in descending (ascending) order.

    Counts the dice that show each value, so it is exact even for many dice. Raises ValueError if `keep` exceeds `dice`.
    """
    if not 0 <= keep <= dice:
        raise ValueError(f"cannot keep {keep} of {dice} dice")
    values = sorted(die, reverse=highest)
    found: dict[tuple[int, ...], Fraction] = {}

    def deal(number: int, left: int, shown: tuple[int, ...], chance: Fraction) -> None:
        if len(shown) >= keep or left == 0:
            # The values of the remaining dice do not matter: each is one of the remaining values.
            rest = sum([die[value] for value in values[number:]], Fraction(0)) ** left
            found[shown[:keep]] = found.get(shown[:keep], Fraction(0)) + chance * rest
            return
        if number == len(values):
            return
        for count in range(left + 1):
            here = comb(left, count) * die[values[number]] ** count
            deal(number + 1, left - count, shown + (values[number],) * count, chance * here)

    deal(0, dice, (), Fraction(1))
    return Distribution(found)


def best_rerolls(
    faces: Sequence[Symbols], dice: Sequence[Die], most: int, worth: Callable[[Symbols], int | Fraction]
) -> tuple[tuple[int, ...], Fraction]:
    """Return which dice to re-roll once, at most `most`, for the highest mean value, and that mean.

    `faces` are the faces the dice show now. Ties go to the choice with the fewest dice, then to the first in order.
    Raises ValueError if the numbers of faces and dice differ.
    """
    if len(faces) != len(dice):
        raise ValueError(f"{len(dice)} dice need {len(dice)} faces, not {len(faces)}")
    best: tuple[tuple[int, ...], Fraction] | None = None
    for size in range(min(most, len(dice)) + 1):
        for again in combinations(range(len(dice)), size):
            shown = [dice[i].roll if i in again else certain(face) for i, face in enumerate(faces)]
            average = pooled(shown).mean(worth)
            if best is None or average > best[1]:
                best = again, average
    if best is None:
        raise Impossible(f"cannot re-roll at most {most} dice")
    return best
