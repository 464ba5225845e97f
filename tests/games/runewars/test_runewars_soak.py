"""The soak: 2,000 random matches of Runewars, all invariants watched, and how often each thing changed the state.

`make soak` runs it; it takes half an hour of a core. BANNERET_SOAK scales it: 0.01 plays a hundredth.
BANNERET_SOAK_PROCESSES says in how many processes.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Final

import pytest

from tests.games.runewars.effects import IDS, Counting
from tests.games.runewars.soaking import (
    CHUNK,
    MEETING,
    MORE,
    WHOLE,
    play_on,
    position,
    soak_card_tests,
    soak_matches,
    soak_position,
    subjects,
)
from tests.soaking import Figures, Work, effect_lines, in_processes, scale

PLAYED: Final = 16
"""How often each position is played on."""
FEW: Final = 2
MET: Final = 3
"""The first three positions of a card: a charge away, front to front, and with an enemy flanked."""
WITH_EFFECT: Final = ("spearmen", "rune-golems", "might-of-daqan", "martial-magic", "kingsbone-armor")
"""Cards of which something is surely seen in combat: better defenses, among others."""


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_little_of_the_soak_counts_what_happens() -> None:
    """Matches and positions can be played, and what happens most is counted."""
    counts = soak_matches(range(FEW)).counts
    for id in WITH_EFFECT:
        counts += soak_position(id, MET).counts
    assert {id for id in IDS if counts[id]} >= {"told moved", "told wounded", "told morale", "told attack"}
    for kind in ("dial", "at", "number", "keyword", "morale", "formation", "told"):
        assert any(counts[id] for id in IDS if id.startswith(f"{kind} ")), kind


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("id", "effect"),
    [
        ("flank-fire", "at attack-rerolls flank-fire"),
        ("avenger-of-latariana", "at attack-end avenger-of-latariana"),
    ],
)
def test_cards_that_need_more_than_a_meeting_have_it(id: str, effect: str) -> None:
    counting = Counting()
    with counting.entered():
        for turn in range(len(MEETING), len(MEETING) + len(MORE[id])):
            play_on(position(id, turn), turn, counting, fiercely=True, rounds=1)
    assert counting.counts[effect]


def test_each_card_that_can_be_fielded_has_its_position() -> None:
    assert len(subjects()) == len(set(subjects()))
    assert {"spearmen", "tempered-steel"} <= set(subjects())
    assert "obscenes" not in subjects()


@pytest.mark.soak
def test_soak_matches(capfd: pytest.CaptureFixture[str]) -> None:
    """No error, no dead end, nothing unsound; everything changes the state, in a match or in a position made for it.

    Positions made for it are those of `soak_position`, and those in which the tests of cards begin.
    """
    part = scale()
    number = max(int(WHOLE * part), CHUNK)
    times = max(int(PLAYED * part), 2)
    matches: Counter[str] = Counter()
    directed: Counter[str] = Counter()
    played = answers = 0
    work: list[Work[Figures]] = [
        (soak_matches, (range(at, min(at + CHUNK, number)),)) for at in range(0, number, CHUNK)
    ]
    work += [(soak_position, (id, times)) for id in subjects()]
    work.append((soak_card_tests, ()))
    with capfd.disabled():
        for figures in in_processes(work):
            (matches if figures.matches else directed).update(figures.counts)
            played += figures.matches
            answers += figures.answers
        lines = [f"\nSoak of Runewars: {played} matches, {answers} answers; how often in matches, in positions, what"]
        sys.stderr.write("\n".join([*lines, *effect_lines(IDS, matches, directed)]) + "\n")
    never = [id for id in IDS if not matches[id] + directed[id]]
    assert not never or part < 1, f"these never changed the state: {never}"
