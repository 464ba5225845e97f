"""E-mails in the page: an address is confirmed by the link that is sent to it, and replaces a forgotten password."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.commands import PATIENCE
from tests.page.conftest import Server, running
from tests.page.visiting import Visit, faults
from tests.server.receivers import Mailbox, mail_server

pytestmark = pytest.mark.slow
PAINTED = True

OLD = "correct horse battery"
FRESH = "another horse battery"


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as made:
        yield made


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[Server]:
    """Return a running server that sends e-mail."""
    settings = {"HOST": "127.0.0.1", "PORT": str(mailbox.port), "STARTTLS": "false", "FROM": "banneret@example.org"}
    made = Server(
        tmp_path_factory.mktemp("served"),
        settings={f"BANNERET_SMTP_{name}": value for name, value in settings.items()},
    )
    with running(made):
        yield made


def link_in(mailbox: Mailbox, number: int) -> str:
    """Wait for an e-mail, the first being 1; return the path of the link in it."""
    end = time.monotonic() + PATIENCE
    while len(mailbox.came) < number and time.monotonic() < end:
        time.sleep(0.05)
    found = re.search(r"http://127\.0\.0\.1:\d+(/[a-z-]+#\S+)", mailbox.came[number - 1].get_content())
    assert found is not None, mailbox.came[number - 1].get_content()
    return found[1]


def test_a_forgotten_password_is_replaced_by_the_link_in_an_e_mail(
    visit: Visit, mailbox: Mailbox, tmp_path: Path
) -> None:
    ann = visit("Ann")
    ann.locator("form.new").wait_for()
    ann.get_by_role("link", name="Ann", exact=True).click()
    account = ann.locator("section[aria-labelledby=account]")
    account.get_by_label("Username").fill("ann")
    account.get_by_label("Password").fill(OLD)
    account.get_by_role("button", name="Create account").click()
    account.get_by_text("Change password").first.wait_for()
    self = ann.locator("section[aria-labelledby=self]")
    self.get_by_label("E-mail for notifications").fill("ann@example.org")
    self.get_by_label("Your password").fill(OLD)
    self.get_by_role("button", name="Save").click()
    expect(self.get_by_text("ann@example.org is not confirmed yet")).to_be_visible()
    assert not faults(ann)
    ann.screenshot(path=tmp_path / "unconfirmed.png")

    confirming = visit(None, link_in(mailbox, 1))
    confirming.get_by_role("button", name="Confirm your e-mail address").click()
    confirming.get_by_text("Your address is confirmed.").wait_for()
    assert "#" not in confirming.url
    assert not faults(confirming)

    forgetful = visit(None, "/me")
    forgetful.get_by_role("link", name="Forgot your password?").click()
    forgetful.get_by_label("E-mail address").fill("ann@example.org")
    forgetful.get_by_role("button", name="Send the link").click()
    forgetful.get_by_text("an e-mail is on its way").wait_for()

    setting = visit(None, link_in(mailbox, 2))
    setting.get_by_label("New password (at least").fill(FRESH)
    assert not faults(setting)
    setting.screenshot(path=tmp_path / "new-password.png")
    setting.get_by_role("button", name="Set password").click()
    setting.get_by_text("Your new password is set.").wait_for()
    setting.locator("main").get_by_role("link", name="Sign in").click()
    signing = setting.locator("section[aria-labelledby=sign-in]")
    signing.get_by_label("Username").fill("ann")
    signing.get_by_label("Password").fill(FRESH)
    signing.get_by_role("button", name="Sign in").click()
    expect(setting.get_by_role("link", name="Ann", exact=True)).to_be_visible()

    ann.reload()  # its session has ended with the password
    expect(ann.get_by_role("heading", name="Welcome to the table")).to_be_visible()
