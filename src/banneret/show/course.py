"""Statistics of a match: measures of each seat, and its luck with dice and cards."""

from __future__ import annotations

import msgspec

from banneret.text.message import Message


class Measure(msgspec.Struct, frozen=True):
    """A statistic, such as castles or points, with a value for each seat."""

    name: Message
    values: tuple[int, ...]


class Luck(msgspec.Struct, frozen=True):
    """A random result that is good for a seat if it is high, with its expected value."""

    seat: int
    name: Message
    got: float
    expected: float
