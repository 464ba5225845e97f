"""Left and right, and two players, are exchanged: what is offered and what comes of it is the mirror image."""

from __future__ import annotations

from typing import Any, Final

import pytest

from banneret.games.icefire.content.editions import EDITIONS, Edition
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.mirror import Mirror, check_mirror
from tests.games.icefire.mirrors import COMPARED, Exchanged, LeftRight
from tests.games.icefire.test_icefire_random_play import fierce

pytestmark = pytest.mark.no_cover  # what is run thousands of times is measured elsewhere

MODES: Final = ("game-of-thrones", "clash-of-kings", "here-we-stand", "fire-and-blood", "dance-with-dragons")
MIRRORS: Final = (LeftRight(), Exchanged())


def compare(edition: Edition, seed: int, mirror: Mirror, options: dict[str, Any], rate: int) -> int:
    """Play a match of those who seek battle; compare it at one question in `rate`, and return how often it was."""
    match: Match[Any] = new_match(edition, seats=2, seed=seed, options=options, events=False)
    stream, compared = Stream(derive_key("mirrored", seed)), 0
    while match.asking:
        seat = min(match.asking)
        if stream.below(rate) == 0 and match.position()["state"]["step"] in COMPARED:
            check_mirror(match, mirror, stream=stream)
            compared += 1
        match.play(seat, fierce(match, match.asking[seat], stream))
    return compared


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mirror", MIRRORS, ids=lambda mirror: mirror.name)
def test_a_match_is_the_same_in_the_mirror(edition: Edition, mirror: Mirror) -> None:
    assert compare(edition, 1, mirror, {"points": 30}, 12) > 10


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_every_mode_is_the_same_in_the_mirror(edition: Edition, mode: str) -> None:
    for number, mirror in enumerate(MIRRORS):
        for seed in range(3):
            compare(edition, 10 * number + seed, mirror, {"points": 30, "mode": mode}, 6)
