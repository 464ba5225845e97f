"""Labels of answers."""

from __future__ import annotations

from typing import Final

from banneret.games.battles.actions import Attack, ChooseCommands, MoveUnit, Pursue
from banneret.games.battles.content.components import BOX
from banneret.games.battles.rules.leadership.leadership import WHICH
from banneret.games.battles.view import BattlesView
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.questions import Done, Pass
from banneret.text.message import Message, msg

_ENDING: Final = frozenset({"attack", "unit", "drop-card", "keep-token", "reroll"})
"""Questions for which "Pass" or "Done" would not say what happens then."""


def label(view: BattlesView, ask: Ask, action: Action) -> Message | None:
    """Return what an answer means, where its hexes do not say it: they are known by their units."""
    if isinstance(action, Done | Pass):
        return msg(f"label.end.{ask.kind}") if ask.kind in _ENDING else None
    if isinstance(action, ChooseCommands):
        return _command(view, action.which)
    units = {one.hex: one for one in view.units}
    unit = units.get(getattr(action, "hex", ""))
    if unit is None:
        return None
    if isinstance(action, Pursue) and view.houses[unit.house].seat == ask.seat:
        return msg("label.stay")
    if isinstance(action, Attack) and (enemy := units.get(action.target)) is not None:
        return msg("label.attack", unit=unit.unit, hex=action.hex, enemy=enemy.unit, target=action.target)
    if isinstance(action, MoveUnit):
        return msg("label.move", unit=unit.unit, hex=action.hex, target=action.target)
    return msg("label.unit", unit=unit.unit)


def _command(view: BattlesView, which: str) -> Message | None:
    """Return what one command of the card of the turn orders; both are in the text of the card."""
    card = view.turn.card if view.turn is not None else None
    if card is None or which == WHICH[-1]:
        return None
    return msg(f"card.{BOX.card[card].kind}.command.{WHICH.index(which) + 1}")
