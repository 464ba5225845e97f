"""A million decisions of bots at first sight, in all games with all options: they reach what random play does not."""

from __future__ import annotations

import sys
from random import Random
from typing import Any, Final

import pytest

from banneret.bots.judging import judging_of
from banneret.bots.playouts import pick
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from tests.bots.test_every_rulebook import option_sets, seated
from tests.soaking import Answer, play_soundly, played_soundly, scale

GAMES: Final = ("thrones", "battles", "icefire-s6", "icefire-2021", "runewars")
DECISIONS: Final = 200_000
"""Decisions in each game."""
CHUNK: Final = 10_000
"""Decisions after which a process begins no other match."""
NOISES: Final = (0.5, 1.0, 3.0, 8.0)
"""Random variation of the estimates, in points; one for each match."""
WILD: Final = (0.0, 0.0, 0.05, 0.3)
"""Share of random answers; one for each match."""


def play_at_first_sight(game: str, first: int, decisions: int) -> tuple[int, int]:
    """Play matches with drawn numbers of seats and options; return the numbers of matches and decisions."""
    book = rulebook(game)
    judge, sets = judging_of(book), option_sets(book)

    def begin(seed: int) -> tuple[Match[Any], Random, Answer]:
        draw = Random(f"first sight {game} {seed}")
        seats = draw.choice(book.seats)
        options = draw.choice(seated(book, seats, sets))
        noise, wild = draw.choice(NOISES), draw.choice(WILD)

        def answer(match: Match[Any], ask: Ask) -> Action:
            if draw.random() < wild:
                drawn: Action = draw.choice(ask.options.listed)
                return drawn
            return pick(match, ask, judge, draw.random, noise)

        return new_match(game, seats=seats, seed=seed, options=options, events=False), draw, answer

    return play_soundly(game, first, decisions, begin)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_matches_of_bots_at_first_sight_end_soundly(game: str, capfd: pytest.CaptureFixture[str]) -> None:
    matches, made = played_soundly(play_at_first_sight, game, round(DECISIONS * scale()), CHUNK)
    with capfd.disabled():
        sys.stdout.write(f"\n{game}: {made} decisions in {matches} matches\n")
