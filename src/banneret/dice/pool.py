"""Dice with named symbols on their faces, alone and in pools: how many of each come up, with re-rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from banneret.dice.distribution import Distribution, Impossible, certain, uniform

Symbols = tuple[tuple[str, int], ...]
"""How many of each symbol there are, by name, without those of which there are none."""


def symbols(counts: Mapping[str, int] | Iterable[str] = ()) -> Symbols:
    """Return counted symbols: of `{"hit": 2}` as of `["hit", "hit"]`. Raises ValueError for fewer than none."""
    found = Counter(counts)
    for name, number in found.items():
        if number < 0:
            raise ValueError(f"there cannot be {number} of the symbol {name!r}")
    return tuple(sorted((name, number) for name, number in found.items() if number))


def added(one: Symbols, other: Symbols) -> Symbols:
    """Return the symbols of two rolls together."""
    if not one or not other:
        return one or other
    counts = dict(one)
    for name, number in other:
        counts[name] = counts.get(name, 0) + number
    return tuple(sorted(counts.items()))


def count_of(rolled: Symbols, name: str) -> int:
    """Return how many of a symbol there are."""
    return next((number for one, number in rolled if one == name), 0)


class Die:
    """A die whose faces, all equally likely, show symbols; an empty face shows none. It never changes.

    Raises ValueError if it has no face.
    """

    __slots__ = ("faces", "name")

    def __init__(self, name: str, faces: Iterable[Mapping[str, int] | Iterable[str]]) -> None:
        """Take the faces, each as its symbols."""
        self.name = name
        self.faces = tuple(symbols(face) for face in faces)
        if not self.faces:
            raise ValueError(f"the die {name!r} has no face")

    def __repr__(self) -> str:
        return f"Die({self.name!r}, {[dict(face) for face in self.faces]})"

    @property
    def roll(self) -> Distribution[Symbols]:
        """What one roll shows."""
        return uniform(self.faces)

    def rerolled(self, when: Callable[[Symbols], bool], times: int = 1) -> Distribution[Symbols]:
        """Return what it shows after re-rolling it so often at most, as long as the face is one to re-roll."""
        shown = self.roll
        for _ in range(times):
            shown = shown.then(lambda face: self.roll if when(face) else certain(face))
        return shown


def numbered(sides: int) -> Distribution[int]:
    """Return a die numbered from 1. Raises ValueError if it has no side."""
    if sides < 1:
        raise ValueError(f"a die has at least one side, not {sides}")
    return uniform(range(1, sides + 1))


def pooled(dice: Iterable[Distribution[Symbols]]) -> Distribution[Symbols]:
    """Return how many of each symbol independent dice show together."""
    whole = certain(symbols())
    for die in dice:
        whole = whole.with_(die, added)
    return whole


def successes(dice: int, chance: Fraction) -> Distribution[int]:
    """Return how many of some dice succeed, each with the same chance. Raises ValueError for a chance that is none."""
    if dice < 0 or not 0 <= chance <= 1:
        raise ValueError(f"{dice} dice cannot succeed with the chance {chance}")
    return Distribution(
        (hits, comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)) for hits in range(dice + 1)
    )


def kept(dice: int, die: Distribution[int], keep: int, *, highest: bool = True) -> Distribution[tuple[int, ...]]:
    """Return the highest (or lowest) of some dice of one kind, in falling (rising) order.

    Counts, value by value, how many dice show it: exact also for many dice. Raises ValueError for more than there are.
    """
    if not 0 <= keep <= dice:
        raise ValueError(f"{keep} of {dice} dice cannot be kept")
    values = sorted(die, reverse=highest)
    found: dict[tuple[int, ...], Fraction] = {}

    def deal(number: int, left: int, shown: tuple[int, ...], chance: Fraction) -> None:
        if len(shown) >= keep or left == 0:
            # What the other dice show does not matter: they show one of the values that are left.
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
    """Return which dice to roll again once, at most so many, for the greatest average worth, and that average.

    `faces` are what the dice show now. Of equally good choices the one with the fewest dice, then the first in order.
    Raises ValueError if there are not as many faces as dice.
    """
    if len(faces) != len(dice):
        raise ValueError(f"{len(dice)} dice show {len(dice)} faces, not {len(faces)}")
    best: tuple[tuple[int, ...], Fraction] | None = None
    for size in range(min(most, len(dice)) + 1):
        for again in combinations(range(len(dice)), size):
            shown = [dice[i].roll if i in again else certain(face) for i, face in enumerate(faces)]
            average = pooled(shown).mean(worth)
            if best is None or average > best[1]:
                best = again, average
    if best is None:
        raise Impossible(f"at most {most} dice can be rolled again: that is no number of dice")
    return best
