"""Observations of a seat as arrays: the table as it sees it, its question, and the features of the options."""

from __future__ import annotations

from array import array
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from banneret.encoding import Part, Writer, encoding_of, spans
from banneret.kernel import notation
from banneret.kernel.choosers import Action
from banneret.kernel.journal import FORCED
from banneret.kernel.match import Match
from banneret.kernel.rulebook import Rulebook
from banneret.rl.action_rows import ActionRows
from banneret.rl.menu import ROWS, Menu
from banneret.rl.view_encoding import HIGHEST, LOWEST, ViewEncoding
from banneret.rl.vocabulary import Vocabulary, code_of

Observation = dict[str, NDArray[Any]]  # int32, except for the mask, which is int8

FIELDS: Final = 6
SEALED: Final = 32
"""Maximum number of a seat's sealed answers in an observation."""


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
        self._words = Vocabulary(book)
        seats, width = max(book.seats), self.actions.width
        own = (
            Part("seat", (1,), -1, seats - 1, "the seat that observes, -1 for a spectator"),
            Part(
                "question",
                (2 + FIELDS,),
                LOWEST,
                HIGHEST,
                "codes of the kind and the prompt of the question, and the fields of the prompt; 0 without a question",
            ),
            Part("waiting", (seats,), 0, 2, "over seats: 1 deciding, 2 ready, 0 not asked"),
            Part("sealed", (SEALED, width), LOWEST, HIGHEST, "own answers that are not revealed yet, as action rows"),
        )
        self.parts: tuple[Part, ...] = (*self.encoding.parts, *own)
        self.size = sum(part.size for part in self.parts)
        self._spans = spans(self.parts)
        self._seat, self._question, self._waiting = (self._spans[n].start for n in ("seat", "question", "waiting"))
        self._sealed = self._spans["sealed"]
        self._codes: dict[str, int] = {}

    @property
    def width(self) -> int:
        """Number of features of an option."""
        return self.actions.width

    def write(self, match: Match[Any], seat: int, out: array[int], writer: Writer[Any] | None = None) -> None:
        """Write all parts as `seat` sees them into `out`, which is filled with zeros; -1 is a spectator.

        Pass the match's encoding writer as `writer` to reuse its cache.
        """
        viewers = frozenset((seat,)) if seat >= 0 else frozenset()
        (writer or self.encoding.writer()).write(match.state, viewers, out)
        out[self._seat] = seat
        at = self._waiting
        for one in match.ready:
            out[at + one] = 2
        for one in match.asking:
            out[at + one] = 1
        ask = match.asked(seat)
        if ask is not None:
            prompt, at = ask.prompt, self._question
            out[at] = self._code(ask.kind)
            out[at + 1] = self._code(prompt.id)
            if prompt.fields:
                for place, value in enumerate(list(prompt.fields.values())[:FIELDS], at + 2):
                    out[place] = value if isinstance(value, int) else self._word(value)
        since = match.opened_at
        if since is not None and seat >= 0:
            own: list[Action] = [a.action for a in match.answers[since:] if a.seat == seat and a.how <= FORCED]
            if own:
                self._write_sealed(own, out)

    def _write_sealed(self, own: list[Action], out: array[int]) -> None:
        rows = np.frombuffer(out, np.int32)[self._sealed].reshape(SEALED, self.actions.width)
        self.actions.write(own[:SEALED], rows)
        if len(own) > SEALED:
            rows[-1, -1] = code_of(" ".join(notation.write(action) for action in own[SEALED:]))

    def _code(self, text: str) -> int:
        found = self._codes.get(text)
        if found is None:
            found = self._codes[text] = code_of(text)
        return found

    def _word(self, value: str | tuple[str, ...]) -> int:
        return self._words.number(value if isinstance(value, str) else " ".join(value))

    def parts_of(self, values: NDArray[np.int32]) -> Observation:
        """Return the parts by name as views of `values` [..., size], each in its shape."""
        head = values.shape[:-1]
        return {part.name: values[..., self._spans[part.name]].reshape(*head, *part.shape) for part in self.parts}

    def write_options(self, menu: Menu | None, options: NDArray[np.int32], mask: NDArray[np.int8]) -> None:
        """Write the features and the mask of what a seat can choose into arrays that hold zeros.

        A seat without a question can only choose index 0, an empty row, so that no mask is empty.
        """
        if menu is None:
            mask[0] = 1
            return
        count = len(menu)
        mask[:count] = 1
        if not menu.paged:
            self.actions.write(menu.actions, options)
            return
        for index in range(count):
            first, last = menu.page(index)
            options[index, 0] = self.actions.page_type
            options[index, -2:] = first, last - 1

    def observe(
        self, match: Match[Any], seat: int, menu: Menu | None, writer: Writer[Any] | None = None
    ) -> Observation:
        """Return the observation of a seat, with the options of `menu` if it has an open question."""
        out = array("i", bytes(4 * self.size))
        self.write(match, seat, out, writer)
        options = np.zeros((self.rows, self.actions.width), np.int32)
        mask = np.zeros(self.rows, np.int8)
        self.write_options(menu, options, mask)
        return {"observation": np.frombuffer(out, np.int32), "options": options, "action_mask": mask}
