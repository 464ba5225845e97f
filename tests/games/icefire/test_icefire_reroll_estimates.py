"""Which re-rolls bots consider, and what they look worth at first sight."""

from __future__ import annotations

import math

import pytest

from banneret.games.icefire.actions import Reroll
from banneret.games.icefire.roll import Roll
from banneret.games.icefire.rules.combat.rerolls import RerollChooser
from banneret.games.icefire.state import State
from banneret.kernel.asks import Ask
from banneret.kernel.match import Match
from banneret.kernel.notation import write
from tests.games.icefire.scene import BOOKS, GUARDSMEN, SWORDS, asked, die, play, scene

BOOK = BOOKS["icefire-s6"]
CHARGE = ("a: charge b1", "a: pivot 0", "a: align center")


def considered(state: State, ask: Ask) -> dict[str, float]:
    """Return the estimates of the answers that bots may give, by notation."""
    found = BOOK.judging.glance(state, ask)
    assert found is not None
    estimates = zip(ask.options.listed, found.points, strict=True)
    return {write(option): points for option, points in estimates if points != -math.inf}


def now(match: Match[State]) -> dict[str, float]:
    ((_, ask),) = match.asking.items()
    return considered(match.state, ask)


def charge(tokens: str, *more: int) -> Match[State]:
    """Charge a unit with tokens; the attack dice show 1, 2, 3, 4, 5, 6 and 6; then come more dice."""
    chance = die(5, 1, 2, 3, 4, 5, 6, 6, *more)
    return play(scene(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 28 180 | {tokens}", chance=chance), *CHARGE)


def rolled_again(match: Match[State], *dice: int) -> dict[str, float]:
    """Return what the owner of the unit considers that may roll a Panic Test again, with two dice and a D3."""
    return considered(match.state, Ask(1, RerollChooser(Roll(list(dice), 2), 1, "test", "icefire:reroll.1")))


def test_of_free_re_rolls_only_all_misses_are_considered() -> None:
    assert now(charge("")) == {"reroll 1 2 3": pytest.approx(1.5)}


def test_a_token_is_spent_for_all_successes_or_not_at_all() -> None:
    match = play(charge("vulnerable", 4, 4, 4, 1, 2, 5, 5, 5, 5, 5, 5, 6), "a: reroll 1 2 3")
    assert asked(match) == ("a", "reroll.vulnerable")
    answers = now(match)
    assert answers.pop("pass") == 0
    ((answer, worth),) = answers.items()
    assert worth > 0
    assert not {"1", "2"} & set(answer.split())


def test_a_panicked_token_is_spent_where_a_test_has_passed() -> None:
    passed = play(charge("panicked", 4, 4, 4, *[1] * 9, 4, 5, 1), "a: reroll 1 2 3")
    assert asked(passed) == ("a", "reroll.panicked")
    assert set(now(passed)) == {"pass", "reroll 4 5 d3-1"}
    failed = play(charge("panicked", 4, 4, 4, *[1] * 9, 1, 1, 3), "a: reroll 1 2 3")
    assert now(failed)["pass"] == max(now(failed).values())


def test_a_failed_test_is_rolled_again_and_a_passed_one_is_not() -> None:
    match = charge("")
    failed = rolled_again(match, 1, 2, 3)
    assert failed["pass"] < max(failed.values())
    passed = rolled_again(match, 5, 6, 1)
    assert passed["pass"] == max(passed.values()) == 0
    assert rolled_again(match, 1, 3, 3).keys() == {"pass", "reroll 1 3 d3-3"}


def test_re_rolls_without_a_known_purpose_have_no_estimate() -> None:
    match = charge("")
    ask = Ask(0, RerollChooser(Roll([3]), 0, "distance", "icefire:reroll.1"))
    assert BOOK.judging.glance(match.state, ask) is None


def test_the_levels_of_the_first_release_keep_their_judgement() -> None:
    former = BOOK.judging.former
    assert (former.resolute, former.faith) == (False, 0)
    match = charge("")
    ((_, ask),) = match.asking.items()
    found = former.glance(match.state, ask)
    assert found is not None
    assert min(found.points) > -math.inf
    assert found.points[ask.options.listed.index(Reroll(("1", "2", "3")))] == max(found.points)
    test = Ask(1, RerollChooser(Roll([1, 2, 3], 2), 1, "test", "icefire:reroll.1"))
    assert former.glance(match.state, test) is None
