"""A million decisions of bots at first sight, in all games with all options: they reach what random play does not."""

from __future__ import annotations

import random
import sys
from typing import Final

import pytest

from banneret.bots.judging import judging_of
from banneret.bots.playouts import pick
from banneret.kernel.creation import new_match
from banneret.kernel.record import Record
from banneret.kernel.registry import rulebook
from tests.bots.test_every_rulebook import option_sets, seated
from tests.soaking import in_processes, scale

GAMES: Final = ("thrones", "battles", "icefire-s6", "icefire-2021", "runewars")
DECISIONS: Final = 200_000
"""Decisions in each game."""
CHUNK: Final = 10_000
"""Decisions after which a process begins no other match."""
NOISES: Final = (0.5, 1.0, 3.0, 8.0)
"""Random variation of the estimates, in points; one for each match."""
WILD: Final = (0.0, 0.0, 0.05, 0.3)
"""Share of random answers; one for each match."""
CHECKED: Final = 50
"""One decision in this many is followed by a check of all invariants."""
REPLAYED: Final = 20
"""One match in this many is replayed from its record."""


def play_at_first_sight(game: str, first: int, decisions: int) -> tuple[int, int]:
    """Play matches with drawn numbers of seats and options; return the numbers of matches and decisions."""
    book, made, matches = rulebook(game), 0, 0
    judge, sets = judging_of(book), option_sets(book)
    while made < decisions:
        seed = first + matches
        draw = random.Random(f"first sight {game} {seed}")
        seats = draw.choice(book.seats)
        options = draw.choice(seated(book, seats, sets))
        noise, wild = draw.choice(NOISES), draw.choice(WILD)
        match = new_match(game, seats=seats, seed=seed, options=options, events=False)
        while match.asking:
            seat, ask = draw.choice(list(match.asking.items()))
            if draw.random() < wild:
                action = draw.choice(ask.options.listed)
            else:
                action = pick(match, ask, judge, draw.random, noise)
            match.play(seat, action)
            made += 1
            if made % CHECKED == 0:
                assert book.check(match.state) == [], (game, seed, made)
        assert match.outcome is not None, (game, seed)
        if matches % REPLAYED == 0:
            assert Record.of(match).replay().digest() == match.digest(), (game, seed)
        matches += 1
    return matches, made


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_matches_of_bots_at_first_sight_end_soundly(game: str, capfd: pytest.CaptureFixture[str]) -> None:
    whole = round(DECISIONS * scale())
    starts = range(0, whole, CHUNK)
    work = [
        (play_at_first_sight, (game, 1_000_000 * at, min(CHUNK, whole - start))) for at, start in enumerate(starts, 1)
    ]
    figures = list(in_processes(work))
    matches, made = (sum(column) for column in zip(*figures, strict=True))
    with capfd.disabled():
        sys.stdout.write(f"\n{game}: {made} decisions in {matches} matches\n")
    assert made >= whole
