"""People play in their browsers."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, WebSocket, expect

from tests.page.conftest import Server

Visit = Callable[..., Page]

AXE = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
LONG_SECONDS = 120.0
"""What takes longer will never come, also on a busy machine."""
_KINDS = "page|lobby|new|seat|place|status|panel|decide|undo|log|chat|rules|replay|ask|name|do|event"
ID = re.compile(rf"\b(?:{_KINDS})\.[a-z]")
"""A text that is missing is shown by its id."""

pytestmark = pytest.mark.slow


def new_table(page: Page, seats: int = 3, places: dict[int, str] | None = None) -> str:
    """Make a table in the lobby; return its address."""
    page.locator("#new-table").wait_for()
    form = page.locator("form.new")
    form.locator("select").nth(1).select_option(str(seats))
    for seat in range(seats):
        want = (places or {}).get(seat, "me" if seat == 0 else "bot:easy")
        form.locator("fieldset select").nth(seat).select_option(want)
    form.locator("button.main").click()
    page.wait_for_url("**/tables/*")
    return page.url


def answer_first(page: Page) -> bool:
    """Answer whatever is asked with the first that is listed; tell whether there was something to answer."""
    choice = page.locator(".options button, .confirm button")
    if not choice.count():
        return False
    before = page.locator(".decide").inner_text()
    try:
        choice.first.click(timeout=2_000)
    except TimeoutError:  # another question had come in between
        return True
    with suppress(TimeoutError):  # the next question may read like this one
        changed = "old => (document.querySelector('.decide')?.innerText ?? '') !== old"
        page.wait_for_function(changed, arg=before, timeout=2_000)
    return True


def label(page: Page) -> str:
    return page.locator(".status .label").inner_text()


def play_until(page: Page, done: Callable[[], bool]) -> None:
    """Answer until it is done."""
    ends = time.monotonic() + LONG_SECONDS
    while not done():
        assert time.monotonic() < ends, "it never came to this"
        if not answer_first(page):
            page.wait_for_timeout(60)


def faults(page: Page) -> list[str]:
    """Return what axe-core finds wrong with a page."""
    page.evaluate(AXE)
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    found: list[dict[str, Any]] = page.evaluate("rules => axe.run(document, rules).then(r => r.violations)", rules)
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]


def test_two_people_and_four_bots_play_a_round_and_orders_stay_hidden(visit: Visit) -> None:
    ann = visit("Ann")
    link = new_table(ann, 6, {1: "open"})
    invited = ann.locator(".link input").input_value()
    assert invited.startswith(link.partition("?")[0])
    frames: list[str] = []

    def watch(socket: WebSocket) -> None:
        socket.on("framereceived", lambda raw: frames.append(str(raw)))

    bea = visit(None)
    bea.on("websocket", watch)
    bea.goto(invited)
    bea.get_by_role("textbox").fill("Bea")
    bea.locator("form button").click()
    bea.get_by_role("button", name="Sit down here").click()
    bea.locator(".decide").wait_for()
    play_until(ann, lambda: ann.locator(".who li.mine.ready").count() > 0)  # all of the first house's orders lie
    bea.locator(".who li", has_text="Baratheon").locator("text=ready").wait_for()
    views = [json.loads(one) for one in frames if '"state"' in one]
    assert len(views) >= 2
    for message in views:
        assert set(message["state"]["view"]["sealed"]) <= {"1"}
        areas = message["state"]["view"]["game"]["areas"]
        assert all(
            one.get("order") in (None, "face-down") for area, one in areas.items() if one.get("house") != "lannister"
        )
    assert not bea.locator("text=/Baratheon.*(March|Raid|Defense|Support) [+-]?\\d/").count()
    ends = time.monotonic() + LONG_SECONDS
    while (label(ann), label(bea)) != ("round 2", "round 2"):
        assert time.monotonic() < ends, "the round never ended"
        if not answer_first(ann) and not answer_first(bea):
            ann.wait_for_timeout(60)


def test_three_languages_have_no_text_missing(visit: Visit) -> None:
    page = visit("Ann")
    new_table(page)
    page.locator(".decide").wait_for()
    for language, word in (("de", "Entscheiden"), ("hu", "Döntés"), ("en", "Decide")):
        page.locator(".top select").select_option(language)
        page.get_by_role("tab", name=word).wait_for()
        for tab in range(6):
            page.get_by_role("tab").nth(tab).click()
            page.wait_for_timeout(100)
            shown = page.locator("body").inner_text()
            assert not ID.search(shown), ID.findall(shown)
        assert page.locator("html").get_attribute("lang") == language
        page.get_by_role("tab").first.click()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_nothing_wrong(visit: Visit, colours: str) -> None:
    page = visit(None, color_scheme=colours)
    page.locator("h1").wait_for()
    assert faults(page) == []
    page.get_by_role("textbox").fill("Ann")
    page.locator("form button").click()
    page.locator("#new-table").wait_for()
    assert faults(page) == []
    new_table(page)
    page.locator(".decide").wait_for()
    for tab in range(6):
        page.get_by_role("tab").nth(tab).click()
        page.wait_for_timeout(150)
        assert faults(page) == []


def test_an_account_is_made_left_and_come_back_to(visit: Visit) -> None:
    page = visit("Ann")
    page.locator("#new-table").wait_for()
    page.locator(".top .who").click()
    page.locator("#account").wait_for()
    assert faults(page) == []
    login = f"ann-{time.time_ns()}"
    page.get_by_label("Login").fill(login)
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Make an account").click()
    page.get_by_text(login).wait_for()
    page.get_by_label("when somebody writes").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.locator(".top .who", has_text="Sign in").click()
    page.get_by_label("Login").fill(login)
    page.get_by_label("Password").fill("correct horse")
    page.locator("#sign-in ~ form button").click()
    page.locator(".top .who", has_text="Ann").click()
    expect(page.get_by_label("when somebody writes")).to_be_checked()


def test_taking_back_looking_back_and_the_rules(visit: Visit) -> None:
    page = visit("Ann")
    new_table(page)
    page.locator(".decide").wait_for()
    first = page.locator(".options").inner_text()
    answer_first(page)
    answer_first(page)
    page.get_by_role("button", name="Take the last answer back").click()
    expect(page.locator(".options")).to_have_text(first.replace("\n", ""), use_inner_text=False, timeout=5000)
    play_until(page, lambda: label(page) == "round 2")
    page.locator(".log button.rule").first.click()
    expect(page.locator(".rules .chosen")).to_be_visible()
    page.get_by_role("tab", name="Look back").click()
    page.locator("output").filter(has_text=re.compile(r"^[1-9]")).wait_for()
    last = int(page.locator("output").inner_text().split("/")[1])
    page.locator(".replay input").focus()
    page.keyboard.press("k")
    expect(page.locator("output")).to_have_text(f"{last - 1} / {last}")
    page.keyboard.press("K")
    page.keyboard.press("j")
    expect(page.locator("output")).not_to_have_text(f"{last - 1} / {last}")


def test_a_person_comes_back_after_the_server_was_killed(visit: Visit, server: Server) -> None:
    import signal  # noqa: PLC0415

    page = visit("Ann")
    new_table(page)
    page.locator(".decide").wait_for()
    answer_first(page)
    shown = page.locator(".options").inner_text()
    server.stop(signal.SIGKILL)
    page.locator(".status .badge").wait_for()
    server.start()
    page.locator(".status .badge").wait_for(state="detached", timeout=30_000)
    assert page.locator(".options").inner_text() == shown
    assert answer_first(page)


def test_two_people_at_one_screen_do_not_see_each_others_orders(visit: Visit) -> None:
    page = visit("Ann")
    new_table(page, 3, {0: "me", 1: "me", 2: "bot:easy"})
    page.locator(".cover").wait_for()
    assert "Baratheon" in page.locator(".cover").inner_text()
    assert not page.locator(".decide").count()
    page.locator(".cover button").click()
    page.locator(".decide").wait_for()
    play_until(page, lambda: page.locator(".cover").count() > 0)
    assert "Lannister" in page.locator(".cover").inner_text()
    page.locator(".cover button").click()
    page.locator(".decide").wait_for()
    assert "Lannisport" in page.locator(".options").inner_text()


def test_a_round_by_keyboard_alone(visit: Visit) -> None:
    page = visit(None)
    page.locator("h1").wait_for()
    page.keyboard.press("Tab")
    for _ in range(12):
        if page.evaluate("document.activeElement.name") == "name":
            break
        page.keyboard.press("Tab")
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    page.locator("#new-table").wait_for()
    for _ in range(40):
        if page.evaluate("document.activeElement.textContent") == "Make the table":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".decide").wait_for()
    ends = time.monotonic() + LONG_SECONDS
    while time.monotonic() < ends:
        if label(page) == "round 2":
            return
        at_choice = page.evaluate("document.activeElement.closest('.options, .confirm') !== null")
        if at_choice:
            page.keyboard.press("Enter")
        elif page.locator(".options button, .confirm button").count():
            page.keyboard.press("Tab")
        page.wait_for_timeout(40)
    raise AssertionError("a round could not be played by keyboard")


def test_a_round_by_touch_on_a_phone(visit: Visit) -> None:
    page = visit("Ann", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    new_table(page)
    page.locator(".decide").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    ends = time.monotonic() + LONG_SECONDS
    while time.monotonic() < ends:
        if label(page) == "round 2":
            return
        choice = page.locator(".options button, .confirm button")
        if choice.count():
            choice.first.tap()
        page.wait_for_timeout(60)
    raise AssertionError("a round could not be played by touch")


def test_what_is_lit_on_the_board_can_be_picked_there(visit: Visit) -> None:
    page = visit("Ann")
    new_table(page)
    page.locator(".decide").wait_for()
    page.locator(".drawing .can").first.wait_for()
    page.locator('.drawing [data-id="area:dragonstone"]').first.click(force=True)
    expect(page.locator(".crumbs")).to_contain_text("Dragonstone")


def test_the_first_load_is_light(visit: Visit) -> None:
    page = visit("Ann")
    address = new_table(page)
    page.locator(".drawing .can").first.wait_for()
    again = page.context.new_page()
    sizes: list[int] = []
    again.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    again.goto(address)
    again.locator(".drawing .can").first.wait_for()
    again.wait_for_timeout(300)
    assert 10_000 < sum(sizes) <= 300 * 1024
