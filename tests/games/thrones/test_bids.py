"""Mixed bids: what a house gains by them against what the others bid."""

from __future__ import annotations

import math
from typing import Any

import pytest

from banneret.bots import make_bot
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.games.thrones.bot.bids import Bidding, Bids
from banneret.games.thrones.bot.evaluation import Judge
from banneret.games.thrones.rulebook import ThronesRulebook
from banneret.games.thrones.state import KINGS_COURT, State
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match

HARMLESS, DEADLY = "silence-at-the-wall", "mammoth-riders"


def table(tokens: list[int], seats: int = 6) -> State:
    state: State = new_match("thrones", seats=seats, seed=1, events=False).state
    state.available[:] = tokens
    return state


def against(state: State, seat: int, strength: int) -> Bids:
    return Bidding(Judge()).against_wildlings(state, seat, strength)


def mean(bids: Bids) -> float:
    return math.fsum(bid * share for bid, share in enumerate(bids.mixture))


@pytest.mark.parametrize("strength", [2, 6, 12])
def test_a_bid_for_each_number_of_tokens_and_nothing_certain_among_equals(strength: int) -> None:
    state = table([6] * 6)
    for seat in range(6):
        bids = against(state, seat, strength)
        assert len(bids.gains) == len(bids.mixture) == 7
        assert math.fsum(bids.mixture) == pytest.approx(1)
    assert any(max(against(state, seat, strength).mixture) < 0.9 for seat in range(6))


def test_together_houses_repel_some_attacks_and_not_all() -> None:
    state = table([7] * 6)
    together = [math.fsum(mean(against(state, seat, strength)) for seat in range(6)) for strength in (6, 12)]
    assert 4 < together[0] < 8
    assert 9 < together[1] < 15


def test_whoever_alone_has_tokens_repels_the_wildlings_with_as_many_as_it_takes() -> None:
    state = table([0, 9, 0], seats=3)
    assert against(state, 1, 4).mixture[4] == 1


def test_one_token_more_than_the_others_is_enough_if_the_attack_cannot_be_repelled() -> None:
    state = table([0, 6, 0], seats=3)
    assert against(state, 1, 12).mixture[1] == 1


def test_a_house_that_has_seen_a_harmless_card_bids_less_than_one_that_has_seen_a_deadly_one() -> None:
    found = {}
    for card in (HARMLESS, DEADLY):
        state = table([6] * 6)
        pile = state.wildlings
        at = pile.cards.index(card)
        pile.cards[0], pile.cards[at] = card, pile.cards[0]
        pile.known[0] = 1 << 2
        found[card] = mean(against(state, 2, 8))
        others = mean(against(state, 3, 8))
        pile.known[0] = 0
        assert others == mean(against(state, 3, 8))  # it has seen nothing
    assert found[HARMLESS] == 0
    assert found[DEADLY] > 1


def test_the_court_is_worth_more_than_a_place_nobody_contests() -> None:
    state = table([5] * 6)
    contested = Bidding(Judge()).for_track(state, 0, KINGS_COURT)
    state.available[1:] = [0] * 5
    alone = Bidding(Judge()).for_track(state, 0, KINGS_COURT)
    assert mean(contested) > 1.5
    assert alone.mixture[1] == 1 or alone.mixture[0] == 1


def bidding(seed: int) -> Match[Any]:
    """Return a match at its first auction."""
    match = new_match("thrones", seats=3, seed=seed, events=False)
    while not any(ask.kind.endswith("-bid") for ask in match.asking.values()):
        seat = min(match.asking)
        match.play(seat, make_bot("random", len(match.answers)).choose(Player(match, seat, 1)))
    return match


@pytest.mark.parametrize("name", ["greedy", "search:5"])
def test_bots_draw_their_bids_from_the_mixture(name: str) -> None:
    match = bidding(3)
    seat = min(match.asking)
    match.state.available[:] = [6, 6, 6]
    match = Player(match, seat, 1).imagine(1)
    glance = judging_of(ThronesRulebook()).glance(match.state, match.asking[seat])
    assert glance is not None
    assert glance.mixed is not None
    seen = {make_bot(name, seed).choose(Player(match, seat, 1)).tokens for seed in range(12)}  # type: ignore[union-attr]
    assert len(seen) > 1
    assert all(glance.mixed[tokens] > 0 for tokens in seen)
    assert make_bot(name, 4).choose(Player(match, seat, 1)) == make_bot(name, 4).choose(Player(match, seat, 1))
