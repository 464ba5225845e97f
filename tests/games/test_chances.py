"""Every game estimates each seat's chance to win, and the estimates are right more often than not."""

import math
from random import Random
from typing import Any

import pytest

from banneret.bots.judging import Judging, judging_of
from banneret.bots.playouts import pick
from banneret.bots.winning import certain
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match

DUELS: list[tuple[str, dict[str, Any]]] = [
    ("battles", {}),
    ("runewars", {"size": "skirmish"}),
    ("icefire-s6", {"points": 20}),
    ("icefire-2021", {"points": 20}),
]
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *[(book, 2, options) for book, options in DUELS],
    ("battles", 2, {"scenario": "open-field"}),
    ("runewars", 2, {}),
    ("runewars", 3, {}),
    ("runewars", 4, {}),
    ("icefire-s6", 2, {"points": 30, "mode": "clash-of-kings"}),
    ("icefire-s6", 3, {}),
    ("icefire-s6", 4, {"teams": True}),
    ("icefire-2021", 2, {"points": 40}),
    ("icefire-2021", 4, {}),
]


def _courses(book: str, seats: int, options: dict[str, Any], seed: int) -> tuple[Match[Any], list[list[float]]]:
    """Play a match at first sight; return it, and the chances after every 20 answers and at the end."""
    match: Match[Any] = new_match(book, seats=seats, seed=seed, options=options, events=False)
    judge, luck = judging_of(match.rulebook), Random(seed)
    found = []
    while match.asking:
        seat, ask = next(iter(match.asking.items()))
        if len(match.answers) % 20 == 0:
            found.append(_of(judge, match))
        match.play(seat, pick(match, ask, judge, luck.random, 1.0))
    return match, [*found, _of(judge, match)]


def _of(judge: Judging[Any], match: Match[Any]) -> list[float]:
    chances = judge.chances(match.state)
    assert chances is not None
    return chances


@pytest.mark.parametrize(("book", "seats", "options"), TABLES)
def test_chances_add_up_and_are_certain_at_the_end(book: str, seats: int, options: dict[str, Any]) -> None:
    match, course = _courses(book, seats, options, seed=5)
    for chances in course:
        assert len(chances) == seats
        assert sum(chances) == pytest.approx(1)
    assert all(0 < chance < 1 for chance in course[0])
    assert match.outcome is not None
    assert course[-1] == certain(match.outcome, seats)


@pytest.mark.slow
@pytest.mark.parametrize(("book", "options"), DUELS)
def test_estimates_say_more_about_the_winner_than_equal_chances(book: str, options: dict[str, Any]) -> None:
    """Which matches are decided by luck is luck as well: the mean over many positions of several matches counts."""
    logarithms = []
    for seed in range(24):
        match, course = _courses(book, 2, options, seed)
        assert match.outcome is not None
        final = certain(match.outcome, 2)
        logarithms += [math.fsum(map(_logarithm, chances, final)) / len(course) for chances in course[:-1]]
    assert math.fsum(logarithms) / 24 > 0.95 * math.log(0.5)


def _logarithm(chance: float, share: float) -> float:
    return share * math.log(chance) if share else 0.0


@pytest.mark.parametrize(("book", "options"), DUELS)
def test_the_former_levels_and_styles_search_for_points(book: str, options: dict[str, Any]) -> None:
    match: Match[Any] = new_match(book, seats=2, seed=1, options=options, events=False)
    assert not judging_of(match.rulebook, legacy=True).by_chances
    styles = judging_of(match.rulebook).styles
    assert styles
    assert not any(style.by_chances for style in styles.values())
    assert {tuple(_of(style, match)) for style in styles.values()} == {tuple(_of(judging_of(match.rulebook), match))}
