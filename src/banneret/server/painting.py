"""Painting: a drawing's layer of things in parts with stable ids, so that only what changed goes over the wire."""

from __future__ import annotations

import hashlib
from typing import Any
from xml.etree import ElementTree

import msgspec

Parts = dict[str, tuple[str, str]]
"""Id of a part -> the id of the group it lies in ("" for the layer itself), and its markup."""


class Patch(msgspec.Struct, frozen=True, array_like=True):
    """A part that is new or has changed, and where it lies; without markup it is gone."""

    group: str
    id: str
    markup: str | None


def parts_of(layer: str) -> Parts:
    """Take a layer apart: `<g id="things">` of groups, whose children are parts where all of them have ids.

    A group with a child that has none is one part as a whole. Elements without ids never change.
    """
    root = ElementTree.fromstring(layer)  # noqa: S314  # our own drawing, not somebody's file
    found: Parts = {}
    for group in root:
        id_ = group.get("id")
        if id_ is None:
            continue
        if len(group) and all(child.get("id") is not None for child in group):
            for child in group:
                found[str(child.get("id"))] = (id_, _markup(child))
        else:
            found[id_] = ("", _markup(group))
    return found


def marks_of(parts: Parts) -> dict[str, bytes]:
    """Return what is remembered of parts to find out which have changed."""
    return {id_: hashlib.blake2b(markup.encode(), digest_size=8).digest() for id_, (_, markup) in parts.items()}


def patches(before: dict[str, bytes], parts: Parts) -> list[Patch]:
    """Return what has changed since, in a stable order."""
    now = marks_of(parts)
    changed = [Patch(parts[id_][0], id_, parts[id_][1]) for id_ in parts if before.get(id_) != now[id_]]
    return changed + [Patch("", id_, None) for id_ in before if id_ not in now]


def _markup(element: Any) -> str:  # an element of ElementTree
    element.tail = None
    return ElementTree.tostring(element, encoding="unicode")
