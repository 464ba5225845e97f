"""Pictures of cards: units with their figures, order tokens and die faces, and emblems in the colors of the Houses."""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.show.card import Card
from banneret.show.card_pictures import CardPictures, Face, Look

_PACKAGE: Final = "banneret.games.battles"
_RANKS: Final = {
    "blue": Face("#2559a8", "#ffffff"),
    "green": Face("#2f7d3b", "#ffffff"),
    "red": Face("#b3261e", "#ffffff"),
    "morale": Face("#f4efe2", "#2b2418"),
    "valor": Face("#f4efe2", "#2b2418"),
}
"""The faces of the die and of order tokens."""


@cache
def pictures() -> CardPictures:
    """Return the pictures of the cards."""

    def look(card: Card) -> Look:
        return _RANKS.get(card.id.removeprefix("token:")) if card.kind in ("die-face", "order-token") else None

    return CardPictures(_PACKAGE, look)
