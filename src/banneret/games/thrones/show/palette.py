"""How questions are answered by hand, and the order tokens with the number left of each."""

from __future__ import annotations

from banneret.games.thrones.actions import PlayCard
from banneret.games.thrones.content.components import ORDERS
from banneret.games.thrones.rules.losses import LossChooser
from banneret.games.thrones.rules.planning.planning import PlaceChooser
from banneret.kernel.asks import Ask
from banneret.show.palette import Gesture, Token


def gesture(ask: Ask) -> Gesture | None:
    """Return the gesture of questions that are not recognized by the form of their answers."""
    if isinstance(ask.chooser, LossChooser):
        return "assign"
    return "fan" if PlayCard in ask.chooser.answers else None


def tokens(ask: Ask) -> tuple[Token, ...]:
    """Return the order tokens in their printed order, with the number left of each."""
    # rules thrones:orders.8, thrones:planning.2
    if not isinstance(ask.chooser, PlaceChooser):
        return ()
    counts = ask.chooser.hand.counts
    return tuple(Token(thing=f"order:{order.id}", count=counts[number]) for number, order in enumerate(ORDERS))
