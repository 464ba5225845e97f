"""The beginner makes sense, is sometimes wrong, and does not always play the same."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.bots import BeginnerBot, GreedyBot
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.kernel import notation
from banneret.kernel.match import Match
from tests.bots.matches import middle, play

GAMES = {"thrones": 3, "battles": 2, "icefire-s6": 2, "icefire-2021": 2, "runewars": 2}


def regrets(match: Match[Any], answers: int) -> list[float]:
    """Return how much worse than the best each of many answers of beginners looks."""
    seat = min(match.asking)
    found = []
    for seed in range(answers):
        player = Player(match, seat, 1)
        answer = BeginnerBot(seed).choose(player)
        ask = match.asking[seat]
        glance = judging_of(match.rulebook).glance(match.state, ask)
        assert glance is not None
        found.append(max(glance.points) - glance.points[list(ask.options.listed).index(answer)])
    return found


def test_most_answers_look_good_and_a_few_do_not() -> None:
    found = sorted(regrets(middle("thrones", 6, 1, 0), 60))
    assert found[30] < 6
    assert found[-1] > 6


@pytest.mark.parametrize("bot", [BeginnerBot, GreedyBot])
def test_an_opening_is_not_always_the_same(bot: type[BeginnerBot | GreedyBot]) -> None:
    match = middle("thrones", 6, 1, 0)
    openings = set()
    for seed in range(5):
        twin = match.clone()
        one = bot(seed)
        while 0 in twin.asking and twin.state.step == match.state.step:
            twin.play(0, one.choose(Player(twin, 0, 1)))
        openings.add(tuple(notation.write(answer.action) for answer in twin.answers if answer.seat == 0))
    assert len(openings) > 1


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_answers_in_every_game(game: str) -> None:
    names = ["easy"] * GAMES[game]
    first, troubles = play(game, names, seed=2, most=25)
    again, _ = play(game, names, seed=2, most=25)
    assert troubles == []
    assert [answer.action for answer in first.answers] == [answer.action for answer in again.answers]


def test_nothing_hidden_changes_an_answer() -> None:
    for decisions in (3, 30, 75):
        match = middle("thrones", 3, decisions, decisions)
        seat = min(match.asking)
        redealt = match.imagine(seat, 77)
        assert BeginnerBot(1).choose(Player(match, seat, 5)) == BeginnerBot(1).choose(Player(redealt, seat, 5))


@pytest.mark.slow
def test_it_beats_a_bot_that_answers_at_random() -> None:
    won = 0
    for seed in range(4):
        names = ["random"] * 3
        names[seed % 3] = "easy"
        match, _ = play("thrones", names, seed)
        assert match.outcome is not None
        won += match.outcome.places[0] == (seed % 3,)
    assert won >= 3
