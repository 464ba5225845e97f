"""The units on the board as planes for learning agents; only units that have changed are encoded again."""

from __future__ import annotations

from array import array
from itertools import compress
from operator import attrgetter, ne
from typing import Any, Final

from banneret.games.battles.state import NO_COMMANDER, NO_UNIT, NOBODY, OFF, State

UNIT_PLANES: Final = (
    "seat, from 1", "type, from 1", "rank, from 1", "figures", "active", "commander, from 1",
    "hex of the unit it is engaged with, from 1", "seat of the engagement token, from 1", "stalwart",
    "toughness granted", "scorch", "ordered", "moved", "attacked",
)  # fmt: skip  # several to a line
"""The last three belong to the turn in progress and are not encoded here."""
_LASTING: Final = len(UNIT_PLANES) - 3
_SCORCH: Final = ("", "all", "tent", "siege-tower")


class EncodedUnits:
    """Encodes the units of one match on a board."""

    names = (
        "hex", "figures", "active", "engaged", "shown", "seat", "type", "rank", "commander", "stalwart", "toughness",
        "scorches",
    )  # fmt: skip  # several to a line

    def __init__(self, grid: list[int], size: int, planes: int, commanders: int) -> None:
        """Start with a board; `grid` is the number of each hex in a plane of `size` numbers.

        `planes` and `commanders` are where these parts begin. A commander is 1 on the board, 2 captured, 0 elsewhere.
        """
        self._grid = grid
        self._size = size
        self._planes = planes
        self._commanders = commanders
        self._get = attrgetter(*self.names)
        self._rows: list[tuple[Any, ...]] = []

    def write(self, state: State, out: array[int]) -> None:
        """Write the units that have changed since the last time."""
        columns, hexes = self._get(state), state.hex
        engaged = [OFF if unit == NO_UNIT else hexes[unit] for unit in state.engaged]
        rows = list(zip(*columns[:3], engaged, *columns[4:], strict=True))
        before = self._rows
        if len(before) == len(rows):
            changed = list(compress(range(len(rows)), map(ne, rows, before)))
            for unit in changed:
                self._erase(before[unit], out)
            for unit in changed:
                self._write(rows[unit], out)
        else:
            for row in before:
                self._erase(row, out)
            for row in rows:
                self._write(row, out)
        self._rows = rows

    def _erase(self, row: tuple[Any, ...], out: array[int]) -> None:
        hex, commander = row[0], row[8]
        if commander != NO_COMMANDER:
            out[self._commanders + commander] = 0
        if hex != OFF:
            at = self._planes + self._grid[hex]
            out[at : at + _LASTING * self._size : self._size] = _NOTHING

    def _write(self, row: tuple[Any, ...], out: array[int]) -> None:
        hex, figures, active, engaged, shown, seat, kind, rank, commander, stalwart, toughness, scorches = row
        if commander != NO_COMMANDER:
            out[self._commanders + commander] = 1 if hex != OFF else 2
        if hex == OFF:
            return
        at = self._planes + self._grid[hex]
        out[at : at + _LASTING * self._size : self._size] = array(
            "i",
            (
                seat + 1,
                kind + 1,
                rank + 1,
                figures,
                active,
                commander + 1 if commander != NO_COMMANDER else 0,
                self._grid[engaged] + 1 if engaged != OFF else 0,
                shown + 1 if shown != NOBODY else 0,
                stalwart,
                toughness,
                _SCORCH.index(scorches or ""),
            ),
        )


_NOTHING: Final = array("i", bytes(4 * _LASTING))
