"""The clicks that a charge and an attack take on the board."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from banneret.bots import make_bot, play_for
from banneret.kernel.creation import new_match
from banneret.kernel.record import Record
from tests.page.branches import Played, go_on
from tests.page.conftest import Server
from tests.page.test_gestures import Board
from tests.page.visiting import Visit

pytestmark = [pytest.mark.slow, pytest.mark.soak]  # a bot that answers in a window may lead elsewhere

MOST = 4
"""Clicks for a charge, and for an attack, from the choice of the unit to the roll."""


LAST_SPOT = """() => {
    const found = [...document.querySelectorAll(".spot circle")].at(-1).getBoundingClientRect();
    return [found.x + found.width / 2, found.y + found.height / 2];
}"""


def before(action: str) -> tuple[Played, str]:
    """Return a match at an activation of seat 0 that allows an action, and the unit that takes it."""
    match = new_match("icefire-s6", seats=2, seed=11, options={"points": 30})
    bots = {seat: make_bot("greedy", seat) for seat in (0, 1)}
    step, unit = 0, ""
    while match.asking:
        seat, ask = next(iter(match.asking.items()))
        if seat == 0 and ask.kind == "activation":
            step, given = len(Record.of(match).entries), len(match.answers)
            play_for(bots, match, seat, seed=1, once=True)
            unit = getattr(match.answers[given].action, "unit", "")
            continue
        if seat == 0 and ask.kind == "action" and any(action in str(option) for option in ask.options.listed):
            match.forfeit(1)
            return Played(b"".join(Record.of(match).lines()), step), f"unit:{unit}"
        play_for(bots, match, seat, seed=1, once=True)
    raise AssertionError(f"{action} is never offered")


def at_the_table(visit: Visit, server: Server, action: str) -> tuple[Page, Board]:
    """Sit down, and choose the unit."""
    match, unit = before(action)
    page = visit("Ann", reduced_motion="reduce")
    page.locator("#new-table").wait_for()
    places: list[dict[str, Any]] = [{"me": True}, {"bot": "easy"}]
    go_on(page, server, match, places)
    board = Board(page)
    board.asked("activation")
    board.click(unit)
    board.asked("action")
    return page, board


def test_a_charge(visit: Visit, server: Server) -> None:
    page, board = at_the_table(visit, server, "Charge(")
    (enemy,) = board.lit("unit")
    board.click(enemy)
    board.asked("pivot")
    page.mouse.click(*page.evaluate(LAST_SPOT))
    page.locator(".decide .confirm .main").click()
    board.clicks += 2
    page.wait_for_function("() => !document.querySelector('.decide')?.dataset.ask.endsWith('-pivot')")
    assert board.clicks <= MOST


def test_an_attack(visit: Visit, server: Server) -> None:
    page, board = at_the_table(visit, server, "melee")
    board.take("action:melee")
    page.wait_for_function("() => !document.querySelector('.decide')?.dataset.ask.endsWith('-action')")
    if page.locator(".decide[data-ask$='-target']").count():
        board.click(board.lit("unit")[0])
    page.locator(".fight").wait_for()
    assert board.clicks <= MOST
