"""Odds of a Panic Test: failure and Wounds: icefire:panic.1, icefire:panic.3."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from banneret.dice import Distribution, certain, mixture
from banneret.games.icefire.odds.rerolls import FACES, rerollers
from banneret.games.icefire.rules.combat.morale import failure_wounds, morale_modifier, passes
from banneret.games.icefire.state import Fight, State, Test

D3: Final = range(1, 4)
Rolled = tuple[int, int, int]
"""The two dice and the D3."""
ROLLS: Final[tuple[Rolled, ...]] = tuple(product(FACES, FACES, D3))


class Panic(NamedTuple):
    """The outcome of a Panic Test."""

    failed: bool
    wounds: int


def panic_wounds(  # what a Panic Test depends on
    state: State, unit: int, by: int, *, modifier: int = 0, extra_wounds: int = 0, fight: Fight | None = None
) -> Distribution[Panic]:
    """Return the outcomes of a Panic Test caused by a seat, with the re-rolls of both sides.

    The enemy wants more Wounds and may re-roll dice by expending the unit's Panicked token: icefire:condition.4.
    """
    test = Test(unit, "panic", by, fight)
    test.modifier = modifier
    test.extra_wounds = extra_wounds
    modified = morale_modifier(state, test)
    passed = frozenset(pair for pair in product(FACES, FACES) if _passes(state, test, pair, modified))
    wounds = tuple(_wounds(state, test, d3) for d3 in D3)
    enemy = by if by >= 0 else next(seat for seat in range(state.seats) if seat != state.seat[unit])
    return _tested(passed, wounds, tuple(rerollers(state, unit, "panicked", test.rerolls, enemy)))


def _passes(state: State, test: Test, dice: tuple[int, int], modifier: int) -> bool:
    test.dice = list(dice)
    return passes(state, test, modifier)


def _wounds(state: State, test: Test, d3: int) -> int:
    test.d3 = d3
    return min(state.health[test.unit], failure_wounds(state, test))


@lru_cache(maxsize=1 << 12)
def _tested(
    passed: frozenset[tuple[int, int]], wounds: tuple[int, ...], wanting: tuple[bool, ...]
) -> Distribution[Panic]:
    """Return the outcomes, given the pairs of dice that pass, the Wounds for each D3 result, and the re-rolls.

    `wanting` lists the players that may re-roll, in order: True for those who want Wounds.
    """
    none = Panic(failed=False, wounds=0)
    outcomes = {
        rolled: none if rolled[:2] in passed else Panic(failed=True, wounds=wounds[rolled[2] - 1]) for rolled in ROLLS
    }
    after: dict[Rolled, Distribution[Panic]] = {rolled: certain(one) for rolled, one in outcomes.items()}
    means = {rolled: Fraction(one.wounds) for rolled, one in outcomes.items()}
    for wants in reversed(wanting):
        after, means = _rerolled(after, means, 1 if wants else -1)
    return mixture((after[rolled], 1) for rolled in ROLLS)


def _rerolled(
    after: dict[Rolled, Distribution[Panic]], means: dict[Rolled, Fraction], sign: int
) -> tuple[dict[Rolled, Distribution[Panic]], dict[Rolled, Fraction]]:
    """Apply a player's best re-roll of any of the three dice. `sign` is 1 if the player wants Wounds, else -1."""
    averages: dict[tuple[int, ...], Fraction] = {}
    mixed: dict[tuple[int, ...], Distribution[Panic]] = {}

    def average(kept: tuple[int, ...]) -> Fraction:
        if kept not in averages:
            reached = [means[one] for one in _completed(kept)]
            averages[kept] = sum(reached, Fraction(0)) / len(reached)
        return averages[kept]

    found, best = {}, {}
    for rolled in ROLLS:
        choices = [tuple(0 if again else face for face, again in zip(rolled, which, strict=True)) for which in _WHICH]
        kept = max(choices, key=lambda one: sign * average(one))  # of equally good ones, the fewest dice
        best[rolled] = average(kept)
        if kept not in mixed:
            mixed[kept] = mixture((after[one], 1) for one in _completed(kept))
        found[rolled] = mixed[kept]
    return found, best


_WHICH: Final = sorted(product((False, True), repeat=3), key=sum)
"""Every selection of dice to re-roll, those with the fewest dice first."""


def _completed(kept: tuple[int, ...]) -> Iterator[Rolled]:
    """Yield all rolls that can result from re-rolling the dice marked 0."""
    one, two, three = kept
    return product((one,) if one else FACES, (two,) if two else FACES, (three,) if three else D3)
