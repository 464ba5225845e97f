"""An attack as a panel that grows with its steps: who attacks whom, dice, hits, losses, retreat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from banneret.games.battles.content.components import HOUSES
from banneret.games.battles.events import battle as events
from banneret.games.battles.events.round import CardPlayed, CardSpent, Passed, TokenUsed
from banneret.games.battles.view import BattlesView
from banneret.kernel.events import Event
from banneret.show.panels import Cell, Line, Panel
from banneret.text.message import Field, Message, msg

_NOTHING: Final = Cell()
_OTHER_MATTERS: Final = (events.UnitMoved, events.FireLit, events.Devastated)
"""Events of the field that are no part of an attack."""
_OF_ATTACKS: Final = ("battles:dice.4", "battles:result.1")
"""By which rules an attack rolls and hits. Fire, catapults and special archers roll by others, after it."""
_NEXT_TURN: Final = (Passed, TokenUsed, CardPlayed, CardSpent)
"""Events with which another turn begins: what is told from there on has nothing to do with the attack."""


def panel(view: BattlesView, told: Sequence[tuple[int, Event]]) -> Panel | None:
    """Return the attack that is fought, or the last one, if it is among these events."""
    for first in range(len(told) - 1, -1, -1):
        number, began = told[first]
        if isinstance(began, events.AttackDeclared):
            break
    else:
        return None
    lines: list[Line] = []
    for _, event in told[first:]:
        if isinstance(event, _NEXT_TURN):
            break
        if isinstance(event, (events.DiceRolled, events.HitsScored)) and event.rule not in _OF_ATTACKS:
            break
        if type(event).__module__ == events.__name__ and not isinstance(event, _OTHER_MATTERS):
            lines += _lines(event, began)
    sides = (began.house, next(house for house in HOUSES if house != began.house))
    title = msg("panel.attack", hex=began.hex, target=began.target)
    return Panel(f"attack-{number}", title, sides, tuple(lines), view.fight is None)


def _lines(event: Event, began: events.AttackDeclared) -> Iterable[Line]:
    if isinstance(event, events.AttackDeclared):
        cell = Cell(text=msg(f"name.{event.kind}"), number=event.dice)
        yield Line(msg("panel.dice"), event.rule, (cell, _NOTHING))
        if event.flanking:
            yield Line(msg("panel.flanking"), "battles:c6.1", (_NOTHING, _NOTHING))
    elif isinstance(event, events.DiceRolled):
        cell = Cell(dice=event.faces)
        cells = (cell, _NOTHING) if event.house == began.house else (_NOTHING, cell)
        yield Line(msg("panel.again" if event.again else "panel.roll"), event.rule, cells)
    elif isinstance(event, events.HitsScored):
        yield Line(msg("panel.hits"), event.rule, (Cell(number=event.hits), _NOTHING), total=True)
        if event.ignored:
            yield Line(msg("panel.ignored"), event.rule, (_NOTHING, Cell(number=event.ignored)))
        if event.morale:
            yield Line(msg("panel.morale"), event.rule, (Cell(number=event.morale), _NOTHING))
    else:
        yield _sentence(event)


def _sentence(event: Event) -> Line:
    """An event that concerns no step of its own is told as in the log."""
    values: dict[str, Any] = {f.name: getattr(event, f.name) for f in msgspec.structs.fields(event)}
    fields: dict[str, Field] = {name: "hidden" if value is None else value for name, value in values.items()}
    return Line(Message(f"event.{event.__struct_config__.tag}", fields), str(values["rule"]))
