"""The schedule of an arena: every bot in every seat equally often."""

from collections import Counter

import pytest

from banneret.sim.schedule import ArenaPlan, line_up


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("entries", range(1, 10))
def test_in_a_block_every_entry_sits_in_every_seat_once(entries: int, seats: int) -> None:
    for block in range(3):
        games = [line_up(entries, seats, block * entries + turn, 7) for turn in range(entries)]
        met = Counter((seat, entry) for game in games for seat, entry in enumerate(game))
        assert met == {(seat, entry): 1 for seat in range(seats) for entry in range(entries)}


@pytest.mark.parametrize(("entries", "seats"), [(2, 6), (4, 6), (6, 6), (8, 6), (5, 3), (2, 3)])
def test_in_a_game_no_entry_sits_more_often_than_another_by_more_than_once(entries: int, seats: int) -> None:
    for game in range(4 * entries):
        times = Counter(line_up(entries, seats, game, 1))
        assert max(times.values()) - min(times[entry] for entry in range(entries)) <= 1


def test_neighbours_change_from_block_to_block() -> None:
    beside = Counter()  # type: Counter[tuple[int, int]]
    for game in range(600):
        seats = line_up(6, 6, game, 1)
        beside.update((seats[at], seats[(at + 1) % 6]) for at in range(6))
    assert len(beside) == 30
    assert min(beside.values()) > 60  # of 120 on the average


def test_the_schedule_depends_on_the_seed_alone() -> None:
    plans = [ArenaPlan("thrones", 6, ("a", "b"), seed) for seed in (1, 1, 2)]
    first, same, other = ([plan.line_up(game) for game in range(20)] for plan in plans)
    assert first == same != other
