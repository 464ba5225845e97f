"""Encoding of positions as integers for learning agents: the optional attribute `encoding` of a rulebook.

Games write integers into a buffer, without an array library; `banneret.rl` turns it into NumPy arrays.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, compress, islice, repeat
from math import prod
from operator import attrgetter, ne
from struct import Struct
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar
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
    encode: Callable[[Any], Sequence[int]] | None = None
    """None if the column already is a list of numbers, no longer than the part."""
    width: int = 0
    """Not 0 if the column is a list whose elements are rows of the part, of this width; `encode` is for an element."""


class Group(NamedTuple):
    """Columns of a state that are encoded together when one of them has changed."""

    names: Sequence[str]
    write: Callable[[Any, array[int]], None]
    """Writes into the array of `Columns`, which contains the numbers of the last time."""


class Columns:
    """Encodes columns of the states of one match as the first parts of an encoding; unchanged columns are cached."""

    def __init__(
        self, parts: Sequence[Part], columns: Sequence[Column], groups: Sequence[Group] = (), end: int = 0
    ) -> None:
        """Encode a part for each column, then the parts that the groups write, up to the number at `end`."""
        names = [column.name for column in columns]
        if [part.name for part in parts[: len(columns)]] != names:
            raise ValueError("the columns are not the first parts, in their order")
        where = spans(parts)
        self._plan = [(*column[1:], where[column.name].start) for column in columns]
        self._group = [number for number, group in enumerate(groups) for _ in group.names]
        self._write = [group.write for group in groups]
        names += [name for group in groups for name in group.names]
        self._get = _getter(names)
        self._kept: list[Any] = [None] * len(names)
        self._numbers = range(len(names))
        self._end = end or where[columns[-1].name].stop
        self._block = array("i", bytes(4 * self._end))

    def write(self, state: Any, out: array[int]) -> None:  # the game's own state
        """Write all columns at the beginning of `out`."""
        now, kept, block = self._get(state), self._kept, self._block
        changed = set()
        for number in compress(self._numbers, map(ne, now, kept)):
            column, before = now[number], kept[number]
            kept[number] = _copied(column)
            if number >= len(self._plan):
                changed.add(self._group[number - len(self._plan)])
                continue
            encode, width, at = self._plan[number]
            if width:
                for row, values in enumerate(column):
                    if before is None or values != before[row]:
                        pack(values if encode is None else encode(values), block, at + width * row)
            else:
                pack(column if encode is None else encode(column), block, at)
        for group in changed:
            self._write[group](state, block)
        out[: self._end] = block


class Block:
    """Cache of numbers that depend on some columns of a state only; recomputed when one of these has changed."""

    def __init__(self, names: Sequence[str], make: Callable[[Any], array[int]]) -> None:
        self._get = _getter(names)
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


class Rows:
    """Table whose rows depend on the elements of some lists at their index; only rows that have changed are renewed."""

    def __init__(self, names: Sequence[str], make: Callable[[Any, int], Sequence[int]], room: int, width: int) -> None:
        """Encode at most `room` rows; `make` returns the `width` numbers of a row of a state."""
        self._get = _getter(names)
        self._make = make
        self._room = room
        self._width = width
        self._kept: tuple[list[Any], ...] = tuple([] for _ in names)
        self._values = array("i", bytes(4 * room * width))

    def values(self, state: Any) -> array[int]:  # the game's own state
        """Return the table of a state, padded with rows of zeros."""
        now, kept = self._get(state), self._kept
        if now == kept:
            return self._values
        changed: set[int] = set()
        copies = list(kept)
        for number in compress(range(len(now)), map(ne, now, kept)):
            column, before = now[number], kept[number]
            changed.update(compress(range(max(len(column), len(before))), _differ(column, before)))
            copies[number] = _copied(column)
        self._kept = tuple(copies)
        for row in changed:
            if row < self._room:
                numbers = self._make(state, row) if row < len(now[0]) else (0,) * self._width
                pack(numbers, self._values, self._width * row)
        return self._values


def _differ(one: Sequence[Any], other: Sequence[Any]) -> Iterable[bool]:
    """Return for each index whether the elements differ; beyond the end of the shorter list they do."""
    return chain(map(ne, one, other), repeat(True))


def _getter(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that returns several attributes of a state."""
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda state: (get(state),)


def _copied(value: Any) -> Any:  # a column: plain data, at most a list of lists or dicts
    kind = type(value)
    if kind is list:
        if not value or type(value[0]) in _PLAIN:
            return value[:]
        return [one.copy() if isinstance(one, (list, dict)) else one for one in value]
    if kind is dict:
        return {key: _copied(one) for key, one in value.items()}
    return value


_PLAIN: Final = frozenset((int, bool, str))  # a list that begins with one of them contains no lists or dicts


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
    flat = array("i", bytes(4 * room * width))
    pack(list(chain.from_iterable(islice(rows, room))), flat, 0)
    return flat


_PILE: Final[Callable[[Pile], tuple[list[int], list[str]]]] = attrgetter("known", "cards")
_PACKERS: Final[dict[int, Struct]] = {}


def pack(values: Sequence[int], out: array[int], at: int) -> None:
    """Write numbers into `out` from `at` on: like an assignment to a slice, but faster."""
    packer = _PACKERS.get(len(values))
    if packer is None:
        packer = _PACKERS[len(values)] = Struct(f"{len(values)}i")
    packer.pack_into(out, 4 * at, *values)


class PileNumbers:
    """Encodes some piles of one match, top card first, as what some seats know; unchanged piles are cached."""

    def __init__(self, numbers: Mapping[str, int], rooms: Sequence[int]) -> None:
        self._numbers = numbers
        self._rooms = rooms
        self._kept: list[tuple[list[int], list[str]]] = []
        self._values: dict[int, array[int]] = {}
        self._private = 0
        """The seats that know cards that others do not know."""

    def values(self, piles: Sequence[Pile], mask: int) -> array[int]:
        """Return the number of each card known to the seats in `mask`, `BACK` for others, and zeros after each pile."""
        now = list(map(_PILE, piles))
        if now != self._kept:
            self._kept = [(known[:], cards[:]) for known, cards in now]
            self._values.clear()
            self._private = 0
            for known, _ in now:
                for marks in known:
                    self._private |= marks if marks != PUBLIC else 0
        mask &= self._private
        found = self._values.get(mask)
        if found is None:
            found = self._values[mask] = array("i")
            for pile, room in zip(piles, self._rooms, strict=True):
                found.extend(
                    self._numbers[card] if known == PUBLIC or known & mask else BACK
                    for card, known in zip(pile.cards, pile.known, strict=True)
                )
                found.extend([0] * (room - len(pile)))
        return found


def write_list(values: Iterable[int], room: int, out: array[int], at: int) -> None:
    """Write the first `room` numbers of a list."""
    for place, value in enumerate(islice(values, room), at):
        out[place] = value
