"""The texts and the rule index in every language."""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.content.game_texts import GameTexts
from banneret.games.runewars.composed_names import composed_names
from banneret.games.runewars.content.card_texts import english_card_texts
from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import tabletop
from banneret.text.catalogue import Catalogue


@cache
def english_texts() -> dict[str, str]:
    """Return the texts whose English is in the data: rules, names and texts of cards, and terrain, by id."""
    texts = _TEXTS.english_rules().texts() | english_card_texts()
    found, table = components(), tabletop()
    for things in (found.units, found.upgrades, found.morale, found.conditions, table.deployments, table.objectives):
        texts |= {f"name.{thing.id}": thing.name for thing in things.values()}
    for piece in table.pieces.values():
        texts |= {f"name.{side.id}": side.name for side in (piece.defensive, piece.dangerous)}
    return texts


def _composed(texts: Catalogue) -> dict[str, str]:
    return {f"name.{id}": name for id, name in composed_names(texts)}


_TEXTS: Final = GameTexts("banneret.games.runewars", english=english_texts, composed=_composed)

catalogue: Final = _TEXTS.catalogue
rule_index: Final = _TEXTS.rule_index
