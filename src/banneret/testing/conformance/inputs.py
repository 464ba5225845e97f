"""Mutilated inputs of a game, and how they are given to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from banneret.kernel.match import Match
from banneret.kernel.stream import Stream

WRONG: Final[tuple[Any, ...]] = (
    None, -1, 0, 1, 7, 99, 10**6, 2**63, -(2**40), 1.5, 1e300, "", "x", "none", "ß" * 30, True, False, [], {}, [[]],
)  # fmt: skip  # several to a line
"""Values put in place of others."""

_Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Enter:
    """One input, and how it is given."""

    given: Any
    open: Callable[[], Match[Any] | Callable[[], object] | None]
    """Returns the match that begins with the input, or a function that uses it, or None if nothing follows from it."""
    refusals: type[Exception] | tuple[type[Exception], ...]


def mutilated(given: Any, stream: Stream, *, most: int = 3, depth: int = 0) -> Any:  # any JSON
    """Return a copy of plain data with one to `most` values removed, exchanged, doubled or replaced.

    `depth` is the number of outer levels that stay as they are.
    """
    root = [_copy(given)]
    for _ in range(1 + stream.below(most)):
        paths = [path for path in _paths(root) if len(path) > 1 + depth]
        if not paths:
            break
        fields: dict[_Path, list[_Path]] = {}
        for path in paths:  # each field is as likely to change, however many values it holds
            fields.setdefault(path[: 3 + depth], []).append(path)
        path = stream.choice(fields[stream.choice(list(fields))])
        _change(root, path, [_at(root, other) for other in paths], stream)
    return root[0]


def _paths(value: Any, path: _Path = ()) -> Iterator[_Path]:  # any JSON
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _paths(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _paths(inner, (*path, number))


def _at(value: Any, path: _Path) -> Any:  # any JSON
    for key in path:
        value = value[key]
    return value


def _change(root: Any, path: _Path, others: list[Any], stream: Stream) -> None:  # any JSON
    around, key = _at(root, path[:-1]), path[-1]
    old = around[key]
    alike = [other for other in others if type(other) is type(old)]
    match stream.below(6):
        case 0:
            del around[key]
        case 1 | 2:
            around[key] = _copy(stream.choice(list(WRONG)))
        case 3 if type(old) is int:
            around[key] = old + stream.choice([-2, -1, 1, 2, 10])
        case 4 if isinstance(old, list) and old:
            old.append(_copy(stream.choice(old)))
        case _ if alike:
            around[key] = _copy(stream.choice(alike))
        case _ if isinstance(around, dict):
            around["unknown"] = 1
        case _:
            around.insert(key, _copy(old))


def _copy(value: Any) -> Any:  # any JSON
    """Return a copy, so that later changes of one place change no other."""
    return msgspec.json.decode(msgspec.json.encode(value))


def torn(raw: bytes, stream: Stream) -> bytes:
    """Return bytes of which a part is missing, doubled or replaced."""
    start = stream.below(len(raw))
    end = min(len(raw), start + 1 + stream.below(40))
    return raw[:start] + stream.choice([b"", raw[start:end] * 2, b"\xff\x00", b'"', b"{}", b"\n"]) + raw[end:]


def torn_text(text: str, stream: Stream) -> str:
    """Return a text with a word removed, doubled or replaced."""
    words = re.split(r"(\s+)", text)
    at = stream.below(len(words))
    words[at] = stream.choice(["", words[at] * 2, "x", "-1", "99999999999999999999", "\u0000", "é", words[0]])
    return "".join(words)
