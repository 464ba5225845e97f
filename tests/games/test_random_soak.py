"""Ten million random decisions over all games: matches end, and their states are sound."""

from __future__ import annotations

import random
import sys
from typing import Any, Final

import pytest

from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from banneret.kernel.registry import rulebook
from tests.soaking import in_processes, scale

DECISIONS: Final = 2_000_000
"""Decisions in each game."""
CHUNK: Final = 20_000
"""Decisions after which a process begins no other match."""
CHECKED: Final = 50
"""One decision in this many is followed by a check of all invariants."""
REPLAYED: Final = 20
"""One match in this many is replayed from its record."""


def play_random(game: str, first: int, decisions: int) -> tuple[int, int]:
    """Play matches with all numbers of seats in turn; return the numbers of matches and decisions."""
    book, made, matches = rulebook(game), 0, 0
    while made < decisions:
        seed = first + matches
        match: Match[Any] = new_match(game, seats=book.seats[seed % len(book.seats)], seed=seed, events=False)
        pick = random.Random(f"{game} {seed}")
        while match.asking:
            seat, ask = pick.choice(list(match.asking.items()))
            match.play(seat, pick.choice(ask.options.listed))
            made += 1
            if made % CHECKED == 0:
                assert book.check(match.state) == [], (game, seed, made)
        assert match.outcome is not None, (game, seed)
        if matches % REPLAYED == 0:
            assert Record.of(match).replay().digest() == match.digest(), (game, seed)
        matches += 1
    return matches, made


@pytest.mark.soak
@pytest.mark.parametrize("game", ["thrones", "battles", "icefire-s6", "icefire-2021", "runewars"])
def test_random_matches_end_soundly(game: str, capfd: pytest.CaptureFixture[str]) -> None:
    whole = round(DECISIONS * scale())
    starts = range(0, whole, CHUNK)
    work = [(play_random, (game, 1_000_000 * at, min(CHUNK, whole - start))) for at, start in enumerate(starts, 1)]
    figures = list(in_processes(work))
    matches, made = (sum(column) for column in zip(*figures, strict=True))
    with capfd.disabled():
        sys.stdout.write(f"\n{game}: {made} random decisions in {matches} matches\n")
    assert made >= whole
