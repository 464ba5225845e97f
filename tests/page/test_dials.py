"""Trays on the page: dials in a private hand, templates at tray corners, free placement, attacks step by step."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, TimeoutError, WebSocket, expect

from banneret.bots import Bot, RandomBot, play_for
from banneret.games.runewars.actions import Move
from banneret.kernel.asks import Ask
from banneret.kernel.creation import new_match
from banneret.kernel.record import Record
from tests.page.conftest import Server
from tests.page.stages import rest
from tests.page.test_whole_games import STATE, next_state, outcome, tab_to
from tests.page.visiting import (
    ASKED,
    LONG_SECONDS,
    PHONE,
    Visit,
    choose,
    faults,
    label,
    open_tab,
    play_until,
    speak,
    take_place,
)

pytestmark = pytest.mark.slow

GAME = "runewars"
SOAKED: Final = pytest.param(True, marks=pytest.mark.soak)
"""By fingers too, among the long tests: in the suite it is done by the other way."""
SOAKED_MOUSE: Final = pytest.param(False, marks=pytest.mark.soak)
TAPPED_MS: Final = 10_000
"""Milliseconds within which a choice that is there can be tapped."""
RAW = re.compile(r"\b(?:ask|said|fact|hand|panel|event|refuse|check|option|drawing|name|do|place|decide|step)\.[a-z]")
"""A text that is missing is shown by its id."""


# Rounds against a bot -------------------------------------------------------------------------------------------------


def new_skirmish(page: Page) -> None:
    """Make a table for a skirmish of two in the lobby, against a bot."""
    page.locator("#new-table").wait_for()
    form = page.locator("form.new")
    form.locator(f"input[value={GAME}]").check()
    form.locator("select.count").select_option("2")
    form.locator(":scope > label > select").nth(1).select_option("skirmish")
    take_place(form, 1, "bot:beginner")
    form.locator("button.main").click()
    page.wait_for_url("**/tables/*")
    page.locator(".decide").wait_for()


def round_over(page: Page, state: dict[str, Any]) -> bool:
    """Return whether the first round is over."""
    return state["over"] or label(page) not in {"", "setup", "round 1"}


def never(_page: Page, state: dict[str, Any]) -> bool:
    """Return whether the match is over."""
    over: bool = state["over"]
    return over


def by_keyboard(page: Page, done: Callable[[Page, dict[str, Any]], bool]) -> tuple[int, int]:
    """Answer by keyboard alone until it is done; return how many keys answered, and how often the focus was lost."""
    chance = Random(9)
    state: dict[str, Any] = page.evaluate(STATE)
    ends = time.monotonic() + 4 * LONG_SECONDS
    answers = lost = 0
    while not done(page, state):
        assert time.monotonic() < ends, f"it never ended: {state}"
        if not state["inside"]:
            lost += 1
            tab_to(page, "document.activeElement.closest('.options, .confirm') !== null")
        for _ in range(chance.randrange(min(4, state["choices"] or 1))):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        answers += 1
        state = next_state(page, state["told"])
    return answers, lost


def test_a_round_by_keyboard_alone(visit: Visit, server: Server) -> None:
    page = visit("Ann", reduced_motion="reduce", color_scheme="light")
    come_to(page, server, "deploy")
    answers, lost = by_keyboard(page, round_over)
    assert answers > 3
    assert lost <= 1, "the focus was lost, and had to be brought back"
    assert faults(page) == []
    assert not RAW.search(page.locator("body").inner_text())


@pytest.mark.soak
def test_a_whole_match_by_keyboard_alone(visit: Visit) -> None:
    page = visit("Ann")
    new_skirmish(page)
    answers, _ = by_keyboard(page, never)
    assert len(outcome(page)) == 2
    assert answers > 20


COVERED: Final = """() => {
    const unit = document.querySelector(".drawing .chosen").getBoundingClientRect();
    return unit.bottom > document.querySelector("aside").getBoundingClientRect().top || unit.top < 98;
}"""
"""Whether the sheet or the heading covers the unit whose dials are set."""


def test_a_round_by_touch_on_a_phone(visit: Visit, server: Server) -> None:
    """By fingers alone, in the dark: nothing is wider than the screen, and units are seen while their dials are set."""
    page, chance = visit("Ann", reduced_motion="reduce", color_scheme="dark", **PHONE), Random(8)
    come_to(page, server, "deploy")
    state: dict[str, Any] = page.evaluate(STATE)
    ends = time.monotonic() + 4 * LONG_SECONDS
    answers = dials = 0
    while not round_over(page, state):
        assert time.monotonic() < ends, f"it never ended: {state}"
        if page.locator("aside .dial").count() and page.locator(".drawing .chosen").count() == 1:
            rest(page)
            assert not page.evaluate(COVERED)
            dials += 1
        choices = page.locator(".options button, .confirm button.main")
        choices.first.wait_for()
        try:
            choices.nth(chance.randrange(choices.count())).tap(timeout=TAPPED_MS)
        except TimeoutError:  # there are other choices by now
            state = page.evaluate(STATE)
            continue
        answers += 1
        state = next_state(page, state["told"])
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    assert answers > 3
    assert dials > 0
    assert faults(page) == []


# Moments of matches that were played before ---------------------------------------------------------------------------


def any_time(_ask: Ask) -> bool:
    """Take the first question of the kind."""
    return True


def both_hands(ask: Ask) -> bool:
    """Return whether a move to either side starts at the corner on that side."""
    return {one.hand for one in ask.options.listed if isinstance(one, Move)} == {"left", "right"}


@cache
def played(kind: str, wanted: Callable[[Ask], bool], seeds: int = 40) -> tuple[bytes, int]:
    """Return the record of a match, and the step at which seat 0 is asked this."""
    for seed in range(1, seeds):
        match = new_match(GAME, seats=2, seed=seed, options={"size": "skirmish"})
        bots: dict[int, Bot] = {seat: RandomBot(seat) for seat in (0, 1)}
        while match.asking and match.state.round < 5:
            seat, ask = min(match.asking.items())
            if seat == 0 and ask.kind == kind and wanted(ask):
                step = len(Record.of(match).entries)
                match.forfeit(1)
                return b"".join(Record.of(match).lines()), step
            play_for(bots, match, seat, seed=1, once=True)
    raise AssertionError(f"seat 0 is never asked: {kind}")


def come_to(page: Page, server: Server, kind: str, wanted: Callable[[Ask], bool] = any_time) -> str:
    """Go on with a match at a question, against a bot; return the address by which others look on."""
    page.locator("#new-table").wait_for()
    record, step = played(kind, wanted)
    api, headers = f"{server.url}/api/v1", {"content-type": "application/json", "origin": server.url}
    loaded = page.request.post(f"{api}/records", data=record, headers=headers | {"content-type": "application/jsonl"})
    assert loaded.ok, loaded.text()
    body = {"at": step, "places": [{"me": True}, {"bot": "easy"}]}
    branched = page.request.post(f"{api}/tables/{loaded.json()['id']}/branch", data=body, headers=headers)
    assert branched.ok, branched.text()
    table = branched.json()
    page.goto(f"{server.url}/tables/{table['id']}")
    page.locator(f".decide[data-ask$='-{kind}']").wait_for()
    return f"/tables/{table['id']}#invite={table['invite']}"


# Dials ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("touch", [False, SOAKED])
def test_dials_lie_in_a_hand_that_only_their_owner_sees(visit: Visit, server: Server, touch: bool) -> None:
    """Set by keys or by fingers; a spectator's page and socket hold nothing of them until they are open."""
    ann = visit("Ann", reduced_motion="reduce", **(PHONE if touch else {}))
    sent: list[str] = []
    shown: list[str] = []

    def watch(frames: list[str]) -> Callable[[WebSocket], None]:
        return lambda socket: socket.on("framereceived", lambda raw: frames.append(str(raw)))

    ann.on("websocket", watch(shown))
    address = come_to(ann, server, "dials")
    bea = visit("Bea")
    bea.locator("#new-table").wait_for()
    bea.on("websocket", watch(sent))
    bea.goto(server.url + address)
    bea.locator(".drawing [data-id^='unit:']").first.wait_for()
    set_dials(ann, touch=touch)
    hand = ann.locator(".hand li")
    expect(hand.first).to_be_visible()
    words = [one for one in hand.locator("dd").all_inner_texts() if "initiative" in one]
    assert len(words) == hand.count() > 0
    expect(ann.locator(".hand")).to_contain_text("face down")
    bea.wait_for_timeout(300)  # what might come has come
    assert bea.locator(".hand").count() == 0
    seen = bea.evaluate("document.documentElement.outerHTML")
    for words_of_one in words:
        assert words_of_one not in seen
    secrets = set(re.findall(r'"do":"dials \S+ (\S+) ([^\s"]+)"', "".join(shown)))
    assert len(secrets) > 10, "the owner receives what dials can show"
    assert sent, "the spectator is sent something"
    for raw in sent:
        assert not [one for pair in secrets for one in pair if f'"{one}"' in raw or f" {one}" in raw]
    if not touch:
        dials_are_told_in_every_language(ann)
        ann.locator(".draft-bar button.main").click()
        open_tab(bea, "log")
        opened = bea.locator(".log", has_text="reveals its dials")
        play_until(ann, lambda: opened.count() > 0)  # what is open is seen by all


def set_dials(page: Page, *, touch: bool) -> None:
    """Set the dials of all units, by fingers in the list or by clicks on the wheels, until the draft is whole."""
    ends = time.monotonic() + LONG_SECONDS
    done = page.locator(".draft-bar button.main")
    while not done.is_enabled():
        assert time.monotonic() < ends, "the dials are never set"
        before = page.evaluate(ASKED)
        if touch:
            page.locator(".options button, .confirm button.main").first.tap()
        else:
            for wheel in page.locator(".dial").all():
                wheel.locator(".sector").first.click()
        page.wait_for_function(f"old => {ASKED} !== old", arg=before)
        expect(page.locator(".decide[aria-busy='true']")).to_have_count(0)  # the draft may have been loaded meanwhile


def dials_are_told_in_every_language(page: Page) -> None:
    """Nothing on the page is a raw id, in any language."""
    titles = set()
    for language in ("de", "hu", "en"):
        before = page.locator("#hand").inner_text()
        speak(page, language)
        page.wait_for_function(
            "old => { const now = document.querySelector('#hand'); return now !== null && now.innerText !== old; }",
            arg=before,
        )
        page.locator(".draft").wait_for()
        titles.add(page.locator("#hand").inner_text())
        assert not RAW.search(page.locator("body").inner_text())
    assert len(titles) == 3


# The board ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("touch", [SOAKED_MOUSE, True])
def test_a_template_is_picked_at_its_corner_on_the_board(visit: Visit, server: Server, touch: bool) -> None:
    """rw:62.2: what is picked shows the template at that corner, and not where the unit would end."""
    page = visit("Ann", reduced_motion="reduce", **(PHONE if touch else {}))
    come_to(page, server, "move", both_hands)
    unit = page.locator("#question").inner_text().partition(":")[0].split()[0].lower()  # "A2 Wraiths" is a2
    stands = page.locator(f".drawing [data-id='unit:{unit}']").get_attribute("transform")
    page.get_by_role("button", name="Show the whole board").click()
    spots = page.locator(".spot")
    expect(spots.nth(1)).to_be_attached()
    assert page.locator(".free").count() == 0, "a move is not put anywhere by hand"
    page.evaluate("window.scrollTo(0, 0)")
    x, y = middle(page, ".spot")
    if touch:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)
    page.locator(".confirm button.main").wait_for()
    expect(page.locator(".over-all .preview path").first).to_be_attached()
    assert page.locator(".over-all .preview .floor").count() == 0, "no tray is drawn where the unit would end"
    assert faults(page) == []
    page.locator(".confirm button.main").click()
    expect(page.locator(f".drawing [data-id='unit:{unit}']")).not_to_have_attribute("transform", stands or "")


RESTS = """([selector, number]) => new Promise((done) => {
    const lies = () => {
        const { x, y } = document.querySelectorAll(selector)[number]?.getBoundingClientRect() ?? {};
        return `${x} ${y}`;
    };
    const before = lies();
    requestAnimationFrame(() => requestAnimationFrame(() => done(before === lies() && !before.includes("undefined"))));
})"""


def middle(page: Page, selector: str, number: int = 0) -> tuple[float, float]:
    """Return where the middle of a thing is on the screen, once the page around it has come to rest."""
    page.wait_for_function(RESTS, arg=[selector, number])
    box = page.locator(selector).nth(number).locator("circle").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_unit_is_dragged_to_where_it_is_deployed(visit: Visit, server: Server) -> None:
    """A ghost follows, and the server reports whether its place is legal; outside the area it is not."""
    page = visit("Ann", reduced_motion="reduce")
    come_to(page, server, "deploy")
    page.get_by_role("button", name="Show the whole board").click()
    page.locator(".options button").first.click()
    unit = page.locator(".crumbs button").first.inner_text().split()[0]  # "A2" of "A2 Wraiths"
    other = middle(page, ".spot", 4)
    board = page.locator(".board").bounding_box()
    assert board is not None
    beyond = (other[0], board["y"] + board["height"] / 2)
    page.get_by_role("button", name="Place it freely").click()
    drag(page, beyond)
    page.locator(".placer .maynot").wait_for()
    page.locator("svg.drawing").focus()
    page.keyboard.press("Escape")  # also there it is left
    expect(page.locator(".placer")).to_have_count(0)
    page.get_by_role("button", name="Place it freely").click()
    drag(page, other)
    page.locator(".placer .may").wait_for()
    expect(page.locator(".over-all .preview .floor").first).to_be_attached()
    assert faults(page) == []
    page.locator(".placer button.main").click()
    done, placed = page.locator(".draft-bar button.main"), page.locator(".draft li:has(.take-back) .name")
    expect(placed).to_have_text([re.compile(unit)])
    expect(page.locator(".who li.mine.deciding")).to_have_count(1)  # nothing is deployed yet
    page.locator(".draft .take-back").click()  # taken back, and another unit instead
    expect(done).to_be_disabled()
    choose(page, page.locator(".options button").last)
    while not page.locator(".draft li:has(.take-back)").count():
        choose(page, page.locator(".options button").last)
    other_unit = placed.text_content() or ""
    page.reload()
    expect(placed).to_have_text([other_unit])
    page.locator(".draft-bar button").first.click()  # and the first one after all
    expect(placed).to_have_count(0)
    while not page.locator(".draft li:has(.take-back)").count():
        choose(page, page.locator(".options button").first)
    expect(placed).to_have_text([re.compile(unit)])
    assert faults(page) == []
    done.click()
    open_tab(page, "log")
    expect(page.locator(".log").first).to_contain_text(re.compile(rf"{unit} .*is deployed"))


def drag(page: Page, to: tuple[float, float]) -> None:
    """Drag what is put somewhere by its handle with the mouse, and wait until the server has said where it lies."""
    page.locator(".placer .may").wait_for()  # where it was suggested
    x, y = middle(page, ".handle")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2, steps=4)
    page.mouse.move(*to, steps=4)
    page.mouse.up()
    settled(page, to)


def settled(page: Page, at: tuple[float, float]) -> None:
    """Wait until the handle lies there."""
    lies = """([x, y]) => {
        const box = document.querySelector('.handle .grip')?.getBoundingClientRect();
        return box && Math.abs(box.x + box.width / 2 - x) < 4 && Math.abs(box.y + box.height / 2 - y) < 4;
    }"""
    page.wait_for_function(lies, arg=[*at])
    page.locator(".placer .may, .placer .maynot").first.wait_for()


@pytest.mark.soak
def test_an_attack_is_shown_step_by_step_with_its_dice(visit: Visit, server: Server) -> None:
    """The dice that were rolled lie in the panel when they may be rolled again; the steps after them follow."""
    page = visit("Ann", reduced_motion="reduce")
    come_to(page, server, "reroll")
    page.locator(".fight").evaluate("fight => fight.open = true")
    expect(page.locator(".fight .rolled").first).to_be_visible()
    before = page.locator(".fight .steps li").count()
    assert faults(page) == []
    page.evaluate(UP_TO_TOTAL)
    play_until(page, lambda: bool(page.evaluate("window.totals.length > 0")))
    lines, told = page.evaluate("window.totals[0]")
    assert lines > before
    assert not RAW.search(told)


UP_TO_TOTAL = """() => {
    window.totals = [];  // what comes after an attack may take its place before anybody looks
    new MutationObserver(() => {
        const fight = document.querySelector(".fight");
        if (fight?.querySelector(".steps .total"))
            window.totals.push([fight.querySelectorAll(".steps li").length, fight.textContent]);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
