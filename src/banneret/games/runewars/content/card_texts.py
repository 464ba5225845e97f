"""Ids of the texts of cards, and their English from the data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import Objective, tabletop

PARTS: Final = ("setup", "during", "end")
"""The parts of an objective card."""


def text_id(id: str) -> str:
    """Return the message id of the text of a card or an ability; these ids are unique among both."""
    return f"text.{id}"


def army_id(unit: str) -> str:
    """Return the message id of what a unit allows its army."""
    return f"army.{unit}"


def note_id(card: str) -> str:
    """Return the message id of what is uncertain about a card."""
    return f"note.{card}"


def part_id(objective: str, part: str) -> str:
    """Return the message id of a part of an objective card."""
    return f"text.{objective}.{part}"


def parts_of(objective: Objective) -> dict[str, str]:
    """Return the English texts of an objective card by part."""
    given = {"setup": objective.setup, "during": objective.during, "end": objective.end}
    return {part: text for part in PARTS if (text := given[part]) is not None}


def english_card_texts() -> dict[str, str]:
    """Return the English texts of all cards by message id."""
    return dict(_texts())


def _texts() -> Iterator[tuple[str, str]]:
    found = components()
    for unit in found.units.values():
        yield from ((text_id(ability.id), ability.text) for ability in unit.abilities)
        if unit.army is not None:
            yield army_id(unit.id), unit.army
        if unit.note is not None:
            yield note_id(unit.id), unit.note
    for upgrade in found.upgrades.values():
        if upgrade.text is not None:
            yield text_id(upgrade.id), upgrade.text
        if upgrade.note is not None:
            yield note_id(upgrade.id), upgrade.note
    for cards in (found.tokens, found.conditions, found.morale):
        yield from ((text_id(card.id), card.text) for card in cards.values())
    yield from ((note_id(card.id), card.note) for card in found.morale.values() if card.note is not None)
    for objective in tabletop().objectives.values():
        yield from ((part_id(objective.id, part), text) for part, text in parts_of(objective).items())
