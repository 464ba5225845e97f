"""The first view of a question on a phone, and descriptions of places in lists."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from banneret.kernel.asks import Ask
from banneret.kernel.match import Match
from tests.page.branches import go_on, play_to
from tests.page.conftest import Server
from tests.page.stages import rest, sit_down
from tests.page.visiting import Visit

pytestmark = pytest.mark.slow

PHONE: Final = {"width": 390, "height": 844}
PLACES: Final[list[dict[str, Any]]] = [{"me": True}, {"bot": "easy"}]


def box_of(page: Page, selector: str) -> dict[str, float]:
    """Return where an element is."""
    found = page.locator(selector).first.bounding_box()
    assert found is not None
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


def uncovered(page: Page) -> dict[str, float]:
    """Return the part of the stage above the sheet."""
    stage, sheet = box_of(page, ".board"), box_of(page, "aside")
    return stage | {"height": sheet["y"] - stage["y"]}


def test_a_phone_shows_the_whole_table_if_nothing_on_it_is_asked_about(visit: Visit, server: Server) -> None:
    """The middle of a table is often empty."""
    page = visit("Ann", reduced_motion="reduce", viewport=PHONE)
    sit_down(page, server, "runewars")
    rest(page)
    table, stage = box_of(page, "svg.drawing"), uncovered(page)
    assert table["width"] <= stage["width"] + 1
    assert stage["y"] - 1 <= table["y"]
    assert table["y"] + table["height"] <= stage["y"] + stage["height"] + 1


def test_the_unit_that_a_question_names_is_shown(visit: Visit, server: Server) -> None:
    unit = ""

    def names_one(_match: Match[Any], ask: Ask) -> bool:
        nonlocal unit
        unit = str(ask.prompt.fields.get("unit", ""))
        return ask.kind == "condition" and unit != ""

    asked = play_to("icefire-s6", 3, {}, names_one)
    page = visit("Ann", reduced_motion="reduce", viewport=PHONE)
    page.locator("#new-table").wait_for()
    go_on(page, server, asked, PLACES)
    page.locator(".decide").wait_for()
    page.locator(".drawing[aria-busy=false]").wait_for()
    rest(page)
    tray, stage = box_of(page, f'svg.drawing [data-id="unit:{unit}"]'), uncovered(page)
    assert stage["x"] <= tray["x"] + tray["width"] / 2 <= stage["x"] + stage["width"]
    assert stage["y"] <= tray["y"] + tray["height"] / 2 <= stage["y"] + stage["height"]


def test_lists_of_places_show_their_contents(visit: Visit, server: Server) -> None:
    """Beside what is printed there, and instead of its neighbors."""
    page = visit("Ann", reduced_motion="reduce")
    sit_down(page, server, "thrones")
    lines = page.locator(".options .card-line .gist")
    expect(lines).to_have_text(
        ["Baratheon: Footman, Knight; garrison of strength 2", "Baratheon: Footman", "Baratheon: Ship ×2"]
    )
