"""Which objectives the units of each side can go to, and when they are there."""

from __future__ import annotations

import pytest

from banneret.games.icefire.bot.evaluation import Judge, Look
from banneret.games.icefire.bot.goals import Outlook, arrivals, future, future_from, trip_of
from banneret.games.icefire.content.editions import SEASON_6
from banneret.games.icefire.rules.table.ground import pose_of
from banneret.games.icefire.state import State
from banneret.plane import Point
from tests.games.icefire.scene import BOOKS, GUARDSMEN, SWORDS, laid

FOE = f"b {GUARDSMEN} 4 44 180"
MIDDLE: Point = (24_000, 24_000)


def reached(state: State, at: Point, unit: int = 0) -> float:
    """Return the round in which a unit can be at a place."""
    return arrivals(trip_of(state, unit), pose_of(state, unit), [at])[0]


def test_a_march_arrives_sooner_straight_ahead_and_a_round_later_if_the_unit_has_acted() -> None:
    state = laid(f"a {SWORDS} 24 15 0", FOE)
    assert reached(state, MIDDLE) == 1
    assert reached(state, (38_000, 15_000)) > reached(state, (24_000, 29_000)) > 1
    state.activated[0] = True
    assert reached(state, MIDDLE) == 2


def test_a_unit_goes_around_what_it_cannot_pass() -> None:
    free, barred, beside = (
        laid(f"a {SWORDS} 24 15 0", FOE, terrain=terrain, tokens=[MIDDLE])
        for terrain in ([], ["palisade 24 20 0"], ["palisade 40 20 0"])
    )
    assert reached(barred, MIDDLE) > reached(free, MIDDLE) == reached(beside, MIDDLE)
    judged = BOOKS[SEASON_6].judging.eye
    ahead = [judged._straight(state, 0, Look(state), 5_000) for state in (free, barred)]
    assert ahead[1] <= 0 < ahead[0]


def test_an_engaged_unit_arrives_later() -> None:
    state = laid(f"a {SWORDS} 24 15 0", f"b {GUARDSMEN} 24 19.8 180")
    assert state.contacts
    assert reached(state, (24_000, 6_000)) > reached(laid(f"a {SWORDS} 24 15 0", FOE), (24_000, 6_000))


def test_units_go_to_different_objectives() -> None:
    tokens = [(24_000, 24_000), (40_000, 24_000)]
    one = Outlook(laid(f"a {SWORDS} 24 15 0", FOE, tokens=tokens))
    both = Outlook(laid(f"a {SWORDS} 24 15 0", f"a {SWORDS} 28 15 0", FOE, tokens=tokens))
    assert [goal.at for goal in one.goals(0)] == tokens
    assert [goal.at for goal in both.goals(0)] == tokens[:1]
    assert [goal.at for goal in both.goals(1)] == tokens[1:]
    assert both.worth[0] > one.worth[0]


def test_what_a_friend_holds_is_no_goal_and_what_an_enemy_holds_counts_less() -> None:
    units = (f"a {SWORDS} 24 15 0", f"a {SWORDS} 24 24 0", FOE)
    held = Outlook(laid(*units, tokens=[MIDDLE], token_cards=[0], claims=[1]))
    assert held.goals(0) == []
    assert held.worth == [0, pytest.approx(held.worth[1])]
    taken = Outlook(laid(units[0], f"b {GUARDSMEN} 24 24 180", tokens=[MIDDLE], token_cards=[0], claims=[1]))
    free = Outlook(laid(units[0], FOE, tokens=[MIDDLE]))
    assert 0 < taken.worth[0] < free.worth[0]


def test_later_points_count_less_and_none_after_the_last_round() -> None:
    assert future(0) == 0
    assert future(1) == 1 < future(2) < 2
    worth = [future_from(2, when, 6) for when in (1, 2, 3, 6, 7)]
    assert worth[0] == worth[1] == future(5)
    assert worth[1] > worth[2] > worth[3] > worth[4] == 0


def test_the_first_release_knows_no_goals() -> None:
    state = laid(f"a {SWORDS} 24 6 0", FOE, tokens=[MIDDLE])
    former = BOOKS[SEASON_6].judging.former.judge
    assert former.terms(state)["prospects"] == [0, 0]
    assert Judge().terms(state)["prospects"][0] > 0
    assert former.post(state, 0, Look(state)).places == ()
