"""Any view as a table: readable, well-formed, in parts of which only what changed is sent."""

from __future__ import annotations

from xml.etree import ElementTree

import msgspec
import pytest

from banneret.kernel.creation import new_match
from banneret.kernel.registry import rulebook
from banneret.server.live.patches import marks_of, parts_of, patches
from banneret.show.showing import PlainShowing
from banneret.show.view_table import SIZE, Row, rows, table
from banneret.text.catalogue import Catalogue

SVG = "{http://www.w3.org/2000/svg}"


class View(msgspec.Struct):
    round: int
    open_cards: tuple[str | None, ...]
    seats: tuple[dict[str, object], ...]
    over: bool = False


VIEW = View(3, ("axe", None), ({"coins": 2, "banners": ()}, {"coins": 0, "banners": (1, 2)}))


@pytest.fixture
def texts() -> Catalogue:
    found = Catalogue("en", [])
    found.add({"name.axe": "Great Axe"})
    return found


def test_names_and_values_are_readable_and_nested_things_are_set_in(texts: Catalogue) -> None:
    found = list(rows("view", msgspec.to_builtins(VIEW), texts))
    assert found == [
        Row(0, "view"),
        Row(1, "round", "3"),
        Row(1, "open cards", "Great Axe, ?"),
        Row(1, "seats"),
        Row(2, "1", "coins: 2"),
        Row(2, "2", "coins: 0; banners: 1, 2"),
        Row(1, "over", "✗"),
    ]


def test_long_values_go_on_in_the_next_line(texts: Catalogue) -> None:
    found = list(rows("deck", ["axe"] * 20, texts))
    assert len(found) > 2
    assert {row.label for row in found[1:]} == {""}
    assert ", ".join(["Great Axe"] * 20) == " ".join(row.value for row in found)


def test_only_fields_that_changed_are_sent_again(texts: Catalogue) -> None:
    before, after = (parts_of(table(view, texts)) for view in (VIEW, msgspec.structs.replace(VIEW, round=4)))
    assert [one.id for one in patches(marks_of(before), after)] == ["view-round"]


@pytest.mark.parametrize("game", ["thrones", "battles", "icefire-s6", "runewars"])
def test_every_view_can_be_drawn_and_fits_on_the_sheet(game: str) -> None:
    showing = PlainShowing(rulebook(game))
    book = rulebook(game)
    view = new_match(game, seats=book.seats_at_first(), seed=1).view(None).game
    drawn = ElementTree.fromstring(showing.draw(view, "de"))  # noqa: S314  # we wrote it
    assert drawn.find(f"{SVG}g[@id='things']") is not None
    assert ElementTree.fromstring(showing.ground(view)).find(f"{SVG}g") is None  # noqa: S314  # as above
    for part in drawn.findall(f"{SVG}g/{SVG}g"):
        scale = float(str(part.get("transform") or "scale(1)").removeprefix("scale(").removesuffix(")"))
        assert scale > 0.2  # it can be read, enlarged
        for line in part.findall(f"{SVG}text"):
            assert scale * float(str(line.get("x"))) < SIZE
            assert scale * float(str(line.get("y"))) < SIZE
