"""Numbers for ids: their place among all ids of a game, or a code."""

from __future__ import annotations

from typing import Any, Final
from zlib import crc32

from banneret.kernel.rulebook import Rulebook

CODES: Final = 1 << 24


def code_of(text: str) -> int:
    """Return a number for a text, the same in every process: 1 to 2**24. Different texts rarely share one."""
    return crc32(text.encode()) % CODES + 1


class Vocabulary:
    """All values of the domains of a game, in order; other texts have codes after those."""

    def __init__(self, book: Rulebook[Any]) -> None:
        words = dict.fromkeys(str(value) for values in book.domains.values() for value in values)
        self._numbers = {word: number for number, word in enumerate(words, 1)}
        self.known = len(self._numbers)
        self.high = self.known + CODES

    def number(self, text: str) -> int:
        """Return the number of a text, from 1."""
        found = self._numbers.get(text)
        return self.known + code_of(text) if found is None else found
