"""Painting: a drawing's layer of things in parts with stable ids, so that only what changed goes over the wire."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from html import unescape
from typing import Final
from xml.parsers import expat

import msgspec

Parts = dict[str, tuple[str, str]]
"""Id of a part -> the id of the group it lies in ("" for the layer itself), and its markup."""

_DEEP: Final = 3
"""The layer, its groups, and what lies in them."""


_EDGES: Final = re.compile(r"<(?:g(?:\s[^<>]*)?|/g)>")
"""Where groups begin and end; `<` and `>` are escaped in attributes of our own drawings."""
_ID: Final = re.compile(r'<g(?=\s)[^<>]*?\sid="([^"]*)"')


class Patch(msgspec.Struct, frozen=True, array_like=True):
    """A part that is new or has changed, and where it lies; without markup it is gone."""

    group: str
    id: str
    markup: str | None


def parts_of(layer: str) -> Parts:
    """Take a layer apart: `<g id="things">` of groups, whose children are parts where all of them have ids.

    A group with a child that has none is one part as a whole. Elements without ids never change.
    """
    found: Parts = {}
    depth, begins, end = 0, 0, 0
    group: _Group | None = None
    for edge in _EDGES.finditer(layer):
        closes = layer[edge.start() + 1] == "/"
        whole = layer[edge.end() - 2] == "/"
        if not closes:
            depth += 1
            if depth <= _DEEP:
                begins = edge.start()
                if layer.find(' id="', end, begins) >= 0:  # something that is no group has an id
                    return _parsed(layer)
                if depth == 2:
                    group = _Group(begins)
                elif group is not None:
                    group.mixed |= begins > end
                end = edge.end()
        if closes or whole:
            if depth == _DEEP and group is not None:
                group.children.append((begins, edge.end()))
            elif depth == 2 and group is not None:
                group.mixed |= closes and edge.start() > end
                if layer.find(' id="', end, edge.start()) >= 0:
                    return _parsed(layer)
                group.add(layer, edge.end(), found)
            if depth <= _DEEP:
                end = edge.end()
            depth -= 1
    return found


class _Group:
    """A group of the layer: where it begins, its children that are groups, and whether there are others."""

    __slots__ = ("begins", "children", "mixed")

    def __init__(self, begins: int) -> None:
        self.begins = begins
        self.children: list[tuple[int, int]] = []
        self.mixed = False

    def add(self, layer: str, end: int, found: Parts) -> None:
        """Add its parts."""
        id_ = _id_at(layer, self.begins)
        if id_ is None:
            return
        ids = [_id_at(layer, begins) for begins, _ in self.children]
        if ids and not self.mixed and None not in ids:
            for one, (begins, ends) in zip(ids, self.children, strict=True):
                found[str(one)] = (id_, layer[begins:ends])
        else:
            found[id_] = ("", layer[self.begins : end])


def _id_at(layer: str, begins: int) -> str | None:
    """Return the id of the element that begins there, or None."""
    found = _ID.match(layer, begins)
    return None if found is None else unescape(found[1])


def _parsed(layer: str) -> Parts:
    """Do so with an XML parser, which knows all elements."""
    raw = layer.encode()
    found: Parts = {}
    for group in _groups(raw):
        if group.id is None:
            continue
        if group.within and all(one.id is not None for one in group.within):
            for one in group.within:
                found[str(one.id)] = (group.id, raw[one.begins : one.ends].decode())
        else:
            found[group.id] = ("", raw[group.begins : group.ends].decode())
    return found


class _Element:
    """An element, and where it stands in the markup: it ends where what follows begins, for nothing lies between."""

    __slots__ = ("begins", "ends", "id", "within")

    def __init__(self, id_: str | None, begins: int) -> None:
        self.id = id_
        self.begins = begins
        self.ends = begins
        self.within: list[_Element] = []


def _groups(raw: bytes) -> list[_Element]:
    """Return the elements within the layer, and those within them; deeper ones are not looked at."""
    parser = expat.ParserCreate()
    path: list[_Element] = []
    depth = 0

    def close(above: _Element) -> None:
        if above.within:
            above.within[-1].ends = parser.CurrentByteIndex

    def begin(_name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEP:
            return
        made = _Element(attributes.get("id"), parser.CurrentByteIndex)
        if path:
            close(path[-1])
            path[-1].within.append(made)
        path.append(made)

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1
        if depth < _DEEP:
            close(path[-1])
            if depth:
                path.pop()

    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.Parse(raw, True)
    return path[0].within


def marks_of(parts: Parts) -> dict[str, bytes]:
    """Return what is remembered of parts to find out which have changed."""
    return {id_: _mark(markup) for id_, (_, markup) in parts.items()}


@lru_cache(maxsize=1 << 14)
def _mark(markup: str) -> bytes:
    return hashlib.blake2b(markup.encode(), digest_size=8).digest()


def patches(before: dict[str, bytes], parts: Parts) -> list[Patch]:
    """Return what has changed since, in a stable order."""
    now = marks_of(parts)
    changed = [Patch(parts[id_][0], id_, parts[id_][1]) for id_ in parts if before.get(id_) != now[id_]]
    return changed + [Patch("", id_, None) for id_ in before if id_ not in now]
