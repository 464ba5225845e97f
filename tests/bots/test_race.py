"""Candidates race each other in the same worlds."""

from collections.abc import Callable
from random import Random

from banneret.bots.race import SEEN, Playout, race, winner


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
