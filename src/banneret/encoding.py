"""Encoding of positions as integers for learning agents: the optional attribute `encoding` of a rulebook.

Games write integers into a buffer, without an array library; `banneret.rl` turns it into NumPy arrays.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from math import prod
from operator import attrgetter
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar
from zlib import crc32

import msgspec

from banneret.kernel.offers import offered
from banneret.kernel.pile import PUBLIC, Pile
from banneret.kernel.rulebook import Rulebook

S = TypeVar("S")

BACK = 1
"""Number of an unknown card in a pile; 0 is the absence of a card, numbers from 2 are known cards."""


class Part(msgspec.Struct, frozen=True):
    """A named array of an encoding, containing integers from `low` to `high`."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    about: str
    """Meaning of the numbers."""

    @property
    def size(self) -> int:
        """Number of values."""
        return prod(self.shape)


class Writer(Generic[S]):
    """Encodes the positions of one match; it may cache the previous position to encode only changes."""

    def write(self, state: S, viewers: frozenset[int], out: array[int]) -> None:
        """Write the parts in order into `out`, which is filled with zeros; no viewers means a spectator."""
        raise NotImplementedError  # implemented by each game


class Encoding(Generic[S]):
    """Encoding of a game's positions as some seats see them.

    Equal views give equal numbers, and different views give different numbers. Shapes are the same for all matches of
    a game, regardless of options and number of seats.
    """

    parts: ClassVar[tuple[Part, ...]]

    def writer(self) -> Writer[S]:
        """Return a writer for one match."""
        raise NotImplementedError  # implemented by each game


def spans(parts: Iterable[Part]) -> dict[str, slice]:
    """Return the slice of the buffer that contains each part."""
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
    """A public column of a state, and the function that encodes it as the part of the same name."""

    name: str
    encode: Callable[[Any], Iterable[int]] | None = None
    """None if the column already is a list of numbers, no longer than the part."""


class Columns:
    """Encodes columns of the states of one match as the first parts of an encoding; unchanged columns are cached."""

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


class Block:
    """Cache of numbers that depend on some columns of a state only; recomputed when one of these has changed."""

    def __init__(self, names: Sequence[str], make: Callable[[Any], array[int]]) -> None:
        self._get = attrgetter(*names)
        self._make = make
        self._kept: Any = None
        self._values = array("i")

    def values(self, state: Any) -> array[int]:  # the game's own state
        """Return the numbers for a state."""
        now = self._get(state)
        if now != self._kept:
            self._kept = tuple(map(_copied, now))
            self._values = self._make(state)
        return self._values


def _copied(value: Any) -> Any:  # a column: plain data, at most a list of lists or dicts
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    return [one.copy() if isinstance(one, list | dict) else one for one in value]


class Codes:
    """Numbers for ids: the index among known ids, from 1, or a hash above those for others, such as new cards."""

    def __init__(self, known: Iterable[str]) -> None:
        self._numbers = {id: number for number, id in enumerate(dict.fromkeys(known), 1)}
        self._known = len(self._numbers)
        self.high = self._known + (1 << 24)

    def number(self, id: str) -> int:
        """Return the number of an id; 0 for an empty one."""
        if not id:
            return 0
        found = self._numbers.get(id)
        return self._known + 1 + (crc32(id.encode()) & 0xFFFFFF) if found is None else found

    def some(self, ids: Sequence[str], room: int) -> list[int]:
        """Return the numbers of the first `room` ids, padded with zeros, then a hash of the remaining ids, or 0."""
        numbers = [self.number(id) for id in ids[:room]]
        rest = ids[room:]
        return [*numbers, *[0] * (room - len(numbers)), self.number(" ".join(rest)) if rest else 0]

    def counts(self, counts: Mapping[str, int], room: int = 3) -> list[int]:
        """Return the numbers of the first `room` ids in alphabetical order, a hash of the remaining ones, and counts.

        The counts are those of the first `room` ids; missing ids and counts are 0.
        """
        names = sorted(counts)
        values = [counts[name] for name in names[:room]]
        more = [f"{name}={counts[name]}" for name in names[room:]]
        missing = [0] * (room - len(values))
        numbers = [self.number(name) for name in names[:room]]
        return [*numbers, *missing, self.number(" ".join(more)), *values, *missing]


def table(rows: Iterable[Sequence[int]], room: int, width: int) -> array[int]:
    """Return the first `room` rows as a flat table, padded with rows of zeros."""
    flat = array("i")
    for row in islice(rows, room):
        flat.extend(row)
    flat.extend([0] * (room * width - len(flat)))
    return flat


def write_pile(pile: Pile, mask: int, numbers: dict[str, int], out: array[int], at: int) -> None:
    """Write a pile, top card first, as the seats in `mask` know it: the number of a known card, else `BACK`."""
    known = pile.known
    if not any(known):
        out[at : at + len(known)] = array("i", [BACK]) * len(known)
        return
    for place, marks in enumerate(known, at):
        out[place] = numbers[pile.cards[place - at]] if marks == PUBLIC or marks & mask else BACK


def write_list(values: Iterable[int], room: int, out: array[int], at: int) -> None:
    """Write the first `room` numbers of a list."""
    for place, value in enumerate(islice(values, room), at):
        out[place] = value
