"""Questions asked by a card show its text: in full beside the board, and after a tap on phones."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.branches import Played, go_on, play_to
from tests.page.conftest import Server
from tests.page.visiting import PHONE, Visit, faults

pytestmark = pytest.mark.slow

PLACES: list[dict[str, Any]] = [{"me": True}, {"bot": "easy"}]


@cache
def commands() -> Played:
    return play_to("battles", 1, {}, lambda _match, ask: ask.kind == "commands")


def test_the_commands_of_a_card_can_be_read_when_they_are_chosen(visit: Visit, server: Server) -> None:
    page = visit()
    go_on(page, server, commands(), PLACES)
    reason = page.locator(".decide .card-reason")
    expect(reason.locator("p", has_text="Command for")).not_to_have_count(0)
    expect(reason.locator("b")).not_to_be_empty()
    assert faults(page) == []


def test_on_phones_a_tap_expands_the_text(visit: Visit, server: Server) -> None:
    page = visit(**PHONE)
    go_on(page, server, commands(), PLACES)
    reason = page.locator(".decide .card-reason")
    texts = reason.locator("> div")
    clipped = texts.evaluate("one => one.scrollHeight - one.clientHeight")
    assert clipped > 0
    reason.locator("b").tap()
    expect(reason).to_have_class("card-reason whole")
    assert texts.evaluate("one => one.scrollHeight - one.clientHeight") == 0
