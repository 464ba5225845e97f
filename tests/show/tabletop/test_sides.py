"""The marks of sides on a measured table."""

from __future__ import annotations

from banneret.games.icefire.show.drawing.layout import SIDES
from banneret.show.tabletop.sides import badge, shield, sides_of


def test_sides_have_the_marks_of_their_factions() -> None:
    assert sides_of({"a": "stark", "b": "lannister"}, SIDES) == {"a": "stark", "b": "lannister"}


def test_sides_of_one_faction_have_the_marks_of_their_players() -> None:
    assert sides_of({"a": "stark", "b": "stark", "c": "lannister"}, SIDES) == {"a": "a", "b": "b", "c": "lannister"}
    assert sides_of({"a": None, "b": "unheard-of"}, SIDES) == {"a": "a", "b": "b"}


def test_a_faction_has_a_crest_and_a_player_a_letter() -> None:
    assert ">A<" in badge(SIDES["a"], (0, 0), 13)
    assert "<text" not in badge(SIDES["stark"], (0, 0), 13)
    assert "in-weave-stark" in shield(SIDES["stark"])
