"""Reviving: a match from what is stored of its table."""

from __future__ import annotations

from typing import Any

import msgspec

from banneret.kernel.making import new_match
from banneret.kernel.match import Match


class Stored(msgspec.Struct, frozen=True):
    """What a table's match is made from."""

    id: str
    rulebook: str
    version: str
    options: dict[str, Any]
    seats: int
    key: bytes
    settings: dict[str, Any]

    @classmethod
    def of(cls, row: Any) -> Stored:  # a row of the table `tables`
        """Read it from its row."""
        options, settings = msgspec.json.decode(row.options), msgspec.json.decode(row.settings)
        return cls(row.id, row.rulebook, row.version, options, row.seat_count, bytes(row.key), settings)


def revive(stored: Stored) -> Match[Any]:
    """Return the match as it began. Raises what `new_match` raises."""
    return new_match(stored.rulebook, seats=stored.seats, options=stored.options, key=stored.key)
