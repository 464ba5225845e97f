"""Rewards for the end of a match, and for changes of the evaluation."""

from __future__ import annotations

import re
from typing import Any

import pytest

from banneret.bots.judging import judging_of
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import Outcome
from banneret.rl import Episode, LearnerEnv, Observer, Task, returns


@pytest.mark.parametrize(
    ("places", "win", "place"),
    [
        (((2,), (0,), (1,)), [0.0, 0.0, 1.0], [0.0, -1.0, 1.0]),
        (((0, 1), (2,)), [0.5, 0.5, 0.0], [0.5, 0.5, -1.0]),
        (((0, 1, 2),), [1 / 3, 1 / 3, 1 / 3], [0.0, 0.0, 0.0]),
    ],
)
def test_the_end_of_a_match_is_worth_the_places(
    places: tuple[tuple[int, ...], ...], win: list[float], place: list[float]
) -> None:
    outcome = Outcome(places, (0, 0, 0), "test")
    assert returns(outcome, 3, "win") == win
    assert returns(outcome, 3, "place") == place


@pytest.mark.parametrize("term", ["total", "castles"])
def test_shaping_sums_up_to_the_change_of_the_evaluation(term: str) -> None:
    book = rulebook("thrones")
    task = Task(game="thrones", seats=3, shaping={term: 0.1})
    plain = Task(game="thrones", seats=3)
    observer = Observer(book)
    episode, same = Episode(task, 1, observer), Episode(plain, 1, observer)
    judging = judging_of(book)

    def worth(seat: int) -> float:
        evaluation = judging.evaluate(episode.match.state, seat)
        return 0.1 * {**evaluation.terms, "total": evaluation.total}.get(term, 0.0)

    before = [worth(seat) for seat in range(3)]
    total, bare = [0.0] * 3, [0.0] * 3
    while not episode.over:
        seat = episode.asked[0]
        total = [a + b for a, b in zip(total, episode.step(seat, 7), strict=True)]
        bare = [a + b for a, b in zip(bare, same.step(seat, 7), strict=True)]
    assert sum(bare) == pytest.approx(1.0)
    for seat in range(3):
        assert total[seat] == pytest.approx(bare[seat] + worth(seat) - before[seat])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"shaping": {"castle": 0.1}}, "shaping: no term 'castle'; thrones has approach, armies, cards, castles"),
        ({"reward": "wins"}, "reward: 'wins'; choose from win, place"),
        ({"rewards": "win"}, "there is no setting 'rewards'; choose from game, seats"),
        ({"most_steps": "many"}, "settings of thrones: Expected `int`, got `str` - at `$.most_steps`"),
    ],
)
@pytest.mark.parametrize("game", ["thrones", Task(game="thrones")])
def test_a_wrong_setting_is_an_error(game: str | Task, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        LearnerEnv(game, **settings)
