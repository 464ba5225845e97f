"""The cards that drawings name for the things in them."""

from __future__ import annotations

import re
from functools import cache

import pytest

from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook, rulebooks
from banneret.kernel.stream import Stream, derive_key
from banneret.show.card import cards
from banneret.show.showing import showing_of

GAMES = [one.id for one in rulebooks()]
ANSWERS = 60
NAMED = re.compile(r'<g\b[^>]*\bdata-cards?="([^"]*)"')
"""The cards of one thing; several are separated by spaces."""
UNIT = re.compile(r'<g\b[^>]*\bdata-id="unit:[^"]*"[^>]*>')


@cache
def drawing(game: str) -> str:
    """Return the drawing of a position after some random answers, for a viewer who sees everything."""
    match: Match[object] = new_match(game, seats=rulebook(game).seats_at_first(), seed=4, events=False)
    stream = Stream(derive_key("drawn-cards", game))
    for _ in range(ANSWERS):
        if match.outcome is not None:
            break
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
    showing = showing_of(rulebook(game))
    assert showing is not None
    return showing.draw(match.view(None).game)


@pytest.mark.parametrize("game", GAMES)
def test_cards_named_in_drawings_exist(game: str) -> None:
    named = {id for ids in NAMED.findall(drawing(game)) for id in ids.split()}
    assert named - {card.id for card in cards(game)} == set()


@pytest.mark.parametrize("game", [game for game in GAMES if game != "thrones"])
def test_units_in_drawings_name_their_card(game: str) -> None:
    found = UNIT.findall(drawing(game))
    assert found
    assert all("data-card=" in tag for tag in found)
