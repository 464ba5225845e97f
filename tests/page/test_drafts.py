"""A draft on the page: changed, reloaded, and committed by Done alone; usable by keyboard, and without faults."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.visiting import PHONE, Visit, choose, faults, new_table

pytestmark = pytest.mark.slow


def answered(page: Page) -> list[str]:
    return page.locator(".draft li:not(.lacking) span").all_inner_texts()


def fill(page: Page) -> None:
    """Answer until nothing is missing."""
    while page.locator(".draft .lacking").count():
        choose(page, page.locator(".options button"))


def test_a_draft_is_changed_twice_and_reloaded_before_it_is_done(visit: Visit) -> None:
    page = visit("Ann")
    new_table(page)
    done = page.locator(".draft-bar button.main")
    expect(done).to_be_disabled()
    expect(page.locator(".draft .lacking")).to_have_count(3)
    fill(page)
    expect(done).to_be_focused()
    first = answered(page)
    assert len(first) == 3
    expect(page.locator(".who li.mine.deciding")).to_have_count(1)  # the last answer commits nothing

    page.locator(".draft li button").first.press("Enter")  # changed once, by keyboard
    expect(page.locator(".draft .lacking")).to_have_count(1)
    area = page.locator(".draft .lacking span").inner_text()
    choose(page, page.locator(".options button").last)
    fill(page)
    second = answered(page)
    assert second != first
    assert second[-1].startswith(area)

    page.reload()
    expect(page.locator(".draft li:not(.lacking)")).to_have_count(3)
    assert answered(page) == second
    assert page.locator(".drawing #staged").count()
    assert faults(page) == []
    page.set_viewport_size(PHONE["viewport"])
    expect(done).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]

    page.locator(".draft-bar button").first.click()  # changed again: the last answer is undone
    expect(done).to_be_disabled()
    fill(page)
    done.press("Enter")
    expect(page.locator(".draft-bar")).to_have_count(0)


def test_stops_are_set_in_advance_from_the_panel(visit: Visit) -> None:
    page = visit("Ann")
    page.locator("#new-table").wait_for()
    page.locator("form.new input[value=icefire-s6]").check()
    page.locator("form.new button.main").click()
    page.wait_for_url("**/tables/*")
    stops = page.locator(".stops:not(.advance)")
    stops.locator("summary").click()
    stops.locator("select").nth(2).select_option("never")
    page.reload()
    stops.locator("summary").click()
    expect(stops.locator("select").nth(2)).to_have_value("never")
    expect(stops.locator("select").nth(3)).to_have_value("holding")
    assert faults(page) == []
