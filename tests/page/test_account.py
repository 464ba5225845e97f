"""An account in the page: what is set there, exported and deleted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.visiting import Visit, faults

pytestmark = pytest.mark.slow


def test_an_account_keeps_its_theme_is_exported_and_deleted_with_its_password(visit: Visit) -> None:
    ann = visit("Ann")
    ann.locator("form.new").wait_for()
    ann.get_by_role("link", name="Ann", exact=True).click()
    account = ann.locator("section[aria-labelledby=account]")
    account.get_by_label("Username").fill("ann")
    account.get_by_label("Password").fill("correct horse battery")
    account.get_by_role("button", name="Create account").click()
    account.get_by_text("Change password").first.wait_for()
    with ann.expect_response("**/api/v1/me"):
        ann.get_by_role("button", name="Light theme").click()

    elsewhere = visit(None, "/me")
    signing = elsewhere.locator("section[aria-labelledby=sign-in]")
    signing.get_by_label("Username").fill("ann")
    signing.get_by_label("Password").fill("correct horse battery")
    signing.get_by_role("button", name="Sign in").click()
    expect(elsewhere.locator("html")).to_have_attribute("data-theme", "dark")

    with ann.expect_download() as download:
        account.get_by_role("link", name="Download my data").click()
    kept = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert kept["person"]["login"] == "ann"
    ann.locator(".delete summary").click()
    assert not faults(ann)
    ann.locator(".delete input").fill("wrong horse battery")
    ann.locator(".delete button").click()
    expect(ann.get_by_role("alert")).to_contain_text("password is wrong")
    ann.locator(".delete input").fill("correct horse battery")
    ann.locator(".delete button").click()
    ann.get_by_role("heading", name="Welcome to the table").wait_for()
