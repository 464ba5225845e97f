"""Tables of every game on the stage, at the beginning and in the middle of a match."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from playwright.sync_api import Page

from banneret.kernel.asks import Ask
from banneret.kernel.match import Match
from tests.page.branches import Played, play_to
from tests.page.conftest import Server
from tests.page.visiting import STILL

GAMES: Final = {"thrones": 6, "icefire-s6": 2, "icefire-2021": 2, "runewars": 2, "battles": 2}
LATER: Final = 40
"""Number of questions to seat 0 before the middle of a match."""


def sit_down(page: Page, server: Server, game: str) -> None:
    """Make a table of a game against bots, and wait for its first question."""
    page.locator("#new-table").wait_for()
    places = [{"me": True}, *[{"bot": "easy"}] * (GAMES[game] - 1)]
    made = page.request.post(
        f"{server.url}/api/v1/tables",
        data={"rulebook": game, "seats": GAMES[game], "options": {}, "visibility": "private", "places": places},
        headers={"origin": server.url, "content-type": "application/json"},
    )
    assert made.ok, made.text()
    page.goto(f"{server.url}/tables/{made.json()['id']}")
    page.locator(".decide").wait_for()
    page.locator(".drawing[aria-busy=false]").wait_for()


SETTLED: Final = """() => new Promise((done) => {
    const at = () => document.querySelector("svg.drawing").style.cssText + innerWidth;
    let [before, frames] = ["", 0];
    const look = () => {
        frames = at() === before ? frames + 1 : 0;
        before = at();
        if (frames < 12) requestAnimationFrame(look);
        else done(true);
    };
    look();
})"""
"""Resolves when the drawing has not moved for some frames: it moves after the window has been resized."""


def rest(page: Page) -> None:
    """Wait until all movement has ended."""
    page.locator(".board:not(.flying)").wait_for()
    page.evaluate(SETTLED)
    page.wait_for_function(STILL)


@cache
def later(game: str) -> Played:
    """Return a match in which seat 0 has been asked many times."""
    count = 0

    def wanted(_match: Match[Any], _ask: Ask) -> bool:
        nonlocal count
        count += 1
        return count > LATER

    return play_to(game, 3, {}, wanted, seats=GAMES[game])
