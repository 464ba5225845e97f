"""Threat ranges: every game offers them, as areas that can be drawn, and they reveal nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest

from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.show.showing import showing_of
from banneret.show.threats import outline, threats, threats_of

GAMES = {"battles": 2, "icefire-2021": 2, "icefire-s6": 2, "runewars": 2, "thrones": 3}
PATH = re.compile(r"M[-0-9. LQCHVMZ]*Z")


def played(game: str, answers: int) -> Match[Any]:
    """Return a match after some random answers."""
    match, stream = new_match(game, seats=GAMES[game], seed=2), Stream(derive_key("threats", game))
    for _ in range(answers):
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
    return match


def things(match: Match[Any]) -> list[str]:
    """List the things on the board that may have threat ranges."""
    source = threats_of(match.rulebook)
    assert source is not None
    drawn = showing_of(match.rulebook).things(match.view(None).game)
    return sorted({one for one in re.findall(r'data-id="([^"]*)"', drawn) if one.partition(":")[0] in source.kinds})


@pytest.mark.parametrize("game", GAMES)
def test_every_game_shows_what_its_things_threaten_and_reveals_nothing(game: str) -> None:
    """Two worlds that differ in what is hidden from a spectator, and a twin of the match, give the same areas."""
    match = played(game, 160)
    found = {thing: reaches for thing in things(match) if (reaches := threats(match, thing))}
    assert found
    words = match.rulebook.catalogue()
    for thing, reaches in list(found.items())[:6]:
        assert all(PATH.fullmatch(one.area) for one in reaches), thing
        assert all("{" not in words.render(one.what) for one in reaches)
        for seed in range(2):
            assert threats(match.imagine(None, seed), thing) == reaches


def test_a_thing_without_threat_ranges_has_none() -> None:
    match = played("battles", 40)
    assert threats(match, "card:x") == ()
    assert threats(match, "hex:zz99") == ()
    assert threats(match, "hex:") == ()


def test_an_outline_leaves_out_what_is_no_area() -> None:
    assert outline([[(0, 0), (1.25, 0), (0, 2)], [(0, 0)], []]) == "M0 0L1.25 0L0 2Z"
