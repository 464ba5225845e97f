"""A layer is taken apart where an XML library would take it apart, and put together again by what is sent."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from banneret.kernel import notation
from banneret.kernel.creation import new_match
from banneret.kernel.stream import Stream, derive_key
from banneret.server.live.patches import marks_of, parts_of, patches
from banneret.server.matches.stream import layer_of
from banneret.show.svg import Group, tag


def taken_apart(layer: str) -> dict[str, tuple[str, str]]:
    """Return the parts as a whole tree of the layer gives them."""
    found: dict[str, tuple[str, str]] = {}
    for group in ElementTree.fromstring(layer):  # noqa: S314  # our own drawing
        id_ = group.get("id")
        if id_ is None:
            continue
        if len(group) and all(child.get("id") is not None for child in group):
            found |= {str(one.get("id")): (id_, ElementTree.canonicalize(ElementTree.tostring(one))) for one in group}
        else:
            found[id_] = ("", ElementTree.canonicalize(ElementTree.tostring(group)))
    return found


def canonical(layer: str) -> dict[str, tuple[str, str]]:
    """Return the parts, written so that they can be compared."""
    return {id_: (group, ElementTree.canonicalize(markup)) for id_, (group, markup) in parts_of(layer).items()}


@pytest.mark.parametrize(
    ("layer", "ids"),
    [
        ('<g id="things"/>', []),
        ('<g id="things"><g id="a"/><g id="b"></g></g>', ["a", "b"]),
        ('<g id="things"><g id="a"><g id="a:1"/><g id="a:2">Ő<b/></g></g><use href="#x"/></g>', ["a:1", "a:2"]),
        ('<g id="things"><g id="a"><g id="a:1"/><use/></g><g id="b"><g id="b:&amp;1"><g/></g></g></g>', ["a", "b:&1"]),
    ],
)
def test_parts_are_what_has_an_id(layer: str, ids: list[str]) -> None:
    assert list(parts_of(layer)) == ids
    assert canonical(layer) == taken_apart(layer)


def test_an_empty_board_has_no_parts() -> None:
    assert parts_of("") == {}


def test_a_group_keeps_its_children() -> None:
    layer = tag("g", tag("g", tag("g", id="a:1"), tag("g", id="a:2"), id="a"), tag("use"), id="things")
    assert isinstance(layer, Group)
    assert list(parts_of(layer)) == ["a:1", "a:2"]
    joined = tag(
        "g", tag("g", tag("g", id="a:1") + tag("g", id="a:2"), id="a"), tag("g", id="b") + "<use/>", id="things"
    )
    assert list(parts_of(joined)) == ["a:1", "a:2", "b"]


@pytest.mark.parametrize(
    ("game", "seats"), [("thrones", 4), ("battles", 2), ("icefire-s6", 2), ("icefire-2021", 2), ("runewars", 2)]
)
def test_a_board_is_taken_apart_as_a_whole_tree_would_be(game: str, seats: int) -> None:
    match, random = new_match(game, seats=seats, seed=4), Random(4)
    before: dict[str, bytes] = {}
    for number in range(80):
        seat, ask = next(iter(match.asking.items()))
        stream = Stream(derive_key("answer", random.getrandbits(32)))
        match.play(seat, notation.write(ask.chooser.draw(ask.options, stream)))
        if number % 20 == 0:
            layer = layer_of(match, frozenset([0]), "hu")
            parts = parts_of(layer)
            assert parts == parts_of(str(layer))  # the same without and with an XML parser
            assert list(parts) == list(parts_of(str(layer)))
            assert canonical(layer) == taken_apart(layer)
            assert {one.id for one in patches(before, parts)} == {
                id_ for id_, mark in marks_of(parts).items() if before.get(id_) != mark
            } | (before.keys() - parts.keys())
            before = marks_of(parts)
