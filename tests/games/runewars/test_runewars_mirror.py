"""Whole scenes seen in a mirror, and with the players exchanged: what is offered and what comes of it is mirrored."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.runewars.match_state import MatchState
from banneret.kernel.creation import from_position, new_match
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.mirror import check_mirrored_course
from tests.games.runewars.mirrors import Exchanged, LeftRight, is_own_image
from tests.games.runewars.playing import fierce

ARMIES = ("daqan-lords", "uthuk-yllan"), ("uthuk-yllan", "daqan-lords")
"""Factions whose units do not regenerate: which slots are filled first is no matter of symmetry."""


def fought(seed: int, answers: int) -> Match[Any]:
    """A match after a number of answers of aggressive players, with point-symmetric terrain."""
    options = {"size": "skirmish", "armies": ARMIES[seed % 2]}
    match: Match[MatchState] = new_match("runewars", seats=2, seed=seed, options=options)
    stream = Stream(derive_key("mirrored", seed))
    while match.state.step in ("first", "cards", "terrain", "tokens", "deploy", "supply", "round"):
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, fierce(match, ask, stream))
    data = match.position()["state"]
    keep = [number for number, side in enumerate(data["pieces"]) if is_own_image(side)]
    data["pieces"] = [data["pieces"][number] for number in keep]
    data["piece_poses"] = [data["piece_poses"][number] for number in keep]
    match = from_position("runewars", data)
    for _ in range(answers):
        if match.asking:
            seat, ask = next(iter(match.asking.items()))
            match.play(seat, fierce(match, ask, stream))
    while match.asking and match.position()["answers"]:
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, fierce(match, ask, stream))
    return match


@pytest.mark.slow
@pytest.mark.parametrize("mirror", [LeftRight, Exchanged])
@pytest.mark.parametrize("seed", range(6))
def test_random_scenes_and_their_images_are_played_alike(mirror: type[LeftRight], seed: int) -> None:
    match = fought(seed, 25 * seed)
    check_mirrored_course(match, mirror(), Stream(derive_key("course", seed)), answer=fierce, answers=60, tried=20)
