"""Odds on the page: a constructed case in a form, whose address can be shared."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from banneret import odds
from tests.page.visiting import PHONE, Visit, faults

pytestmark = pytest.mark.slow

CASE = {"attacker": "10101", "defender": "10201", "side": "rear", "kind": "charge"}


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_case_is_constructed_and_shared(visit: Visit, colours: str) -> None:
    size = PHONE if colours == "dark" else {}
    page = visit(None, path=f"/odds/icefire-s6?case={odds.written_case(CASE)}", color_scheme=colours, **size)
    known = odds.case("icefire-s6", CASE)
    rows = page.locator(".bars tbody tr")
    expect(rows).to_have_count(len(known.spreads[0].bars))
    expect(rows.nth(3)).to_contain_text(f"{known.spreads[0].at_least(3):.0%}")
    expect(page.locator(".odds h3")).to_contain_text("Lannister Guardsmen at Stark Sworn Swords, rear")
    expect(page.locator(".odds .destroys")).to_contain_text("Target destroyed")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page) == []
    page.get_by_role("button", name="Compare all units").click()
    row = page.locator(".matrix tbody tr").first
    expect(row.locator("td")).to_have_count(len(odds.fields("icefire-s6")[1].choices))
    page.get_by_role("button", name="Stop").click()
    assert faults(page) == []
    page.get_by_label("Attacked side").select_option("front")
    expect(page.locator(".odds h3")).to_contain_text("front")
    wounds = page.get_by_role("group", name="Defender").get_by_label("Wounds left")
    wounds.fill("1")
    wounds.blur()
    expect(rows).to_have_count(2)
    page.reload()
    expect(rows).to_have_count(2)
    expect(page.get_by_label("Attacked side")).to_have_value("front")
