"""The dice of an attack as a pool of faces, with re-rolls that raise its mean worth: rw:7.3, rw:7.4."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import NamedTuple, TypeAlias

from banneret.games.runewars.content.components import DieId, Icon, components
from banneret.games.runewars.units.combat import Face, Rerolls

Shown: TypeAlias = tuple[int, ...]
"""The number of dice that show each face, in the order of `Pool.faces`. Dice that are still to be rolled show none."""
Worth: TypeAlias = Callable[[Shown], float]
Best: TypeAlias = tuple[float, Shown]
_NEARLY = 1e-9
"""A difference of means that is due to rounding."""


class DieFace(NamedTuple):
    """A face of a die without the icons that do not count, and the sides that have it, in full."""

    die: DieId
    face: Face
    sides: tuple[Face, ...]


class Pool:
    """Dice of one or more colours; icons that are `dropped` make no difference between their faces."""

    __slots__ = ("_dice", "_removed", "dice", "dropped", "faces", "sides")

    def __init__(self, dice: Sequence[DieId], dropped: Collection[Icon] = ()) -> None:
        self.dice = Counter(sorted(dice))
        self.dropped = frozenset(dropped)
        self.sides = {die: len(components().dice[die].faces) for die in self.dice}
        there: dict[tuple[DieId, Face], list[Face]] = {}
        for die in self.dice:
            for face in components().dice[die].faces:
                there.setdefault((die, self.counted(face)), []).append(face)
        self.faces = tuple(DieFace(die, face, tuple(sides)) for (die, face), sides in there.items())
        self._dice = tuple(one.die for one in self.faces)
        self._removed: dict[Shown, list[Shown]] = {}

    def counted(self, face: Face) -> Face:
        """Return the icons of a face that count."""
        return tuple(icon for icon in face if icon not in self.dropped)

    @property
    def nothing(self) -> Shown:
        """Return the pool before any die is rolled."""
        return (0,) * len(self.faces)

    def shown(self, dice: Sequence[DieId], faces: Sequence[Face]) -> Shown:
        """Return rolled dice as numbers of faces."""
        there = Counter((die, self.counted(face)) for die, face in zip(dice, faces, strict=True))
        return tuple(there[one.die, one.face] for one in self.faces)

    def listed(self, shown: Shown) -> tuple[list[DieId], list[Face]]:
        """Return the dice and their faces, one by one."""
        all_ = [one for one, number in zip(self.faces, shown, strict=True) for _ in range(number)]
        return [one.die for one in all_], [one.face for one in all_]

    def hidden(self, shown: Shown, icon: Icon) -> Shown:
        """Return only the dice whose faces hide whether they have an icon."""
        return tuple(
            number if icon in self.dropped and any(icon in side for side in one.sides) else 0
            for one, number in zip(self.faces, shown, strict=True)
        )

    def added(self, shown: Shown, die: DieId) -> Iterator[tuple[Shown, int]]:
        """Yield each combination with one more die of a colour, and the number of sides that give it."""
        for place, one in enumerate(self.faces):
            if one.die == die:
                yield (*shown[:place], shown[place] + 1, *shown[place + 1 :]), len(one.sides)

    def removed(self, shown: Shown) -> list[Shown]:
        """Return each combination with one die less."""
        found = self._removed.get(shown)
        if found is None:
            found = self._removed[shown] = [
                (*shown[:place], number - 1, *shown[place + 1 :]) for place, number in enumerate(shown) if number
            ]
        return found

    def missing(self, shown: Shown) -> DieId | None:
        """Return the colour of a die that is still to be rolled, or None."""
        there = dict.fromkeys(self.dice, 0)
        for die, number in zip(self._dice, shown, strict=True):
            there[die] += number
        return next((die for die, number in self.dice.items() if there[die] < number), None)

    def stages(self, rerolls: Rerolls, worth: Worth) -> Stage:
        """Return the first of the stages at which dice are re-rolled: any dice, then one die: rw:7.4a, rw:7.4b."""
        last = stage = Stage(self, worth)
        for _ in range(rerolls.one):
            stage = Reroll(self, worth, stage, last, one=True)
        last = stage
        for _ in range(rerolls.any):
            stage = Reroll(self, worth, stage, last, one=False)
        return stage

    def results(self, stage: Stage, kept: Shown | None = None) -> Mapping[Shown, Fraction]:
        """Return the final rolls with their chances, after the missing dice are rolled and the best ones re-rolled."""
        whole = prod(self.sides[die] ** number for die, number in self.dice.items())
        finished: dict[int, dict[Shown, int]] = defaultdict(lambda: defaultdict(int))
        waiting: dict[tuple[Stage, int], dict[Shown, int]] = {(stage, 0): {self.nothing if kept is None else kept: 1}}
        while waiting:
            (at, rolls), starts = waiting.popitem()
            for shown, weight in self._rolled(starts).items():
                if not isinstance(at, Reroll):
                    finished[rolls + 1][shown] += weight
                    continue
                left = at.choice(shown)[1]
                rest = waiting.setdefault((at.passed if left == shown else at.after, rolls + 1), {})
                rest[left] = rest.get(left, 0) + weight
        found: dict[Shown, Fraction] = {}
        for rolls, weights in finished.items():  # each time that dice are rolled multiplies the weights by `whole`
            for shown, weight in weights.items():
                found[shown] = found.get(shown, Fraction(0)) + Fraction(weight, whole**rolls)
        return found

    def _rolled(self, starts: Mapping[Shown, int]) -> Mapping[Shown, int]:
        """Return the weights of rolls after the missing dice of each start are rolled, one at a time."""
        number = self.dice.total()
        layers: list[dict[Shown, int]] = [{} for _ in range(number + 1)]
        for shown, weight in starts.items():
            scale = prod(self.sides[die] ** count for die, count in zip(self._dice, shown, strict=True))
            layers[sum(shown)][shown] = weight * scale
        for layer, after in pairwise(layers):
            for shown, weight in layer.items():
                die = self.missing(shown)
                if die is None:
                    raise ValueError(f"{shown} has no die to roll")
                for more, sides in self.added(shown, die):
                    after[more] = after.get(more, 0) + weight * sides
        return layers[number]


class Stage:
    """A point of an attack after dice are rolled: the worth of every roll, and of every set of dice kept for it."""

    __slots__ = ("_kept", "pool", "worth")

    def __init__(self, pool: Pool, worth: Worth) -> None:
        self.pool = pool
        self.worth = worth
        self._kept: dict[Shown, float] = {}

    def choice(self, shown: Shown) -> Best:
        """Return the worth of a roll and the dice kept for it: all of them if none are re-rolled."""
        return self.worth(shown), shown

    def mean(self, kept: Shown) -> float:
        """Return the mean worth after the missing dice are rolled."""
        found = self._kept.get(kept)
        if found is None:
            die = self.pool.missing(kept)
            if die is None:
                found = self.choice(kept)[0]
            else:
                sides = self.pool.sides[die]
                found = sum([number * self.mean(more) for more, number in self.pool.added(kept, die)]) / sides
            self._kept[kept] = found
        return found


class Reroll(Stage):
    """A point of an attack at which dice may be re-rolled: `one` or any number of them.

    `after` is the stage after a re-roll, and `passed` the stage if no die is re-rolled.
    """

    __slots__ = ("_parts", "_shown", "after", "one", "passed")

    def __init__(self, pool: Pool, worth: Worth, after: Stage, passed: Stage, *, one: bool) -> None:
        super().__init__(pool, worth)
        self.after = after
        self.passed = passed
        self.one = one
        self._shown: dict[Shown, Best] = {}
        self._parts: dict[Shown, Best] = {}

    def choice(self, shown: Shown) -> Best:
        """Return the worth of a roll and the dice kept for it: all of them if none are re-rolled."""
        found = self._shown.get(shown)
        if found is None:
            found = self.passed.choice(shown)[0], shown
            for kept in self.pool.removed(shown):
                other = (self.after.mean(kept), kept) if self.one else self._best_part(kept)
                if other[0] > found[0] + _NEARLY:
                    found = other
            self._shown[shown] = found
        return found

    def _best_part(self, kept: Shown) -> Best:
        """Return the best dice to keep among some of a roll, and their worth."""
        found = self._parts.get(kept)
        if found is None:
            found = self.after.mean(kept), kept
            for less in self.pool.removed(kept):
                other = self._best_part(less)
                if other[0] > found[0] + _NEARLY:
                    found = other
            self._parts[kept] = found
        return found
