"""Keyed streams of numbers: the same on every platform, and unpredictable from past numbers.

Word i of a key is bytes 8(i mod 8) to 8(i mod 8)+7, little-endian, of BLAKE2b-512 over i div 8 (8 bytes,
little-endian) keyed with the 16 bytes of the key.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from typing import Protocol, TypeVar

KEY_BYTES = 16
_WORDS = 8
_SPAN = 1 << 64
_SURE = _SPAN - (1 << 32)
"""Words below this are never drawn again, for up to 1 << 32 items."""
_UNPACK = Struct("<8Q").unpack

T = TypeVar("T")


class Keyed(Protocol):
    """A source of numbers: a secret key and the number of words used so far. The state of a match is one."""

    key: bytes
    drawn: int


def word(key: bytes, index: int) -> int:
    """Return the 64-bit word at `index` of `key`."""
    return _words(key, index // _WORDS)[index % _WORDS]


def _find_words(key: bytes, block: int) -> tuple[int, ...]:
    """Return the words of a block."""
    digest = blake2b(block.to_bytes(8, "little"), key=key, digest_size=64).digest()
    return _UNPACK(digest)


@lru_cache(maxsize=256)
def _words(key: bytes, block: int) -> tuple[int, ...]:
    """Return the same, cached, as words are mostly needed one after the other."""
    return _find_words(key, block)


def derive_key(*parts: bytes | str | int) -> bytes:
    """Derive a 16-byte key from parts such as a seed, a salt or another key."""
    digest = blake2b(digest_size=KEY_BYTES)
    for part in parts:
        raw = part if isinstance(part, bytes) else str(part).encode()
        digest.update(len(raw).to_bytes(4, "little") + type(part).__name__.encode() + raw)
    return digest.digest()


class Stream:
    """A stream of numbers from a key: for bots, redeals and samples outside a match's own chance."""

    __slots__ = ("drawn", "key")

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.drawn = 0

    def below(self, n: int) -> int:
        """Draw an integer 0 <= x < n with equal probability."""
        return below(self, n)

    def choice(self, items: Sequence[T]) -> T:
        """Draw one of `items`."""
        return items[below(self, len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle in place; all orders are equally likely."""
        shuffle(self, items)


def below(source: Keyed, n: int) -> int:
    """Draw an integer 0 <= x < n with equal probability."""
    if n <= 0:
        raise ValueError(f"cannot draw a number below {n}")
    limit = _SPAN - _SPAN % n
    while True:
        w = word(source.key, source.drawn)
        source.drawn += 1
        if w < limit:
            return w % n


def shuffle(source: Keyed, items: MutableSequence[T]) -> None:
    """Shuffle in place; all orders are equally likely."""
    block, at = divmod(source.drawn, _WORDS)
    words = _words(source.key, block)
    n, sure = len(items), _SURE
    while n > 1:  # as `below`, without a call for each item
        if at == _WORDS:
            block, at = block + 1, 0
            words = _find_words(source.key, block)
        for w in words[at:]:
            at += 1
            if w < sure or w < _SPAN - _SPAN % n:
                j = w % n
                n -= 1
                items[n], items[j] = items[j], items[n]
                if n <= 1:
                    break
    source.drawn = block * _WORDS + at
