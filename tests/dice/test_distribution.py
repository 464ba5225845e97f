"""Distributions are exact: compared with counting every case."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.dice import Distribution, Impossible, certain, mixture, numbered, repeated, total, uniform

WEIGHTS = st.dictionaries(st.integers(-3, 6), st.integers(0, 5), min_size=1).filter(lambda w: any(w.values()))
DISTRIBUTIONS = WEIGHTS.map(Distribution)


@pytest.mark.slow
@given(WEIGHTS)
def test_weights_of_any_scale_become_chances_that_add_up_to_1(weights: dict[int, int]) -> None:
    found = Distribution(weights)
    assert sum(chance for _, chance in found.items()) == 1
    for outcome, weight in weights.items():
        assert found[outcome] == Fraction(weight, sum(weights.values()))
    assert found == Distribution({outcome: 7 * weight for outcome, weight in weights.items()})
    assert hash(found) == hash(Distribution(reversed(list(weights.items()))))


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: -1, 2: 5}])
def test_chances_that_are_none_are_refused(weights: dict[int, int]) -> None:
    with pytest.raises(Impossible):
        Distribution(weights)


@pytest.mark.parametrize("dice", range(5))
def test_the_sum_of_dice_is_that_of_all_cases(dice: int) -> None:
    cases = [sum(case) for case in product(range(1, 7), repeat=dice)]
    found = total([numbered(6)] * dice)
    assert {outcome: chance * 6**dice for outcome, chance in found.items()} == {one: cases.count(one) for one in cases}
    assert found.mean(int) == Fraction(7, 2) * dice
    assert found.variance(int) == Fraction(35, 12) * dice


@pytest.mark.slow
@given(DISTRIBUTIONS, DISTRIBUTIONS)
def test_sums_have_the_sum_of_means_and_variances(one: Distribution[int], other: Distribution[int]) -> None:
    both = one.with_(other, lambda a, b: a + b)
    assert both.mean(int) == one.mean(int) + other.mean(int)
    assert both.variance(int) == one.variance(int) + other.variance(int)
    assert both == total([other, one])


@pytest.mark.slow
@given(DISTRIBUTIONS, st.integers(-3, 6))
def test_what_is_known_and_what_is_not_make_up_the_whole(one: Distribution[int], limit: int) -> None:
    chance = one.chance(lambda n: n >= limit)
    if chance == 0:
        with pytest.raises(Impossible, match="no outcome"):
            one.given(lambda n: n >= limit)
        return
    parts = [(one.given(lambda n: n >= limit), chance)]
    if chance < 1:
        parts.append((one.given(lambda n: n < limit), 1 - chance))
    assert mixture(parts) == one


def test_chance_goes_on_from_an_outcome() -> None:
    """A one is rolled again, once: 1/36 to stay a one, 7/36 for every other number."""
    found = numbered(6).then(lambda n: numbered(6) if n == 1 else certain(n))
    assert found[1] == Fraction(1, 36)
    assert [found[n] for n in range(2, 7)] == [Fraction(7, 36)] * 5


def test_repetitions_are_joined_one_by_one() -> None:
    longest = repeated(numbered(4), 3, 0, max)
    assert [longest[n] * 64 for n in range(1, 5)] == [1, 7, 19, 37]
    assert repeated(numbered(4), 0, 9, max) == certain(9)
    with pytest.raises(ValueError, match="must not be negative: -1"):
        repeated(numbered(4), -1, 0, max)


def test_an_outcome_is_shown_with_its_chance() -> None:
    assert repr(uniform("ab")) == "Distribution({'a': 1/2, 'b': 1/2})"
    assert list(uniform("aba")) == ["a", "b"]
    assert len(uniform("aba")) == 2
    assert uniform("aba").map(str.upper)["A"] == Fraction(2, 3)
    assert uniform("ab") != "ab"
