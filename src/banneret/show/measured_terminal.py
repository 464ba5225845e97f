"""Terminal output shared by the measured games: positions, tables of units, texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from banneret.show.terminal import Column
from banneret.text.catalogue import Catalogue
from banneret.text.message import Field, Message

COLOURS = {"a": "cyan", "b": "red"}
UNIT = 1000
"""Coordinates per unit of length of the table; headings are in hundredths of a degree."""


class Place(Protocol):
    """A position with a heading."""

    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def heading(self) -> int: ...


def placed(place: Place) -> str:
    """Return a position in the table's units of length, with the heading in degrees."""
    return f"{spot(place.x, place.y)}, {place.heading / 100:.0f}°"


def spot(x: int, y: int) -> str:
    """Return a point in the table's units of length."""
    return f"{x / UNIT:.1f} / {y / UNIT:.1f}"


def phrase(texts: Catalogue, id: str, **fields: Field) -> str:
    """Return the text `terminal.<id>` of the catalogue; ids of things among the fields are shown by name."""
    return texts.render(Message(f"terminal.{id}", fields))


def columns(texts: Catalogue, words: Sequence[str], numbers: Iterable[str] = ()) -> tuple[Column, ...]:
    """Return the columns with these headings; those in `numbers` are right-aligned."""
    right = set(numbers)
    return tuple(Column(phrase(texts, word), word in right) for word in words)


def colour_of(seat: str) -> str:
    """Return the colour of a seat's side."""
    return COLOURS.get(seat[:1], "")
