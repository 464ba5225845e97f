"""The default number of seats: the maximum on a board, and two armies on a measured table."""

import pytest

from banneret.cli.play.play import checked_seats
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import Rulebook
from banneret.sim.arena import arena_plan


@pytest.mark.parametrize(
    ("book", "seats"), [("thrones", 6), ("battles", 2), ("icefire-s6", 2), ("icefire-2021", 2), ("runewars", 2)]
)
def test_a_match_of_which_nobody_says_how_many_play(book: str, seats: int) -> None:
    rules: Rulebook[object] = rulebook(book)
    assert seats in rules.seats
    assert rules.seats_at_first() == seats
    assert checked_seats(rules, None) == seats
    assert arena_plan(book, bots=["random"]).seats == seats
