"""Cards on the page: read by mouse, keyboard and touch at the table, and found in the browser; the rules reference."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from banneret.show.card import cards
from tests.page.visiting import PHONE, Visit, faults, new_table, open_tab

pytestmark = pytest.mark.slow


def at_table(page: Page) -> None:
    """Make a table, and wait for its board."""
    new_table(page)
    page.locator(".decide").wait_for()
    page.locator("svg.drawing [data-id^='area:']").first.wait_for()


FOLLOWED = """() => {
    const [card, focused] = [document.querySelector(".float h3"), document.activeElement];
    if (card === null || focused.closest(".options") === null) return false;
    return focused.textContent.trim().startsWith(card.textContent);
}"""
"""Whether the card beside the list is that of the focused option: it may still be that of the one before."""


def test_cards_are_read_by_mouse_and_by_keyboard(visit: Visit) -> None:
    page = visit("Ann")
    at_table(page)
    open_tab(page, "tracks")
    page.locator(".held summary").filter(has_text="Lannister").click()
    page.locator(".tile[data-id='house-card:tywin-lannister']").hover(force=True)
    floating = page.locator(".float")
    expect(floating.get_by_role("heading", name="Tywin Lannister")).to_be_visible()
    expect(floating).to_contain_text("gain two power tokens")
    page.keyboard.press("Escape")
    expect(floating).to_have_count(0)

    open_tab(page, "decide")
    page.locator(".options button").first.click()
    page.locator(".draft .now").wait_for()
    page.keyboard.press("ArrowDown")
    page.wait_for_function(FOLLOWED)
    read = floating.locator("h3").inner_text()
    page.keyboard.press("i")
    pinned = page.get_by_role("dialog")
    expect(pinned.get_by_role("heading", name=read, exact=True)).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(pinned).to_have_count(0)
    assert page.evaluate("document.activeElement.closest('.options') !== null"), "the focus comes back"


def test_a_long_press_opens_a_card_and_answers_nothing(visit: Visit) -> None:
    page = visit("Ann", **PHONE)
    at_table(page)
    page.locator(".options button").first.tap()
    page.locator(".crumbs").wait_for()
    order = page.locator(".options button").first
    order.scroll_into_view_if_needed()
    box = order.bounding_box()
    assert box is not None
    hand = page.context.new_cdp_session(page)
    point = {"x": box["x"] + 40, "y": box["y"] + box["height"] / 2}
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Order token")
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_have_count(0)
    expect(page.locator(".crumbs")).to_be_visible()


@pytest.mark.parametrize("colours", [pytest.param("light", marks=pytest.mark.soak), "dark"])
def test_cards_are_found_by_filters_and_words(visit: Visit, colours: str) -> None:
    page = visit(None, path="/cards/thrones", color_scheme=colours)
    whole = len(cards("thrones"))
    count = page.locator(".bar [role=status]")
    expect(count).to_have_text(f"{whole} of {whole} cards")
    assert faults(page) == []
    page.get_by_role("checkbox", name="Stark").check()
    page.get_by_role("checkbox", name="House card").check()
    expect(count).to_have_text(f"7 of {whole} cards")
    page.get_by_label("Search name and text").fill("blackfish")
    expect(page.locator(".faces-grid h3")).to_have_text(["The Blackfish"])
    page.reload()
    expect(page.locator(".faces-grid h3")).to_have_text(["The Blackfish"])
    page.get_by_role("button", name="Remove filter Stark").click()
    page.locator(".faces-grid").get_by_role("button", name="Rule ").first.click()
    page.wait_for_url("**/rules/thrones?rule=*")
    expect(page.locator(".rules .chosen")).to_be_in_viewport()
    assert faults(page) == []
    page.get_by_role("navigation", name="Games").get_by_role("link").last.click()
    page.wait_for_url("**/rules/*")
    expect(page.locator(".chapters li").first).to_be_visible()


def test_the_tab_of_the_game_is_in_view_on_phones(visit: Visit) -> None:
    page = visit(None, "/cards/runewars", **PHONE)
    expect(page.locator(".game-tabs a[aria-current]")).to_be_in_viewport(ratio=1)
