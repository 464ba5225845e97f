"""Patches of drawings: the layer of things is split into parts with stable ids, and only changed parts are sent."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final
from xml.parsers import expat

import msgspec

from banneret.show.panels import TablePanel
from banneret.show.svg import Group

Parts = dict[str, tuple[str, str]]
"""Parts by id: the id of the containing group ("" for the layer itself), and the markup."""

_DEEP: Final = 3
"""Depth of the layer, its groups and their children."""
_ID: Final = ' id="'


class Patch(msgspec.Struct, frozen=True, array_like=True):
    """A new or changed part, with its group; without markup, a removed part."""

    group: str
    id: str
    markup: str | None


def parts_of(layer: str) -> Parts:
    """Return the parts of a layer: `<g id="things">` of groups, whose children are parts if all of them have ids.

    Otherwise, the group as a whole is one part. Elements without ids never change.
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
        return {}  # the board is empty
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
    """An element with its position in the markup. It ends where the next one begins, as nothing lies between."""

    __slots__ = ("begins", "ends", "id", "within")

    def __init__(self, id_: str | None, begins: int) -> None:
        self.id = id_
        self.begins = begins
        self.ends = begins
        self.within: list[_Element] = []


def _groups(raw: bytes) -> list[_Element]:
    """Return the children of the layer with their own children, but no deeper elements."""
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
    """Return digests of parts, to detect changes."""
    return {id_: _mark(markup) for id_, (_, markup) in parts.items()}


@lru_cache(maxsize=1 << 14)
def _mark(markup: str) -> bytes:
    return hashlib.blake2b(markup.encode(), digest_size=8).digest()


def patches(before: dict[str, bytes], parts: Parts) -> list[Patch]:
    """Return the differences to earlier parts, in a stable order."""
    now = marks_of(parts)
    changed = [Patch(parts[id_][0], id_, str(parts[id_][1])) for id_ in parts if before.get(id_) != now[id_]]
    return changed + [Patch("", id_, None) for id_ in before if id_ not in now]


def panel_marks(panels: tuple[TablePanel, ...]) -> dict[str, bytes]:
    """Return digests of panels in order, to detect changes."""
    return {one.id: _panel_mark(one) for one in panels}


def _panel_mark(panel: TablePanel) -> bytes:
    """Return the digest of a panel, cached per object, as games return the same object while it does not change."""
    kept = _kept.get(id(panel))
    if kept is None:
        if len(_kept) >= _MOST:
            _kept.clear()
        kept = _kept[id(panel)] = panel, hashlib.blake2b(_encode(panel), digest_size=8).digest()
    return kept[1]


def changed_panels(before: dict[str, bytes], panels: tuple[TablePanel, ...]) -> tuple[list[TablePanel], list[str]]:
    """Return the new and changed panels, and the ids of all in order if the ids or their order have changed."""
    now = panel_marks(panels)
    changed = [one for one in panels if before.get(one.id) != now[one.id]]
    return changed, [] if list(before) == list(now) else list(now)


_encode: Final = msgspec.json.Encoder().encode
_MOST: Final = 4096
"""Maximum number of cached digests."""
_kept: Final[dict[int, tuple[TablePanel, bytes]]] = {}
"""Panels and their digests by object id; the panels are kept alive so that ids are not reused."""
