"""Input gestures of questions, and the order tokens that a player has left."""

from __future__ import annotations

from banneret.games.thrones.actions import PlayCard
from banneret.games.thrones.content.components import ORDERS
from banneret.games.thrones.rules.losses import LossChooser
from banneret.games.thrones.rules.planning.planning import PlaceChooser
from banneret.kernel.asks import Ask
from banneret.show.palette import Gesture, Token


def gesture(ask: Ask) -> Gesture | None:
    """Return the gesture of a question, or None if the form of its answers determines it."""
    if isinstance(ask.chooser, LossChooser):
        return "assign"
    return "fan" if PlayCard in ask.chooser.answers else None


def tokens(ask: Ask) -> tuple[Token, ...]:
    """Return the order tokens in printed order with the number left of each: thrones:orders.8, thrones:planning.2."""
    if not isinstance(ask.chooser, PlaceChooser):
        return ()
    counts = ask.chooser.hand.counts
    return tuple(Token(thing=f"order:{order.id}", count=counts[number]) for number, order in enumerate(ORDERS))
