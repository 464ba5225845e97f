"""User actions on the page (creating a table, answering, playing), and automatic accessibility checks."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

Visit = Callable[..., Page]

AXE = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
LONG_SECONDS = 400.0
"""Timeout for conditions, sufficient for a busy machine."""
SHORT_MS = 5_000
"""Timeout for clicks on elements that may disappear at the same moment."""
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TABS = ("decide", "tracks", "log", "chat", "rules", "replay", "roster", "board", "table")
_KINDS = "page|lobby|new|seat|place|status|panel|decide|undo|log|chat|rules|replay|ask|name|do|event|notify"
ID = re.compile(rf"\b(?:{_KINDS})\.[a-z]")
"""Pattern of message ids, which are displayed in place of missing texts."""

STILL = """() => document.getAnimations().every((one) =>
    one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""


def new_table(page: Page, seats: int = 3, places: dict[int, str] | None = None, *, public: bool = False) -> str:
    """Create a table and return its URL."""
    page.locator("#new-table").wait_for()
    form = page.locator("form.new")
    form.locator("select.count").select_option(str(seats))
    for seat in range(seats):
        want = (places or {}).get(seat, "me" if seat == 0 else "bot:beginner")
        take_place(form, seat, want)
    if public:
        form.locator("select", has=page.locator("option[value=private]")).select_option("open")
    form.locator("button.main").click()
    page.wait_for_url("**/tables/*")
    return page.url


def take_place(form: Locator, seat: int, who: str) -> None:
    """Choose who plays a seat of a new table: "me", "open", or a bot such as "bot:beginner"."""
    form.locator(f"input[name='place-{seat}'][value='{who}']").check()


ASKED = "(document.querySelector('.decide')?.dataset.ask ?? '') + document.querySelector('.decide')?.innerText"
"""Script that identifies a question and the picked parts; the value changes with every effective click."""


def choose(page: Page, choice: Locator) -> bool:
    """Click an option, or a part of one, and wait for its effect. Return whether it existed."""
    if not choice.count():
        return False
    before = page.evaluate(ASKED)
    try:
        choice.first.click(timeout=SHORT_MS)
    except TimeoutError:  # it has disappeared in the meantime
        return False
    page.wait_for_function(f"old => {ASKED} !== old", arg=before)
    return True


def answer_first(page: Page) -> bool:
    """Answer the open question with the first option. Return whether there was one.

    A complete draft is committed.
    """
    return choose(page, page.locator(".options button, .confirm button"))


def answer(page: Page) -> None:
    """Wait for a question and answer with the first option."""
    play_until(page, lambda: answer_first(page), answering=False)


def label(page: Page) -> str:
    """Return the label of the current turn."""
    return page.locator(".status .label").inner_text().lower()


def open_tab(page: Page, tab: str) -> None:
    """Open one of the panels beside the board; some are in a menu."""
    if not page.locator(f"#tab-{tab}").is_visible():
        page.locator(".tabs .more summary").click()
    page.locator(f"#tab-{tab}").click()
    expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")


def speak(page: Page, language: str) -> None:
    """Change the language in the menu of a table."""
    page.locator(".site-menu summary").click()
    page.locator(".top select").select_option(language)
    page.locator(".site-menu summary").click()


def play_until(page: Page, done: Callable[[], bool], *, answering: bool = True) -> None:
    """Answer questions, or only wait, until `done` returns True."""
    ends = time.monotonic() + LONG_SECONDS
    while not done():
        assert time.monotonic() < ends, "it never came to this"
        if not answering or not answer_first(page):
            page.wait_for_timeout(60)


def bots_rest(page: Page) -> bool:
    """Return whether only the user has to decide, so that nothing happens automatically."""
    return page.locator(".who li.deciding").count() == page.locator(".who li.mine.deciding").count() > 0


def faults(page: Page) -> list[str]:
    """Return the findings of axe-core for a page, after all animations have ended."""
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE)
    page.wait_for_function(STILL)
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    rules = {"runOnly": tags, "resultTypes": ["violations"]}  # what else it finds is not described at length
    found: list[dict[str, Any]] = page.evaluate("rules => axe.run(document, rules).then(r => r.violations)", rules)
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]
