"""Panels: what is fought out step by step (a combat, a roll of dice), as data that any client can show."""

from __future__ import annotations

import msgspec

from banneret.text.message import Message


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a line says of one side."""

    text: Message | None = None
    number: int | None = None
    """What it adds, or comes to."""
    cards: tuple[str, ...] = ()
    """Cards that are turned up, by the ids their names go by."""
    dice: tuple[str, ...] = ()
    """What was rolled, a face each, by the ids their names go by."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step: what it is called, and what it says of each side; without cells it is a sentence."""

    label: Message
    rule: str
    cells: tuple[Cell, ...] = ()
    total: bool = False
    """Whether its numbers sum up the lines above."""


class Panel(msgspec.Struct, frozen=True):
    """What is fought out now, or was last: it grows line by line, and keeps its id while it does."""

    id: str
    title: Message
    sides: tuple[str, ...]
    """Ids of the sides, such as houses, in the order of the cells."""
    lines: tuple[Line, ...]
    over: bool
