"""Pools of dice with symbols, the highest kept, re-rolls: compared with counting every case."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.dice import (
    Die,
    Distribution,
    Impossible,
    Symbols,
    best_rerolls,
    count_of,
    kept,
    numbered,
    pooled,
    successes,
    symbols,
    total,
)

RED = Die("red", [[], [], ["hit"], ["hit"], ["morale"], ["hit", "hit"], ["hit", "morale"], ["hit", "surge"]])
BLUE = Die("blue", [[], ["hit"], {"surge": 1}, {"surge": 2}])


def hits(rolled: Symbols) -> int:
    return count_of(rolled, "hit")


def test_symbols_are_counted_by_name() -> None:
    assert (
        symbols(["hit", "surge", "hit"]) == symbols({"hit": 2, "surge": 1, "morale": 0}) == (("hit", 2), ("surge", 1))
    )
    assert count_of(symbols(["hit"]), "surge") == 0
    with pytest.raises(ValueError, match="'hit'"):
        symbols({"hit": -1})


def test_a_die_without_faces_is_refused() -> None:
    with pytest.raises(ValueError, match="'bone' has no face"):
        Die("bone", [])
    with pytest.raises(ValueError, match="not 0"):
        numbered(0)
    assert repr(BLUE) == "Die('blue', [{}, {'hit': 1}, {'surge': 1}, {'surge': 2}])"


def test_a_pool_is_that_of_all_cases() -> None:
    dice = [RED, RED, BLUE]
    cases = Counter(
        symbols([name for face in case for name, number in face for _ in range(number)])
        for case in product(*(die.faces for die in dice))
    )
    found = pooled(die.roll for die in dice)
    assert {rolled: chance * 8 * 8 * 4 for rolled, chance in found.items()} == cases
    assert found.mean(hits) == 2 * Fraction(3, 4) + Fraction(1, 4)
    assert pooled([])[symbols()] == 1


@pytest.mark.parametrize("times", range(4))
def test_a_die_is_rolled_again_as_long_as_its_face_asks_for_it(times: int) -> None:
    found = RED.rerolled(lambda face: hits(face) == 0, times)
    assert found.chance(lambda face: hits(face) == 0) == Fraction(3, 8) ** (times + 1)
    assert sum(chance for _, chance in found.items()) == 1


@given(st.integers(0, 5), st.integers(0, 5), st.integers(1, 4), st.booleans())
def test_the_highest_kept_are_those_of_all_cases(dice: int, keep: int, sides: int, highest: bool) -> None:
    if keep > dice:
        with pytest.raises(ValueError, match=f"{keep} of {dice}"):
            kept(dice, numbered(sides), keep, highest=highest)
        return
    cases = Counter(tuple(sorted(case, reverse=highest)[:keep]) for case in product(range(1, sides + 1), repeat=dice))
    found = kept(dice, numbered(sides), keep, highest=highest)
    assert {shown: chance * sides**dice for shown, chance in found.items()} == cases


def test_the_highest_of_dice_that_are_not_even() -> None:
    """Values 0 (three of four) and 5: the highest of two is 5 in 7 of 16 cases."""
    die = Distribution({0: 3, 5: 1})
    assert kept(2, die, 1)[(5,)] == Fraction(7, 16)
    assert kept(2, die, 1, highest=False)[(0,)] == Fraction(15, 16)


def test_many_dice_are_no_burden() -> None:
    assert kept(30, numbered(6), 3)[(6, 6, 6)] == 1 - successes(30, Fraction(1, 6)).chance(lambda n: n < 3)


@pytest.mark.slow
@given(st.integers(0, 8), st.fractions(0, 1, max_denominator=12))
def test_successes_are_sums_of_single_ones(dice: int, chance: Fraction) -> None:
    single = Distribution([(1, chance), (0, 1 - chance)])
    assert successes(dice, chance) == total([single] * dice)


@pytest.mark.parametrize(("dice", "chance"), [(-1, Fraction(1, 2)), (1, Fraction(3, 2)), (1, Fraction(-1, 2))])
def test_a_chance_that_is_none_is_refused(dice: int, chance: Fraction) -> None:
    with pytest.raises(ValueError, match="chance of success"):
        successes(dice, chance)


class TestBestRerolls:
    faces = (symbols(), symbols(["hit"]), symbols(["hit", "hit"]))
    dice = (RED, RED, RED)

    def test_what_is_below_the_average_is_rolled_again(self) -> None:
        assert best_rerolls(self.faces, self.dice, 3, hits) == ((0,), 3 + Fraction(3, 4))

    def test_without_a_re_roll_nothing_changes(self) -> None:
        assert best_rerolls(self.faces, self.dice, 0, hits) == ((), Fraction(3))

    def test_worth_may_be_a_goal_that_only_a_risk_reaches(self) -> None:
        """Two dice with 0 and 1 hit beside one with 2: seven are out of reach, six need two from each of the others."""
        assert best_rerolls(self.faces, self.dice, 3, lambda rolled: hits(rolled) >= 7) == ((), Fraction(0))
        again, chance = best_rerolls(self.faces, self.dice, 3, lambda rolled: hits(rolled) >= 6)
        assert (again, chance) == ((0, 1), Fraction(1, 64))

    def test_faces_and_dice_belong_together(self) -> None:
        with pytest.raises(ValueError, match="3 dice need 3 faces, not 1"):
            best_rerolls(self.faces[:1], self.dice, 1, hits)
        with pytest.raises(Impossible, match="at most -1"):
            best_rerolls(self.faces, self.dice, -1, hits)
