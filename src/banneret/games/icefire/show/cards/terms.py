"""Keywords that cards refer to, with the rules that explain them."""

from __future__ import annotations

from typing import Final

from banneret.show.card import Keyword
from banneret.text.message import msg

GENERAL: Final = {
    "character": ("icefire:army.17",),
    "commander": ("icefire:army.9", "icefire:army.10", "icefire:army.14", "icefire:army.16"),
    "influence": tuple(f"icefire:influence.{number}" for number in range(1, 6)),
    "innate": ("icefire:card.11",),
}
"""Keywords of cards that are neither attack abilities nor types of units."""
ATTACK_ABILITIES: Final = ("critical-blow", "precision", "sundering", "vicious")
UNIT_TYPES: Final = ("infantry", "cavalry", "monster", "war-machine")


def keyword(id: str) -> Keyword:
    """Return a keyword with its rule and its card; types of units have none."""
    if id in UNIT_TYPES:
        return Keyword(id, msg(f"name.{id}"))
    rule = GENERAL[id][0] if id in GENERAL else f"icefire:attack-ability.{id}"
    return Keyword(id, msg(f"name.{id}"), rule, f"keyword-{id}")
