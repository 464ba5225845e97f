"""What is at stake in a combat, as its panel shows it."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.thrones.content.components import VICTORY_AREAS
from banneret.kernel.match import Match
from banneret.show.showing import showing_of
from tests.games.thrones.fights import cards, fight, stack

HOUSES = ("stark", "lannister", "baratheon")
RIVERRUN = {
    "riverrun": stack("lannister", "march-zero", footman=1, engines=1),
    "seagard": stack("stark", "raid", footman=2),
}


def stakes(match: Match[Any]) -> dict[str, tuple[dict[str, Any], int | None]]:
    """Return the fields of each stake and its side, by its text."""
    found = showing_of(match.rulebook).panel(match.view(None).game, match.events_for(None))
    assert found is not None
    return {one.text.id.removeprefix("stake."): (dict(one.text.fields), one.side) for one in found.stakes}


@pytest.mark.rule("thrones:fiefdoms.1", "thrones:retreat.11")
def test_both_victories_and_ties_are_explained() -> None:
    match = fight("riverrun", "seagard", RIVERRUN, houses=HOUSES, blade_used=False)
    assert stakes(match) == {
        "tie": ({"house": "stark"}, None),
        "blade": ({"house": "stark"}, None),
        "castle": ({"area": "seagard", "before": 1, "after": 2}, 0),
        "retreat": ({"house": "stark"}, 0),
        "kept": ({"area": "seagard"}, 1),
        "return": ({"house": "lannister", "area": "riverrun"}, 1),
        "engines": ({"house": "lannister"}, 1),
    }
    fiefdoms = {"fiefdoms": ["baratheon", "lannister", "stark"]}
    reversed_ = fight("riverrun", "seagard", RIVERRUN, houses=HOUSES, tracks=fiefdoms, blade_used=False)
    assert stakes(reversed_)["tie"] == ({"house": "lannister"}, None)
    assert "blade" not in stakes(reversed_), "Baratheon has it"
    assert "blade" not in stakes(fight("riverrun", "seagard", RIVERRUN, houses=HOUSES))


def test_tides_of_battle_are_to_come_until_cards_are_revealed() -> None:
    match = fight("riverrun", "seagard", RIVERRUN, houses=HOUSES, tides_of_battle=True)
    assert stakes(match)["tides"] == ({"least": 0, "most": 3}, None)
    cards(match, "lannister: ser-kevan-lannister", "stark: roose-bolton")
    assert "tides" not in stakes(match)


def test_an_area_without_a_castle_is_only_taken() -> None:
    areas = {
        "riverrun": stack("lannister", "march-zero", footman=1),
        "stoney-sept": stack("stark", engines=1),
    }
    found = stakes(fight("riverrun", "stoney-sept", areas, houses=HOUSES))
    assert found["area"] == ({"area": "stoney-sept"}, 0)
    assert found["engines"] == ({"house": "stark"}, 0)
    assert "castle" not in found


@pytest.mark.rule("thrones:end.2")
def test_a_castle_that_wins_the_match_is_announced() -> None:
    held = ["lannisport", "harrenhal", "pyke", "flints-finger", "moat-cailin", "winterfell"]
    more = {area: stack("lannister", footman=1) for area in held[: VICTORY_AREAS - 1]}
    match = fight("riverrun", "seagard", RIVERRUN | more, houses=HOUSES)
    assert stakes(match)["seventh"] == ({"area": "seagard", "before": VICTORY_AREAS - 1, "after": VICTORY_AREAS}, 0)


def test_nothing_is_at_stake_any_more_after_the_combat() -> None:
    match = fight("riverrun", "seagard", RIVERRUN, houses=HOUSES)
    cards(match, "lannister: ser-kevan-lannister", "stark: roose-bolton")
    while match.asking:
        seat, question = next(iter(match.asking.items()))
        match.play(seat, question.options.listed[0])
    assert stakes(match) == {}
