"""Imagining: a world that agrees with all that was shown, and has no way back to the truth."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from banneret.kernel.events import LoggedEvent
from banneret.kernel.journal import FORFEIT, SALT
from banneret.kernel.pile import mask_of
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import lock_imagine, lock_redeal, lock_twins, play_on, random_match, received, stand
from tests.kernel.helpers import Skirl as Match
from tests.kernel.helpers import asked, begin, finished, play_first, play_until, seat_asked, until_asked
from tests.kernel.toy_events import Drew


def test_the_same_seed_is_the_same_world() -> None:
    match = until_asked("scout")
    assert stand(match.imagine(0, 1)) == stand(match.imagine(0, 1)) == stand(match.clone().imagine([0], 1))
    assert stand(match.imagine(0, 1)) != stand(match.imagine(0, 2))
    assert stand(match.imagine(0, b"1")) != stand(match.imagine(0, 1))


def test_a_world_agrees_with_what_a_seat_knows_and_differs_in_the_rest() -> None:
    match = until_asked("scout")
    truth, worlds = match.state, [match.imagine(0, k).state for k in range(30)]
    for world in worlds:
        assert world.hands[0].cards == truth.hands[0].cards
        assert world.bids[0] == truth.bids[0]
        assert world.key != truth.key
    assert len({tuple(w.hands[1].cards) for w in worlds}) > 5
    assert len({tuple(w.deck.cards) for w in worlds}) == 30
    assert len({w.bids[1] for w in worlds}) > 2


def test_all_seats_together_have_no_secrets_of_each_other() -> None:
    match = until_asked("scout")
    world = match.imagine(range(3), 4).state
    assert [h.cards for h in world.hands] == [h.cards for h in match.state.hands]
    assert world.bids == match.state.bids
    assert world.deck.cards != match.state.deck.cards
    assert match.imagine(None, 4).state.bids != match.state.bids


@pytest.mark.slow
def test_what_was_seen_in_the_midst_of_a_rule_comes_again() -> None:
    for seed in range(12):
        match = until_asked("scout", seed=seed)
        seat = seat_asked(match)
        match.play(seat, "peek deck")
        top = match.state.deck.cards[0]
        assert {match.imagine(seat, k).state.deck.cards[0] for k in range(20)} == {top}
        assert len({match.imagine((seat + 1) % 3, k).state.deck.cards[0] for k in range(20)}) > 1
        for viewer in range(3):
            lock_imagine(match, viewer)
            lock_redeal(match, viewer)


def test_a_card_played_openly_from_a_hidden_hand_was_in_it() -> None:
    for seed in range(12):
        match = until_asked("toss", seed=seed)
        seat = seat_asked(match)
        match.play(seat, match.asking[seat].options[-1])
        tossed = match.state.discard[-2:]
        for k in range(10):
            world = match.imagine((seat + 1) % 3, k)
            assert world.state.discard[-2:] == tossed
            assert world.rulebook.audit(world.state) == []
        lock_imagine(match, (seat + 1) % 3, play_out=True)
        lock_redeal(match, (seat + 1) % 3)


@pytest.mark.slow
def test_a_world_is_as_likely_as_it_is_by_what_was_seen() -> None:
    """After a look at the deck, another seat's hand is any of what is left, as often as there are cards of it."""
    match = play_until(begin(seats=2, seed=8), asked("scout"))
    seat = seat_asked(match)
    match.play(seat, "peek deck")
    state, other = match.state, 1 - seat
    known = state.hands[seat].cards + state.stakes[seat].cards + state.discard + state.deck.cards[:1]
    left = Counter(["axe", "bow", "cup", "drum", "elk"] * 5) - Counter(known)
    total = sum(left.values())
    worlds = 4000
    counts = Counter(match.imagine(seat, k).state.hands[other].cards[0] for k in range(worlds))
    for card, n in left.items():
        expected = worlds * n / total
        assert abs(counts[card] - expected) < 4.5 * (expected**0.5), card


def test_sealed_answers_of_others_are_chosen_anew() -> None:
    match = begin()
    match.play(1, "bid 4")
    play_first(match, 1, 1)
    match.play(0, "bid 1")
    worlds = [match.imagine(0, k) for k in range(30)]
    assert all(w.view(0).sealed == {0: ("bid 1",)} for w in worlds)
    assert all(w.view(0).waiting == {0: "deciding", 1: "ready", 2: "deciding"} for w in worlds)
    assert len({w.view(1).sealed[1] for w in worlds}) > 5
    assert {w.view(2).sealed[2] for w in worlds} == {()}
    assert match.imagine([0, 1], 3).view(1).sealed[1][0] == "bid 4"


def test_one_that_decides_has_shown_nothing() -> None:
    match = begin()
    match.play(1, "bid 4")
    assert match.imagine(0, 1).view(1).sealed[1] == ()
    assert match.imagine(1, 1).view(1).sealed[1] == ("bid 4",)
    assert match.imagine(None, 1).view(1).sealed[1] == ()


def test_a_world_keeps_no_answer_object_and_no_salt() -> None:
    match = begin()
    match.play(0, "bid 1")
    match.add_salt(b"a salt of chance")
    world = match.imagine(0, 1)
    assert world.answers[0].action == match.answers[0].action
    assert world.answers[0].action is not match.answers[0].action
    assert not [a for a in world.answers if a.how == SALT]
    assert stand(match.imagine(0, 2).imagine(0, 1)) == stand(world)


def test_a_world_goes_its_own_way() -> None:
    match = until_asked("toss")
    before = stand(match)
    world = match.imagine(0, 5)
    twin = world.clone()
    play_on(world, Stream(derive_key("on")))
    play_on(twin, Stream(derive_key("on")))
    assert stand(world) == stand(twin) == stand(world.clone())
    assert world.outcome is not None
    assert stand(match) == before


def test_a_world_can_be_taken_back_in() -> None:
    for seed in range(8):
        match = until_asked("scout", seed=seed)
        seat = seat_asked(match)
        match.play(seat, "peek deck")
        world = match.imagine(seat, 5)
        before = stand(world)
        world.play(seat, "bury")
        world.undo(seat, consent=range(3), salt=b"salt of a world")
        assert world.asking[seat].kind == "bury"
        assert world.state.deck.cards == match.imagine(seat, 5).state.deck.cards
        assert before["view"]["game"] == stand(world)["view"]["game"]


def test_a_match_that_is_over_can_be_imagined() -> None:
    match = finished()
    world = match.imagine(1, 3)
    assert world.outcome == match.outcome
    assert received(world, 1) == received(match, 1)


def test_a_private_event_is_whole_for_those_who_saw_it() -> None:
    event = Drew(0, "axe")
    logged = LoggedEvent(7, event, 0b101)
    assert [logged.to(mask) for mask in (0b001, 0b100, 0b110)] == [event] * 3
    assert [logged.to(mask) for mask in (0, 0b010)] == [Drew(0, None)] * 2
    assert [LoggedEvent(7, event).to(mask) for mask in (0, 0b010)] == [event] * 2


def test_what_a_forfeit_left_sealed_stays_hidden() -> None:
    match = begin(seats=2)
    match.play(0, "bid 5")
    match.play(1, "bid 2")
    match.forfeit(1)
    assert match.outcome is not None
    world = match.imagine(1, 3)
    assert world.outcome == match.outcome
    assert [a.how for a in world.answers if a.seat == 0] == []
    assert [a.how for a in world.answers if a.seat == 1][-1] == FORFEIT
    lock_imagine(match, 1)
    lock_redeal(match, 1)


def test_the_marks_of_a_world_are_those_of_the_truth() -> None:
    match = until_asked("scout", seed=4)
    world = match.imagine(1, 2).state
    assert world.deck.known == match.state.deck.known
    assert [h.known for h in world.hands] == [h.known for h in match.state.hands]
    assert world.deck.seen_by(mask_of([1])) == match.state.deck.seen_by(mask_of([1]))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_the_locks_hold_at_every_question(seed: int) -> None:
    def look(match: Match) -> None:
        viewers: Any = [None, 0, 1, [0, 1]][len(match.answers) % 4]
        lock_redeal(match, viewers, worlds=1)
        lock_imagine(match, viewers)
        if len(match.answers) % 5 == 0:
            lock_twins(match, viewers, most=10)

    random_match("skirl", 2 + seed % 3, seed, on_question=look)
