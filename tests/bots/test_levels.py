"""The levels: all play every game, the weaker ones err, and none always opens in the same way."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from banneret.bots import LEVELS, FallibleBot, SearchBot, WeighingBot, make_bot, play_for, search
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.games.runewars.bot import judging
from banneret.kernel import notation, registry
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from tests.bots import climb
from tests.bots.matches import middle, play

GAMES = {"thrones": 3, "battles": 2, "icefire-s6": 2, "icefire-2021": 2, "runewars": 2}


def regrets(match: Match[Any], answers: int) -> list[float]:
    """Return how much worse than the best each of many answers of beginners looks."""
    seat = min(match.asking)
    found = []
    for seed in range(answers):
        player = Player(match, seat, 1)
        answer = FallibleBot(seed).choose(player)
        ask = match.asking[seat]
        glance = judging_of(match.rulebook).glance(match.state, ask)
        assert glance is not None
        found.append(max(glance.points) - glance.points[list(ask.options.listed).index(answer)])
    return found


def test_most_answers_look_good_and_a_few_do_not() -> None:
    found = sorted(regrets(middle("thrones", 6, 1, 0), 60))
    assert found[30] < 6
    assert found[-1] > 6


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["beginner", "strong", "expert"])
def test_an_opening_is_not_always_the_same(game: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the same position, the seeds of the bots decide, even if a search has few playouts."""
    monkeypatch.setattr(type(judging_of(registry.rulebook(game))), "playouts", 12)
    monkeypatch.setattr(type(judging_of(registry.rulebook(game))), "plan_playouts", 4)
    openings = set()
    for seed in range(3):
        match, troubles = play(game, [level] * GAMES[game], seed=seed, position=1, most=14)
        assert troubles == []
        openings.add(tuple(notation.write(answer.action) for answer in match.answers))
    assert len(openings) > 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["beginner", "skilled"])
def test_the_same_seed_gives_the_same_answers_in_every_game(game: str, level: str) -> None:
    names = [level] * GAMES[game]
    first, troubles = play(game, names, seed=2, most=14)
    again, _ = play(game, names, seed=2, most=14)
    assert troubles == []
    assert [answer.action for answer in first.answers] == [answer.action for answer in again.answers]


def test_an_expert_searches_as_often_as_the_game_says(monkeypatch: pytest.MonkeyPatch) -> None:
    match = middle("battles", 2, 3, 12)
    player = Player(match, min(match.asking), 1)
    judge = judging_of(match.rulebook)
    monkeypatch.setattr(type(judge), "playouts", 9)
    weighing = make_bot("expert", 4)
    assert isinstance(weighing, WeighingBot)
    tried = [one.tried for one in weighing.weigh(player)]
    assert 2 <= sum(tried) <= 9
    assert make_bot("expert", 4).choose(player) == SearchBot(4, iterations=9).choose(player)


def test_plans_have_a_budget_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    match = middle("thrones", 3, 1, 0)
    player = Player(match, min(match.asking), 1)
    monkeypatch.setattr(type(judging_of(match.rulebook)), "plan_playouts", 12)
    for level in (make_bot("expert", 4), SearchBot(4, iterations=9, planned=12)):
        assert isinstance(level, WeighingBot)
        assert sum(one.tried for one in level.weigh(player)) <= 12


def test_plans_have_fewer_playouts_in_large_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A playout of many units takes longer, so that the same budget would reach the deadline."""
    monkeypatch.setattr(judging, "PLAN_WORK", 90)
    tried = {}
    for size in ("skirmish", "standard"):
        match = new_match("runewars", seats=2, seed=3, options={"size": size})
        bots = {seat: make_bot("greedy", seat) for seat in range(2)}
        while match.asking[min(match.asking)].kind != "dials":
            play_for(bots, match, min(match.asking), seed=1, once=True)
        judge = judging_of(match.rulebook)
        units = sum(pose is not None for pose in match.state.poses)
        assert judge.plan_budget(match.state) == 90 // units
        weighing = make_bot("expert", 4)
        assert isinstance(weighing, WeighingBot)
        seat = min(match.asking)
        # among plans that begin with the same answer, only the one tried most often is reported
        tried[size] = sum(one.tried for one in weighing.weigh(Player(match, seat, 1)))
        assert 2 <= tried[size] <= 90 // units
    assert tried["standard"] < tried["skirmish"]


def test_no_plan_has_more_playouts_than_the_game_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = judging_of(registry.rulebook("runewars"))
    monkeypatch.setattr(type(judge), "plan_playouts", 1)
    assert judge.plan_budget(middle("runewars", 2, 3, 0, size="skirmish").state) == 1


@pytest.mark.parametrize("plans", [1, 5])
def test_a_game_says_how_many_plans_race_and_how_much_they_vary(plans: int, monkeypatch: pytest.MonkeyPatch) -> None:
    match = middle("thrones", 3, 1, 0)
    player = Player(match, min(match.asking), 1)
    judge = judging_of(match.rulebook)
    monkeypatch.setattr(type(judge), "plans", plans)
    found = search._Search(player, 4, judge)
    made = found._plans(Random(4).random, lambda _: 0.0)
    assert 1 <= len(made) <= plans
    if plans == 1:
        return
    monkeypatch.setattr(type(judge), "stray", 0.0)
    assert len(found._plans(Random(4).random, lambda _: 0.0)) < len(made)


def test_without_an_evaluation_the_end_of_the_match_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Climbing is better than resting, but only the end of the match shows it; a beginner looks at it too rarely."""
    monkeypatch.setattr(climb, "WAYS", tuple(way[::-1] for way in climb.WAYS))  # the first option is not the best
    book = climb.ClimbRulebook()
    book.judging = None
    monkeypatch.setitem(registry.REGISTRY.books, book.id, book)
    match = new_match("climb", seats=2, seed=1, events=False)
    climbed = {
        level: sum(make_bot(level, seed).choose(Player(match, 0, seed)) == climb.Go("climb") for seed in range(20))
        for level in LEVELS
    }
    assert climbed["expert"] >= 18, climbed
    assert climbed["beginner"] < 18
    assert climbed["beginner"] > 0


@pytest.mark.parametrize("level", ["beginner", "casual", "skilled", "strong"])
def test_nothing_hidden_changes_an_answer(level: str) -> None:
    for decisions in (3, 30, 75):
        match = middle("thrones", 3, decisions, decisions)
        seat = min(match.asking)
        redealt = match.imagine(seat, 77)
        assert make_bot(level, 1).choose(Player(match, seat, 5)) == make_bot(level, 1).choose(Player(redealt, seat, 5))


@pytest.mark.slow
def test_a_beginner_beats_a_bot_that_answers_at_random() -> None:
    won = 0
    for seed in range(4):
        names = ["random"] * 3
        names[seed % 3] = "beginner"
        match, _ = play("thrones", names, seed)
        assert match.outcome is not None
        won += match.outcome.places[0] == (seed % 3,)
    assert won >= 3
