"""Played by hand on the board: rings, units that are clicked and dragged, and refusals where something was tried."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from banneret.kernel.asks import Ask
from tests.page.branches import go_on, play_to
from tests.page.conftest import Server
from tests.page.visiting import PHONE, Visit, bots_rest, faults, new_table, play_until

pytestmark = pytest.mark.slow

MIDDLE = """async (thing) => {
    const frame = () => new Promise(requestAnimationFrame);
    const middle = () => {
        const found = document.querySelector(`.drawing [data-id="${CSS.escape(thing)}"]`).getBoundingClientRect();
        return [found.x + found.width / 2, found.y + found.height / 2];
    };
    for (let before = middle(); ; ) {
        await frame();
        await frame();
        await new Promise((done) => setTimeout(done, 60)); // a flight of the camera begins after a frame
        const now = middle();
        const [board, decide] = [document.querySelector(".board"), document.querySelector(".decide:not(.draft)")];
        const seeks = decide !== null && decide.dataset.ask !== board.dataset.looked;
        const rests = !board.classList.contains("flying") && now.every((one, i) => Math.abs(one - before[i]) < 0.5);
        if (!seeks && rests) return now;
        before = now;
    }
}"""
"""The middle of a thing, once the camera has gone to the question and rests."""
LIT = "[...document.querySelectorAll('.drawing .can')].map(one => one.dataset.id)"
CHANGED = "old => document.querySelector('.decide')?.innerText !== old"
BIG_PHONE = PHONE | {"viewport": {"width": 390, "height": 844}}


class Board:
    """The board as a hand uses it: it counts its clicks."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page = page
        self.touch = touch
        self.clicks = 0

    def lit(self, kind: str) -> list[str]:
        """Return the ids of the things of a kind that can be picked, such as "area:the-hill"."""
        return [one for one in self.page.evaluate(LIT) if one.startswith(f"{kind}:")]

    def all_lit(self, kind: str, count: int) -> list[str]:
        """Return the ids of the things of a kind that can be picked, once there are this many."""
        self.page.wait_for_function(
            f"([kind, count]) => ({LIT}).filter((id) => id.startsWith(kind)).length === count",
            arg=[f"{kind}:", count],
        )
        return self.lit(kind)

    def middle(self, thing: str) -> tuple[float, float]:
        """Return where a thing is, once nothing moves."""
        x, y = self.page.evaluate(MIDDLE, thing)
        return x, y

    def click(self, thing: str) -> None:
        """Click a thing on the board."""
        self.clicks += 1
        (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(*self.middle(thing))

    def take(self, token: str) -> None:
        """Take a token from the ring, or from the sheet of tokens on a phone."""
        self.clicks += 1
        if self.touch:
            self.page.locator(f".options.tokens button[data-cards~='{token}']").tap()
        else:
            self.page.locator(f".ring [data-token='{token}']").click()

    def asked(self, kind: str) -> None:
        """Wait until a kind of question is asked."""
        self.page.locator(f".decide[data-ask$='-{kind}'][aria-busy=false]").wait_for()


ASKS_ELSE = "old => document.querySelector('.decide')?.dataset.ask !== old"
"""Something else is asked, or nothing, as when a draft is whole."""


def order(board: Board, area: str, token: str) -> None:
    """Place an order by its ring."""
    decide = board.page.locator(".decide")
    before = decide.get_attribute("data-ask")
    board.click(f"pieces:{area}")
    board.take(token)
    board.page.wait_for_function(ASKS_ELSE, arg=before)


def take_back(board: Board, area: str) -> None:
    """Click the only order that is placed: as long as the draft is open, it is taken back."""
    given = board.page.locator(".draft li:has(.take-back)")
    expect(given).to_have_count(1)
    board.click(f"pieces:{area}")
    expect(given).to_have_count(0)
    board.clicks = 0


def start(visit: Visit, **screen: Any) -> Page:
    """Begin a match of three, in which House Baratheon is played."""
    page = visit("Ann", **screen)
    new_table(page)
    page.locator(".drawing .can").first.wait_for()
    return page


def until_march(page: Page) -> None:
    """Answer until units march."""
    play_until(page, lambda: bots_rest(page) and page.locator(".decide[data-ask$='march']").count() > 0)


def order_by_keys(page: Page) -> None:
    """Place an order: N goes to an area, Enter opens its ring, the arrow keys go around it, and Enter places."""
    before = page.locator(".decide").get_attribute("data-ask")
    page.locator(".drawing").focus()
    for key in ("n", "Enter"):
        page.keyboard.press(key)
    page.locator(".ring button:focus").wait_for()
    for key in ("ArrowRight", "ArrowLeft", "End"):
        page.keyboard.press(key)
    while page.locator(".ring button:focus.refused").count():
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_function(ASKS_ELSE, arg=before)
    expect(page.locator(".drawing")).to_be_focused()


def begin_march(board: Board, area: str) -> None:
    """Begin the march from an area, if there are several."""
    until_march(board.page)
    if board.page.locator(".decide[data-ask$='start-march']").count():
        board.click(f"pieces:{area}")
    board.asked("march")


def test_orders_and_marches_by_pointer_and_keys(visit: Visit) -> None:
    page = start(visit)
    board = Board(page)
    areas = [one.partition(":")[2] for one in board.lit("area")]
    assert len(areas) == 3
    order(board, areas[0], "order:march-zero")

    take_back(board, areas[0])
    order(board, areas[0], "order:march-zero")

    # A token that is used up says why, with the rule, at the ring; and the ring closes by Escape.
    board.click(f"pieces:{areas[1]}")
    page.locator(".ring .refused[data-token='order:march-zero']").hover()
    expect(page.locator(".pinned .whynot")).to_contain_text("no March +0 left")
    expect(page.locator(".pinned .whynot .rule")).to_have_text("§ thrones:orders.8")
    expect(page.locator("ul.refused button")).to_have_count(1)
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".ring")).to_have_count(0)
    board.clicks -= 1

    order(board, areas[1], "order:march-plus-one")
    order_by_keys(page)
    assert board.clicks + 2 <= 7, "a planning phase of three areas"
    begin_march(board, areas[0])

    # Units are clicked one by one, and go where they are sent; what is not in reach says why where it was tried.
    board.clicks = 0
    units = board.all_lit("unit", 2)
    for number, unit in enumerate(units, 2):
        board.click(unit)
        expect(page.locator(".crumbs button")).to_have_count(number)
    page.mouse.click(*board.middle("area:oldtown"))
    expect(page.locator(".pinned.beside .whynot .rule")).to_be_visible()
    expect(page.locator(".crumbs button")).to_have_count(3)
    asked = page.locator(".decide").inner_text()
    board.click(board.lit("area")[-1])
    assert board.clicks == 3, "a march of two units"
    page.wait_for_function(CHANGED, arg=asked)
    expect(page.locator(".confirm")).to_have_count(0)

    # The next march is dragged.
    begin_march(board, areas[1])
    unit = board.lit("unit")[0]
    target = next(one for one in board.lit("area") if one.partition(":")[2] != unit.split(":")[1])
    asked = page.locator(".decide").inner_text()
    page.mouse.move(*board.middle(unit))
    page.mouse.down()
    page.mouse.move(*board.middle(target), steps=6)
    expect(page.locator(".rule-line")).to_have_count(1)
    page.mouse.up()
    page.wait_for_function(CHANGED, arg=asked)
    expect(page.locator(".confirm")).to_have_count(0)

    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


def test_orders_and_a_march_by_touch(visit: Visit) -> None:
    page = start(visit, color_scheme="dark", **BIG_PHONE)
    board = Board(page, touch=True)
    areas = [one.partition(":")[2] for one in board.lit("area")]
    for area, token in zip(areas[:2], ("order:march-zero", "order:march-plus-one"), strict=True):
        order(board, area, token)
    board.click(f"pieces:{areas[2]}")
    expect(page.locator(".options.tokens .emblem").first).to_be_visible()
    assert page.locator(".ring").is_hidden()
    assert faults(page) == []
    board.take("order:defense-plus-one")
    begin_march(board, areas[0])
    board.click(board.lit("unit")[0])
    board.click(board.lit("area")[-1])
    page.locator(".confirm button.main").tap()  # a finger has not looked before
    expect(page.locator(".confirm")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_ring_is_around_its_unit_when_the_page_is_opened_at_the_question(visit: Visit, server: Server) -> None:
    """The board may be drawn before its background, whose coordinates place the ring."""
    units: list[object] = []

    def acts(_match: object, ask: Ask) -> bool:
        units.append(ask.prompt.fields.get("unit"))
        return ask.kind == "action"

    record = play_to("icefire-s6", 1, {"points": 40}, acts)
    page = visit()
    go_on(page, server, record, [{"me": True}, {"bot": "easy"}])
    page.locator(".ring").wait_for()
    for _ in range(2):
        x, y = Board(page).middle(f"unit:{units[-1]}")
        ring = page.locator(".ring").bounding_box()
        assert ring is not None
        assert abs(ring["x"] + ring["width"] / 2 - x) < ring["width"] / 2
        assert abs(ring["y"] + ring["height"] / 2 - y) < ring["height"] / 2
        page.reload()
        page.locator(".ring").wait_for()
        page.locator(".drawing[aria-busy=false]").wait_for()
