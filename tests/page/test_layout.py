"""In a pseudo-language a third longer than English, nothing is cut off and nothing is left untranslated."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page.branches import COMBAT_PLACES, before_a_combat, go_on
from tests.page.conftest import Server
from tests.page.visiting import PHONE, STILL, TABS, Visit, faults, new_table, open_tab, play_until

pytestmark = pytest.mark.slow

_HERE = Path(__file__).parent
CUT = (_HERE / "cut.js").read_text("utf-8")
SAID = (_HERE / "said.js").read_text("utf-8")


NAMES = {"Ann", "Chrome", "Linux"}
"""Names of people and products, which are the same in every language."""
OPEN_A_FIGHT = """() => {
    const fight = document.querySelector(".fight:has(.turned)");
    if (fight !== null) fight.open = true;
    return fight !== null;
}"""


def plain(page: Page) -> list[str]:
    """Return the words that are left in plain English, but for proper names."""
    said: list[str] = page.evaluate(SAID)
    words = [word for sentence in said for word in re.findall(r"\w{3,}", sentence)]
    return sorted({word for word in words if word.isascii() and not any(map(str.isdigit, word))} - NAMES)


def look(page: Page) -> None:
    """Check what is shown now."""
    page.wait_for_timeout(150)
    page.wait_for_function(STILL)
    assert page.evaluate(CUT) == []
    assert plain(page) == []


@pytest.mark.parametrize("screen", [{}, PHONE | {"color_scheme": "dark"}], ids=["desktop", "phone"])
def test_longer_words_have_room_and_no_text_is_left_in_english(
    visit: Visit, server: Server, screen: dict[str, Any]
) -> None:
    page = visit(None, "/?lang=qps", **screen)
    page.locator("h1").wait_for()
    page.locator(".games li").first.wait_for()
    look(page)
    page.locator(".top .who").click()
    page.locator("#sign-in").wait_for()
    look(page)
    page.locator("input[name=name]").fill("Ann")
    page.locator("input[name=name]").press("Enter")
    page.locator(".games a").first.click()
    page.locator(".game-page .side").first.wait_for()
    look(page)
    page.locator(".hero a.button").click()
    page.locator("#new-table").wait_for()
    page.locator(".side input").first.wait_for()
    look(page)
    page.locator(".top .who").click()
    page.locator("#account").wait_for()
    look(page)
    page.locator(".brand").click()
    page.locator(".hero a.button").click()
    new_table(page, 3, {1: "open"})
    page.locator(".waiting .seats").wait_for()
    look(page)
    page.locator(".brand").click()
    page.locator("#own-tables").wait_for()
    look(page)
    page.locator(".hero a.button").click()
    new_table(page, 6)
    page.locator(".drawing .can").first.wait_for()
    for tab in TABS:
        open_tab(page, tab)
        look(page)
    open_tab(page, "decide")
    go_on(page, server, before_a_combat(), COMBAT_PLACES)
    page.locator(".decide").wait_for()
    play_until(page, lambda: page.evaluate(OPEN_A_FIGHT))
    look(page)
    for tab in ("decide", "log", "replay"):
        open_tab(page, tab)
        look(page)
    assert faults(page) == []
