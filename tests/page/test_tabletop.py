"""A measured table on the page: placing by keyboard and touch, measuring, and odds before an answer."""

from __future__ import annotations

import re
import time
from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from banneret.games.icefire.actions import Charge
from banneret.kernel.asks import Ask
from banneret.kernel.match import Match
from banneret.show.showing import showing_of
from tests.page.branches import Played, go_on, play_to
from tests.page.conftest import Server
from tests.page.test_whole_games import STATE, next_state, outcome, tab_to
from tests.page.visiting import ID, LONG_SECONDS, PHONE, Visit, faults, label, take_place

pytestmark = pytest.mark.slow

GAME = "icefire-s6"
CLICKED_MS = 10_000
"""Milliseconds within which a choice that is there can be clicked."""
NOT_AGAIN = "Don't ask again this round"
"""What is pressed to be asked no more for the rest of a round what one was asked now."""


def new_war(page: Page, points: int = 30, bot: str = "bot:beginner") -> None:
    """Make a table in the lobby against a bot."""
    page.locator("#new-table").wait_for()
    form = page.locator("form.new")
    form.locator(f"input[value={GAME}]").check()
    form.locator("input[name=points]").fill(str(points))
    form.locator("input[name=points]").blur()
    take_place(form, 1, bot)
    form.locator("button.main").click()
    page.wait_for_url("**/tables/*")
    page.locator(".decide").wait_for()


def kind_of(page: Page) -> str:
    """Return the kind of the question that stands."""
    return (page.locator(".decide").get_attribute("data-ask") or "").split("-", 3)[-1]


def by_keyboard(page: Page, rounds: int, *, quiet: bool = False) -> tuple[int, int, int]:
    """Play by keyboard only for a number of rounds; return numbers of answers, free placements and focus losses.

    `quiet`: whatever may be left unasked for the rest of a round is.
    """
    chance = Random(9)
    state: dict[str, Any] = page.evaluate(STATE)
    ends = time.monotonic() + 2 * LONG_SECONDS
    answers = freely = lost = 0
    tried = ""
    while not state["over"] and (label(page) or "round 1") <= f"round {rounds}":
        assert time.monotonic() < ends, f"it never ended: {state}"
        asked = page.locator(".decide").get_attribute("data-ask")
        if not state["inside"]:
            lost += 1
            tab_to(page, "document.activeElement.closest('.options, .confirm') !== null")
        if freely < 3 and asked != tried and page.locator(".free").count():
            tried = asked or ""
            if put_freely(page):
                freely += 1
                answers += 1
                state = next_state(page, state["told"])
            else:
                state = page.evaluate(STATE)
            continue
        if quiet and page.get_by_role("button", name=NOT_AGAIN).count():
            tab_to(page, f"document.activeElement.textContent === '{NOT_AGAIN}'")
        else:
            for _ in range(chance.randrange(min(4, state["choices"] or 1))):
                page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        answers += 1
        state = next_state(page, state["told"])
    return answers, freely, lost


def put_freely(page: Page) -> bool:
    """Nudge and turn a thing by keys, and confirm if it may lie there; else go back to the list."""
    page.keyboard.press("Home")  # of the list, before which it stands
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.matches('.free')")
    page.keyboard.press("Enter")
    page.locator(".placer").wait_for()
    for key in ("ArrowLeft", "ArrowUp", "Shift+ArrowLeft", "e", "Shift+Q"):
        page.keyboard.press(key)
    page.locator(".placer .may, .placer .maynot").first.wait_for()
    page.locator(".placer[aria-busy=false]").wait_for()  # the last key is answered too
    if page.locator(".placer .may").count():
        page.keyboard.press("Enter")
        return True
    page.keyboard.press("Escape")
    page.locator(".options button").first.wait_for()
    return False


@pytest.mark.soak
def test_rounds_by_keyboard_alone(visit: Visit, server: Server) -> None:
    page = visit("Ann")
    new_war(page)
    page.goto(f"{server.url}/new")
    come_to(page, server, "deploy")
    answers, freely, lost = by_keyboard(page, 1)
    assert answers > 5
    assert freely >= 1, "nothing was ever put freely"
    assert lost <= freely + 1, "the focus was lost, and had to be brought back"
    assert faults(page) == []
    assert not ID.search(page.locator("body").inner_text())


def test_each_of_four_has_an_army_and_a_table_is_called_in_the_readers_language(visit: Visit, server: Server) -> None:
    page = visit("Ann")
    page.locator("#new-table").wait_for()
    form = page.locator("form.new")
    form.locator(f"input[value={GAME}]").check()
    armies = form.get_by_role("group", name="Armies").locator("select")
    expect(armies).to_have_count(2)
    form.locator("select.count").select_option("4")
    expect(armies).to_have_count(4)
    armies.nth(1).select_option("lannister")
    armies.nth(3).select_option("neutral")
    form.locator("button.main").click()
    page.wait_for_url("**/tables/*")
    page.locator(".status").wait_for()
    made = page.evaluate("fetch(`/api/v1${location.pathname}`).then((answer) => answer.json())")
    assert made["options"]["armies"] == ["random", "lannister"]
    assert made["options"]["more_armies"] == ["random", "neutral"]
    assert not made["titled"]
    page.goto(f"{server.url}/?lang=de")
    entry = page.locator("#own-tables ~ .entries li").first
    expect(entry.locator("strong")).to_have_text("Das Lied von Eis und Feuer")
    expect(entry.locator(".quiet")).to_contain_text("Saison 6")


@pytest.mark.soak
def test_a_whole_match_by_keyboard_alone(visit: Visit) -> None:
    page = visit("Ann")
    new_war(page)
    answers, freely, _ = by_keyboard(page, 6, quiet=True)
    assert len(outcome(page)) == 2
    assert answers > 40
    assert freely == 3


def test_a_suggestion_is_looked_at_and_the_ruler_measures(visit: Visit, server: Server) -> None:
    page = visit("Ann")
    come_to(page, server, "maneuver")
    page.locator(".options button").last.focus()
    expect(page.locator(".facts li").first).to_contain_text("inches")
    expect(page.locator(".over-all .preview")).to_have_count(1)
    assert page.locator(".spot").count() >= 2
    assert faults(page) == []
    page.get_by_role("button", name="Show the whole board").click()
    page.locator(".board:not(.flying)").wait_for()
    page.get_by_role("button", name="Measure").click()
    units = page.locator(".drawing [data-id^='unit:']")
    ends = [units.nth(number).bounding_box() for number in (0, units.count() - 1)]
    (one, other) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in ends if box is not None]
    page.mouse.move(*one)
    page.mouse.down()
    page.mouse.move((one[0] + other[0]) / 2, (one[1] + other[1]) / 2, steps=3)
    page.mouse.move(*other, steps=3)
    expect(page.locator(".look")).to_contain_text("inches")
    page.mouse.up()
    page.get_by_role("button", name="Measure").click()
    expect(page.locator(".rule-line")).to_have_count(0)


def test_the_ruler_measures_by_keyboard_and_is_read_aloud(visit: Visit, server: Server) -> None:
    page = visit("Ann")
    come_to(page, server, "maneuver")
    page.locator(".drawing[aria-busy=false]").wait_for()
    tab_to(page, "document.activeElement.getAttribute('aria-pressed') === 'false'")
    page.keyboard.press("Enter")
    told = page.locator(".field [role=status].unseen")
    expect(told).to_contain_text("Enter measures from here")
    page.keyboard.press("n")
    first = told.inner_text()
    page.keyboard.press("n")
    expect(told).not_to_have_text(first)  # each thing is called by its name
    page.keyboard.press("p")
    expect(told).to_have_text(first)
    page.keyboard.press("Enter")
    expect(told).to_have_text(f"From here: {first}")
    page.keyboard.press("n")
    expect(told).to_contain_text("inches")
    between = told.inner_text()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    expect(told).not_to_have_text(between)
    expect(told).to_contain_text("inches")
    expect(page.locator(".rule-line")).to_have_count(1)
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".rule-line, .rule-mark")).to_have_count(0)
    expect(told).to_be_empty()


def test_what_recurs_is_not_asked_again(visit: Visit, server: Server) -> None:
    page = visit("Ann")
    come_to(page, server, "window")
    asked = page.locator("#question").inner_text()
    told = page.evaluate(STATE)["told"]
    page.get_by_role("button", name=NOT_AGAIN).click()
    state = next_state(page, told)
    chance = Random(5)
    for _ in range(12):
        if state["over"] or label(page) != "round 1":
            break
        assert page.locator("#question").inner_text() != asked
        choices = page.locator(".options button, .confirm button.main")
        choices.first.wait_for()
        try:
            choices.nth(chance.randrange(choices.count())).click(timeout=CLICKED_MS)
        except TimeoutError:  # there are other choices by now
            state = page.evaluate(STATE)
            continue
        state = next_state(page, state["told"])
    page.get_by_role("button", name="Ask me again").click()
    expect(page.get_by_role("button", name="Ask me again")).to_have_count(0)


@cache
def played(kind: str) -> tuple[Played, str, str]:
    """Return a match in which seat 0 is asked this, the thing that is asked about, a target.

    A question for an action counts if a charge is among the answers, and a window if there is more than to pass:
    a seat that has set no stop is not asked otherwise.
    """
    found: list[str] = []

    def wanted(match: Match[Any], ask: Ask) -> bool:
        charges = [one.target for one in ask.options if isinstance(one, Charge)]
        if ask.kind != kind or (not charges and kind == "action"):
            return False
        if kind == "window" and len(ask.options.listed) == 1:
            return False
        found.extend([showing_of(match.rulebook).moving(match.view({0}).game, ask), *charges[:1], ""])
        return True

    record = play_to(GAME, 12, {"points": 30}, wanted)
    return record, found[0], found[1]


def come_to(page: Page, server: Server, kind: str) -> tuple[str, str]:
    """Go on with a match at a question, against a bot; return the thing that is asked about, and a target."""
    page.locator("#new-table").wait_for()
    record, unit, target = played(kind)
    go_on(page, server, record, [{"me": True}, {"bot": "easy"}])
    page.locator(".decide").wait_for()
    assert kind_of(page) == kind
    return unit, target


def test_a_charge_by_touch_drag_on_a_phone(visit: Visit, server: Server) -> None:
    """The tray is dragged onto its target; the odds are shown before the confirmation; then the charger is turned."""
    page = visit("Ann", reduced_motion="reduce", **PHONE)
    unit, target = come_to(page, server, "action")
    page.get_by_role("button", name="Show the whole board").click()  # it can be pressed as soon as the ground is there
    told = page.evaluate(STATE)["told"]
    touch_drag(page, unit, f"unit:{target}")
    page.locator(".crumbs").wait_for()
    if not page.locator(".confirm").count():  # the target could be shot at, too
        page.locator(".options button", has_text="Charge").tap()
    page.locator(".confirm").wait_for()
    expect(page.locator(".confirm p")).to_contain_text(f"{target.upper()} ")  # and the name of its card
    expect(page.locator(".facts")).to_contain_text("contact with")
    expect(page.locator(".facts")).to_contain_text("Wounds")
    expect(page.locator(".odds .destroys")).to_contain_text("%")
    expect(page.locator(".odds .bars tbody tr").first).to_contain_text("100%")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert faults(page) == []
    page.locator(".confirm button.main").tap()
    next_state(page, told)
    names = rf"{unit.partition(':')[2].upper()} \w.* charges {target.upper()} \w"
    expect(page.locator(".log")).to_contain_text(re.compile(names))
    expect(page.locator(".fight .short h3")).to_have_count(2)  # the cards of both units, until dice are rolled


def touch_drag(page: Page, thing: str, to: str) -> None:
    """Drag a thing onto another with a finger."""
    middle = """id => {
        const box = document.querySelector(`.drawing [data-id="${id}"]`).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    }"""
    page.locator(".board:not(.flying)").wait_for()
    (x, y), (to_x, to_y) = page.evaluate(middle, thing), page.evaluate(middle, to)
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in range(1, 9):
        at = {"x": x + (to_x - x) * part / 8, "y": y + (to_y - y) * part / 8}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
