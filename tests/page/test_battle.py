"""The page knows no game: a battle on hexes is played on it too, by keyboard alone and by touch on a small phone."""

from __future__ import annotations

import re
import time
from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from banneret.games.battles.actions import Attack
from banneret.kernel.asks import Ask
from banneret.kernel.match import Match
from banneret.kernel.questions import Done
from tests.page.branches import Played, go_on, join, play_to
from tests.page.conftest import Server
from tests.page.odds_seen import Match as Seen
from tests.page.odds_seen import shown_as
from tests.page.test_whole_games import STATE, next_state, outcome, tab_to, touch_board
from tests.page.visiting import ID, LONG_SECONDS, PHONE, Visit, faults, take_place

pytestmark = pytest.mark.slow

SHORTEST = "wolf-raiders"
"""A plan of four rounds, with a catapult, fire, and points."""


LOOKED_AT = 8
"""Number of answers after which the page is checked: a short battle has about twice as many."""

ATTACKS = ".decide[data-ask$='-attack'] .options button:not(.bare)"
"""Buttons that attack."""


def new_battle(page: Page, plan: str, bot: str = "bot:beginner") -> None:
    """Make a table for a battle plan in the lobby, against a bot."""
    page.locator("#new-table").wait_for()
    form = page.locator("form.new")
    form.locator("input[value=battles]").check()
    form.locator(f"input[name=scenario][value={plan}]").check()
    take_place(form, 1, bot)
    form.locator("button.main").click()
    page.wait_for_url("**/tables/*")
    page.locator(".decide").wait_for()


def places(page: Page) -> set[str]:
    """Return the Houses among the final places."""
    lines = outcome(page)
    assert len(lines) == 2
    return {house for house in ("Stark", "Lannister") if any(house in line for line in lines)}


@pytest.mark.soak
def test_a_whole_battle_is_played(visit: Visit) -> None:
    page = visit("Ann")
    new_battle(page, "waystone")
    rng = Random(3)
    ends = time.monotonic() + 2 * LONG_SECONDS
    answers = 0
    while not page.locator(".ending").count():
        assert time.monotonic() < ends, "the battle never ended"
        choices = page.locator(".options button, .confirm button")
        if (number := choices.count()) == 0:
            page.wait_for_timeout(40)
            continue
        try:
            choices.nth(rng.randrange(number)).click(timeout=1_000)
        except TimeoutError:  # another question had come in between
            continue
        answers += 1
        if answers == LOOKED_AT:
            assert faults(page) == []
            assert not ID.search(page.locator("body").inner_text())
    assert answers > LOOKED_AT
    assert places(page) == {"Stark", "Lannister"}


@pytest.mark.soak
def test_a_whole_battle_by_keyboard_alone(visit: Visit) -> None:
    page, chance = visit(None, "/new"), Random(7)
    page.locator("#new-table").wait_for()
    tab_to(page, "document.activeElement.name === 'game'")
    for _ in range(5):
        if page.evaluate("document.activeElement.value") == "battles":
            break
        page.keyboard.press("ArrowDown")
    tab_to(page, "document.activeElement.name === 'scenario'")
    for _ in range(20):
        if page.evaluate("document.activeElement.value") == SHORTEST:
            break
        page.keyboard.press("ArrowDown")
    tab_to(page, "document.activeElement.name === 'place-1'")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.value") == "bot:beginner"
    page.keyboard.press("ArrowDown")
    tab_to(page, "document.activeElement.matches('form.new button.main')")
    page.keyboard.press("Enter")
    page.locator(".decide").wait_for()
    state: dict[str, Any] = page.evaluate(STATE)
    ends = time.monotonic() + 2 * LONG_SECONDS
    lost = answers = 0
    while not state["over"]:
        assert time.monotonic() < ends, f"the battle never ended: {state}"
        if not state["inside"]:
            lost += 1
            tab_to(page, "document.activeElement.closest('.options, .confirm') !== null")
        for _ in range(chance.randrange(min(4, state["choices"] or 1))):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        answers += 1
        state = next_state(page, state["told"])
    assert places(page) == {"Stark", "Lannister"}
    assert answers > 20
    assert lost <= 1, "the focus was lost, and had to be brought back"
    assert faults(page) == []


@pytest.mark.soak
def test_a_whole_battle_by_touch_on_a_phone(visit: Visit) -> None:
    page, chance = visit("Ann", reduced_motion="reduce", **PHONE), Random(8)
    new_battle(page, "wolf-raiders", "bot:skilled")
    state: dict[str, Any] = page.evaluate(STATE)
    ends = time.monotonic() + 2 * LONG_SECONDS
    answers = on_board = 0
    while not state["over"]:
        assert time.monotonic() < ends, f"the battle never ended: {state}"
        if on_board < 8 and touch_board(page):
            on_board += 1
        else:
            choices = page.locator(".options button, .confirm button.main")
            attacks = page.locator(ATTACKS)
            wanted = attacks if attacks.count() else choices
            wanted.nth(chance.randrange(wanted.count())).tap()
        answers += 1
        state = next_state(page, state["told"])
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert places(page) == {"Stark", "Lannister"}
    assert answers > 20
    assert on_board == 8


def may_only_attack(match: Match[Any], ask: Ask) -> bool:
    """Return whether the only options are attacks by two units, to which the enemy responds first."""
    attacks = [one for one in ask.options if isinstance(one, Attack)]
    if len({one.hex for one in attacks}) < 2 or any(not isinstance(one, Attack | Done) for one in ask.options):
        return False
    return all(0 not in after(match, one).asking for one in attacks)


def after(match: Match[Any], attack: Attack) -> Match[Any]:
    """Return the match as it would be after an attack."""
    copy = match.clone()
    copy.play(0, attack)
    return copy


@cache
def before_an_attack() -> Played:
    """Return a battle in which Stark may attack; whatever the dice show, Lannister is asked before it goes on."""
    return play_to("battles", 16, {"scenario": "wolf-raiders"}, may_only_attack)


def come_to_an_attack(visit: Visit, page: Page, server: Server) -> str:
    """Go on with a battle at an attack, against somebody who never answers: what was rolled stays on the screen.

    Return the id of the table.
    """
    page.locator("#new-table").wait_for()
    table = go_on(page, server, before_an_attack(), [{"me": True}, {}])
    bob = visit("Bob")
    bob.locator("#new-table").wait_for()
    join(bob, server, table)
    page.locator(ATTACKS).first.wait_for()
    return str(table["id"])


def the_fight(page: Page) -> str:
    """Return the id of the attack shown, if there was one before that asked about: two may have the same title."""
    fights = page.locator(".fight")
    return (fights.get_attribute("data-id") or "") if fights.count() else ""


def test_the_dice_of_an_attack_by_keyboard_are_seen(visit: Visit, server: Server) -> None:
    page = visit("Ann")
    match = Seen(page, server, come_to_an_attack(visit, page, server))
    before, since = the_fight(page), len(match.events())
    tab_to(page, "document.activeElement.closest('.options') !== null")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("attacks => document.activeElement.matches(attacks)", ATTACKS)
    ask = match.ask()
    assert ask is not None
    attacker, target = re.findall(r"\b[a-o]\d+\b", page.evaluate("document.activeElement.innerText"))[:2]
    expect(page.locator(".odds h3")).to_contain_text(re.compile(rf"\({attacker}\) .*\({target}\)"))
    known = match.odds(ask, f"attack {attacker} > {target}")
    shown_as(page, known)
    page.keyboard.press("Enter")
    expect(page.locator(".fight")).not_to_have_attribute("data-id", before)
    lost = sum(one["lost"] for one in match.events(since) if one["event"] == "figures-lost" and one["hex"] == target)
    assert lost <= max(bar["number"] for bar in known["spreads"][0]["bars"] if bar["chance"] > 0)
    expect(page.locator(".fight .rolled").first).to_be_visible()
    assert faults(page) == []


def test_the_dice_of_an_attack_by_touch_are_seen_on_a_phone(visit: Visit, server: Server) -> None:
    page = visit("Ann", reduced_motion="reduce", **PHONE)
    come_to_an_attack(visit, page, server)
    before = the_fight(page)
    page.locator(ATTACKS).first.tap()
    page.locator(".confirm button.main").tap()  # a finger sees the odds before the attack is made
    expect(page.locator(".fight")).not_to_have_attribute("data-id", before)
    dice_are_seen(page)


def dice_are_seen(page: Page) -> None:
    """Open the panel of an attack: its dice lie within the screen, each with a name, and no rule of axe is broken."""
    page.locator(".fight").evaluate("fight => fight.open = true")
    die = page.locator(".fight .rolled").first
    die.scroll_into_view_if_needed()
    expect(die).to_be_visible()
    box = die.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert faults(page) == []
