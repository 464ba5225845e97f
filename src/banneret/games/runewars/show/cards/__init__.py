"""The components of the game, described as data."""

from __future__ import annotations

from functools import cache

from banneret.games.runewars.show.card_pictures import pictures
from banneret.games.runewars.show.cards.armies import army_cards
from banneret.games.runewars.show.cards.dials import dial_cards
from banneret.games.runewars.show.cards.table import table_cards
from banneret.show.card import Card


class RunewarsCards:
    """The cards of the game."""

    def all(self) -> tuple[Card, ...]:
        """Return the cards of armies, of command tools, and of everything else on and beside the table."""
        return _cards()

    def picture(self, card: Card) -> str:
        """Return the picture of a card: a unit on its trays, a face of a die or dial, or an emblem."""
        return pictures().picture(card)


@cache
def _cards() -> tuple[Card, ...]:
    return pictures().styled((*army_cards(), *dial_cards(), *table_cards()))
