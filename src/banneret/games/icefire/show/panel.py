"""An attack as a panel that grows with its steps: attacker and defender, dice, Wounds, the Panic Test."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from banneret.games.icefire.events import attacks, moves, tokens
from banneret.games.icefire.events.attacks import (
    AttackBegan,
    AttackEnded,
    AttackRolled,
    DefenseRolled,
    DiceRerolled,
    TestRolled,
)
from banneret.games.icefire.events.moves import ChargeDeclared, ChargeEnded, DistanceRolled
from banneret.games.icefire.events.round import ActionTaken, NcuActivated, RoundBegan, TurnBegan, UnitActivated
from banneret.games.icefire.rules.combat.attack import succeeds
from banneret.games.icefire.view import IcefireView
from banneret.kernel.events import Event
from banneret.show.panels import Cell, Line, Panel
from banneret.text.message import Field, Message, msg

_NOTHING: Final = Cell()
_NEXT: Final = (ActionTaken, NcuActivated, RoundBegan, TurnBegan, UnitActivated)
"""Events that begin something else; later events do not belong to the attack."""
_OTHER_MATTERS: Final = (tokens.CardsDrawn, moves.TerrainRemoved)
Began: TypeAlias = AttackBegan | ChargeDeclared
Rolled: TypeAlias = AttackRolled | DefenseRolled | None
"""The attack or defense dice on the table."""


def panel(view: IcefireView, events: Sequence[tuple[int, Event]]) -> Panel | None:
    """Return the attack in progress, or the last one of the round among these events; a charge is part of it."""
    found = _beginning(events)
    if found is None:
        return None
    first, began = found
    lines: list[Line] = []
    last: Rolled = None
    for _, event in events[first:]:
        if isinstance(event, _NEXT) or (event is not began and isinstance(event, ChargeDeclared)):
            break
        if type(event).__module__ in (attacks.__name__, moves.__name__, tokens.__name__) and not isinstance(
            event, _OTHER_MATTERS
        ):
            lines += _lines(event, began, last)
            last = _rolled(event, last)
    attacker, defender = _sides(began)
    sides = (_player(view, attacker), _player(view, defender))
    kind = "attack" if isinstance(began, AttackBegan) else "charge"
    title = msg(f"panel.{kind}", attacker=attacker, defender=defender)
    ended = any(isinstance(event, AttackEnded) for _, event in events[first:])
    over = view.turn is None or (ended and not view.turn.fights)
    cards = (_card(view, attacker), _card(view, defender))
    return Panel(f"attack-{events[first][0]}", title, sides, tuple(lines), over, cards, steps=True)


def _beginning(events: Sequence[tuple[int, Event]]) -> tuple[int, Began] | None:
    """Return where the last attack of the round begins: with its charge, if it followed one."""
    for place in range(len(events) - 1, -1, -1):
        event = events[place][1]
        if isinstance(event, RoundBegan):
            return None
        if isinstance(event, ChargeDeclared):
            return place, event
        if isinstance(event, AttackBegan):
            before = _charge_before(events, place, event)
            return before or (place, event)
    return None


def _charge_before(events: Sequence[tuple[int, Event]], place: int, attack: AttackBegan) -> tuple[int, Began] | None:
    for earlier in range(place - 1, -1, -1):
        event = events[earlier][1]
        if isinstance(event, (AttackBegan, *_NEXT)):
            return None
        if isinstance(event, ChargeDeclared):
            return (earlier, event) if event.unit == attack.attacker else None
    return None


def _sides(began: Began) -> tuple[str, str]:
    return (began.attacker, began.defender) if isinstance(began, AttackBegan) else (began.unit, began.target)


def _player(view: IcefireView, unit: str) -> str:
    players = {one.id: one.player for one in view.units} | {wall.id: wall.player for wall in view.walls}
    return players[unit]


def _card(view: IcefireView, unit: str) -> str:
    """Return the card of a unit; a wall has none."""
    return next((one.card for one in view.units if one.id == unit), "")


def _rolled(event: Event, last: Rolled) -> Rolled:
    """Return the roll on the table after an event; until Wounds are suffered, re-rolls change it."""
    match event:
        case AttackRolled() | DefenseRolled():
            return event
        case tokens.WoundsSuffered():
            return None
        case _:
            return last


def _who(roll: AttackRolled | DefenseRolled) -> str:
    return roll.attacker if isinstance(roll, AttackRolled) else roll.defender


def _cells(cell: Cell, unit: str | None, began: Began) -> tuple[Cell, Cell]:
    return (_NOTHING, cell) if unit == _sides(began)[1] else (cell, _NOTHING)


def _lines(event: Event, began: Began, last: Rolled) -> Iterable[Line]:
    match event:
        case AttackBegan() | ChargeDeclared():
            kind = event.kind if isinstance(event, AttackBegan) else "charge"
            yield Line(msg(f"name.{kind}"), event.rule, (_NOTHING, Cell(text=msg(f"name.{event.arc}"))))
        case DistanceRolled():
            cells = _cells(Cell(dice=(str(event.roll),)), event.unit, began)
            yield Line(msg("panel.distance"), event.rule, cells)
        case ChargeEnded():
            yield Line(msg("panel.contact" if event.success else "panel.failed"), event.rule, (_NOTHING, _NOTHING))
        case AttackRolled():
            label = msg("panel.attack-dice", needed=min(6, max(2, event.hits_on)))  # a 6 always hits, a 1 never
            yield Line(label, event.rule, _cells(_succeeded(event.dice, event), event.attacker, began))
        case DefenseRolled():
            label = msg("panel.defense-dice", needed=event.saves_on)
            yield Line(label, event.rule, _cells(_succeeded(event.dice, event), event.defender, began))
        case DiceRerolled():
            if last is None or len(last.dice) != len(event.dice):  # dice of a test
                yield Line(msg("panel.again"), event.rule, _cells(_dice(event.dice), _sides(began)[1], began))
            else:
                yield Line(msg("panel.again"), event.rule, _cells(_succeeded(event.dice, last), _who(last), began))
        case TestRolled():
            label = msg(f"panel.{event.kind}", needed=event.needed)
            result = msg("panel.passed" if event.passed else "panel.failed-test")
            cell = msgspec.structs.replace(_dice(event.dice), text=result)
            yield Line(label, event.rule, _cells(cell, event.unit, began))
            if event.modifier:
                cells = _cells(Cell(number=event.modifier), event.unit, began)
                yield Line(msg("panel.modifier"), event.rule, cells, adds=True)
        case AttackEnded():
            cells = (_NOTHING, Cell(number=event.wounds))
            yield Line(msg("panel.wounds"), event.rule, cells, total=True)
        case moves.UnitMoved():
            return
        case _:
            yield _sentence(event)


def _dice(faces: Sequence[int]) -> Cell:
    return Cell(dice=tuple(str(face) for face in faces))


def _succeeded(dice: Sequence[int], roll: AttackRolled | DefenseRolled) -> Cell:
    """Return attack or defense dice with the number of Hits or blocked Hits."""
    kind, needed = ("hits", roll.hits_on) if isinstance(roll, AttackRolled) else ("blocks", roll.saves_on)
    misses = tuple(place for place, die in enumerate(dice) if not succeeds(die, needed))
    text = msg(f"panel.{kind}", number=len(dice) - len(misses))
    return msgspec.structs.replace(_dice(dice), misses=misses, text=text)


def _sentence(event: Event) -> Line:
    """Return the line of an event that is not a separate step, worded as in the log."""
    values: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
    fields: dict[str, Field] = {name: "hidden" if value is None else value for name, value in values.items()}
    return Line(Message(f"event.{event.__struct_config__.tag}", fields), str(values["rule"]))
