"""A player sees the odds of an answer before it is given, and what happens then is among them."""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import expect

from tests.page.branches import COMBAT_PLACES, Played, before_a_combat, go_on, play_to
from tests.page.conftest import Server
from tests.page.odds_seen import Match, chance_of, shown_as
from tests.page.visiting import Visit, faults

pytestmark = pytest.mark.slow

RANKS = "rw:7.4a"
"""The rule under which ranks let dice be re-rolled; the odds of cards that do so are left out."""


@cache
def before_a_reroll() -> Played:
    """Return a match of Runewars in which seat 0 may re-roll dice for its ranks."""
    # In the match of seed 2 a later choice of a die changes the wounds, which this test would make without a thought.
    return play_to("runewars", 3, {"size": "skirmish"}, lambda _match, ask: ask.kind == "reroll" and ask.rule == RANKS)


def test_a_reroll_on_a_measured_table_agrees_with_its_odds(visit: Visit, server: Server) -> None:
    page = visit("Ann")
    page.locator("#new-table").wait_for()
    table = go_on(page, server, before_a_reroll(), [{"me": True}, {"bot": "easy"}])
    match = Match(page, server, table["id"])
    page.locator(".decide").wait_for()
    ask = match.ask()
    assert ask is not None
    known = match.odds(ask, "pass")
    keep = page.locator(".options button.bare")  # the only answer that names no dice
    keep.focus()
    expect(page.locator(".odds h3")).to_contain_text("attack by")
    shown_as(page, known)
    assert faults(page) == []
    die, give = page.locator(".shelf .offer[aria-pressed]:has(.emblem)").first, page.locator(".shelf .give")
    die.click()  # dice are marked on the stage, and put back
    expect(die).to_have_attribute("aria-pressed", "true")
    expect(give).to_be_visible()
    die.click()
    expect(give).to_have_count(0)
    since = len(match.events())
    keep.press("Enter")
    expect(page.locator(f".decide[data-ask='{ask['id']}']")).to_have_count(0)
    wounds = match.until("attack-ended", since)["wounds"]
    assert chance_of(known["spreads"][0], wounds) > 0


def test_a_combat_on_a_map_agrees_with_its_odds(visit: Visit, server: Server) -> None:
    page = visit("Ann")
    page.locator("#new-table").wait_for()
    table = go_on(page, server, before_a_combat(), COMBAT_PLACES)
    match = Match(page, server, table["id"])
    page.locator(".decide").wait_for()
    ask = match.ask()
    assert ask is not None
    assert ask["kind"] == "house-card"
    known = match.odds(ask, ask["options"][0]["do"])
    page.locator(".options button").first.focus()
    expect(page.locator(".odds h3")).to_contain_text("Combat of")
    shown_as(page, known)
    weighed = [match.odds(ask, one["do"])["success"] for one in ask["options"]]  # each card has its chance
    expect(page.locator(".options .outlook b")).to_have_text([f"{100 * one:.0f}%" for one in weighed])
    since = len(match.events())
    page.locator(".options button").first.press("Enter")
    won = match.until("combat-won", since)
    wins = known["chances"][0]["chance"]
    assert (wins if won["winner"] == won["attacker"] else 1 - wins) > 0


def test_threat_ranges_are_shown_and_kept(visit: Visit, server: Server) -> None:
    """They appear while a thing is pointed at, stay when the key is pressed, and go when it is pressed again."""
    page = visit("Ann")
    page.locator("#new-table").wait_for()
    table = go_on(page, server, before_a_combat(), COMBAT_PLACES)
    page.locator(".decide").wait_for()
    match = Match(page, server, table["id"])
    page.locator(".drawing [data-id^='unit:']").first.wait_for()
    things = page.locator(".drawing [data-id^='unit:']").evaluate_all("all => all.map((one) => one.dataset.id)")
    thing = next(one for one in things if match.threats(one))
    page.locator(f".drawing [data-id='{thing}']").first.dispatch_event("pointermove")
    areas = page.locator(".threats .threat")
    expect(areas).to_have_count(1)
    assert areas.get_attribute("d") == match.threats(thing)[0]["area"]
    expect(page.locator(".threat-legend")).to_contain_text("Marches")
    assert faults(page) == []
    page.keyboard.press("t")
    page.locator("svg.drawing").dispatch_event("pointermove")  # it points at nothing now
    expect(page.locator(".threat-legend button")).to_have_attribute("aria-pressed", "true")
    expect(areas).to_have_count(1)
    page.keyboard.press("t")
    expect(areas).to_have_count(0)
