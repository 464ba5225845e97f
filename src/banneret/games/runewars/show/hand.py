"""The dials of a player's units in words, for that player: others see only that they are set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.games.runewars.actions import SetDials
from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.sectors import action_named
from banneret.games.runewars.effects.numbers import initiative_with
from banneret.games.runewars.view import DialsView, RunewarsView, UnitView
from banneret.kernel.choosers import Action
from banneret.show.panels import Cell, Line, Panel
from banneret.text.message import msg

RULE: Final = "rw:50.1"
COLUMNS: Final = ("hand-action", "hand-modifier", "hand-seen")


def hand(view: RunewarsView, seats: frozenset[int], staged: Sequence[Action]) -> Panel | None:
    """Return what the dials of these seats show, the lowest initiative first; None before any are set."""
    # rules rw:50.0, rw:50.1
    turned = {one.unit: DialsView(one.action, one.modifier) for one in staged if isinstance(one, SetDials)}
    own = {unit.player for unit in view.units if unit.seat in seats}
    shown = [
        (initiative_of(unit, dials), unit, dials)
        for unit in view.units
        if unit.player in own and unit.figures and (dials := turned.get(unit.id, unit.dials)) is not None
    ]
    if not shown:
        return None
    lines = [_line(unit, dials) for _, unit, dials in sorted(shown, key=lambda one: one[0])]
    return Panel("hand", msg("hand.dials"), COLUMNS, tuple(lines), over=False)


def initiative_of(unit: UnitView, dials: DialsView) -> int:
    """Return the initiative of dials, modified by the unit's cards; 0 for a sector without an action."""
    # rule rw:47.1
    card = components().units[unit.card]
    sector = card.actions[action_named(card, dials.action)]
    return 0 if sector.initiative is None else initiative_with(unit.upgrades, sector)


def _line(unit: UnitView, dials: DialsView) -> Line:
    seen = "hand.open" if unit.revealed else "hand.face-down"
    cells = (Cell(cards=(dials.action,)), Cell(cards=(dials.modifier,)), Cell(text=msg(seen)))
    return Line(msg("roster.unit", unit=unit.id.upper(), card=unit.card), RULE, cells)
