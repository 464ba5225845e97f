"""Panels: a combat or dice roll resolved step by step, as data that any client can display."""

from __future__ import annotations

import msgspec

from banneret.text.message import Message


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """The entry for one side in a line."""

    text: Message | None = None
    number: int | None = None
    """The amount it adds, or a total."""
    cards: tuple[str, ...] = ()
    """Revealed cards, by the ids of their names."""
    dice: tuple[str, ...] = ()
    """Rolled faces, one entry per die, by the ids of their names."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step: its label and an entry for each side; a line without cells is a sentence."""

    label: Message
    rule: str
    cells: tuple[Cell, ...] = ()
    total: bool = False
    """Whether its numbers are the totals of the lines above."""


class Panel(msgspec.Struct, frozen=True):
    """The current or most recent fight; it grows line by line and keeps its id."""

    id: str
    title: Message
    sides: tuple[str, ...]
    """Ids of the sides, such as houses, in the order of the cells."""
    lines: tuple[Line, ...]
    over: bool
