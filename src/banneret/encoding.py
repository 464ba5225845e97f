"""Positions as arrays of numbers for learners: the optional part `encoding` of a rulebook.

Games need no array library: they write whole numbers into a buffer, of which `banneret.rl` makes arrays.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from banneret.kernel.offers import offered
from banneret.kernel.pile import PUBLIC, Pile
from banneret.kernel.rulebook import Rulebook

S = TypeVar("S")

BACK = 1
"""Number of an unknown card in a pile; 0 means that there is no card at this place, 2 and more are cards."""


class Part(msgspec.Struct, frozen=True):
    """A named plane, table or vector of an encoding: whole numbers from `low` to `high`."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    about: str
    """What the numbers mean."""

    @property
    def size(self) -> int:
        """The number of values."""
        return prod(self.shape)


class Writer(Generic[S]):
    """Writes the positions of one match; it may keep what it wrote last, to write only changes."""

    def write(self, state: S, viewers: frozenset[int], out: array[int]) -> None:
        """Write the parts one after the other into `out`, which holds zeros; no viewers mean a spectator."""
        raise NotImplementedError  # implemented by each game


class Encoding(Generic[S]):
    """Describes how positions of a game are written as numbers, for what some seats know of them.

    Two positions give the same numbers if these seats have equal views of them, and different numbers if the views
    differ. Shapes are the same for all matches of a game, whatever its options and number of seats.
    """

    parts: ClassVar[tuple[Part, ...]]

    def writer(self) -> Writer[S]:
        """Return a writer for one match."""
        raise NotImplementedError  # implemented by each game


def spans(parts: Iterable[Part]) -> dict[str, slice]:
    """Return where the values of each part are in the buffer."""
    found: dict[str, slice] = {}
    at = 0
    for part in parts:
        found[part.name] = slice(at, at + part.size)
        at += part.size
    return found


def encoding_of(book: Rulebook[Any]) -> Encoding[Any] | None:
    """Return the encoding of a game, or None if it offers none."""
    return offered(book, "encoding", Encoding)


class Column(NamedTuple):
    """A column of a state that is public: its name in the state, and how it is written as the part of that name."""

    name: str
    encode: Callable[[Any], Iterable[int]] | None = None
    """None if the column is a list of numbers, as long as the part or shorter."""


class Columns:
    """Writes columns of the states of one match as the first parts of an encoding; only changed ones are converted."""

    def __init__(self, parts: Sequence[Part], columns: Sequence[Column]) -> None:
        if [part.name for part in parts[: len(columns)]] != [column.name for column in columns]:
            raise ValueError("the columns are not the first parts, in their order")
        where = spans(parts)
        self._plan = [(number, *column, where[column.name]) for number, column in enumerate(columns)]
        self._kept: list[Any] = [None] * len(columns)
        self._end = self._plan[-1][-1].stop
        self._block = array("i", bytes(4 * self._end))

    def write(self, state: Any, out: array[int]) -> None:  # the game's own state
        """Write all columns at the beginning of `out`."""
        kept = self._kept
        for number, name, encode, where in self._plan:
            now = getattr(state, name)
            if now != kept[number]:
                kept[number] = _copied(now)
                values = array("i", now if encode is None else encode(now))
                self._block[where.start : where.start + len(values)] = values
        out[: self._end] = self._block


def _copied(value: Any) -> Any:  # a column: a number, or a list of numbers or of lists
    if not isinstance(value, list):
        return value
    return [one[:] for one in value] if value and isinstance(value[0], list) else value[:]


def write_pile(pile: Pile, mask: int, numbers: dict[str, int], out: array[int], at: int) -> None:
    """Write a pile from the top, as the seats of `mask` know it: the number of a known card, else `BACK`."""
    known = pile.known
    if not any(known):
        out[at : at + len(known)] = array("i", [BACK]) * len(known)
        return
    for place, marks in enumerate(known, at):
        out[place] = numbers[pile.cards[place - at]] if marks == PUBLIC or marks & mask else BACK
