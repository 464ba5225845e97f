"""A hex board: the hexes in play, and precomputed tables of neighbours, distances and sight."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final

from banneret.hexes.coordinates import DIRECTIONS, Hex, direction_of, neighbour, shifted
from banneret.hexes.lines import hexes_between
from banneret.hexes.offset import format_label, from_offset, parse_label, to_offset

OUTSIDE: Final = -1
"""Marks a direction without a hex of the board in tables of neighbours."""


class LabelError(ValueError):
    """A label that does not name a hex of the board."""


def _distances_from(start: Hex, hexes: Sequence[Hex]) -> tuple[int, ...]:
    """Return the distances of hexes as `distance` does, without a call for each of the thousands of pairs."""
    q, r = start.q, start.r
    return tuple([max(abs(hex.q - q), abs(hex.r - r), abs(hex.q + hex.r - q - r)) for hex in hexes])


class HexBoard:
    """A board of rows, odd ones shifted right by half a hex; the half hexes at their ends are out of play.

    A place is the number of a hex, row by row; a set of places is a bit mask (`mask`). The board is immutable.
    """

    def __init__(self, widths: Sequence[int], without: Iterable[tuple[int, int]] = ()) -> None:
        """Create a board of rows with given widths, excluding some (column, row). Raises ValueError if none is left."""
        self.widths: Final = tuple(widths)
        self.without: Final = frozenset(without)
        offsets = [
            (column, row)
            for row, width in enumerate(self.widths)
            for column in range(width)
            if (column, row) not in self.without
        ]
        if not offsets:
            raise ValueError(f"a board with rows of {self.widths} hexes has no hex in play")
        self.offsets: Final = tuple(offsets)
        self.hexes: Final = tuple(from_offset(*offset) for offset in offsets)
        self.labels: Final = tuple(format_label(*offset) for offset in offsets)
        self.place_of: Final = {hex: place for place, hex in enumerate(self.hexes)}
        self._by_label: Final = {label: place for place, label in enumerate(self.labels)}
        self.steps: Final = tuple(
            tuple(self.place_of.get(neighbour(hex, d), OUTSIDE) for d in range(len(DIRECTIONS))) for hex in self.hexes
        )
        """For each place, the place in each of the six directions, or OUTSIDE."""
        self.neighbours: Final = tuple(tuple(to for to in steps if to != OUTSIDE) for steps in self.steps)
        self.distances: Final = tuple([_distances_from(hex, self.hexes) for hex in self.hexes])
        self._sight: Final[list[list[tuple[int, int] | None]]] = [[None] * len(self.hexes) for _ in self.hexes]

    def __len__(self) -> int:
        return len(self.hexes)

    def __reduce__(self) -> tuple[Callable[..., HexBoard], tuple[tuple[int, ...], frozenset[tuple[int, int]]]]:
        """Pickle and copy only the shape: there is one shared board per shape, with its tables."""
        return board_of, (self.widths, self.without)

    def place(self, label: str) -> int:
        """Return the place with the given label. Raises LabelError."""
        if (found := self._by_label.get(label)) is not None:
            return found
        try:
            column, row = parse_label(label)
        except ValueError as error:
            raise LabelError(str(error)) from None
        if row < len(self.widths) and row & 1 and column == self.widths[row]:
            raise LabelError(f"{label!r} is the half hex at the end of row {row + 1}, which is out of play")
        raise LabelError(f"{label!r} is not on the board: {self.describe_row(row)}")

    def describe_row(self, row: int) -> str:
        """Describe which hexes a row has."""
        labels = [label for label, offset in zip(self.labels, self.offsets, strict=True) if offset[1] == row]
        return f"row {row + 1} runs from {labels[0]} to {labels[-1]}" if labels else f"it has {len(self.widths)} rows"

    def distance(self, a: int, b: int) -> int:
        """Return the number of steps between two places, ignoring obstacles."""
        return self.distances[a][b]

    def direction(self, a: int, b: int) -> int | None:
        """Return the direction from a to the adjacent place b, or None if they are not adjacent."""
        return direction_of(self.hexes[a], self.hexes[b])

    def ring(self, centre: int, radius: int) -> tuple[int, ...]:
        """Return the places at exactly the given distance, in order."""
        return tuple(place for place, far in enumerate(self.distances[centre]) if far == radius)

    def within(self, centre: int, radius: int) -> tuple[int, ...]:
        """Return the places within the given distance, including the centre, in order."""
        return tuple(place for place, far in enumerate(self.distances[centre]) if far <= radius)

    def row(self, place: int) -> int:
        """Return the row of a place."""
        return self.offsets[place][1]

    @staticmethod
    def mask(places: Collection[int]) -> int:
        """Return places as a bit mask."""
        bits = 0
        for place in places:
            bits |= 1 << place
        return bits

    def between(self, a: int, b: int) -> tuple[int, int]:
        """Return the places crossed by the line between two centres, as masks: shifted to the left and to the right."""
        found = self._sight[a][b]
        if found is None:
            found = self._sight[a][b] = self._cut(self.hexes[a], self.hexes[b])
        return found

    def is_clear(self, a: int, b: int, blocked: int) -> bool:
        """Return whether a sees b when the places in a mask block sight; a and b themselves never do.

        A line along edges is blocked only if it is blocked on both sides. Hexes out of play block nothing.
        """
        left, right = self.between(a, b)
        return not left & blocked or not right & blocked

    def line(self, a: int, b: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the places crossed by the line between two centres, like `between`, but in order from `a`."""
        start, end = self.hexes[a], self.hexes[b]
        left, right = hexes_between(Hex(end.q - start.q, end.r - start.r))
        return self._in_play(start, left), self._in_play(start, right)

    def _cut(self, a: Hex, b: Hex) -> tuple[int, int]:
        left, right = hexes_between(Hex(b.q - a.q, b.r - a.r))
        return self.mask(self._in_play(a, left)), self.mask(self._in_play(a, right))

    def _in_play(self, start: Hex, steps: Iterable[Hex]) -> tuple[int, ...]:
        return tuple(self.place_of[hex] for step in steps if (hex := shifted(start, step)) in self.place_of)

    def offset(self, place: int) -> tuple[int, int]:
        """Return the column and row of a place."""
        return to_offset(self.hexes[place])


@lru_cache(maxsize=256)
def board_of(widths: tuple[int, ...], without: frozenset[tuple[int, int]] = frozenset()) -> HexBoard:
    """Return the shared board of a shape; its tables are computed once."""
    return HexBoard(widths, without)
