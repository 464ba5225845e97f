"""Every part of an option that is a component of a game has a card."""

from __future__ import annotations

import re

import pytest

from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.show.card import cards

ANSWERS = 600
LOOKED_AT = 30
"""Options of each question that are looked at."""
PLACES = {
    "battles": {"hex", "target", "which", "dice"},
    "icefire-s6": {"edge", "unit", "player", "ncu", "bearing", "alignment", "arc", "choice"},
    "icefire-2021": {"edge", "unit", "player", "ncu", "bearing", "alignment", "arc", "choice"},
    "runewars": {"player", "unit", "towards", "hand", "speed", "about", "pivot", "tray", "wounds", "number", "colour"},
    "thrones": {"side", "effect", "choice"},
}
"""Fields that name a place, a unit of the match or a way to do something, and no kind of component."""
FORMATION = re.compile(r"\d+x\d+")
OTHER = {"runewars": {"wound", "bane", "ready"}}
"""Values that are not components, such as the answer to remove a wound."""


def parts(value: object) -> list[str]:
    return [one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str)]


@pytest.mark.parametrize("game", sorted(PLACES))
def test_components_in_options_have_a_card(game: str) -> None:
    known = {card.id for card in cards(game)}
    match: Match[object] = new_match(game, seats=rulebook(game).seats_at_first(), seed=2, events=False)
    stream = Stream(derive_key("cards-of-options", game))
    lacking: dict[str, set[str]] = {}
    met = 0
    for _ in range(ANSWERS):
        if match.outcome is not None:
            break
        seat, ask = next(iter(match.asking.items()))
        for _, option in zip(range(LOOKED_AT), ask.options, strict=False):
            for field in set(option.__struct_fields__) - PLACES[game]:
                found = {one for one in parts(getattr(option, field)) if FORMATION.fullmatch(one) is None}
                met += len(found)
                missing = {one for one in found if not {one, f"{field}:{one}"} & known} - OTHER.get(game, set())
                if missing:
                    lacking.setdefault(field, set()).update(missing)
        match.play(seat, ask.chooser.draw(ask.options, stream))
    assert met > 100
    assert lacking == {}
