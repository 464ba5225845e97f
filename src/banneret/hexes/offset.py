"""Rows and columns as on printed boards: odd rows are shifted right by half a hex."""

from __future__ import annotations

import re
import string
from typing import Final

from banneret.hexes.coordinates import Hex

_LABEL: Final = re.compile(r"([a-z])([1-9][0-9]?)")


def from_offset(column: int, row: int) -> Hex:
    """Return the hex in the given column and row, both counted from 0."""
    return Hex(column - (row - (row & 1)) // 2, row)


def to_offset(of: Hex) -> tuple[int, int]:
    """Return the column and row of a hex."""
    return of.q + (of.r - (of.r & 1)) // 2, of.r


def format_label(column: int, row: int) -> str:
    """Format a hex label: a letter for the column, a number from 1 for the row."""
    if not (0 <= column < len(string.ascii_lowercase) and 0 <= row < 99):
        raise ValueError(f"column {column}, row {row} has no label: there are 26 columns and 99 rows")
    return f"{string.ascii_lowercase[column]}{row + 1}"


def parse_label(label: str) -> tuple[int, int]:
    """Parse a label into column and row. Raises ValueError."""
    if (match := _LABEL.fullmatch(label)) is None:
        raise ValueError(f"{label!r} is not a hex label: a letter for the column, then the row from 1, such as g5")
    return string.ascii_lowercase.index(match[1]), int(match[2]) - 1
