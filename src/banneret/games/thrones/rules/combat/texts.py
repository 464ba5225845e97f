"""When house card texts act: window by window, in turn order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.combat.strength import turn_order_sides
from banneret.games.thrones.state import Combat
from banneret.kernel.flow import Flow, about

Text: TypeAlias = Callable[[Thrones, Combat, int], Flow[None]]
"""Carries out a card's text for the side that played it."""


def act_in_turn_order(window: Mapping[str | None, Text], game: Thrones, fight: Combat) -> Flow[None]:
    """Carry out the texts of a window in turn order, completing each before the next.

    thrones:cards.6, thrones:cards.7, thrones:cards.8, thrones:cards.9, thrones:ruling.39.
    """
    if fight.cards[0] not in window and fight.cards[1] not in window:
        return
    for side in turn_order_sides(game.state, fight):
        card = fight.cards[side]
        text = window.get(card)
        if card is not None and text is not None:
            yield from about(card, text(game, fight, side))
