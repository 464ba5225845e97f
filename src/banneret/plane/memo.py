"""Results that are kept because the same ones are needed again: by copies of a match, and for the next question."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, ClassVar, Final, Generic, TypeVar, cast

T = TypeVar("T")

_ABSENT: Final = object()


class Memo(Generic[T]):
    """Results by keys that contain everything they depend on, so that none is ever out of date.

    Shapes and placed shapes are compared by identity in keys; `place` returns the same object for the same pose. When
    the memo is full, it forgets everything.
    """

    __slots__ = ("_found", "_most")
    is_checked: ClassVar[bool] = False
    """Whether every kept result is computed again and compared, to find keys that lack something."""

    def __init__(self, most: int = 1 << 12) -> None:
        self._found: dict[Hashable, T] = {}
        self._most = most

    def get(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return the result for a key, computed the first time. Raises RuntimeError if checked and out of date."""
        found: Any = self._found.get(key, _ABSENT)  # a result, or the mark that there is none
        if found is _ABSENT:
            if len(self._found) >= self._most:
                self._found.clear()
            found = self._found[key] = compute()
        elif Memo.is_checked and compute() != found:
            raise RuntimeError(f"a kept result is out of date: {found!r} for {key!r}")
        return cast(T, found)
