"""A whole round of each game played on the stage alone: by pointer, by touch on a phone, and by keys."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import pytest

from banneret.kernel.creation import new_match
from banneret.kernel.record import Record
from banneret.kernel.stream import Stream, derive_key
from tests.page.branches import Played, go_on
from tests.page.conftest import Server
from tests.page.playing_by_hand import Hand, Means
from tests.page.visiting import PHONE, Visit

pytestmark = pytest.mark.slow

WIDE: dict[str, Any] = {"viewport": {"width": 1360, "height": 860}}
NARROW: dict[str, Any] = PHONE | {"viewport": {"width": 390, "height": 844}}
DIALS: Final = 6
"""The units of the army of seat 0 in Runewars."""


class Start(NamedTuple):
    """Where a round of a game begins: the first question of a kind to seat 0 in the match of a seed; "" is any."""

    game: str
    seed: int
    options: dict[str, Any]
    kind: str
    seats: int = 2


STARTS: Final = {
    "battles": Start("battles", 11, {"scenario": "wolf-raiders"}, ""),
    "icefire": Start("icefire-s6", 11, {"points": 30}, "deploy"),
    "thrones": Start("thrones", 11, {}, "", 3),
    "runewars": Start("runewars", 7, {"size": "standard"}, "dials"),
}

EVERY_MEANS: Final[tuple[Means, ...]] = ("pointer", "touch", "keys")
ROUNDS: Final = [(name, means) for name in STARTS for means in EVERY_MEANS]


@cache
def played(name: str) -> Played:
    """Return a match at the beginning of a round; what comes before it is drawn."""
    start = STARTS[name]
    match = new_match(start.game, seats=start.seats, seed=start.seed, options=start.options)
    stream = Stream(derive_key("by-hand", name))
    while 0 not in match.asking or start.kind not in ("", match.asking[0].kind):
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
    step = len(Record.of(match).entries)
    for other in range(1, start.seats):
        if match.outcome is None:
            match.forfeit(other)
    return Played(b"".join(Record.of(match).lines()), step)


def sit_down(visit: Visit, server: Server, name: str, means: Means) -> Hand:
    """Go on with a match against a bot; on a phone the sheet with the list of answers is shut."""
    page = visit("Ann", reduced_motion="reduce", **(NARROW if means == "touch" else WIDE))
    page.locator("#new-table").wait_for()
    go_on(page, server, played(name), [{"me": True}, *[{"bot": "easy"}] * (STARTS[name].seats - 1)])
    page.locator(".decide").wait_for()
    if means == "touch":
        page.locator("aside .grab").tap()
    return Hand(page, 1, means)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "means"), ROUNDS)
def test_a_round_on_the_stage(visit: Visit, server: Server, name: str, means: Means) -> None:
    hand = sit_down(visit, server, name, means)
    hand.until("", "setup", "round 1")
    assert hand.vain == []
    assert len(hand.used) > 2
    if name == "runewars":
        assert len(hand.used["dials"]) == DIALS + 1  # and Done
        assert sum(hand.used["dials"]) <= 13, "six dials"
