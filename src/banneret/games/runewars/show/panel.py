"""An attack as a panel that grows with its steps: dice, icons, surges, damage, losses, morale test."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from banneret.games.runewars.events import cards, combat
from banneret.games.runewars.events.combat import (
    AttackBegan,
    AttackCanceled,
    AttackEnded,
    DiceRerolled,
    DiceRolled,
    HitsSpent,
    IconsAdded,
    IconsCounted,
    IconsRemoved,
    MoraleDrawn,
    MoraleResolved,
    MoraleTested,
    TraysLost,
)
from banneret.games.runewars.events.course import (
    InitiativeCalled,
    InitiativePassed,
    MatchDrawn,
    MatchWon,
    RoundBegan,
    ToolRevealed,
)
from banneret.games.runewars.view import RunewarsView
from banneret.kernel.events import Event
from banneret.show.panels import Cell, Line, Panel
from banneret.text.message import Field, Message, msg

_NOTHING: Final = Cell()
_NEXT: Final = (InitiativeCalled, InitiativePassed, MatchDrawn, MatchWon, RoundBegan, ToolRevealed)
"""Events after which an attack is over."""
_SHOWN: Final = (combat.__name__, cards.__name__)
"""The modules of the events that are shown as parts of an attack."""


def panel(view: RunewarsView, log: Sequence[tuple[int, Event]]) -> Panel | None:
    """Return the attack in progress, or the last one of the round among these events."""
    places = range(len(log) - 1, -1, -1)
    first = next((place for place in places if isinstance(log[place][1], (AttackBegan, RoundBegan))), None)
    if first is None:
        return None
    began = log[first][1]
    if not isinstance(began, AttackBegan):
        return None
    lines: list[Line] = []
    over = False
    for _, event in log[first:]:
        if isinstance(event, _NEXT):
            over = True
            break
        if type(event).__module__ in _SHOWN:
            lines += _lines(event, began)
        over = over or isinstance(event, AttackEnded)
    sides = _player(view, began.attacker), _player(view, began.defender)
    title = msg("panel.attack", attacker=began.attacker, defender=began.defender)
    cards = _card(view, began.attacker), _card(view, began.defender)
    return Panel(f"attack-{log[first][0]}", title, sides, tuple(lines), over, cards, steps=True)


def _player(view: RunewarsView, unit: str) -> str:
    return next(one.player for one in view.units if one.id == unit)


def _card(view: RunewarsView, unit: str) -> str:
    return next(one.card for one in view.units if one.id == unit)


def _lines(event: Event, began: AttackBegan) -> Iterable[Line]:
    match event:
        case AttackBegan():
            edge = None if event.edge is None else msg(f"name.{event.edge}")
            yield Line(msg(f"name.{event.kind}"), event.rule, (Cell(text=edge), _NOTHING))
            if event.flanking:
                yield Line(msg("panel.flanking"), "rw:39.1")
        case DiceRolled():
            yield _of(event.unit, began, msg("panel.rolled"), event.rule, Cell(dice=event.dice))
        case DiceRerolled():
            yield _of(event.unit, began, msg("panel.rerolled"), event.rule, Cell(dice=event.dice))
        case IconsAdded():
            yield _of(event.unit, began, msg("panel.icons-added"), event.rule, Cell(dice=event.icons))
        case IconsRemoved():
            yield _of(event.unit, began, msg("panel.icons-removed"), event.rule, Cell(dice=event.icons))
        case IconsCounted():
            icons = tuple(icon for icon, count in event.icons.items() for _ in range(count))
            yield _of(event.unit, began, msg("panel.icons"), event.rule, Cell(dice=icons), total=True)
        case HitsSpent():
            yield _of(event.unit, began, msg("panel.hits"), event.rule, Cell(number=event.hits))
            yield _of(event.unit, began, msg("panel.threat"), "rw:20.3", Cell(number=event.threat))
            yield _of(event.unit, began, msg("panel.damage"), event.rule, Cell(number=event.damage), total=True)
        case AttackCanceled():
            yield Line(msg("panel.canceled"), event.rule)
        case _:
            yield _consequence(event, began)


def _consequence(event: Event, began: AttackBegan) -> Line:
    """Return a line for a consequence of the dice: losses, or the morale test."""
    match event:
        case TraysLost():
            return _of(event.unit, began, msg("panel.trays-lost"), event.rule, Cell(number=len(event.trays)))
        case MoraleTested():
            return _of(event.unit, began, msg("panel.severity"), event.rule, Cell(number=event.severity))
        case MoraleDrawn():
            return _of(event.unit, began, msg("panel.morale-drawn"), event.rule, Cell(cards=event.cards))
        case MoraleResolved():
            shown = () if event.card is None else (event.card,)
            return _of(event.unit, began, msg("panel.morale"), event.rule, Cell(cards=shown))
        case AttackEnded():
            return _of(event.defender, began, msg("panel.wounds"), event.rule, Cell(number=event.wounds), total=True)
        case _:
            return _sentence(event)


def _of(unit: str, began: AttackBegan, label: Message, rule: str, cell: Cell, *, total: bool = False) -> Line:
    """Return a line with a cell on the side of the unit it describes."""
    cells = (_NOTHING, cell) if unit == began.defender else (cell, _NOTHING)
    return Line(label, rule, cells, total)


def _sentence(event: Event) -> Line:
    """Return an event that is not a separate step as the sentence in the log."""
    values: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
    fields: dict[str, Field] = {name: "hidden" if value is None else value for name, value in values.items()}
    return Line(Message(f"event.{event.__struct_config__.tag}", fields), str(values["rule"]))
