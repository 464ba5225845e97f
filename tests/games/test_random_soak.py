"""Ten million random decisions over all games: matches end, and their states are sound."""

from __future__ import annotations

import sys
from random import Random
from typing import Any, Final

import pytest

from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from tests.soaking import Answer, play_soundly, played_soundly, scale

DECISIONS: Final = 2_000_000
"""Decisions in each game."""
CHUNK: Final = 20_000
"""Decisions after which a process begins no other match."""


def play_random(game: str, first: int, decisions: int) -> tuple[int, int]:
    """Play matches with all numbers of seats in turn; return the numbers of matches and decisions."""
    book = rulebook(game)

    def begin(seed: int) -> tuple[Match[Any], Random, Answer]:
        draw = Random(f"{game} {seed}")

        def answer(_match: Match[Any], ask: Ask) -> Action:
            drawn: Action = draw.choice(ask.options.listed)
            return drawn

        return new_match(game, seats=book.seats[seed % len(book.seats)], seed=seed, events=False), draw, answer

    return play_soundly(game, first, decisions, begin)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["thrones", "battles", "icefire-s6", "icefire-2021", "runewars"])
def test_random_matches_end_soundly(game: str, capfd: pytest.CaptureFixture[str]) -> None:
    matches, made = played_soundly(play_random, game, round(DECISIONS * scale()), CHUNK)
    with capfd.disabled():
        sys.stdout.write(f"\n{game}: {made} random decisions in {matches} matches\n")
