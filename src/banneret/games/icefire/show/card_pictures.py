"""Pictures of cards: units on their trays, and emblems in the colors of the factions."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.content.tabletop import tabletop
from banneret.games.icefire.show.drawing.layout import figure_of
from banneret.show.card import Card
from banneret.show.card_pictures import CardPictures, Look
from banneret.show.tabletop.card_trays import CardTray

_PACKAGE: Final = "banneret.games.icefire"


def pictures(edition: Edition) -> CardPictures:
    """Return the pictures of the cards of an edition."""
    units = components(edition).units
    trays = {tray.id: tray for tray in tabletop(edition).trays}

    def look(card: Card) -> Look:
        unit = units.get(card.id)
        if unit is None:
            return None
        shape = trays[unit.tray]
        full = shape.files * shape.ranks
        return CardTray(shape.files, shape.ranks, unit.models or full, figure_of(card.id, shape.id))

    return CardPictures(_PACKAGE, look)
