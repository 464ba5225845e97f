"""A draft on the page: changed, reloaded, and committed by Done alone; usable by keyboard, and without faults."""

from __future__ import annotations

import re
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from tests.page.branches import Played, go_on, play_to
from tests.page.conftest import Server
from tests.page.visiting import PHONE, Visit, choose, faults, new_table

pytestmark = pytest.mark.slow


def answered(page: Page) -> list[str]:
    return page.locator(".draft li:has(.take-back) .name").all_inner_texts()


def fill(page: Page) -> None:
    """Answer until nothing is missing."""
    while page.locator(".lacking").count():
        choose(page, page.locator(".options button"))


def test_a_draft_is_changed_twice_and_reloaded_before_it_is_done(visit: Visit) -> None:
    page = visit("Ann")
    new_table(page)
    done = page.locator(".draft-bar button.main")
    expect(done).to_be_disabled()
    expect(page.locator(".lacking")).to_have_count(3)
    fill(page)
    expect(done).to_be_focused()
    first = answered(page)
    assert len(first) == 3
    expect(page.locator(".who li.mine.deciding")).to_have_count(1)  # the last answer commits nothing

    page.locator(".draft .take-back").first.press("Enter")  # changed once, by keyboard
    expect(page.locator(".lacking")).to_have_count(1)
    area = page.locator(".lacking .name strong").inner_text()
    choose(page, page.locator(".options button").last)
    fill(page)
    second = answered(page)
    assert second != first
    assert second[0].startswith(area), "its row keeps its place"
    assert page.locator(".draft .emblem").count() == 3, "a picture of each order"

    page.reload()
    expect(page.locator(".draft li:has(.take-back)")).to_have_count(3)
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


@cache
def before_support() -> Played:
    """Return a match in which seat 0 is asked whom it supports, and again in the same round."""
    return play_to("thrones", 3, {}, lambda _match, ask: ask.kind == "support", seats=3)


def test_questions_are_answered_in_advance_and_stops_are_set(visit: Visit, server: Server) -> None:
    page = visit("Ann")
    table = go_on(page, server, before_support(), [{"me": True}, {"bot": "easy"}, {"bot": "easy"}])
    panel = page.locator(".advance")
    panel.locator("summary").click()
    expect(panel.locator(".foreseen")).to_have_count(4)
    expect(panel.locator(".foreseen ol li")).to_have_count(0)
    retreat = panel.get_by_label("I lose a combat and retreat")
    retreat.select_option("retreat winterfell")  # in advance, from the panel
    expect(panel.locator(".foreseen ol li")).to_have_text([re.compile("Winterfell")])
    page.locator(".always input").check()  # from the question
    choose(page, page.locator(".options button").first)
    expect(panel.locator("summary .count")).to_have_text("2")
    page.reload()
    page.locator(".advance summary").click()
    expect(panel.locator(".foreseen ol li")).to_have_count(2)
    expect(panel.locator("summary .count")).to_have_text("2")
    assert faults(page) == []
    panel.locator(".foreseen ol button").first.press("Enter")  # and cancelled
    expect(panel.locator(".foreseen ol li")).to_have_text([re.compile("Winterfell")])
    page.set_viewport_size(PHONE["viewport"])
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    set_now = page.evaluate(
        "id => fetch(`/api/v1/tables/${id}/standing?seat=0`).then((one) => one.json())", table["id"]
    )
    assert [one["answers"] for one in set_now if one["kind"] == "support"] == [[]]


def test_stops_are_set_in_advance_from_the_panel(visit: Visit) -> None:
    page = visit("Ann")
    page.locator("#new-table").wait_for()
    page.locator("form.new input[value=icefire-s6]").check()
    page.locator("form.new button.main").click()
    page.wait_for_url("**/tables/*")
    stops = page.locator(".stops:not(.advance)")
    stops.locator("summary").click()
    with page.expect_response(lambda response: response.request.method == "PUT" and "/stops" in response.url):
        stops.locator("select").nth(2).select_option("never")
    page.reload()
    stops.locator("summary").click()
    expect(stops.locator("select").nth(2)).to_have_value("never")
    expect(stops.locator("select").nth(3)).to_have_value("holding")
    assert faults(page) == []


@cache
def before_a_discard() -> Played:
    """Return a match in which Stark has a single Leadership card, which it may discard."""
    return play_to("battles", 5, {}, lambda _match, ask: ask.kind == "drop-card" and len(ask.options.listed) == 2)


def test_the_only_answer_to_an_optional_question_is_offered_and_not_chosen(visit: Visit, server: Server) -> None:
    page = visit("Ann")
    go_on(page, server, before_a_discard(), [{"me": True}, {"bot": "easy"}])
    options = page.locator(".decide .options button")
    expect(options).to_have_count(1)
    expect(page.locator(".decide .confirm")).to_have_count(0)
    done = page.locator(".draft-bar button.main")
    expect(done).to_be_enabled()
    options.click()
    expect(page.locator(".draft li:has(.take-back)")).to_have_count(1)
    page.locator(".draft .take-back").click()
    expect(options).to_have_count(1)
    assert faults(page) == []
    done.click()
    expect(page.locator(".draft-bar")).to_have_count(0)
