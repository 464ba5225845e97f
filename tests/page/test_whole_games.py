"""Whole games against bots, from the first name to the last round: by keyboard alone, and by touch on a small phone."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError

from tests.page.visiting import PHONE, Visit, new_table

pytestmark = pytest.mark.slow

GAME_SECONDS = 900.0
"""A whole game takes some 40 seconds, on a busy machine many times as long; what takes so long never ends."""

STATE = """() => {
    const at = document.activeElement;
    const busy = document.querySelector('.decide')?.getAttribute('aria-busy') === 'true';
    return {
        over: document.querySelector('.ending') !== null,
        choices: busy ? 0 : document.querySelectorAll('.options button, .confirm button').length,
        inside: at !== null && at.closest('.options, .confirm') !== null,
        told: (document.querySelector('.decide')?.dataset.ask ?? '') + document.querySelector('.decide')?.innerText,
    };
}"""
CHANGED = """old => {
    const decide = document.querySelector('.decide');
    return decide === null ? document.querySelector('.ending') !== null
        : decide.getAttribute('aria-busy') !== 'true' && decide.dataset.ask + decide.innerText !== old;
}"""


def next_state(page: Page, told: str) -> dict[str, Any]:
    """Wait until something else is asked, or the match is over."""
    try:
        page.wait_for_function(CHANGED, arg=told, timeout=120_000, polling=30)
    except TimeoutError:
        raise AssertionError(f"nothing came after: {told}; now: {page.evaluate(STATE)}") from None
    found: dict[str, Any] = page.evaluate(STATE)
    return found


def outcome(page: Page) -> list[str]:
    """Return the lines of the final places."""
    return page.locator(".ending > ol > li").all_inner_texts()


@pytest.mark.soak
def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    page, chance = visit(None, "/new"), Random(5)
    page.locator("#new-table").wait_for()
    tab_to(page, "document.activeElement.matches('select.count')")
    page.keyboard.type("3")
    for seat in (1, 2):
        tab_to(page, f"document.activeElement.name === 'place-{seat}'")
        page.keyboard.press("ArrowUp")
        assert page.evaluate("document.activeElement.value") == "bot:beginner"
    tab_to(page, "document.activeElement.matches('form.new button.main')")
    page.keyboard.press("Enter")
    page.locator(".decide").wait_for()
    state: dict[str, Any] = page.evaluate(STATE)
    ends = time.monotonic() + GAME_SECONDS
    lost = answers = 0
    while not state["over"]:
        assert time.monotonic() < ends, f"the game never ended: {state}"
        if not state["inside"]:  # the first time, and whenever the focus was elsewhere
            lost += 1
            tab_to(page, "document.activeElement.closest('.options, .confirm') !== null")
        for _ in range(chance.randrange(min(4, state["choices"] or 1))):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        answers += 1
        state = next_state(page, state["told"])
    assert len(outcome(page)) == 3
    assert answers > 50
    assert lost <= 1, "the focus was lost, and had to be brought back"


def tab_to(page: Page, there: str) -> None:
    """Press the tabulator until the focus is there."""
    for _ in range(60):
        if page.evaluate(there):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not lead to {there}")


@pytest.mark.soak
def test_a_whole_game_by_touch_on_a_phone(visit: Visit) -> None:
    page, chance = visit("Ann", **PHONE), Random(6)
    new_table(page)
    page.locator(".decide").wait_for()
    state: dict[str, Any] = page.evaluate(STATE)
    ends = time.monotonic() + GAME_SECONDS
    answers = on_board = 0
    while not state["over"]:
        assert time.monotonic() < ends, f"the game never ended: {state}"
        if on_board < 8 and touch_board(page):
            on_board += 1
        else:
            choices = page.locator(".options button, .confirm button.main")
            choices.nth(chance.randrange(choices.count())).tap()
        answers += 1
        state = next_state(page, state["told"])
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert len(outcome(page)) == 3
    assert answers > 50
    assert on_board == 8


def touch_board(page: Page) -> bool:
    """Tap a visible pickable thing on the map. Return whether there was one."""
    page.locator(".board:not(.flying)").wait_for()
    point = page.evaluate("""() => {
        const field = document.querySelector('.field').getBoundingClientRect();
        for (const thing of document.querySelectorAll('.drawing .can')) {
            const box = thing.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            if (x < field.left || x > field.right || y < field.top || y > field.bottom) continue;
            const there = document.elementsFromPoint(x, y);
            if (there[0].closest('.drawing') !== null && there.some((one) => thing.contains(one))) return [x, y];
        }
        return null;
    }""")
    if point is None:
        return False
    page.touchscreen.tap(*point)
    return True
