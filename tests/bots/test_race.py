"""Candidates race each other in the same worlds."""

import math
from collections.abc import Callable
from random import Random
from typing import Any

from banneret.bots.judging import Glance, Judging
from banneret.bots.playouts import NEAR, leads
from banneret.bots.race import LEAST, SEEN, Playout, Racer, race, trusted, winner
from banneret.kernel.questions import Done, Pass, Yes


def _always(value: float) -> Callable[[int], Playout]:
    return lambda _: lambda _: value


def test_the_best_wins_and_is_looked_at_oftenest() -> None:
    def world(number: int) -> Playout:
        luck = Random(number)
        return lambda line: line + luck.gauss(0, 3)

    racers = race([0, 1, 2, 3, 4, 5, 6, 20], world, lambda done: done / 100)
    assert winner(racers).line == 20
    assert sum(racer.tried for racer in racers) <= 100
    assert winner(racers).tried == max(racer.tried for racer in racers)


def test_a_clear_race_ends_before_the_budget() -> None:
    racers = race([1, 2], lambda number: lambda line: line + number, lambda done: done / 1000)
    assert winner(racers).line == 2
    assert sum(racer.tried for racer in racers) == 2 * SEEN


def test_candidates_that_lead_to_the_same_end_the_race_and_the_first_wins() -> None:
    racers = race(["a", "b", "c"], _always(3.0), lambda done: done / 1000)
    assert winner(racers).line == "a"
    assert sum(racer.tried for racer in racers) < 30


def test_a_budget_too_small_for_all_goes_to_the_first() -> None:
    racers = race(["a", "b", "c"], _always(1.0), lambda done: done / 2)
    assert [racer.tried for racer in racers] == [1, 1, 0]
    assert winner(racers).line == "a"


def test_a_single_candidate_needs_no_race() -> None:
    racers = race(["a"], _always(1.0), lambda done: done / 1000)
    assert [racer.tried for racer in racers] == [1]


def _racers(**values: list[float]) -> list[Racer[str]]:
    racers = [Racer(line) for line in values]
    for racer in racers:
        for value in values[racer.line]:
            racer.add(value)
    return racers


def test_the_favourite_loses_only_to_a_candidate_that_is_clearly_better() -> None:
    clear = _racers(a=[1, 2, 3, 4], b=[2.0, 3.1, 4.0, 5.1])
    assert winner(clear).line == trusted(clear, "a", 2.0).line == "b"
    chance = _racers(a=[1, 2, 3, 4], b=[5, 1, 2, 3])
    assert winner(chance).line == "b"
    assert trusted(chance, "a", 2.0).line == "a"
    assert trusted(chance, "a", 0.0).line == "b"
    seldom = _racers(a=[1.0] * (LEAST - 1), b=[2.0] * LEAST)
    assert trusted(seldom, "a", 2.0).line == "a"
    assert trusted(seldom, "b", 2.0).line == "b"


def test_the_favourite_stays_in_the_race_until_it_is_clearly_worse() -> None:
    def world(number: int) -> Playout:
        luck = Random(number)
        return lambda line: 0.1 * line + luck.gauss(0, 3)

    racers = race(list(range(8)), world, lambda done: done / 100, favourite=0)
    assert racers[0].tried == winner(racers).tried
    assert race(list(range(8)), world, lambda done: done / 100)[0].tried < winner(racers).tried
    hopeless = race([0, 20, 21], lambda number: lambda line: line + number % 2, lambda done: done / 99, favourite=0)
    assert hopeless[0].tried == SEEN


def test_estimates_lead_in_a_race_as_if_seen_in_some_worlds() -> None:
    class Faithful(Judging[Any]):
        @property
        def faith(self) -> float:
            return 4.0

    options = [Yes(), Pass(), Done()]
    glance = Glance([1.0, 3.0, -math.inf])
    assert leads(Judging(), options, glance, options) is None
    assert leads(Faithful(), options, None, options) is None
    assert leads(Faithful(), options, glance, options) == [-8.0, 0.0, -4 * NEAR]
    assert leads(Faithful(), options, glance, options[:1]) == [0.0]
