"""Pools of dice, worked out by hand: equal faces, re-rolls, dice that are kept."""

from __future__ import annotations

from fractions import Fraction

import pytest

from banneret.games.runewars.odds.pool import Pool
from banneret.games.runewars.units.combat import Rerolls


def test_faces_that_count_alike_are_one() -> None:
    pool = Pool(["red", "red"], {"morale"})
    assert [one.face for one in pool.faces] == [(), ("hit",), ("hit", "hit"), ("hit", "surge")]
    assert [len(one.sides) for one in pool.faces] == [3, 3, 1, 1]
    assert pool.nothing == (0, 0, 0, 0)
    assert pool.shown(["red", "red"], [("morale",), ("hit", "morale")]) == (1, 1, 0, 0)
    assert pool.listed((1, 0, 0, 1)) == (["red", "red"], [(), ("hit", "surge")])
    assert pool.hidden((1, 1, 1, 1), "morale") == (1, 1, 0, 0)
    assert pool.hidden((1, 1, 1, 1), "hit") == (0, 0, 0, 0)
    assert Pool(["red"]).hidden((1,) * 6, "morale") == (0,) * 6
    assert list(pool.added((1, 0, 0, 0), "red")) == [
        ((2, 0, 0, 0), 3), ((1, 1, 0, 0), 3), ((1, 0, 1, 0), 1), ((1, 0, 0, 1), 1),
    ]  # fmt: skip  # several to a line
    assert list(pool.added((1, 0, 0, 0), "blue")) == []
    assert pool.removed((2, 0, 1, 0)) == [(1, 0, 1, 0), (2, 0, 0, 0)]
    assert [pool.missing(one) for one in ((0, 0, 0, 0), (1, 0, 0, 0), (1, 0, 1, 0))] == ["red", "red", None]


def hits(pool: Pool, shown: tuple[int, ...]) -> int:
    return sum(number * one.face.count("hit") for one, number in zip(pool.faces, shown, strict=True))


@pytest.mark.rule("rw:7.4a", "rw:7.4b")
def test_the_means_of_one_die_with_re_rolls() -> None:
    """0.75 hits; with a second roll, only an empty face is rolled again: 0.75 + 3/8 of 0.75; and once more."""
    pool = Pool(["red"], {"morale", "surge"})

    def mean(rerolls: Rerolls) -> Fraction:
        results = pool.results(pool.stages(rerolls, lambda shown: hits(pool, shown)))
        assert sum(results.values()) == 1
        return sum((hits(pool, shown) * chance for shown, chance in results.items()), Fraction(0))

    first = Fraction(3, 4)
    second = first + Fraction(3, 8) * first
    third = Fraction(1, 8) * 2 + Fraction(4, 8) * max(Fraction(1), second) + Fraction(3, 8) * second
    assert mean(Rerolls(0, 0)) == first
    assert mean(Rerolls(0, 1)) == mean(Rerolls(1, 0)) == second
    assert mean(Rerolls(1, 1)) == mean(Rerolls(2, 0)) == third


@pytest.mark.rule("rw:7.4a", "rw:7.4b")
def test_a_partial_rank_rolls_one_die_again_and_a_full_one_any() -> None:
    """Two red dice: all that show nothing are rolled again, or only one of them."""
    pool = Pool(["red", "red"], {"morale", "surge"})
    empty = Fraction(3, 8)

    def mean(rerolls: Rerolls) -> Fraction:
        results = pool.results(pool.stages(rerolls, lambda shown: hits(pool, shown)))
        return sum((hits(pool, shown) * chance for shown, chance in results.items()), Fraction(0))

    assert mean(Rerolls(0, 0)) == Fraction(3, 2)
    assert mean(Rerolls(1, 0)) == Fraction(3, 2) + 2 * empty * Fraction(3, 4)
    assert mean(Rerolls(0, 1)) == Fraction(3, 2) + (1 - (1 - empty) ** 2) * Fraction(3, 4)


@pytest.mark.parametrize("rerolls", [Rerolls(0, 1), Rerolls(1, 0), Rerolls(1, 1)])
def test_dice_are_kept_where_a_re_roll_is_worth_no_more(rerolls: Rerolls) -> None:
    """Dice of which every face is worth the same are kept, those that show the only worse face are rolled again."""
    pool = Pool(["red", "red"], {"morale", "surge"})
    both = pool.shown(["red", "red"], [(), ("hit",)])
    assert pool.stages(rerolls, lambda shown: float(len(shown))).choice(both) == (3.0, both)
    die = Pool(["red"], {"morale", "surge"})
    empty, hit = (die.shown(["red"], [face]) for face in ((), ("hit",)))
    stage = die.stages(rerolls, lambda shown: 0.5 if shown == empty else 1.0)
    assert stage.choice(empty)[1] == die.nothing
    assert stage.choice(hit) == (1.0, hit)


def test_dice_that_are_kept_are_not_rolled() -> None:
    """One red die lies there with a hit, the other one is rolled."""
    pool = Pool(["red", "red"], {"morale", "surge"})
    stage = pool.stages(Rerolls(0, 0), lambda shown: hits(pool, shown))
    kept = pool.shown(["red"], [("hit",)])
    found = {hits(pool, shown): chance for shown, chance in pool.results(stage, kept).items()}
    assert found == {1: Fraction(3, 8), 2: Fraction(4, 8), 3: Fraction(1, 8)}
