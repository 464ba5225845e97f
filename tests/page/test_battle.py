"""The page knows no game: a battle on hexes is played on it as well."""

from __future__ import annotations

import time
from random import Random

import pytest
from playwright.sync_api import TimeoutError

from tests.page.visiting import ID, LONG_SECONDS, Visit, faults

pytestmark = pytest.mark.slow


def test_a_whole_battle_is_played(visit: Visit) -> None:
    page = visit("Ann")
    page.locator("#new-table").wait_for()
    form = page.locator("form.new")
    form.locator("input[value=battles]").check()
    form.locator("label", has_text="Battle").locator("select").first.select_option("waystone")
    form.locator("fieldset.places select").nth(1).select_option("bot:easy")
    form.locator("button.main").click()
    page.wait_for_url("**/tables/*")
    page.locator(".decide").wait_for()
    rng = Random(3)
    ends = time.monotonic() + 2 * LONG_SECONDS
    looked = False
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
        if not looked and page.locator(".status .label").inner_text() == "round 2":
            looked = True
            assert faults(page) == []
            assert not ID.search(page.locator("body").inner_text())
    assert looked
    places = page.locator(".ending ol li").all_inner_texts()
    assert len(places) == 2
    assert {"Stark", "Lannister"} == {name for name in ("Stark", "Lannister") if any(name in one for one in places)}
