"""The privacy page, to which the footer leads."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.visiting import PHONE, Visit, faults

pytestmark = pytest.mark.slow

ID = re.compile(r"\b(?:privacy|imprint)\.[a-z]")


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_the_footer_leads_to_what_is_stored_and_for_how_long(visit: Visit, language: str) -> None:
    page = visit(None, f"/?lang={language}", **(PHONE if language == "hu" else {}))
    page.locator(".foot a").click()
    expect(page.locator("article")).to_contain_text("365")
    expect(page.locator("article")).not_to_contain_text(ID)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not faults(page)
    page.goto(page.url.replace("/privacy", "/no-such-place"))
    expect(page.locator("article h1")).not_to_contain_text("page.")
    assert not faults(page)
    page.locator("article a").click()
    expect(page.locator(".front, .games").first).to_be_visible()
