"""How a match goes, in numbers: what every seat has, and its luck with dice and cards."""

from __future__ import annotations

import msgspec

from banneret.text.message import Message


class Measure(msgspec.Struct, frozen=True):
    """A number that every seat has, such as its castles or its points; `values` are by seat."""

    name: Message
    values: tuple[int, ...]


class Luck(msgspec.Struct, frozen=True):
    """A result of chance that is good for a seat if it is high: what it was, and what could be expected."""

    seat: int
    name: Message
    got: float
    expected: float
