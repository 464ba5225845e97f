"""An attack as a panel that grows with its steps: attacker and target, dice, hits, losses, retreat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from banneret.games.battles.content.components import HOUSES
from banneret.games.battles.events import battle as events
from banneret.games.battles.events.round import CardPlayed, CardSpent, Passed, RoundBegan, TokenUsed
from banneret.games.battles.steps import ROUND
from banneret.games.battles.view import BattlesView
from banneret.kernel.events import Event
from banneret.show.panels import Cell, Line, Panel
from banneret.text.message import Field, Message, msg

_NOTHING: Final = Cell()
_LATER: Final = ROUND[ROUND.index("regroup") :]
"""The steps after the commands."""
_UNRELATED: Final = (events.UnitMoved, events.FireLit, events.Devastated)
"""Events on the field that are not part of an attack."""
_ATTACK_RULES: Final = ("battles:dice.4", "battles:result.1")
"""The rules by which attacks roll and hit. Fire, catapults and special archers roll afterwards, under other rules."""
_NEXT_TURN: Final = (Passed, TokenUsed, CardPlayed, CardSpent)
"""Events that begin another turn: everything from there on is unrelated to the attack."""


def panel(view: BattlesView, log: Sequence[tuple[int, Event]]) -> Panel | None:
    """Return the current attack, or the last one of the round among these events, or None; none after the commands."""
    if view.fight is None and view.step in _LATER:
        return None
    for first in range(len(log) - 1, -1, -1):
        number, began = log[first]
        if isinstance(began, events.AttackDeclared):
            break
        if isinstance(began, RoundBegan):
            return None
    else:
        return None
    lines: list[Line] = []
    for _, event in log[first:]:
        if isinstance(event, _NEXT_TURN):
            break
        if isinstance(event, (events.DiceRolled, events.HitsScored)) and event.rule not in _ATTACK_RULES:
            break
        if type(event).__module__ == events.__name__ and not isinstance(event, _UNRELATED):
            lines += _lines(event, began)
    sides = (began.house, next(house for house in HOUSES if house != began.house))
    title = msg("panel.attack", unit=began.unit, hex=began.hex, enemy=began.enemy, target=began.target)
    return Panel(f"attack-{number}", title, sides, tuple(lines), view.fight is None, steps=True)


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
    """Return the line of an event that is not a step of its own, worded as in the log."""
    values: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
    fields: dict[str, Field] = {name: "hidden" if value is None else value for name, value in values.items()}
    return Line(Message(f"event.{event.__struct_config__.tag}", fields), str(values["rule"]))
