"""Pictures of cards: units on their trays, faces of dice and dials, and emblems in the colors of the factions."""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.sectors import action_id, modifier_id
from banneret.games.runewars.show.drawing.layout import figure_of
from banneret.show.card import Card
from banneret.show.card_pictures import CardPictures, Face, Look
from banneret.show.tabletop.card_trays import CardTray

_PACKAGE: Final = "banneret.games.runewars"
_COLORS: Final = {
    "blue": ("#1f5fae", "#ffffff"),
    "green": ("#2c7338", "#ffffff"),
    "red": ("#b3261e", "#ffffff"),
    "white": ("#f4efe2", "#2b2418"),
    "yellow": ("#e2b31c", "#2b2418"),
}
"""The colors of stances and dice, and those of what is printed on them."""


@cache
def pictures() -> CardPictures:
    """Return the pictures of the cards."""
    units = components().units
    sectors = [
        (action_id(one), (one.stance, f"{one.initiative}")) for unit in units.values() for one in unit.actions
    ] + [(modifier_id(one), (one.stance, "")) for unit in units.values() for one in unit.modifiers]
    faces = {id: Face(*_COLORS[stance], number) for id, (stance, number) in sectors if stance is not None}

    def look(card: Card) -> Look:
        if card.kind == "die-face":
            return Face(*_COLORS[card.related[0]])
        unit = units.get(card.id)
        if unit is None:
            return faces.get(card.id)
        files, ranks = min(unit.figures, 2), max(1, unit.figures // 2)
        trays = 2 if unit.figures > 1 else 1
        return CardTray(files * trays, ranks, files * trays * ranks, figure_of(card.id, unit.type))

    return CardPictures(_PACKAGE, look)
