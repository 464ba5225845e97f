"""Seats that their players have left, and people who are blocked, in the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Server
from tests.page.test_admin import post, say
from tests.page.visiting import Visit, faults, open_tab

pytestmark = pytest.mark.slow


def left_by_bea(visit: Visit, server: Server, succession: str) -> tuple[Page, Page, dict[str, Any]]:
    """Return Ann, who has made a table, and Bea, who has left her seat of its running match."""
    ann, bea = (visit(name) for name in ("Ann", "Bea"))
    for page in (ann, bea):
        page.locator("form.new").wait_for()
    places: list[dict[str, Any]] = [{"me": True}, {}, {"bot": "easy"}]
    new = {"rulebook": "thrones", "seats": 3, "visibility": "open", "places": places}
    table = post(ann, "/tables", new | {"settings": {"succession": succession}})
    post(bea, f"/tables/{table['id']}/join", {"seat": 1})
    for page in (ann, bea):
        page.goto(f"{server.url}/tables/{table['id']}")
        open_tab(page, "table")
    bea.get_by_role("button", name="Leave seat").click()
    expect(ann.locator("ul.seats")).to_contain_text("stands in for Bea")
    return ann, bea, table


def test_a_seat_goes_to_somebody_else_with_the_consent_of_all(visit: Visit, server: Server) -> None:
    ann, bea, table = left_by_bea(visit, server, "consent")
    dan = visit("Dan", f"/tables/{table['id']}")
    dan.locator(".status").wait_for()
    open_tab(dan, "table")
    dan.get_by_role("button", name="Ask for this seat").click()
    expect(dan.locator(".wish")).to_contain_text("You have asked to take over")
    assert not faults(dan)
    for page in (ann, bea):
        expect(page.locator(".wish")).to_contain_text("Dan asks to take over")
        page.locator(".wish").get_by_role("button", name="Accept").click()
    expect(ann.locator("ul.seats li").nth(1)).to_contain_text("Dan")
    expect(dan.locator(".who li.mine")).to_have_count(1)
    expect(dan.locator(".wish")).to_have_count(0)


def test_a_seat_is_taken_over_by_a_link_and_the_maker_is_blocked(visit: Visit, server: Server) -> None:
    ann, _, _ = left_by_bea(visit, server, "invited")
    ann.get_by_role("button", name="Invite somebody to this seat").click()
    link = ann.locator("ul.seats .link input").input_value()
    assert "?" not in link  # what opens the seat is behind the #, which browsers send to no server
    dan = visit("Dan")
    dan.locator("form.new").wait_for()
    dan.goto(link)
    dan.get_by_role("button", name="Take over the seat").click()
    expect(dan.locator(".who li.mine")).to_have_count(1)

    for page in (ann, dan):
        open_tab(page, "chat")
    say(ann, "Welcome!")
    dan.on("dialog", lambda dialog: dialog.accept())
    dan.get_by_role("button", name="Block Ann").click()
    expect(dan.locator("ul.chat li")).to_have_count(0)
    say(ann, "Are you there?")
    expect(ann.locator("ul.chat li")).to_have_count(2)
    dan.goto(f"{server.url}/me")
    blocked = dan.locator("section[aria-labelledby=blocked]")
    expect(blocked).to_contain_text("Ann")
    assert not faults(dan)
    blocked.get_by_role("button", name="Unblock: Ann").click()
    expect(blocked).to_have_count(0)
