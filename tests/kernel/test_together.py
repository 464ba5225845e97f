"""Deciding together: sealed until all are in, and the same however the answers come in."""

from __future__ import annotations

import itertools

import pytest

from banneret.kernel.choosers import IllegalAction
from banneret.kernel.record import Record
from banneret.testing.conformance import check_interleaving, random_match, received, stand
from tests.kernel.helpers import Skirl as Match
from tests.kernel.helpers import begin, first, play_first

ANSWERS = {0: ["bid 2", "", "posture lurk"], 1: ["bid 0", ""], 2: ["bid 5", "", "posture boast"]}


def play_in(order: tuple[int, ...]) -> Match:
    match = begin(seed=6)
    at = dict.fromkeys(ANSWERS, 0)
    for seat in order:
        match.play(seat, ANSWERS[seat][at[seat]] or first(match, seat))
        at[seat] += 1
    return match


def test_who_has_answered_everything_is_ready() -> None:
    assert play_in(()).ready == play_in((0, 0, 1)).ready == ()
    assert play_in((1, 1)).ready == (1,)
    assert play_in((1, 1, 0, 0, 2, 2, 2)).ready == (1, 2)
    assert play_in((1, 1, 0, 0, 2, 2, 2, 0)).ready == ()  # nobody is deciding simultaneously any more


def test_every_interleaving_is_the_same_match() -> None:
    orders = sorted(set(itertools.permutations((0, 0, 0, 1, 1, 2, 2, 2))))
    assert len(orders) == 560
    ends = {(m.digest(), Record.of(m).hash(), str(stand(m))) for m in map(play_in, orders[::7])}
    assert len(ends) == 1


def test_every_interleaving_is_the_same_before_it_closes() -> None:
    orders = sorted(set(itertools.permutations((0, 0, 1, 1, 2))))
    ends = {(m.digest(), Record.of(m).hash(), str(stand(m))) for m in map(play_in, orders)}
    assert len(ends) == 1


@pytest.mark.parametrize("seed", range(8))
def test_random_matches_do_not_depend_on_who_answers_first(seed: int) -> None:
    check_interleaving(random_match("skirl", 2 + seed % 3, seed))


def test_others_see_only_who_decides() -> None:
    match = begin()
    before = {seat: received(match, seat) for seat in range(3)}
    nobody = received(match, None)
    match.play(1, "bid 4")
    play_first(match, 1)
    assert received(match, 0) == before[0]
    assert received(match, None) == nobody
    match.play(1, "posture lurk")
    assert match.view(0).waiting == {0: "deciding", 1: "ready", 2: "deciding"}
    assert match.view(0).sealed == {0: ()}
    assert match.view(None).sealed == {}
    assert match.view(0).game.hands[1] == (None,) * 3
    assert match.view(1).sealed[1][0] == "bid 4"
    assert match.view([1, 2]).sealed.keys() == {1, 2}


def test_a_ready_seat_is_not_asked_and_may_change_its_mind() -> None:
    match = begin()
    match.play(0, "bid 1")
    play_first(match, 0, 0)
    with pytest.raises(IllegalAction):
        match.play(0, "bid 2")
    for _ in range(3):
        match.undo(0)
    match.play(0, "bid 2")
    assert match.view(0).sealed[0] == ("bid 2",)


def test_answers_stand_in_seat_order_once_all_are_in() -> None:
    match = begin()
    for seat in (2, 1, 0):
        match.play(seat, "bid 1")
    for seat in (2, 0, 1):
        play_first(match, seat, seat)
    assert [a.seat for a in match.answers] == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_nothing_is_told_while_seats_decide() -> None:
    match = begin()
    before = match.events
    match.play(0, "bid 1")
    play_first(match, 0, 0)
    assert match.events == before
