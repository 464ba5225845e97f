"""The cards of an edition, described as data."""

from __future__ import annotations

from functools import cache

from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.show.card_pictures import pictures
from banneret.games.icefire.show.cards.armies import army_cards
from banneret.games.icefire.show.cards.table import table_cards
from banneret.show.card import Card
from banneret.show.card_pictures import CardPictures


class IcefireCards:
    """The cards of an edition."""

    def __init__(self, edition: Edition) -> None:
        """Describe the cards of this edition."""
        self.edition = edition

    def all(self) -> tuple[Card, ...]:
        """Return the cards of armies, their abilities, and everything else on and beside the table."""
        return _cards(self.edition)

    def picture(self, card: Card) -> str:
        """Return the picture of a card: a unit on its tray, or an emblem."""
        return _pictures(self.edition).picture(card)


@cache
def _cards(edition: Edition) -> tuple[Card, ...]:
    return _pictures(edition).styled((*army_cards(edition), *table_cards(edition)))


@cache
def _pictures(edition: Edition) -> CardPictures:
    return pictures(edition)
