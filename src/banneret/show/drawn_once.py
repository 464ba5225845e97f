"""Draw a part once for each of its states: most of a board looks the same after an answer, and to other viewers."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import msgspec

LARGEST: Final = 4096
"""The number of states that each function keeps."""

Draw = TypeVar("Draw", bound=Callable[..., str])

_all: Final[list[dict[Any, str]]] = []


def drawn_once(draw: Draw) -> Draw:
    """Keep what a function draws, by its arguments. Structs may hold dicts and lists; all else must be hashable."""
    kept: dict[Any, str] = {}
    _all.append(kept)

    @wraps(draw)
    def drawn(*args: Any) -> str:  # whatever the function takes
        return _kept(kept, tuple(map(_key, args)), draw, args)

    return drawn  # type: ignore[return-value]  # it takes what `draw` takes, by position


def drawn_from(*fields: str) -> Callable[[Draw], Draw]:
    """Keep what a function draws, by these fields of its first argument; it sees no others."""

    def decorate(draw: Draw) -> Draw:
        kept: dict[Any, str] = {}
        _all.append(kept)

        @wraps(draw)
        def drawn(view: Any, *args: Any) -> str:  # the view of a game
            values = [getattr(view, field) for field in fields]
            key = (msgspec.json.encode(values), *map(_key, args))
            return _kept(kept, key, draw, (SimpleNamespace(**dict(zip(fields, values, strict=True))), *args))

        return drawn  # type: ignore[return-value]  # as above

    return decorate


def forget_drawn() -> None:
    """Forget all that was drawn."""
    for kept in _all:
        kept.clear()


def _kept(kept: dict[Any, str], key: Any, draw: Callable[..., str], args: tuple[Any, ...]) -> str:
    found = kept.get(key)
    if found is None:
        found = draw(*args)
        if len(kept) >= LARGEST:
            kept.clear()
        kept[key] = found
    return found


def _key(argument: object) -> object:
    return msgspec.json.encode(argument) if isinstance(argument, msgspec.Struct) else argument
