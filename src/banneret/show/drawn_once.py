"""Cache of drawn parts, since most of a board and its panels stays the same after an answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import msgspec

LARGEST: Final = 12_000_000
"""Number of characters of markup in a generation; the cache holds two generations."""

Draw = TypeVar("Draw", bound=Callable[..., Any])  # markup, or panels as data


class Drawings:
    """A cache in two generations: entries that are unused for a whole generation are evicted.

    Values are markup or immutable data.
    """

    def __init__(self, largest: int = LARGEST) -> None:
        self.largest = largest
        self._young: dict[Any, Any] = {}
        self._old: dict[Any, Any] = {}
        self._size = 0

    def get(self, key: Any, draw: Callable[..., Any], args: tuple[Any, ...]) -> Any:  # any hashable key
        """Return the cached value of a key; on a miss, draw and cache it."""
        found = self._young.get(key)
        if found is not None:
            return found
        found = self._old.get(key)
        if found is None:
            found = draw(*args)
        size = len(found if isinstance(found, str) else _encode(found))
        self._size += size
        if self._size > self.largest:
            self._old, self._young, self._size = self._young, {}, size
        self._young[key] = found
        return found

    def clear(self) -> None:
        """Remove all entries."""
        self._young, self._old, self._size = {}, {}, 0

    def __len__(self) -> int:
        return len(self._young.keys() | self._old.keys())


_drawings: Final = Drawings()


def drawn_once(draw: Draw) -> Draw:
    """Cache the results of a function by its arguments.

    Structs, dicts, lists and tuples are compared by content; all other arguments must be hashable and immutable.
    """

    @wraps(draw)
    def drawn(*args: Any) -> Any:  # whatever the function takes and returns
        key = (draw, *[one if type(one) in _PLAIN else _key(one) for one in args])
        return _drawings.get(key, draw, args)

    return drawn  # type: ignore[return-value]  # it takes what `draw` takes, by position


def drawn_from(*fields: str) -> Callable[[Draw], Draw]:
    """Cache the results of a function by some fields of its first argument and by its other arguments.

    The function receives only these fields, so that it cannot depend on others.
    """

    def decorate(draw: Draw) -> Draw:
        @wraps(draw)
        def drawn(view: Any, *args: Any) -> Any:  # the view of a game
            values = [getattr(view, field) for field in fields]
            key = (draw, _encode(values), *map(_key, args))
            return _drawings.get(key, draw, (SimpleNamespace(**dict(zip(fields, values, strict=True))), *args))

        return drawn  # type: ignore[return-value]  # as above

    return decorate


def forget_drawn() -> None:
    """Clear the cache."""
    _drawings.clear()


_encode: Final = msgspec.json.Encoder().encode
_PLAIN: Final = frozenset({str, int, float, bool, type(None)})
"""Common types of arguments that are used as keys unchanged."""
_CONTAINERS: Final = (msgspec.Struct, dict, list)


def _key(argument: object) -> object:
    if isinstance(argument, _CONTAINERS):
        return _encode(argument)
    if isinstance(argument, tuple):
        try:
            hash(argument)
        except TypeError:
            return _encode(argument)
    return argument
