"""Validate the fields of a position: bounds of numbers, existence of ids, equal lengths of columns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sized
from typing import Any, Final, TypeVar

from banneret.kernel.pile import PUBLIC, Pile
from banneret.kernel.rulebook import PositionError
from banneret.kernel.stream import KEY_BYTES

_T = TypeVar("_T", int, str)

MOST_DRAWN: Final = 1 << 62
"""More draws than any match makes."""
LONGEST_LIST: Final = 400
"""Characters of an error message: the list of what is allowed can be long."""


def within(where: str, value: int, low: int, high: int) -> int:
    """Return a number from `low` to `high`. Raises PositionError."""
    if not low <= value <= high:
        raise PositionError(f"{where}: {value} is not within {low} to {high}")
    return value


def all_within(where: str, values: Iterable[int], low: int, high: int) -> None:
    """Check the numbers of a column. Raises PositionError, which names the first entry out of bounds."""
    for number, value in enumerate(values):
        within(f"{where}[{number}]", value, low, high)


def known(where: str, value: _T, allowed: Collection[_T]) -> _T:
    """Return an id that is one of those allowed. Raises PositionError."""
    if value not in allowed:
        raise PositionError(f"{where}: {value!r} is not one of {', '.join(map(str, allowed))}"[:LONGEST_LIST])
    return value


def all_known(where: str, values: Iterable[_T], allowed: Collection[_T]) -> None:
    """Check the ids of a column. Raises PositionError, which names the first unknown one."""
    for number, value in enumerate(values):
        known(f"{where}[{number}]", value, allowed)


def same_length(columns: Mapping[str, Sized], count: int, of: str) -> None:
    """Check that columns have one entry for each of `count` things. Raises PositionError."""
    for name, column in columns.items():
        if len(column) != count:
            raise PositionError(f"{name}: {len(column)} entries for {count} {of}")


def pile_of(where: str, cards: list[str], marks: list[int], seats: int) -> Pile:
    """Return a face-down pile with the mask of seats that know each card. Raises PositionError."""
    if len(marks) != len(cards):
        raise PositionError(f"{where}.known: {len(marks)} marks for {len(cards)} cards")
    all_within(f"{where}.known", marks, PUBLIC, (1 << seats) - 1)
    return Pile(cards, marks)


def key_of(text: str) -> bytes:
    """Return the key of a match from its hexadecimal form. Raises PositionError."""
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise PositionError(f"key: must be {KEY_BYTES} bytes in hexadecimal")
    return key


def as_object(where: str, value: Any) -> Mapping[str, Any]:  # any value of a JSON file
    """Return an object of a JSON file. Raises PositionError for anything else."""
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise PositionError(f"{where}: not a JSON object")
    return value
