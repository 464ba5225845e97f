"""Speed of the page: first load, size of updates, and the time from a click to the changed board.

`banneret serve` runs in its own process; the browser is the system's chromium, on the same machine.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, sync_playwright

from tools.serving import browser

CLICKED = """async () => {
    const buttons = document.querySelectorAll('.options button, .confirm button.main, .draft-bar button.main');
    const button = [...buttons].find((one) => !one.disabled);
    if (button === undefined) return null;
    const layer = document.querySelector('#stage-things');
    const begun = performance.now();
    const changed = new Promise((settle) => {
        const watch = new MutationObserver(() => requestAnimationFrame(() => {
            watch.disconnect();
            settle(performance.now() - begun);
        }));
        watch.observe(layer, { childList: true, subtree: true });
        setTimeout(() => { watch.disconnect(); settle(null); }, 1000);
    });
    button.click();
    return await changed;
}"""
LOOKS_MS = 300
"""Time between clicks: a player looks at the answers of bots before the next one."""
READY = "() => document.querySelector('.drawing .can') !== null && document.querySelector('.options button') !== null"


def main() -> None:
    """Measure, and print a line for each figure with its target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--answers", type=int, default=120, help="number of answers while measuring updates")
    parser.add_argument("--loads", type=int, default=5, help="number of page loads")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, url = serve(folder)
        try:
            with sync_playwright() as playwright:
                started = browser(playwright)
                measure(started, url, given)
                started.close()
        finally:
            server.terminate()
            server.wait(20)


def serve(folder: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server; return it and its address."""
    free = {f"BANNERET_RATE_{name}": "1000000" for name in ("ANSWERS", "READS", "QUESTIONS", "SIGNING")}
    server = subprocess.Popen(
        [sys.executable, "-m", "banneret", "serve", "--port", "0"],
        cwd=folder,
        env=os.environ | free | {"BANNERET_LOG_LEVEL": "error"},
        stdout=subprocess.PIPE,
        text=True,
    )
    for line in server.stdout or ():
        found = re.search(r"http://[\w.:]+", line)
        if found is not None:
            return server, found.group()
    raise SystemExit("the server did not start")


def measure(browser: Browser, url: str, given: argparse.Namespace) -> None:
    """Create a table with bots, reload it, and play."""
    # With motion, the board changes when the scene of the answer has been shown, which takes as long as it should.
    context = browser.new_context(viewport={"width": 1360, "height": 860}, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(120_000)
    page = context.new_page()
    guest = {"name": "Ann", "language": "en"}
    places = [{"me": True}, *[{"bot": "easy"}] * (given.seats - 1)]
    table = {"rulebook": "thrones", "seats": given.seats, "options": {}, "places": places, "visibility": "private"}
    page.request.post(f"{url}/api/v1/guests", data=guest, headers={"origin": url})
    made = page.request.post(f"{url}/api/v1/tables", data=table, headers={"origin": url})
    if not made.ok:
        raise SystemExit(made.text())
    page.goto(f"{url}/tables/{made.json()['id']}")
    page.wait_for_function(READY)
    loads = [load(browser, context, page.url) for _ in range(given.loads)]
    if loads:
        print(
            f"first load of a match, bytes over HTTP (goal <= {300 * 1024})   {middle([one[0] for one in loads]):10.0f}"
        )
        print(f"  and the first message of the socket, before compression   {middle([one[1] for one in loads]):10.0f}")
        print(f"time until one can answer, ms                               {middle([one[2] for one in loads]):10.0f}")
    play(page, given.answers)


def load(browser: Browser, context: BrowserContext, address: str) -> tuple[int, int, float]:
    """Open the match in a fresh browser context; return HTTP bytes, WebSocket bytes, and milliseconds."""
    fresh = browser.new_context(
        storage_state=context.storage_state(), viewport={"width": 1360, "height": 860}, locale="en-GB"
    )
    page = fresh.new_page()
    wire = fresh.new_cdp_session(page)
    wire.send("Network.enable")
    sizes: list[int] = []
    frames: list[int] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.on("websocket", lambda socket: socket.on("framereceived", lambda raw: frames.append(len(raw))))
    begun = time.perf_counter()
    page.goto(address)
    page.wait_for_function(READY, polling="raf")
    milliseconds = (time.perf_counter() - begun) * 1000
    page.wait_for_timeout(300)
    fresh.close()
    return sum(sizes), max(frames, default=0), milliseconds


def play(page: Page, answers: int) -> None:
    """Answer; measure update sizes and the time until the board has changed."""
    updates: list[int] = []
    clicks: list[float] = []

    def weigh(raw: str | bytes) -> None:
        if json.loads(raw).get("type") == "update":
            updates.append(len(raw.encode() if isinstance(raw, str) else raw))

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", weigh)

    page.on("websocket", listen)
    page.reload()
    page.wait_for_function(READY)
    given = 0
    while given < answers and not page.locator(".ending").count():
        choices = page.locator(".options button, .confirm button.main, .draft-bar button.main:enabled")
        if not choices.count():
            page.wait_for_timeout(20)
            continue
        took = page.evaluate(CLICKED)
        if took is not None:
            clicks.append(took)
        given += 1
        page.wait_for_timeout(LOOKS_MS)
    print(f"updates on the wire: {len(updates)}, before compression")
    print(f"  median, bytes (goal < {30 * 1024})                              {middle(updates):10.0f}")
    print(
        f"  95th percentile                                           {sorted(updates)[len(updates) * 95 // 100]:10.0f}"
    )
    print(f"  the largest                                               {max(updates):10.0f}")
    print(f"clicks that change the board: {len(clicks)}")
    print(f"  median, ms from click to the next frame (goal < 100)      {middle(clicks):10.1f}")
    print(
        f"  95th percentile                                           {sorted(clicks)[len(clicks) * 95 // 100]:10.1f}"
    )


def middle(values: Sequence[float]) -> float:
    """Return the median."""
    return statistics.median(values)


if __name__ == "__main__":
    main()
