"""The dice of an attack as hits and morale results, with the reroll of a flanking attack: battles:c6.2."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import factorial, prod
from typing import NamedTuple

from banneret.dice import Distribution, certain, mixture, repeated
from banneret.games.battles.content.components import MORALE, TOKENS, Box

Scored = tuple[int, int]
"""Hits and morale results."""
Faces = tuple[int, ...]
"""The number of dice that show each symbol, in the order of TOKENS."""


class Throw(NamedTuple):
    """Dice rolled for an attack, with the faces that score and the rerolls available."""

    box: Box
    dice: int
    hits: Mapping[int, int]
    """The number of hits for each symbol that hits."""
    flanking: bool = False
    misses_again: bool = False
    """Whether dice that score nothing are rerolled, through a card."""

    def score(self, symbol: int) -> Scored:
        """Return what a symbol scores: battles:result.1, battles:result.3, battles:result.4."""
        return self.hits.get(symbol, 0), int(symbol == MORALE)

    def die(self) -> Distribution[int]:
        """Return the symbol of one die."""
        return Distribution((TOKENS.index(face), 1) for face in self.box.die.faces)

    def settled(self, symbol: int) -> Distribution[Scored]:
        """Return what a die that shows a symbol scores in the end, after the reroll of misses."""
        if self.misses_again and self.score(symbol) == (0, 0):
            return self.die().map(self.score)
        return certain(self.score(symbol))

    def scored(self, worth: Callable[[Scored], Fraction]) -> Distribution[Scored]:
        """Return what the dice score, if the attacker rerolls the symbol that raises the mean worth most."""
        if not self.flanking:
            return repeated(self.die().then(self.settled), self.dice, (0, 0), _added)
        again = [repeated(self.die().then(self.settled), number, (0, 0), _added) for number in range(self.dice + 1)]
        values: dict[Scored, float] = {}

        def value(scored: Distribution[Scored]) -> float:
            for one in scored:
                if one not in values:
                    values[one] = float(worth(one))
            return sum([values[one] * float(chance) for one, chance in scored.items()])

        chances = self.die()
        found = []
        for faces in _thrown(self.dice, len(TOKENS)):
            shown = [self._kept(faces, again, symbol) for symbol in (None, *(s for s, n in enumerate(faces) if n))]
            ways = factorial(self.dice) // prod(map(factorial, faces))
            weight = ways * prod((chances[symbol] ** number for symbol, number in enumerate(faces)), start=Fraction(1))
            if weight:
                found.append((max(shown, key=value), weight))
        return mixture(found)

    def _kept(self, faces: Faces, again: list[Distribution[Scored]], rerolled: int | None) -> Distribution[Scored]:
        """Return what dice score after one symbol is rerolled, or none."""
        whole = again[0 if rerolled is None else faces[rerolled]]
        for symbol, number in enumerate(faces):
            if symbol != rerolled and number:
                whole = whole.with_(repeated(self.settled(symbol), number, (0, 0), _added), _added)
        return whole

    def example(self, scored: Scored) -> list[int] | None:
        """Return symbols with this score, one for each die, or None if there are none."""
        for faces in _thrown(self.dice, len(TOKENS)):
            symbols = [symbol for symbol, number in enumerate(faces) for _ in range(number)]
            total = tuple(map(sum, zip((0, 0), *map(self.score, symbols), strict=True)))
            if total == scored:
                return symbols
        return None


def _thrown(dice: int, symbols: int) -> Iterator[Faces]:
    """Yield every combination of faces, as numbers for each symbol."""
    if symbols == 1:
        yield (dice,)
        return
    for number in range(dice + 1):
        for rest in _thrown(dice - number, symbols - 1):
            yield (number, *rest)


def _added(one: Scored, other: Scored) -> Scored:
    return one[0] + other[0], one[1] + other[1]
