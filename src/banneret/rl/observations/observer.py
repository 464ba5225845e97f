"""Observations of a seat as arrays: the table as it sees it, its question, and the features of the options."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
from numpy.typing import NDArray

from banneret.encoding import Part, encoding_of, spans
from banneret.kernel.match import Match
from banneret.kernel.rulebook import Rulebook
from banneret.rl.menu import ROWS, Menu
from banneret.rl.observations.action_rows import ActionRows
from banneret.rl.observations.match_writer import Layout, MatchWriter, own_parts
from banneret.rl.observations.view_encoding import ViewEncoding

Observation = dict[str, NDArray[Any]]  # int32, except for the mask, which is int8


class Observer:
    """Creates observations of one game: `observation` [size], `options` [rows, features] and `action_mask` [rows].

    `observation` is a vector of named parts, which `parts_of` separates. They are those of the game's encoding (or of
    its view if it has no encoding), followed by:

    - `seat`: the seat that observes
    - `question`: its open question: codes of the kind and the prompt, then up to six fields of the prompt
    - `waiting`: for each seat, 1 while it is deciding, 2 if it is ready
    - `sealed`: the seat's own answers that are not revealed yet, as rows like the options

    Two observations are equal if and only if the seat's knowledge is equal.
    """

    def __init__(self, book: Rulebook[Any], rows: int = ROWS) -> None:
        if rows < 2:
            raise ValueError(f"rows: {rows}; at least 2 options are needed to choose from pages")
        self.book = book
        self.rows = rows
        self.encoding = encoding_of(book) or ViewEncoding(book)
        self.actions = ActionRows(book)
        own = own_parts(max(book.seats), self.actions.width)
        self.parts: tuple[Part, ...] = (*self.encoding.parts, *own)
        self.size = sum(part.size for part in self.parts)
        self._spans = spans(self.parts)
        self._layout = Layout(book, self.actions, {part.name: self._spans[part.name].start for part in own})
        self._blank = array("i", bytes(4 * self.size))
        self._steps = np.repeat(np.array([1, 0], np.int8), rows)  # the mask of n options begins at rows - n

    @property
    def width(self) -> int:
        """Number of features of an option."""
        return self.actions.width

    def writer(self) -> MatchWriter:
        """Return a writer for one match, which is faster than a new one for each observation."""
        return MatchWriter(self._layout, self.encoding.writer())

    def values(self, match: Match[Any], seat: int, writer: MatchWriter | None = None) -> array[int]:
        """Return all parts as `seat` sees them, one after the other; -1 is a spectator."""
        out = self._blank[:]
        (writer or self.writer()).write(match, seat, out)
        return out

    def mask(self, count: int) -> NDArray[np.int8]:
        """Return the mask of the first `count` indices."""
        return self._steps[self.rows - count : 2 * self.rows - count].copy()

    def parts_of(self, values: NDArray[np.int32]) -> Observation:
        """Return the parts by name as views of `values` [..., size], each in its shape."""
        head = values.shape[:-1]
        return {part.name: values[..., self._spans[part.name]].reshape(*head, *part.shape) for part in self.parts}

    def write_options(self, menu: Menu, options: NDArray[np.int32]) -> None:
        """Write the features of what a seat can choose into the first rows of `options`."""
        if not menu.paged:
            self.actions.write(menu.actions, options)
            return
        for index in range(len(menu)):
            first, last = menu.page(index)
            options[index, 0] = self.actions.page_type
            options[index, -2:] = first, last - 1

    def observe(
        self, match: Match[Any], seat: int, menu: Menu | None, writer: MatchWriter | None = None
    ) -> Observation:
        """Return the observation of a seat, with the options of `menu` if it has an open question.

        A seat without a question can only choose index 0, an empty row, so that no mask is empty.
        """
        values = np.frombuffer(self.values(match, seat, writer), np.int32)
        options = np.zeros((self.rows, self.actions.width), np.int32)
        mask = self.mask(1 if menu is None else len(menu))
        if menu is not None:
            self.write_options(menu, options)
        return {"observation": values, "options": options, "action_mask": mask}
