"""Administration in the page: a report from the chat, a mute, and a table that is closed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Server, running
from tests.page.visiting import Visit, faults, open_tab

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a separate server, because these tests check everything that admins see."""
    with running(Server(tmp_path_factory.mktemp("served"))) as made:
        yield made


POST = """async ([path, body]) => (await fetch("/api/v1" + path, {
    method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)})).json()"""


def post(page: Page, path: str, body: dict[str, Any]) -> Any:  # JSON of any kind
    """Send a request as the person whose page it is."""
    return page.evaluate(POST, [path, body])


def say(page: Page, text: str) -> None:
    page.locator("form.say input").fill(text)
    page.locator("form.say button").click()


def carry_out(page: Page, name: str, on: str, reason: str) -> None:
    """Carry out an act in the pages of admins."""
    page.get_by_role("button", name=f"{name}: {on}", exact=True).click()
    assert not faults(page)
    page.locator("form.act").get_by_label("Reason").fill(reason)
    page.locator("form.act button.main").click()
    expect(page.locator("form.act")).to_have_count(0)


def test_a_report_leads_to_a_mute_and_a_closed_table(visit: Visit, server: Server) -> None:
    cat, bea, ann = (visit(name) for name in ("Cat", "Bea", "Ann"))
    for page in (cat, bea, ann):
        page.locator("form.new").wait_for()
    places = [{"me": True}, {"bot": "easy"}, {"bot": "easy"}]
    new = {"rulebook": "thrones", "seats": 3, "title": "Sunday", "visibility": "open", "places": places}
    table = post(cat, "/tables", new)
    for page in (cat, bea):
        page.goto(f"{server.url}/tables/{table['id']}")
        open_tab(page, "chat")
    say(cat, "You fool!")
    bea.get_by_role("button", name="Report Cat").click()
    bea.get_by_label("What is wrong?").fill("an insult")
    assert not faults(bea)
    bea.locator("form.act button.main").click()
    bea.get_by_text("The moderators have received your report").wait_for()

    post(ann, "/accounts", {"login": "ann", "password": "correct horse battery"})
    grant = [sys.executable, "-m", "banneret", "admin", "grant", "ann"]
    subprocess.run(grant, cwd=server.folder, check=True, capture_output=True)
    ann.goto(f"{server.url}/admin")
    expect(ann.locator("blockquote")).to_have_text("You fool!")
    ann.get_by_role("link", name="Go to Cat").click()
    carry_out(ann, "Mute", "Cat", "insults")
    expect(ann.locator(".things .badge")).to_contain_text("muted until")
    say(cat, "You mule!")
    expect(cat.get_by_role("alert")).to_contain_text("muted you: insults")
    expect(cat.locator("form.say")).to_have_count(0)

    ann.get_by_role("link", name="Tables").click()
    carry_out(ann, "Close", "Sunday", "no manners")
    expect(cat.locator(".waiting")).to_contain_text("no manners")
    ann.get_by_role("link", name="Reports").click()
    carry_out(ann, "Resolve", "Cat", "muted for a day")
    expect(ann.locator(".things")).to_have_count(0)
    ann.get_by_role("link", name="Audit log").click()
    expect(ann.locator(".things li")).to_have_count(4)
    assert not faults(ann)
