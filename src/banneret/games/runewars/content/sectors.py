"""Ids of dial sectors, which describe what they show, and their names in a language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from banneret.games.runewars.content.components import ActionSector, Amount, ModifierSector, Unit, components

BLANK: Final = "blank"
_Name = Callable[[str], str]


@cache
def action_id(sector: ActionSector) -> str:
    """Return the id of an action sector: "march-2-blue-4" is at initiative 4."""
    if sector.action is None:
        return BLANK
    speed = () if sector.speed is None else (_amount_id(sector.speed),)
    return "-".join((sector.action, *speed, str(sector.stance), str(sector.initiative)))


@cache
def modifier_id(sector: ModifierSector) -> str:
    """Return the id of a modifier sector: "turn-minus-1-blue"."""
    if sector.modifier is None:
        return BLANK
    parts: list[str] = [sector.modifier, *([sector.action] if sector.action is not None else []), *sector.icons]
    parts += [_amount_id(value) for value in (sector.speed, sector.defend) if value is not None]
    return "-".join((*parts, str(sector.stance)))


def _amount_id(value: Amount) -> str:
    if isinstance(value, int):
        return str(value) if value >= 0 else f"minus-{-value}"
    return value.replace("+", "-and-")


@cache
def action_ids() -> tuple[str, ...]:
    """Return the ids of all action sectors."""
    return tuple(
        dict.fromkeys(action_id(sector) for unit in components().fielded(assumed=True) for sector in unit.actions)
    )


@cache
def modifier_ids() -> tuple[str, ...]:
    """Return the ids of all modifier sectors."""
    return tuple(
        dict.fromkeys(modifier_id(sector) for unit in components().fielded(assumed=True) for sector in unit.modifiers)
    )


def action_named(unit: Unit, id: str) -> int:
    """Return the number of the first sector of an action dial with this id, or -1."""
    return _numbers(unit.id)[0].get(id, -1)


def modifier_named(unit: Unit, id: str) -> int:
    """Return the number of the first sector of a modifier dial with this id, or -1."""
    return _numbers(unit.id)[1].get(id, -1)


@cache
def _numbers(unit: str) -> tuple[dict[str, int], dict[str, int]]:
    """Return the number of the first sector with each id, for both dials of a unit."""
    card = components().units[unit]
    actions, modifiers = list(enumerate(card.actions)), list(enumerate(card.modifiers))
    return (
        {action_id(sector): number for number, sector in reversed(actions)},
        {modifier_id(sector): number for number, sector in reversed(modifiers)},
    )


# In words ----------------------------------------------------------------------------------------------------------


def action_text(sector: ActionSector, name: _Name) -> str:
    """Describe an action sector: "march 2, initiative 4, blue"."""
    if sector.action is None:
        return name(BLANK)
    shown = name(sector.action) + ("" if sector.speed is None else f" {_amount_text(sector.speed, name)}")
    return f"{shown}, {name('initiative')} {sector.initiative}, {name(str(sector.stance))}"


def modifier_text(sector: ModifierSector, name: _Name) -> str:
    """Describe a modifier sector: "turn -1, blue"."""
    if sector.modifier is None:
        return name(BLANK)
    shown = name(sector.modifier)
    more = [name(part) for part in (*([sector.action] if sector.action is not None else []), *sector.icons)]
    shown += f": {', '.join(more)}" if more else ""
    adds = sector.action is None
    for value in (sector.speed, sector.defend):
        shown += f" {_amount_text(value, name, sign=adds)}" if value is not None else ""
    return f"{shown}, {name(str(sector.stance))}"


def _amount_text(value: Amount, name: _Name, *, sign: bool = False) -> str:
    if isinstance(value, int):
        return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if sign and value else str(value)
    more, plus, rune = value.rpartition("+")
    return f"{more}{plus}{name(rune)}"


def names(name: _Name) -> Iterator[tuple[str, str]]:
    """Yield the ids of all sectors, each with its description."""
    for unit in components().fielded(assumed=True):
        yield from ((action_id(action), action_text(action, name)) for action in unit.actions)
        yield from ((modifier_id(modifier), modifier_text(modifier, name)) for modifier in unit.modifiers)
