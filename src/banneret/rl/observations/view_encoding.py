"""Default encoding, for games without one: the fields of the view in order."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import inspect

from banneret.encoding import Encoding, Part, Writer
from banneret.kernel.rulebook import Rulebook
from banneret.rl.observations.vocabulary import Vocabulary, code_of

LOWEST: Final = -(1 << 31)
HIGHEST: Final = (1 << 31) - 1
ROOM: Final = (32, 16, 8, 4)
"""Maximum number of items encoded of a list or dict, by nesting depth."""
MOST: Final = 1 << 15
"""Maximum number of values of an encoding; if it is exceeded, the limits of lists are reduced."""


class ViewEncoding(Encoding[Any], Writer[Any]):
    """Encodes the view of any game according to the types of its struct.

    Numbers and booleans are encoded as themselves, ids as their numbers in the vocabulary, None as 0. A list or dict is
    its length, the first items, and a hash of the others or 0. A union is the index of the type and the value. All
    other types are encoded as a hash of their JSON.
    """

    parts: tuple[Part, ...]  # type: ignore[misc]  # depends on the game

    def __init__(self, book: Rulebook[Any]) -> None:
        self._book = book
        self._words = Vocabulary(book)
        self._type = inspect.type_info(book.View)
        self._room: tuple[int, ...] = ROOM
        size = self._size(self._type, 0, ())
        while size > MOST and max(self._room) > 1:
            self._room = tuple(max(1, room // 2) for room in self._room)
            size = self._size(self._type, 0, ())
        about = f"the fields of {book.View.__name__} in their order; lists have room for {self._room} by depth"
        self.parts = (Part("view", (size,), LOWEST, HIGHEST, about),)

    def writer(self) -> ViewEncoding:
        return self

    def write(self, state: Any, viewers: frozenset[int], out: array[int]) -> None:  # the game's own state
        values: list[int] = []
        self._put(self._type, self._book.view(state, viewers), 0, (), values)
        out[: len(values)] = array("i", values)

    def _capacity(self, depth: int) -> int:
        return self._room[min(depth, len(self._room) - 1)]

    def _size(self, kind: inspect.Type, depth: int, inside: tuple[type, ...]) -> int:
        match kind:
            case inspect.StructType(cls=cls, fields=fields):
                return 1 if cls in inside else sum(self._size(f.type, depth, (*inside, cls)) for f in fields)
            case inspect.UnionType(types=types):
                return 1 + max(self._size(one, depth, inside) for one in types)
            case inspect.TupleType(item_types=types):
                return sum(self._size(one, depth, inside) for one in types)
            case inspect.DictType(value_type=value):
                return 2 + self._capacity(depth) * (1 + self._size(value, depth + 1, inside))
            case inspect.CollectionType(item_type=item):
                return 2 + self._capacity(depth) * self._size(item, depth + 1, inside)
            case inspect.NoneType():
                return 0
        return 1

    def _put(
        self,
        kind: inspect.Type,
        value: Any,  # of this type
        depth: int,
        inside: tuple[type, ...],
        out: list[int],
    ) -> None:
        match kind:
            case inspect.StructType(cls=cls, fields=fields) if cls not in inside:
                for field in fields:
                    self._put(field.type, getattr(value, field.name), depth, (*inside, cls), out)
            case inspect.UnionType(types=types):
                start, size = len(out), self._size(kind, depth, inside)
                place = next((i for i, one in enumerate(types, 1) if _is_of(one, value)), len(types))
                out.append(0 if value is None else place)
                self._put(types[place - 1], value, depth, inside, out)
                out += [0] * (start + size - len(out))
            case inspect.TupleType(item_types=types):
                for one, item in zip(types, value, strict=True):
                    self._put(one, item, depth, inside, out)
            case inspect.DictType(value_type=of):
                items = sorted(((str(key), item) for key, item in value.items()), key=lambda item: item[0])
                self._put_items(kind, [(of, key, item) for key, item in items], depth, inside, out)
            case inspect.CollectionType(item_type=of):
                listed = sorted(value, key=str) if isinstance(value, set | frozenset) else value
                self._put_items(kind, [(of, None, item) for item in listed], depth, inside, out)
            case inspect.NoneType():
                return
            case _:
                out.append(self._scalar(value))

    def _put_items(
        self,
        kind: inspect.Type,
        items: list[tuple[inspect.Type, str | None, Any]],
        depth: int,
        inside: tuple[type, ...],
        out: list[int],
    ) -> None:
        start, size, room = len(out), self._size(kind, depth, inside), self._capacity(depth)
        out.append(len(items))
        for of, key, item in items[:room]:
            if key is not None:
                out.append(self._words.number(key))
            self._put(of, item, depth + 1, inside, out)
        out += [0] * (start + size - 1 - len(out))
        rest = [(key, item) for _, key, item in items[room:]]
        out.append(_json_code(rest) if rest else 0)

    def _scalar(self, value: Any) -> int:  # anything that a view may hold
        if isinstance(value, bool | int):
            return int(value) if LOWEST <= value <= HIGHEST else code_of(str(value))
        if isinstance(value, str):
            return self._words.number(value)
        if isinstance(value, float):
            bits: int = struct.unpack("<i", struct.pack("<f", value))[0]
            return bits
        return 0 if value is None else _json_code(value)


def _is_of(kind: inspect.Type, value: Any) -> bool:  # anything that a view may hold
    match kind:
        case inspect.NoneType():
            return value is None
        case inspect.StructType(cls=cls):
            return isinstance(value, cls)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case inspect.FloatType():
            return isinstance(value, float)
        case inspect.StrType() | inspect.LiteralType():
            return isinstance(value, str)
        case inspect.DictType():
            return isinstance(value, Mapping)
        case inspect.CollectionType() | inspect.TupleType():
            return isinstance(value, list | tuple | set | frozenset)
    return value is not None


def _json_code(value: Any) -> int:  # anything that a view may hold
    return code_of(msgspec.json.encode(msgspec.to_builtins(value, str_keys=True), order="sorted").decode())
