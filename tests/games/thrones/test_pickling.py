"""Matches and players go to other processes: what arrives there is what was sent, and tells no more."""

from __future__ import annotations

import pickle
from random import Random

import banneret
from banneret.bots.player import Player
from banneret.kernel.record import Record


def test_a_match_that_was_pickled_stands_where_it_stood() -> None:
    random = Random(1)
    match = banneret.new_match("thrones", seats=4, seed=5)
    for number in range(120):
        if number % 10 == 0:
            twin = pickle.loads(pickle.dumps(match))  # noqa: S301  # our own bytes
            assert twin.digest() == match.digest()
            assert twin.events == match.events
            assert Record.of(twin).hash() == Record.of(match).hash()
            for seat, ask in match.asking.items():
                assert list(twin.asking[seat].options) == list(ask.options)
        seat = random.choice(list(match.asking))
        match.play(seat, random.choice(match.asking[seat].options.listed))


def test_a_player_that_was_pickled_imagines_the_same_worlds() -> None:
    random = Random(2)
    match = banneret.new_match("thrones", seats=3, seed=9)
    for number in range(90):
        seat = random.choice(list(match.asking))
        if number % 10 == 0:
            player = Player(match, seat, number)
            again = pickle.loads(pickle.dumps(player))  # noqa: S301  # our own bytes
            assert again.view == player.view
            assert again.imagine(4).digest() == player.imagine(4).digest()
        match.play(seat, random.choice(match.asking[seat].options.listed))


def test_a_pickled_player_holds_no_key_of_the_match() -> None:
    match = banneret.new_match("thrones", seats=3, seed=9)
    assert match.origin.key is not None
    assert match.origin.key not in pickle.dumps(Player(match, 0, 1))
