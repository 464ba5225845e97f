"""The page as an app: it can be installed, and its shell opens without a network."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from tests.page.conftest import Server
from tests.page.visiting import Visit

pytestmark = pytest.mark.slow

ACTIVE = "async () => { await navigator.serviceWorker.ready; return navigator.serviceWorker.controller !== null; }"


def test_the_page_can_be_installed(server: Server) -> None:
    manifest = httpx.get(f"{server.url}/manifest.webmanifest", trust_env=False)
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    assert {one["sizes"] for one in manifest.json()["icons"]} == {"192x192", "512x512"}
    for icon in manifest.json()["icons"]:
        found = httpx.get(server.url + icon["src"], trust_env=False)
        assert found.headers["content-type"] == "image/png"
    worker = httpx.get(f"{server.url}/worker.js", trust_env=False)
    assert worker.headers["cache-control"] == "no-cache"


def test_the_shell_opens_without_a_network(visit: Visit) -> None:
    page = visit(None, "/?lang=de", service_workers="allow")
    page.wait_for_function(ACTIVE)
    page.goto(page.url.partition("?")[0] + "me")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".top .brand")).to_be_visible()
    expect(page.get_by_role("heading", name="Anmelden")).to_be_visible()
    page.context.set_offline(False)
