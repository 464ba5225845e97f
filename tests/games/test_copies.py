"""A match of any game can be pickled, copied, cloned, saved and loaded at every step: it goes on as if it were not."""

from __future__ import annotations

from typing import Any, Final

import pytest

from banneret.kernel.match import Match
from banneret.testing.conformance import check_copies, random_match

MATCHES: Final[list[tuple[str, int, dict[str, Any]]]] = [
    ("battles", 2, {}),
    ("battles", 2, {"scenario": "wolf-raiders"}),
    ("battles", 2, {"scenario": "breaking-the-siege"}),
    ("battles", 2, {"scenario": "open-field"}),
    ("thrones", 3, {}),
    ("thrones", 6, {}),
    ("runewars", 2, {}),
    ("icefire-2021", 2, {}),
    ("icefire-s6", 2, {}),
]
STEPS: Final = 20
"""How many steps of a match are looked at: from its beginning, and then one in so many."""
RATE: Final = 60


@pytest.mark.slow
@pytest.mark.parametrize(("book", "seats", "options"), MATCHES)
def test_a_copied_match_goes_on_as_the_match_does(book: str, seats: int, options: dict[str, Any]) -> None:
    steps = 0

    def look(match: Match[Any]) -> None:
        nonlocal steps
        if steps < STEPS or steps % RATE == 0:
            check_copies(match)
        steps += 1

    random_match(book, seats, "copies", options, on_question=look, events=True, most=10_000)
    assert steps > STEPS
