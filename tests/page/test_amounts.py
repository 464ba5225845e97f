"""Answers that are numbers of what the question names are a row of numbers."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from banneret.kernel.asks import Ask
from banneret.kernel.match import Match
from tests.page.branches import go_on, play_to
from tests.page.conftest import Server
from tests.page.visiting import Visit

pytestmark = pytest.mark.slow

PLACES: Final[list[dict[str, Any]]] = [{"me": True}, {"bot": "easy"}, {"bot": "easy"}]


def test_bids_are_numbers_that_are_reached_with_the_arrow_keys(visit: Visit, server: Server) -> None:
    def bids(_match: Match[Any], ask: Ask) -> bool:
        return ask.kind == "track-bid" and len(ask.options.listed) > 2

    asked = play_to("thrones", 3, {}, bids, seats=3)
    page = visit("Ann", reduced_motion="reduce")
    page.locator("#new-table").wait_for()
    go_on(page, server, asked, PLACES)
    numbers = page.locator(".options.amounts button")
    expect(numbers.first).to_have_text("0")
    expect(numbers.first).to_have_accessible_name("0 power tokens")
    tops = {round(box["y"]) for one in numbers.all()[:3] if (box := one.bounding_box()) is not None}
    assert len(tops) == 1
    numbers.first.focus()
    page.keyboard.press("ArrowRight")
    expect(numbers.nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(numbers.first).to_be_focused()
    expect(page.locator(".shelf .offer").nth(1)).to_have_accessible_name("1 power token")
    expect(page.locator(".shelf .offer").nth(1)).to_have_text("1")
