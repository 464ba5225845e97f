"""Numbers for ids: their index among all ids of a game, or a hash code."""

from __future__ import annotations

from typing import Any, Final
from zlib import crc32

from banneret.kernel.rulebook import Rulebook

CODES: Final = 1 << 24


def code_of(text: str) -> int:
    """Return a hash code of a text from 1 to 2**24, the same in every process."""
    return crc32(text.encode()) % CODES + 1


class Vocabulary:
    """Numbers of all values of a game's domains, in order; other texts have hash codes above them."""

    def __init__(self, book: Rulebook[Any]) -> None:
        words = dict.fromkeys(str(value) for values in book.domains.values() for value in values)
        self._numbers = {word: number for number, word in enumerate(words, 1)}
        self.known = len(self._numbers)
        self.high = self.known + CODES

    def number(self, text: str) -> int:
        """Return the number of a text, from 1."""
        found = self._numbers.get(text)
        return self.known + code_of(text) if found is None else found
