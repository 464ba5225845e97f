"""Several things that make up one answer are marked in the list, and given together."""

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

PLACES: Final[list[dict[str, Any]]] = [{"me": True}, {"bot": "easy"}]


def test_cards_to_discard_are_marked_and_confirmed(visit: Visit, server: Server) -> None:
    held: list[str] = []

    def discards(match: Match[Any], ask: Ask) -> bool:
        held[:] = match.state.hands[0].cards
        return (
            ask.kind == "discard" and len(set(held)) == len(held) > 2
        )  # equal cards are taken back from the last one on

    asked = play_to("icefire-s6", 3, {}, discards)
    page = visit("Ann", reduced_motion="reduce")
    page.locator("#new-table").wait_for()
    go_on(page, server, asked, PLACES)
    marks, give = page.locator(".options.marks button[aria-pressed]"), page.locator(".decide .confirm button.main")
    expect(marks).to_have_count(len(held))
    expect(give).to_be_disabled()
    for at in (0, 1):
        marks.nth(at).click()
        expect(marks.nth(at)).to_have_attribute("aria-pressed", "true")
    expect(give).to_be_enabled()
    marks.nth(0).click()  # taken back
    expect(marks.nth(0)).to_have_attribute("aria-pressed", "false")
    expect(marks.nth(1)).to_have_attribute("aria-pressed", "true")
    before = page.locator(".decide").get_attribute("data-ask")
    give.click()
    expect(page.locator(f'.decide[data-ask="{before}"]')).to_have_count(0)
