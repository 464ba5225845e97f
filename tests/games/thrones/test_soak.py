"""The soak: thousands of random matches, all invariants and locks watched. `make soak` runs it; minutes on two cores.

BANNERET_SOAK scales it: 0.01 plays a hundredth.
"""

from __future__ import annotations

import time
from collections import Counter

import pytest

from tests.games.thrones.effect_positions import SITUATIONS
from tests.games.thrones.effects import IDS
from tests.games.thrones.soaking import (
    LEAST,
    MATCHES,
    STATES,
    Work,
    effect_lines,
    in_processes,
    scale,
    soak_locks,
    soak_matches,
    soak_situations,
    summary,
    to_terminal,
)

CHUNK = 50


@pytest.mark.soak
def test_soak_matches(capfd: pytest.CaptureFixture[str]) -> None:
    """No error, no dead end, nothing unsound in 18,000 matches; every effect happens at least a hundred times."""
    part = scale()
    work: list[Work] = []
    for setting, whole in MATCHES.items():
        number = max(int(whole * part), 1)
        work += [(soak_matches, (setting, range(at, min(at + CHUNK, number)))) for at in range(0, number, CHUNK)]
    least = max(int(LEAST * part), 1)
    work += [(soak_situations, (number, least)) for number in range(len(SITUATIONS))]
    with capfd.disabled():
        began = time.perf_counter()
        to_terminal(f"\nSoak: {sum(max(int(n * part), 1) for n in MATCHES.values())} matches, every answer checked")
        figures = list(in_processes(work, to_terminal))
        counts: Counter[str] = sum((f.counts for f in figures), Counter())
        to_terminal("\n".join([*summary(figures, time.perf_counter() - began), *effect_lines(counts)]))
    rare = {effect: counts[effect] for effect in IDS if counts[effect] < least}
    assert not rare, f"these happened less than {least} times: {rare}"


@pytest.mark.soak
def test_soak_locks(capfd: pytest.CaptureFixture[str]) -> None:
    """The locks hold on more than 20,000 reached states."""
    part = scale()
    work: list[Work] = []
    for setting, whole in STATES.items():
        chunk = 250
        number = max(int(whole * part), 1)
        work += [(soak_locks, (setting, at, min(chunk, number - at))) for at in range(0, number, chunk)]
    with capfd.disabled():
        began = time.perf_counter()
        to_terminal(f"\nSoak: the locks on {sum(max(int(n * part), 1) for n in STATES.values())} reached states")
        figures = list(in_processes(work, to_terminal))
        to_terminal("\n".join(summary(figures, time.perf_counter() - began)))
    assert sum(f.states for f in figures) >= sum(STATES.values()) * part - len(STATES)
