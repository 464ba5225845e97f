"""The sectors of the dials of a unit, as tokens."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.attack_actions import TakeFigure, TakeTray, WoundFigure
from banneret.games.runewars.content.components import Amount
from banneret.games.runewars.content.sectors import action_id, modifier_id
from banneret.games.runewars.rules.command import DialChooser, card_of
from banneret.kernel.asks import Ask
from banneret.show.palette import Gesture, Token

_ON_TRAYS: Final = frozenset((WoundFigure, TakeFigure, TakeTray))


def gesture(ask: Ask) -> Gesture | None:
    """Return the gesture of questions that are not recognized by the form of their answers."""
    if isinstance(ask.chooser, DialChooser):
        return "dial"
    return "assign" if _ON_TRAYS & set(ask.chooser.answers) else None


def tokens(ask: Ask) -> tuple[Token, ...]:
    """Return the sectors of both dials in their printed order: initiative, speed, and the color of the stance."""
    # rules rw:3.2, rw:6.2
    if not isinstance(ask.chooser, DialChooser):
        return ()
    card = card_of(ask.chooser.state, ask.chooser.unit)
    actions = {
        action_id(sector): Token(
            thing=f"action:{action_id(sector)}",
            glyph=sector.action,
            value="" if sector.initiative is None else f"{sector.initiative}",
            beside=_amount(sector.speed),
            tint=sector.stance or "",
        )
        for sector in card.actions
        if sector.action is not None
    }
    modifiers = {
        modifier_id(sector): Token(
            thing=f"modifier:{modifier_id(sector)}",
            glyph=sector.action or sector.modifier or "",
            beside=_amount(sector.speed if sector.defend is None else sector.defend),
            tint=sector.stance or "",
        )
        for sector in card.modifiers
    }
    return (*actions.values(), *modifiers.values())


def _amount(value: Amount | None) -> str:
    return "" if value is None else f"{value}"
