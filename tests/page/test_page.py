"""People play in their browsers."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import Request, WebSocket, expect

from tests.page.conftest import Server, running
from tests.page.visiting import (
    ID,
    LONG_SECONDS,
    TABS,
    Visit,
    answer,
    answer_first,
    bots_rest,
    choose,
    faults,
    label,
    new_table,
    open_tab,
    play_until,
    speak,
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a separate server, because one of the tests kills it."""
    with running(Server(tmp_path_factory.mktemp("served"))) as made:
        yield made


LISTED = "() => [...document.querySelectorAll('.options button')].map(one => one.dataset.cards).join('; ')"
"""What the answers name, whatever is shown of it."""


def test_two_people_and_four_bots_play_a_round_and_orders_stay_hidden(visit: Visit) -> None:
    ann = visit("Ann")
    link = new_table(ann, 6, {1: "open"})
    invited = ann.locator(".link input").input_value()
    assert invited.startswith(link.partition("#")[0])
    frames: list[str] = []
    sockets: list[WebSocket] = []

    def watch(socket: WebSocket) -> None:
        sockets.append(socket)
        socket.on("framereceived", lambda raw: frames.append(str(raw)))

    bea = visit(None)
    bea.on("websocket", watch)
    bea.goto(invited)
    bea.get_by_role("textbox").fill("Bea")
    bea.locator("form button").click()
    bea.get_by_role("button", name="Sit here").click()
    bea.locator(".decide").wait_for()
    # Who looked before saying a name looks no longer.
    play_until(bea, lambda: [one.is_closed() for one in sockets].count(False) == 1, answering=False)
    play_until(ann, lambda: ann.locator(".who li.mine.ready").count() > 0)  # all of the first house's orders lie
    bea.locator(".who li", has_text="Baratheon").get_by_text("ready", exact=True).wait_for(state="attached")
    views = [json.loads(one) for one in frames if '"state"' in one]
    assert len(views) >= 2
    for message in views:
        assert set(message["state"]["view"]["sealed"]) <= {"1"}
        areas = message["state"]["view"]["game"]["areas"]
        assert all(
            one.get("order") in (None, "face-down") for area, one in areas.items() if one.get("house") != "lannister"
        )
    orders = re.compile(r"Baratheon.*(March|Raid|Defense|Support) [+-]?\d")
    assert not bea.locator(":is(li, p, title, text)").filter(has_text=orders).count()
    ends = time.monotonic() + LONG_SECONDS
    while not all(label(one).startswith("round 2") for one in (ann, bea)):
        assert time.monotonic() < ends, "the round never ended"
        if not answer_first(ann) and not answer_first(bea):
            ann.wait_for_timeout(60)


def test_three_languages_have_no_text_missing(visit: Visit) -> None:
    page = visit("Ann")
    new_table(page)
    page.locator(".decide").wait_for()
    for language, word in (("de", "Entscheiden"), ("hu", "Döntés"), ("en", "Decide")):
        speak(page, language)
        page.get_by_role("tab", name=word).wait_for()
        for tab in TABS:
            open_tab(page, tab)
            shown = page.locator("body").inner_text()
            assert not ID.search(shown), ID.findall(shown)
        assert page.locator("html").get_attribute("lang") == language
        page.get_by_role("tab").first.click()
        assert faults(page) == []


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_nothing_wrong(visit: Visit, colours: str) -> None:
    page = visit(None, color_scheme=colours)
    page.locator(".games li").first.wait_for()
    assert faults(page) == []
    page.locator(".games a").first.click()
    page.locator(".game-page .side").first.wait_for()
    assert faults(page) == []
    page.locator(".hero a.button").click()
    page.locator("#new-table").wait_for()
    page.locator(".side input").first.wait_for()
    assert faults(page) == []
    new_table(page)
    page.locator(".decide").wait_for()
    for tab in TABS:
        open_tab(page, tab)
        assert faults(page) == []


def test_an_account_is_made_left_and_come_back_to(visit: Visit) -> None:
    page = visit("Ann")
    page.locator("#new-table").wait_for()
    page.locator(".top .who").click()
    page.locator("#account").wait_for()
    assert faults(page) == []
    login = f"ann-{time.time_ns()}"
    page.get_by_label("Username").fill(login)
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Create account").click()
    page.get_by_text(login).wait_for()
    page.get_by_label("when someone writes a message").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.locator(".top .who", has_text="Sign in").click()
    page.get_by_label("Username").fill(login)
    page.get_by_label("Password").fill("correct horse")
    page.locator("#sign-in ~ form button").click()
    page.locator(".top .who", has_text="Ann").click()
    expect(page.get_by_label("when someone writes a message")).to_be_checked()


def test_taking_back_looking_back_and_the_rules(visit: Visit) -> None:
    page = visit("Ann")
    new_table(page)
    page.locator(".decide").wait_for()
    first = page.evaluate(LISTED)
    expect(page.locator(".lacking")).to_have_count(3)
    while page.locator(".lacking").count():
        choose(page, page.locator(".options button"))  # never Done
    undo = page.locator(".draft-bar").get_by_role("button", name="Undo", exact=True)
    for left in (2, 1, 0):
        undo.click()
        expect(page.locator(".draft li:has(.take-back)")).to_have_count(left)
    page.wait_for_function(f"first => ({LISTED})() === first", arg=first)
    play_until(page, lambda: label(page) == "round 2")
    play_until(page, lambda: bots_rest(page), answering=False)
    open_tab(page, "log")
    page.locator(".log button.rule").first.click()
    expect(page.locator(".rules .chosen")).to_be_visible()
    open_tab(page, "replay")
    page.locator("output").filter(has_text=re.compile(r"^[1-9]")).wait_for()
    last = int(page.locator("output").inner_text().split("/")[1])
    page.locator(".replay-bar input").focus()
    page.keyboard.press("k")
    expect(page.locator("output")).to_have_text(f"{last - 1} / {last}")
    page.keyboard.press("K")
    page.keyboard.press("j")
    expect(page.locator("output")).not_to_have_text(f"{last - 1} / {last}")


def test_a_draft_that_was_given_is_taken_back_before_others_have_given_theirs(visit: Visit) -> None:
    ann, bea = visit("Ann"), visit("Bea")
    new_table(ann, 3, {1: "open"})
    bea.goto(ann.locator(".link input").input_value())
    bea.get_by_role("button", name="Sit here").click()
    bea.locator(".decide").wait_for()
    play_until(ann, lambda: ann.locator(".who li.mine.ready").count() > 0)
    ann.get_by_role("button", name="Undo the last action").click()
    expect(ann.locator(".draft li:has(.take-back)")).to_have_count(3)
    expect(ann.locator(".draft-bar button.main")).to_be_enabled()
    expect(ann.locator(".who li.mine.deciding")).to_have_count(1)


def test_a_person_comes_back_after_the_server_was_killed(visit: Visit, server: Server) -> None:
    import signal  # noqa: PLC0415  # one test alone needs it

    page = visit("Ann")
    new_table(page)
    page.locator(".draft-bar").wait_for()  # what is picked before belongs to another question
    answer(page)
    shown = page.evaluate(LISTED)
    server.stop(signal.SIGKILL)
    page.locator(".status .badge").wait_for()
    server.start()
    page.locator(".status .badge").wait_for(state="detached")
    page.wait_for_function(f"first => ({LISTED})() === first", arg=shown)  # also after the draft has been loaded
    answer(page)


LOSE = """() => {
    const send = WebSocket.prototype.send;
    window.answers = 0;
    WebSocket.prototype.send = function (data) {
        if (data.includes('"answer"')) window.answers += 1;
        if (window.answers !== 1) return send.call(this, data);
        if (%s) send.call(this, data);
        this.close();
        window.answers += 1;
    };
}"""
"""Loses the connection with the first answer: before or after that was sent."""


@pytest.mark.parametrize(
    "sent",
    [pytest.param("false", id="the answer"), pytest.param("true", id="the acknowledgement", marks=pytest.mark.soak)],
)
def test_what_is_lost_with_the_connection_is_sent_again(visit: Visit, sent: str) -> None:
    page = visit("Ann")
    new_table(page)
    page.locator(".decide").wait_for()
    page.evaluate(LOSE % sent)
    asked = page.locator(".decide").get_attribute("data-ask")
    play_until(page, lambda: page.evaluate("answers") > 0)
    page.wait_for_function("() => answers > 2")  # the same once more
    page.locator(f".decide[aria-busy=false]:not([data-ask='{asked}']) .options button").first.wait_for()
    answer(page)


def test_two_people_at_one_screen_do_not_see_each_others_orders(visit: Visit) -> None:
    page = visit("Ann")
    new_table(page, 3, {0: "me", 1: "me", 2: "bot:beginner"})
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


def test_what_is_lit_on_the_board_can_be_picked_there(visit: Visit) -> None:
    page = visit("Ann")
    new_table(page)
    page.locator(".decide").wait_for()
    page.locator(".drawing .can").first.wait_for()
    page.locator('.drawing [data-id="area:dragonstone"]').first.click(force=True)
    expect(page.locator(".draft .now")).to_contain_text("Dragonstone")


PARTS = {r"\.(js|css)$": "code", r"\.woff2$": "fonts", r"/grounds/": "ground"}
MOST_KIB = {"code": 150, "fonts": 120, "ground": 250, "rest": 60}
"""What the parts of the page may weigh over the wire."""


def test_the_first_load_is_light(visit: Visit) -> None:
    page = visit("Ann")
    address = new_table(page)
    page.locator(".drawing .can").first.wait_for()
    browser = page.context.browser
    assert browser is not None
    fresh = browser.new_context(storage_state=page.context.storage_state())  # nothing is cached there
    again = fresh.new_page()
    sizes: Counter[str] = Counter()

    def weigh(request: Request) -> None:
        part = next((part for ends, part in PARTS.items() if re.search(ends, request.url)), "rest")
        sizes[part] += max(0, request.sizes()["responseBodySize"])

    again.on("requestfinished", weigh)
    again.goto(address)
    again.locator(".drawing .can").first.wait_for()
    again.wait_for_load_state("networkidle")
    fresh.close()
    assert set(sizes) == set(MOST_KIB)
    assert {part: size for part, size in sizes.items() if not 1024 < size <= MOST_KIB[part] * 1024} == {}
