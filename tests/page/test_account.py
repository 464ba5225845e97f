"""An account in the page: what is set there, exported and deleted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Server
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
    ann.locator(".hero").wait_for()


def test_a_passkey_signs_in_and_sessions_are_shown_in_words(visit: Visit, server: Server) -> None:
    ann = visit(None)
    device = ann.context.new_cdp_session(ann)
    device.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options | {"isUserVerified": True}})
    ann.goto(f"http://localhost:{server.port}/me")  # browsers have no passkeys for addresses of machines
    ann.locator("input[name=name]").fill("Ann")
    ann.locator("input[name=name] ~ button, form:has(input[name=name]) button").first.click()
    ann.locator(".front").wait_for()
    ann.get_by_role("link", name="Ann", exact=True).click()
    account = ann.locator("section[aria-labelledby=account]")
    account.get_by_label("Username").fill("ann-with-a-passkey")
    account.get_by_label("Password").fill("correct horse battery")
    account.get_by_role("button", name="Create account").click()
    expect(account.locator("ul.kept").last).to_contain_text("Chrome on Linux")
    account.locator(".new-passkey summary").click()
    account.locator(".new-passkey").get_by_label("Name of the passkey").fill("My laptop")
    account.locator(".new-passkey").get_by_label("Current password").fill("correct horse battery")
    account.locator(".new-passkey button").click()
    expect(ann.get_by_role("status").filter(has_text="passkey was added")).to_be_visible()
    expect(account.get_by_text("My laptop")).to_be_visible()
    assert not faults(ann)
    account.get_by_role("button", name="Sign out", exact=True).click()
    ann.get_by_role("link", name="Sign in").click()
    ann.get_by_role("button", name="Sign in with a passkey").click()
    ann.get_by_role("link", name="Ann", exact=True).click()
    expect(account.get_by_text("last used")).to_be_visible()
    account.get_by_role("button", name="Rename My laptop").click()
    account.get_by_label("Name of the passkey").first.fill("Old laptop")
    account.locator(".naming button[type=submit]").click()
    expect(account.get_by_text("Old laptop")).to_be_visible()
    ann.on("dialog", lambda dialog: dialog.accept())
    account.get_by_role("button", name="Remove Old laptop").click()
    expect(account.get_by_text("Old laptop")).to_have_count(0)
