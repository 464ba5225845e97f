"""Painting: a drawing's layer of things in parts with stable ids, so that only what changed goes over the wire."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final
from xml.parsers import expat

import msgspec

from banneret.show.panels import TablePanel
from banneret.show.svg import Group

Parts = dict[str, tuple[str, str]]
"""Id of a part -> the id of the group it lies in ("" for the layer itself), and its markup."""

_DEEP: Final = 3
"""The layer, its groups, and what lies in them."""
_ID: Final = ' id="'


class Patch(msgspec.Struct, frozen=True, array_like=True):
    """A part that is new or has changed, and where it lies; without markup it is gone."""

    group: str
    id: str
    markup: str | None


def parts_of(layer: str) -> Parts:
    """Return the parts of a layer: `<g id="things">` of groups, whose children are parts if all of them have ids.

    A group with a child that has none is one part as a whole. Elements without ids never change.
    """
    if not isinstance(layer, Group) or (not layer.children and layer.count(_ID) > 1):
        return _parsed(layer)
    found: Parts = {}
    for group in layer.children:
        if isinstance(group, Group):
            plain = [one for one in group.children if one and not isinstance(one, Group)]
            if any(_ID in one for one in plain):
                return _parsed(layer)
            if group.children and not plain:
                found |= {one.id: (group.id, one) for one in group.children if isinstance(one, Group)}
            else:
                found[group.id] = ("", group)
        elif _ID in group:
            return _parsed(layer)
    return found


def _parsed(layer: str) -> Parts:
    """Return the parts of a layer that was not drawn with `show.svg`, or is empty."""
    if not layer:
        return {}  # nothing is on the board yet
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
    changed = [Patch(parts[id_][0], id_, str(parts[id_][1])) for id_ in parts if before.get(id_) != now[id_]]
    return changed + [Patch("", id_, None) for id_ in before if id_ not in now]


def panel_marks(panels: tuple[TablePanel, ...]) -> dict[str, bytes]:
    """Return what is remembered of panels to determine which have changed, in their order."""
    return {one.id: _panel_mark(one) for one in panels}


def _panel_mark(panel: TablePanel) -> bytes:
    """Return the mark of a panel, computed once for each object: games return the same one while it does not change."""
    kept = _kept.get(id(panel))
    if kept is None:
        if len(_kept) >= _MOST:
            _kept.clear()
        kept = _kept[id(panel)] = panel, hashlib.blake2b(_encode(panel), digest_size=8).digest()
    return kept[1]


def changed_panels(before: dict[str, bytes], panels: tuple[TablePanel, ...]) -> tuple[list[TablePanel], list[str]]:
    """Return the panels that are new or have changed, and the ids of all in order if these are not the same."""
    now = panel_marks(panels)
    changed = [one for one in panels if before.get(one.id) != now[one.id]]
    return changed, [] if list(before) == list(now) else list(now)


_encode: Final = msgspec.json.Encoder().encode
_MOST: Final = 4096
"""The number of panels whose marks are kept."""
_kept: Final[dict[int, tuple[TablePanel, bytes]]] = {}
"""Panels and their marks by the ids of the objects, which are kept alive."""
