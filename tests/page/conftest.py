"""The page in a real browser, Debian's chromium, against a real server in a process of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.commands import PATIENCE
from tests.server.servers import free_port

expect.set_options(timeout=60_000)  # a busy machine takes its time

LONGEST_SECONDS = 1200
"""For a test: a whole game on a machine that does much else. Each step has a shorter limit of its own."""

HERE = Path(__file__).parent
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The same browser; the first does without windows, menus and tabs, which take two fifths of the time."""
UNPAINTED = "--force-gpu-mem-available-mb=1"
"""Too little memory to paint anything: painting takes two fifths of the time, and few tests need it.

Layout, styles, events and what is to be painted stay the same.
"""
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the tests of this folder the time that whole games take."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.timeout(LONGEST_SECONDS))


class Server:
    """A server that can be stopped, killed and started again on the same folder."""

    def __init__(self, folder: Path, python: str | None = None, settings: dict[str, str] | None = None) -> None:
        """`python` is the interpreter of another environment, which does not see the source tree.

        `settings` are given by the names of environment variables.
        """
        self.folder = folder
        self.settings = settings or {}
        self.python = python
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        away = ("BANNERET_", "PYTHONPATH") if self.python else ("BANNERET_",)
        environment = {k: v for k, v in os.environ.items() if not k.startswith(away)}
        free = ("SIGNING", "ANSWERS", "REPLAYS")
        environment |= {f"BANNERET_RATE_{name}": "100000" for name in free}
        environment["BANNERET_REVIEW_ANSWERS"] = "10000"
        environment["BANNERET_BACKUP_HOURS"] = "0"  # the first is made right after the start
        environment |= self.settings
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.python or sys.executable, "-m", "banneret", "serve", "--port", str(self.port)],
                cwd=self.folder,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            if self._is_ready():
                return
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def _is_ready(self) -> bool:
        """Return whether it answers; httpx would load certificates for every request."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with closing(connection), suppress(OSError, HTTPException):
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        return False

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Stop it, or kill it."""
        assert self.process is not None
        self.process.send_signal(sign)
        self.process.wait(PATIENCE)


@contextmanager
def running(server: Server) -> Iterator[Server]:
    """Start a server; stop it at the end."""
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="module")  # it runs a loop of its own, beside which no asynchronous test can run
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Start the browser, which paints nothing unless the module sets `PAINTED = True`, as those with screenshots do."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("chromium is missing, and CI leaves nothing out")
        pytest.skip("left out: chromium is not installed (apt install chromium)")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--no-first-run"]
    if not getattr(request.module, "PAINTED", False):
        flags.append(UNPAINTED)
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield made
        made.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server that all modules of a test process share, since starting one takes longer than many tests.

    A module whose tests kill it, or depend on what else is on it, defines a `server` of its own.
    """
    with running(Server(tmp_path_factory.mktemp("served"))) as made:
        yield made


USUAL: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 900},
    "locale": "en-GB",
    "reduced_motion": "reduce",
    "service_workers": "block",
}
"""What a context is like unless a test says so; flights of the camera only cost time in most tests."""


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Return how somebody new comes in; what goes wrong in a page fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def come(name: str | None = "Ann", path: str = "/", **context: Any) -> Page:
        """Come in by this name, and from the front page go on to the form for a new table; without a name, look on."""
        made = browser.new_context(**(USUAL | context))
        made.set_default_timeout(60_000)
        contexts.append(made)
        page = made.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if "Security Policy" in message.text else None)
        to_front = path == "/" or path.startswith("/?")
        page.goto(server.url + (f"/me{path[1:]}" if to_front and name is not None else path))
        if name is not None:
            page.locator("input[name=name]").fill(name)
            page.locator("input[name=name]").press("Enter")
        if to_front and name is not None:
            page.locator(".front .hero a[href='/new']").click()
        return page

    yield come
    for one in contexts:
        one.close()
    assert not wrong
