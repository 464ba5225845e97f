"""Scenes on the page: what happens is shown in order, and the log and the next question wait for it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from banneret.kernel.creation import new_match
from banneret.kernel.record import Record
from banneret.kernel.stream import Stream, derive_key
from banneret.server.past.replay_file import html_of, replay_file
from banneret.server.past.story import moments_of_record, story_of
from tests.page.conftest import USUAL, Server
from tests.page.test_admin import post
from tests.page.visiting import Visit, faults, new_table, open_tab, play_until

pytestmark = pytest.mark.slow

LARGEST = 1_500_000
"""Bytes of a match as one file."""
HELD = """
window.held = [];
window.durations = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
  const made = animate.apply(this, given);
  if (this.closest("svg.drawing") !== null) {
    made.pause();
    window.held.push(made);
    window.durations.push(made.effect.getTiming().duration);
  }
  return made;
};
"""
"""Animations of the drawing wait until the test ends them: nothing depends on time."""
STATE = """() => {
    const layer = document.querySelector("#stage-scenes");
    const told = [...document.querySelectorAll(".latest [data-event]")].map((one) => Number(one.dataset.event));
    return { event: Number(layer?.dataset.event ?? -1), told: Math.max(-1, ...told),
             held: window.held.filter((one) => one.playState === "paused").length };
}"""
NEXT = """async () => {
    for (const one of window.held.splice(0)) one.finish();
    await new Promise((done) => setTimeout(done));
}"""

OWN_TURN = """async () => {
    const table = await (await fetch(`/api/v1${location.pathname}`)).json();
    return table.seats.some((one) => one.asked) && table.seats.every((one) => one.mine || !one.asked);
}"""
"""Whether nobody else is asked: on the server, which is ahead of what is shown."""


def begun(page: Page) -> None:
    """Answer until scenes are played."""
    paused = "window.held.some((one) => one.playState === 'paused')"
    while True:
        play_until(page, lambda: page.locator(".scene-bar").count() > 0)
        page.wait_for_function(f"() => {paused} || document.querySelector('.scene-bar') === null")
        if page.evaluate(paused):  # else the bar was that of scenes that had just ended
            return


def state(page: Page, script: str = STATE) -> dict[str, Any]:
    """Return the event that is played, the last one in the log, and how many animations wait."""
    found: dict[str, Any] = page.evaluate(script)
    return found


@pytest.fixture
def held(visit: Visit) -> Page:
    """Return a page at a table, on which scenes stand still until they are let go."""
    page = visit("Ann", reduced_motion="no-preference", color_scheme="dark")
    page.locator("#new-table").wait_for()
    page.add_init_script(HELD)
    page.reload()
    page.locator("#new-table").wait_for()
    page.locator("form.new input[value=battles]").check()
    new_table(page, seats=2)
    return page


def test_the_log_and_the_question_wait_for_the_stage(held: Page) -> None:
    page, events = held, set[int]()
    for _ in range(60):
        begun(page)
        now = state(page)
        if now["held"]:
            assert now["told"] < now["event"], now  # an event is logged when its scenes are over
            assert not page.locator(".options button").count()  # what is asked next waits too
            events.add(now["event"])
        page.evaluate(NEXT)
        if len(events) >= 3:
            break
    assert len(events) >= 3
    order = sorted(events)

    begun(page)
    assert faults(page) == []  # nothing moves while it is looked at
    skip(page)
    assert state(page)["told"] >= order[-1]
    assert page.locator("#stage-scenes > *").count() == 0

    halves, fast = {ms / 2 for ms in doubled(page)}, set[float]()
    for _ in range(60):
        begun(page)
        fast = set(page.evaluate("() => window.durations"))
        if fast & halves:  # other kinds of scenes may come first
            break
        page.evaluate(NEXT)
    assert fast & halves
    skip(page)
    open_tab(page, "table")
    page.locator(".scene-settings select").select_option("0")
    open_tab(page, "decide")
    before = state(page)["told"]
    play_until(page, lambda: state(page)["told"] > before)
    expect(page.locator(".scene-bar")).to_have_count(0)


def skip(page: Page) -> None:
    """Skip all scenes until it is the user's turn; those of bots may arrive after the key was pressed."""

    def is_over() -> bool:
        page.keyboard.press("Escape")
        return page.locator(".scene-bar").count() == 0 and page.locator(".options button").count() > 0

    play_until(page, lambda: page.evaluate(OWN_TURN), answering=False)
    play_until(page, is_over, answering=False)
    expect(page.locator(".scene-bar")).to_have_count(0)


def doubled(page: Page) -> set[float]:
    """Switch to double speed; return the durations at normal speed."""
    begun(page)
    usual: list[float] = page.evaluate("() => window.durations")
    page.locator(".scene-bar button").first.click()
    skip(page)
    page.evaluate("() => { window.durations.length = 0; }")
    return set(usual)


def finished(game: str, seats: int, answers: int) -> Record:
    """Return the record of a match that ends after some answers."""
    match, stream = new_match(game, seats=seats, seed=4), Stream(derive_key("finished", ""))
    for _ in range(answers):
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
    for seat in range(1, seats):
        match.forfeit(seat)
    return Record.of(match)


def test_the_end_of_a_match_leads_into_its_replay(visit: Visit, server: Server) -> None:
    page = visit("Ann")
    page.locator("#new-table").wait_for()
    headers = {"origin": server.url, "content-type": "application/jsonl"}
    lines = b"".join(finished("thrones", 3, 40).lines())
    table = page.request.post(f"{server.url}/api/v1/records", data=lines, headers=headers).json()
    page.goto(f"{server.url}/tables/{table['id']}")
    expect(page.locator(".story .chances li")).to_have_count(3)
    expect(page.locator(".story .course-numbers")).to_have_count(3)
    expect(page.locator(".balances tbody tr")).to_have_count(3)
    expect(page.locator(".ending > ol > li").first.locator(".place")).to_have_text("1")
    columns = page.locator(".ending-parts").evaluate("one => getComputedStyle(one).gridTemplateColumns")
    assert len(columns.split()) == 2
    assert faults(page) == []
    page.locator(".ask-review").click()
    page.locator(".costliest-of select").select_option("2")
    expect(page.locator(".review .balances tbody tr")).to_have_count(3)
    assert faults(page) == []
    costliest = page.locator(".costliest button").first
    step = int(re.findall(r"\d+", costliest.locator("small").first.inner_text())[-1])
    costliest.click()
    expect(page.locator(".replay-bar input[type=range]")).to_be_enabled()
    page.locator(".costliest button").first.click()  # without playing on from there
    expect(page.locator("output")).to_have_text(re.compile(f"^{step - 1} / "))
    open_tab(page, "decide")
    page.locator(".chances .disc").first.click()
    expect(page.locator(".replay-bar .mark").first).to_be_visible()
    expect(page.locator(".replay-bar input[type=range]")).to_be_enabled()
    page.keyboard.press("J")
    expect(page.locator(".replay-bar input[type=range]")).to_be_enabled()
    page.locator(".replay-bar input[type=range]").focus()
    page.keyboard.press("Home")
    page.keyboard.press("j")
    expect(page.locator("output")).to_have_text(re.compile(r"^1 / "))
    expect(page.locator(".status .label")).to_have_text("round 1")
    page.locator(".sight select").select_option("1")  # orders that the others have not revealed are closed to it
    page.wait_for_function("() => document.querySelector('.sight select').value === '1'")
    assert faults(page) == []
    page.keyboard.press("K")
    page.locator(".replay-bar input[type=range]").focus()
    page.keyboard.press("End")
    expect(page.locator("output")).to_have_text(re.compile(r"^(\d+) / \1$"))
    open_tab(page, "decide")
    page.locator(".branch button").click()
    page.wait_for_url(lambda url: str(table["id"]) not in url)


@pytest.fixture(scope="module")
def in_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """Return a match as one file, and the number of its steps."""
    record, everybody = finished("battles", 2, 14), frozenset({0, 1})
    story = story_of(moments_of_record(record), everybody)
    page_of = html_of(replay_file(moments_of_record(record), everybody, story, language="de", title="Wolf & Lion"))
    assert len(page_of) <= LARGEST
    file = tmp_path_factory.mktemp("exported") / "replay.html"
    file.write_bytes(page_of)
    return file, len(record.entries)


def test_a_match_as_one_file_is_played_to_its_end_without_a_network(
    browser: Browser, in_file: tuple[Path, int]
) -> None:
    file, last = in_file
    context = browser.new_context(**USUAL, offline=True)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(file.as_uri())
    expect(page.locator("output")).to_have_text(f"0 / {last}")
    expect(page.locator(".replay .log li").first).to_be_visible()
    page.locator(".paces button").nth(3).click()
    page.locator(".replay-bar .play").click()
    expect(page.locator("output")).to_have_text(f"{last} / {last}")
    expect(page.locator(".replay-bar .chance")).to_contain_text("100 %")
    before = page.locator("#stage-things").inner_html()
    page.locator(".top select").select_option("hu")
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    page.wait_for_function("old => document.querySelector('#stage-things').innerHTML !== old", arg=before)
    page.locator(".replay-bar input[type=range]").focus()
    page.keyboard.press("Home")
    expect(page.locator("output")).to_have_text(f"0 / {last}")
    page.locator(".replay .log button.rule").first.click()
    expect(page.locator(".cited")).to_be_visible()
    assert faults(page) == []
    assert not wrong
    context.close()


PLAYED = """at => document.querySelector("output").textContent.startsWith(`${at} /`) &&
    document.querySelector(".scene-bar") === null"""
STEPPED = f"at => window.held.some((one) => one.playState === 'paused') || ({PLAYED})(at)"
REPLAYED = STATE.replace(".latest", ".replay .log")


def test_a_replay_plays_scenes_before_it_logs_them(browser: Browser, in_file: tuple[Path, int]) -> None:
    file, last = in_file
    context = browser.new_context(**USUAL | {"reduced_motion": "no-preference"}, offline=True)
    page = context.new_page()
    page.add_init_script(HELD)
    page.goto(file.as_uri())
    expect(page.locator("output")).to_have_text(f"0 / {last}")
    expect(page.locator(".replay-bar input[type=range]")).to_be_enabled()

    moved = list[int]()
    for step in range(1, last + 1):
        page.keyboard.press("j")
        while True:
            page.wait_for_function(STEPPED, arg=step)
            now = state(page, REPLAYED)
            if not now["held"]:
                break
            moved += [] if step in moved else [step]
            assert now["told"] < now["event"], now
            page.evaluate(NEXT)
            expect(page.locator(f".replay .log [data-event='{now['event']}']")).to_have_count(1)
    assert len(moved) >= 3

    def replay(step: int) -> list[float]:
        """Return to a step and play it; return how long its first animations take."""
        page.locator(".replay-bar input[type=range]").fill(str(step - 1))
        page.wait_for_function(PLAYED, arg=step - 1)
        page.evaluate("() => { window.held.length = window.durations.length = 0; }")
        page.keyboard.press("j")
        page.wait_for_function(STEPPED, arg=step)
        found: list[float] = page.evaluate("() => window.durations")
        return found

    usual = replay(moved[0])
    assert usual
    page.locator(".scene-bar button").first.click()
    expect(page.locator(".paces button").nth(2)).to_have_attribute("aria-pressed", "true")
    page.locator(".scene-bar button").last.click()
    page.wait_for_function(PLAYED, arg=moved[0])
    assert page.locator("#stage-scenes > *").count() == 0
    assert state(page, REPLAYED)["told"] >= 0
    assert replay(moved[0]) == [ms / 2 for ms in usual]
    page.emulate_media(reduced_motion="reduce")
    page.locator(".scene-bar button").last.click()
    page.wait_for_function(PLAYED, arg=moved[0])
    assert replay(moved[0]) == []
    context.close()


@pytest.mark.soak
def test_what_happened_since_the_last_visit_is_listed_and_watched(visit: Visit, server: Server) -> None:
    ann, bea = visit("Ann"), visit("Bea")
    for page in (ann, bea):
        page.locator("form.new").wait_for()
    places: list[dict[str, Any]] = [{"me": True}, {}, {"bot": "easy"}]
    table = post(ann, "/tables", {"rulebook": "thrones", "seats": 3, "visibility": "open", "places": places})
    post(bea, f"/tables/{table['id']}/join", {"seat": 1})
    ann.goto(f"{server.url}/tables/{table['id']}")
    ann.locator(".decide").wait_for()
    ann.wait_for_load_state("networkidle")  # what she sees is marked as seen
    ann.goto(server.url)
    post(bea, f"/tables/{table['id']}/forfeit", {"seat": 1})
    ann.locator("#own-tables ~ .entries a").click()
    recap = ann.locator("section.recap")
    expect(recap).to_contain_text("Lannister has forfeited.")
    ann.locator(".decide[data-ask]").wait_for()  # a new question ends a replay
    recap.get_by_role("button", name="Watch it on the board").click()
    expect(ann.locator(".replay-bar")).to_be_visible()
    assert faults(ann) == []
    open_tab(ann, "decide")
    recap.get_by_role("button", name="Dismiss").click()
    expect(recap).to_have_count(0)
    ann.reload()
    ann.locator(".decide").wait_for()
    expect(recap).to_have_count(0)
