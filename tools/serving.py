"""A server to look at, a browser, and a guest who enters it."""

from __future__ import annotations

import shutil
import socket
import time

import httpx
from playwright.sync_api import Browser, Page, Playwright

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Names of the browser; the first is without windows, menus and tabs."""


def browser(playwright: Playwright) -> Browser:
    """Start the Chromium of the system."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        raise SystemExit("chromium is missing: apt install chromium")
    return playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])


def free_port() -> int:
    """Return a port that nothing listens at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        found: int = one.getsockname()[1]
        return found


def wait(url: str) -> None:
    """Wait until the server responds."""
    for _ in range(200):
        try:
            httpx.get(url, trust_env=False)
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server does not respond")


def enter(page: Page, url: str) -> None:
    """Sign in as a new guest."""
    guest = {"name": "Ann", "language": "en"}
    made = page.request.post(f"{url}/api/v1/guests", data=guest, headers={"origin": url})
    if not made.ok:
        raise SystemExit(made.text())
