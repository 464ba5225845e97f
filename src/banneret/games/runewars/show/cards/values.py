"""Keywords, numbers and texts as cards show them; a rune stands for the number of active runes of its kind."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.content.components import Amount, KeywordOf
from banneret.show.card import Keyword, Stat
from banneret.text.message import Message, msg

RULES: Final = {
    "brutal": "rw:68.1",
    "impact": "rw:68.2",
    "precise": "rw:68.3",
    "regenerate": "rw:68.4",
    "resilient": "rw:68.5",
    "steadfast": "rw:68.6",
    "lethal": "rw:ruling.41",
    "protected": "rw:ruling.41",
    "protector": "",
    "scout": "rw:ruling.70",
    "overgrow": "",
    "cover": "rw:41.9a",
    "deadly": "rw:41.9b",
    "elevated": "rw:41.9c",
    "fortified": "rw:41.9d",
    "exposed": "rw:41.9e",
    "taxing": "rw:41.9f",
}
"""The rule of each keyword of units and terrain; those of later products are in no rulebook."""


def summary(rule: str) -> Message:
    """Return the summary of a rule."""
    return msg(f"rule.{rule}")


def keyword(id: str, name: Message | None = None) -> Keyword:
    """Return a keyword with its rule and its card."""
    return Keyword(id, name or msg(f"name.{id}"), RULES[id], f"keyword-{id}")


def keyword_of(one: KeywordOf) -> Keyword:
    """Return a keyword of a card with its value, or with what it is against."""
    against = (*one.against, *one.banes)
    if against:
        return keyword(one.keyword, msg("card.against", keyword=one.keyword, against=against))
    return keyword(one.keyword, None if one.value is None else valued(one.keyword, one.value))


def valued(id: str, value: Amount) -> Message:
    """Return the name of a keyword with its value."""
    if isinstance(value, str) and "+" in value:
        more, rune = value.split("+")
        return msg("card.valued-more", keyword=id, more=more, value=rune)
    return msg("card.valued", keyword=id, value=value)


def amount(glyph: str, label: str, value: Amount) -> Stat:
    """Return a number of a card; runes are "X" or, with more, "1+X"."""
    if isinstance(value, int):
        return Stat(glyph, msg(label), f"{value}")
    more, plus, rune = value.rpartition("+")
    return Stat(glyph, msg(f"{label}-rune", rune=rune), f"{more}{plus}X")
