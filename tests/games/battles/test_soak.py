"""The soak: 10,000 random battles, all invariants watched, and how often each thing changed the state.

`make soak` runs it; a quarter of an hour on two cores. BANNERET_SOAK scales it: 0.01 plays a hundredth.
BANNERET_SOAK_PROCESSES says in how many processes.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Final

import pytest

from tests.games.battles.effects import IDS
from tests.games.battles.soaking import (
    CHUNK,
    LEAST,
    SETTINGS,
    WHOLE,
    how_often,
    situations,
    soak_matches,
    soak_situation,
)
from tests.soaking import Figures, Work, effect_lines, in_processes, scale

PLAYED: Final = 400
"""How often each position is played on."""


@pytest.mark.slow
def test_a_little_of_the_soak_counts_what_happens() -> None:
    """Every setting and every position can be played, and what happens most is counted."""
    counts = soak_matches(range(len(SETTINGS))).counts
    for name in situations():
        counts += soak_situation(name, 1).counts
    assert {id for id in IDS if counts[id]} >= {
        "told unit-moved", "told card-played", "attack attack", "attack flanking", "retreat made", "points destroyed",
        "keyword stalwart", "keyword heavy-armor", "terrain forest stops", "terrain forest takes dice",
        "effect bonus-dice",
    }  # fmt: skip  # several to a line


@pytest.mark.soak
def test_soak_matches(capfd: pytest.CaptureFixture[str]) -> None:
    """No error, no dead end, nothing unsound; everything changes the state a hundred times, here or in a position."""
    part = scale()
    number = max(int(WHOLE * part), len(SETTINGS))
    least = max(int(LEAST * part), 1)
    work: list[Work[Figures]] = [
        (soak_matches, (range(at, min(at + CHUNK, number)),)) for at in range(0, number, CHUNK)
    ]
    for name in situations():
        work.append((soak_situation, (name, max(int(PLAYED * part) * how_often(name), 2))))
    matches: Counter[str] = Counter()
    directed: Counter[str] = Counter()
    played = answers = 0
    with capfd.disabled():
        for figures in in_processes(work):
            (matches if figures.matches else directed).update(figures.counts)
            played += figures.matches
            answers += figures.answers
        lines = [f"\nSoak of battles: {played} matches, {answers} answers; how often in matches, in positions, what"]
        sys.stderr.write("\n".join([*lines, *effect_lines(IDS, matches, directed)]) + "\n")
    rare = {id: (matches[id], directed[id]) for id in IDS if matches[id] + directed[id] < least}
    assert not rare, f"these changed the state less than {least} times: {rare}"
