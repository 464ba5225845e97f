"""The soak: 2,000 random matches of each edition over all game modes, all invariants watched; `make soak` runs it.

BANNERET_SOAK scales it: 0.01 plays a hundredth.
"""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from banneret.games.icefire.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.modes.game_mode import modes
from tests.games.icefire.soaking import WHOLE, in_processes, lines, options_of, scale, soak_matches


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_soak_has_every_mode_with_every_kind_of_terrain(edition: Edition) -> None:
    met = [options_of(edition, seed) for seed in range(WHOLE)]
    terrain = {"drawn", "chosen", "pool", "none"} | ({"layout"} if edition == SEASON_6 else set())
    assert {(one["mode"], one["terrain"]) for one in met} == {
        (mode, kind) for mode in modes(edition) for kind in terrain
    }
    assert {one["points"] for one in met} == {20, 30, 40}
    assert {one.get("faq") for one in met} == ({False, True} if edition == EDITION_2021 else {None})


@pytest.mark.slow
def test_a_little_of_the_soak_counts_what_is_told() -> None:
    figures = soak_matches(EDITION_2021, range(1))
    assert figures.matches == 1
    assert figures.answers > 50
    assert figures.told["clash-of-kings", "icefire:round.2"] > 20
    some = Counter({("clash-of-kings", "icefire:clash-of-kings.13"): 3, ("clash-of-kings", "icefire:round.2"): 9})
    assert lines(some) == ["          3  clash-of-kings       icefire:clash-of-kings.13"]


@pytest.mark.soak
def test_soak_matches(capfd: pytest.CaptureFixture[str]) -> None:
    """No error, no dead end, nothing unsound; how often the rules of each mode were cited is printed."""
    told: Counter[tuple[str, str]] = Counter()
    played = answers = 0
    with capfd.disabled():
        for figures in in_processes(max(int(WHOLE * scale()), len(modes(SEASON_6)))):
            told.update(figures.told)
            played += figures.matches
            answers += figures.answers
        sys.stderr.write(
            "\n".join([f"\nSoak of A Song of Ice & Fire: {played} matches, {answers} answers", *lines(told), ""])
        )
    assert {mode for mode, _ in told} == {mode for edition in EDITIONS for mode in modes(edition)}
