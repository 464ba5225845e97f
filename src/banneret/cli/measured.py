"""What the faces of the measured games share: where things lie, tables of units, sentences of the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from rich import box
from rich.table import Table

from banneret.text.catalogue import Catalogue
from banneret.text.message import Field, Message

COLOURS = {"a": "cyan", "b": "red"}
UNIT = 1000
"""Of the table's unit of length; degrees are told in hundredths."""


class Place(Protocol):
    """Where something lies."""

    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def heading(self) -> int: ...


def placed(place: Place) -> str:
    """Return a place in the table's units of length, with the heading in degrees."""
    return f"{spot(place.x, place.y)}, {place.heading / 100:.0f}°"


def spot(x: int, y: int) -> str:
    """Return a point in the table's units of length."""
    return f"{x / UNIT:.1f} / {y / UNIT:.1f}"


def said(texts: Catalogue, id: str, **fields: Field) -> str:
    """Return `terminal.<id>` of the catalogue; ids of things among the fields are shown by their names."""
    return texts.render(Message(f"terminal.{id}", fields))


def new_table(texts: Catalogue, words: Sequence[str], numbers: Iterable[str] = ()) -> Table:
    """Return an empty table with these columns; those of numbers are set to the right."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    right = set(numbers)
    for word in words:
        table.add_column(said(texts, word), justify="right" if word in right else "left")
    return table


def colour_of(seat: str) -> str:
    """Return the colour of a seat: that of its side."""
    return COLOURS.get(seat[:1], "")
