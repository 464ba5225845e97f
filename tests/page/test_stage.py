"""The stage of a table in every game at four sizes of the window: its share, texts and targets, nothing hidden."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from banneret.kernel.asks import Ask
from banneret.kernel.match import Match
from banneret.show.showing import showing_of
from tests.page.branches import Played, go_on, play_to
from tests.page.conftest import Server
from tests.page.stages import GAMES, later, rest, sit_down
from tests.page.visiting import Visit, faults

pytestmark = pytest.mark.slow

_HERE = Path(__file__).parent
MEASURE: Final = (_HERE / "stage.js").read_text("utf-8")
CUT: Final = (_HERE / "cut.js").read_text("utf-8")
SIZES: Final = {(1360, 860): 60, (1920, 1080): 60, (820, 1180): 55, (390, 844): 38}
"""Sizes of the window, and the percentage of it that the uncovered board must fill."""
CLOSED_PERCENT: Final = 75
"""The same on a phone with the sheet closed."""
FIGHT_EVENTS: Final = 160
"""Number of latest events in which a fight is looked for."""
WITH_ARROW: Final = {"thrones", "battles"}
"""Games whose boards show an attack from its beginning; on a measured table it may not have arrived."""
LEAST_TEXT: Final = 11.0
ROUNDING: Final = 0.05


def measured(page: Page) -> dict[str, Any]:
    """Return what the stage measures, once it is at rest."""
    rest(page)
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


def shortcomings(page: Page, percent: float, with_hand: bool = False) -> list[str]:
    """Return what is wrong with the stage as it is shown now; with a hand, its cards and dice lie on the board."""
    found = measured(page)
    wrong = []
    if found["share"] + with_hand * found["hand"] < percent:
        wrong.append(f"the board fills {found['share']:.1f} %")
    if found["smallest"] is not None and found["smallest"]["px"] < LEAST_TEXT - ROUNDING:
        wrong.append(f"a text is small: {found['smallest']}")
    if found["covered"] > 0:
        wrong.append(f"{found['covered']} of {found['lit']} things asked about are covered")
    if found["lit"] > 0 and found["off"] == found["lit"]:
        wrong.append("nothing that is asked about is seen")
    if found["wide"] > 0 or found["high"] > 0:
        wrong.append(f"the page scrolls: {found['wide']}, {found['high']}")
    if found["small"]:
        wrong.append(f"targets are small: {found['small']}")
    return [*wrong, *page.evaluate(CUT)]


def at_all_sizes(page: Page, with_hand: bool = False) -> dict[str, list[str]]:
    """Return what is wrong at each size of the window."""
    wrong = {}
    for (width, height), percent in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        wrong[f"{width}x{height}"] = shortcomings(page, percent, with_hand)
    page.locator(".grab").click()
    expect(page.locator(".grab")).to_have_attribute("aria-expanded", "false")
    wrong["closed"] = shortcomings(page, CLOSED_PERCENT, with_hand)
    page.locator(".grab").click()
    return {size: found for size, found in wrong.items() if found}


@pytest.mark.parametrize(
    "game", ["thrones", *[pytest.param(game, marks=pytest.mark.soak) for game in GAMES if game != "thrones"]]
)
def test_the_board_fills_the_stage(visit: Visit, server: Server, game: str) -> None:
    page = visit("Ann", reduced_motion="reduce")
    sit_down(page, server, game)
    rest(page)
    assert at_all_sizes(page) == {}


@pytest.mark.soak
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_the_board_fills_the_stage_in_the_middle_of_a_match(
    visit: Visit, server: Server, game: str, colours: str
) -> None:
    page = visit("Ann", reduced_motion="reduce", color_scheme=colours)
    page.locator("#new-table").wait_for()
    go_on(page, server, later(game), [{"me": True}, *[{"bot": "easy"}] * (GAMES[game] - 1)])
    page.locator(".decide").wait_for()
    page.locator(".drawing[aria-busy=false]").wait_for()
    rest(page)
    assert at_all_sizes(page) == {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        rest(page)
        assert faults(page) == []


@cache
def fighting(game: str) -> Played:
    """Return a match in which seat 0 is asked something in a fight."""

    def wanted(match: Match[Any], _ask: Ask) -> bool:
        viewer = frozenset({0})
        events = match.events_for(viewer, max(0, len(match.events) - FIGHT_EVENTS))
        panel = showing_of(match.rulebook).panel(match.view(viewer).game, events)
        return panel is not None and not panel.over

    return play_to(game, 3, {}, wanted, seats=GAMES[game])


@pytest.mark.parametrize(
    "game", ["thrones", *[pytest.param(game, marks=pytest.mark.soak) for game in GAMES if game != "thrones"]]
)
def test_a_fight_is_on_the_stage(visit: Visit, server: Server, game: str) -> None:
    """Also where it asks for a card or for yes or no, so that nothing on the board is an answer."""
    page = visit("Ann", reduced_motion="reduce", viewport={"width": 390, "height": 844})
    page.locator("#new-table").wait_for()
    go_on(page, server, fighting(game), [{"me": True}, *[{"bot": "easy"}] * (GAMES[game] - 1)])
    page.locator(".decide").wait_for()
    page.locator(".drawing[aria-busy=false]").wait_for()
    if game in WITH_ARROW:
        assert measured(page)["lit"] > 0
    assert at_all_sizes(page, with_hand=True) == {}


def test_the_camera_returns_to_what_is_asked(visit: Visit, server: Server) -> None:
    page = visit("Ann", reduced_motion="reduce")
    sit_down(page, server, "thrones")
    rest(page)
    begun = page.locator("svg.drawing").bounding_box()
    board = page.locator(".board").bounding_box()
    assert begun is not None
    assert board is not None
    middle = (board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 120, middle[1] + 60, steps=4)
    page.mouse.up()
    panned = page.locator("svg.drawing").bounding_box()
    assert panned != begun
    page.get_by_role("button", name="Zoom out").click()
    zoomed = page.locator("svg.drawing").bounding_box()
    assert zoomed is not None
    assert panned is not None
    assert zoomed["width"] < panned["width"]
    page.mouse.dblclick(*middle)
    assert page.locator("svg.drawing").bounding_box() == pytest.approx(begun, abs=0.5)


def test_a_drawer_covers_nothing_that_is_asked_about(visit: Visit, server: Server) -> None:
    page = visit("Ann", reduced_motion="reduce", viewport={"width": 1360, "height": 860})
    sit_down(page, server, "thrones")
    buttons = page.locator(".dock button")
    for number in range(buttons.count()):
        buttons.nth(number).click()
        page.locator(".stage-drawer").wait_for()
        found = measured(page)
        assert (found["covered"], found["off"]) == (0, 0)
    assert faults(page) == []
    page.locator(".stage-drawer .shut").press("Escape")
    expect(page.locator(".stage-drawer")).to_have_count(0)


MOST_SCRIPT_MS: Final = 4.0
"""For a frame of panning, in processor time of the page."""
PANNED: Final = 24
SCRIPTS: Final = {"EventDispatch", "FireAnimationFrame", "FunctionCall", "RunMicrotasks", "TimerFire"}


def traced(page: Page, act: Callable[[], None]) -> list[dict[str, Any]]:
    """Return what the browser's own trace records while something is done, in order."""
    wire = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    ended: list[Any] = []
    wire.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    wire.on("Tracing.tracingComplete", lambda data: ended.append(data))  # noqa: PLW0108  # it takes no built-in
    wire.send("Tracing.start", {"traceConfig": {"includedCategories": ["devtools.timeline"]}})
    act()
    wire.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(20)
    wire.detach()
    return sorted(events, key=lambda one: one["ts"])


def scripts_by_frame(events: list[dict[str, Any]]) -> list[float]:
    """Return the milliseconds of script from each move of the pointer, of which there is one a frame, to the next."""
    moves = [
        one["ts"]
        for one in events
        if one["name"] == "EventDispatch" and one["args"].get("data", {}).get("type") == "pointermove"
    ]
    spent = [0.0] * len(moves)
    frames = list(pairwise([*moves, float("inf")]))
    until = 0
    for one in events:
        if one["name"] not in SCRIPTS or "tdur" not in one or one["ts"] < until:
            continue  # what is within another script is a part of it
        until = one["ts"] + one["dur"]
        for frame, (first, last) in enumerate(frames):
            if first <= one["ts"] < last:
                spent[frame] += one["tdur"] / 1000
    return spent


def test_panning_paints_nothing_of_the_board(visit: Visit, server: Server) -> None:
    page = visit("Ann", reduced_motion="no-preference", viewport={"width": 1360, "height": 860})
    sit_down(page, server, "thrones")
    rest(page)
    board = page.locator(".board").bounding_box()
    assert board is not None
    x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 9, steps=2)  # from here on it is no click
    page.wait_for_timeout(200)
    events = traced(page, lambda: page.mouse.move(x + 12 - 4 * PANNED, y + 9 - 3 * PANNED, steps=PANNED))
    page.mouse.up()
    painted = [one["args"]["data"]["nodeName"] for one in events if one["name"] == "Paint"]
    assert not [name for name in painted if "drawing" in name or name in {"g", "use", "path"}]
    frames = scripts_by_frame(events)
    assert len(frames) >= PANNED // 2
    assert sorted(frames)[-2] <= MOST_SCRIPT_MS  # in one of them, memory may be collected
