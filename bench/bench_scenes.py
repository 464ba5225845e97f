"""Script that runs in the page while marches travel, per frame, as a trace of the browser counts it.

A replay with a row of marches is played in the system's chromium. The processor time of scripts is counted, not the
time on the clock, so that a busy machine changes nothing.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

from banneret.bots import make_bot, play_for
from banneret.kernel.creation import new_match
from banneret.kernel.record import Record
from banneret.show.showing import showing_of
from bench.bench_page import serve
from tools.serving import browser

SEATS: Final = 6
GOAL_MS: Final = 6
TRAVEL: Final = """
const animate = Element.prototype.animate;
let moving = 0;
window.arrived = 0;
window.onArrived = () => undefined;
Element.prototype.animate = function (frames, ...given) {
  const made = animate.call(this, frames, ...given);
  const travels = frames.some((one) => String(one.transform).startsWith("translate"));
  if (travels && this.closest("#stage-scenes") !== null) {
    performance.mark(`travels-${moving}`);
    const number = moving++;
    made.finished.then(() => {
      performance.mark(`arrives-${number}`);
      window.arrived += 1;
      window.onArrived();
    }, () => undefined);
  }
  return made;
};
"""
"""Marks in the trace when a march leaves and when it arrives."""
ARRIVED: Final = """count => new Promise((done, failed) => {
  setTimeout(failed, 300_000, new Error("the marches do not arrive"));
  window.onArrived = () => window.arrived >= count && done();
  window.onArrived();
})"""
FRAME: Final = "ProxyMain::BeginMainFrame"
SCRIPTS: Final = frozenset(
    (
        "EvaluateScript",
        "EventDispatch",
        "FireAnimationFrame",
        "FireIdleCallback",
        "FunctionCall",
        "RunMicrotasks",
        "TimerFire",
        "v8.callFunction",
    )
)


def main() -> None:
    """Play a replay and print the script of the frames while marches travel."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--marches", type=int, default=6)
    parser.add_argument("--trace", help="file to save the trace in, for Chromium's developer tools")
    given = parser.parse_args()
    lines, step = marching(given.marches)
    with tempfile.TemporaryDirectory() as folder:
        server, url = serve(folder)
        try:
            with sync_playwright() as playwright:
                started = browser(playwright)
                page = started.new_page(viewport={"width": 1360, "height": 860}, locale="en-GB")
                page.set_default_timeout(120_000)
                page.add_init_script(TRAVEL)
                open_replay(page, url, lines, step)
                categories = ["devtools.timeline", "blink.user_timing", "v8", "cc", "benchmark"]
                started.start_tracing(page=page, categories=categories)
                page.locator(".replay-bar .play").click()
                page.evaluate(ARRIVED, given.marches)  # polling would be script of its own
                raw = started.stop_tracing()
                trace = json.loads(raw)
                started.close()
        finally:
            server.terminate()
            server.wait(20)
    if given.trace is not None:
        Path(given.trace).write_bytes(raw)
    report(trace["traceEvents"])


def marching(count: int) -> tuple[bytes, int]:
    """Return the record of a match of bots and the step before a row of `count` marches."""
    match = new_match("thrones", seats=SEATS, seed=3)
    bots = {seat: make_bot("greedy", seat) for seat in range(SEATS)}
    showing, before, marches = showing_of(match.rulebook), 0, 0
    while marches < count:
        step, since = len(Record.of(match).entries), len(match.events)
        play_for(bots, match, next(iter(match.asking)), seed=1, once=True)
        scenes = showing.scenes(match.view().game, match.events_for(since=since))
        marches += sum(one.kind == "move" for one in scenes)
        before = before if marches else step + 1
    for seat in range(1, SEATS):  # a replay is of a match that is over
        if match.outcome is None:
            match.forfeit(seat)
    return b"".join(Record.of(match).lines()), before


def open_replay(page: Page, url: str, lines: bytes, step: int) -> None:
    """Open the replay of a record at a step."""
    headers = {"origin": url}
    page.request.post(f"{url}/api/v1/guests", data={"name": "Ann", "language": "en"}, headers=headers)
    loaded = page.request.post(
        f"{url}/api/v1/records", data=lines, headers=headers | {"content-type": "application/jsonl"}
    )
    page.goto(f"{url}/tables/{loaded.json()['id']}")
    page.locator(".chances .disc").first.click()
    page.locator(".replay-bar input[type=range]:enabled").fill(str(step))
    page.locator(".drawing[aria-busy=false]").wait_for()
    page.wait_for_load_state("networkidle")


def report(events: list[dict[str, Any]]) -> None:
    """Print how much script ran in the frames in which a march was on its way, and between the first and the last."""
    main_thread = next(one["tid"] for one in events if one["name"].startswith("travels-"))  # of the page itself
    own = sorted((one for one in events if one["tid"] == main_thread), key=lambda one: one["ts"])
    begins = {one["name"].split("-")[1]: one["ts"] for one in own if one["name"].startswith("travels-")}
    ends = {one["name"].split("-")[1]: one["ts"] for one in own if one["name"].startswith("arrives-")}
    ways = [(begins[number], ends[number]) for number in begins if number in ends]
    frames = [one["ts"] for one in own if one["name"] == FRAME and one["ph"] == "X"]
    spent, travelling = [0.0] * (len(frames) + 1), [0.0] * (len(frames) + 1)
    for one in outermost(own):
        frame = bisect_right(frames, one["ts"])
        spent[frame] += one["tdur"] / 1000
        if any(begin < one["ts"] < end for begin, end in ways):
            travelling[frame] += one["tdur"] / 1000
    print(f"marches                                   {len(ways):10d}")
    during = [at for at, begun in enumerate(frames, 1) if any(begin < begun < end for begin, end in ways)]
    describe("frames in which one travels", sorted(travelling[at] for at in during), GOAL_MS)
    first, last = min(begin for begin, _ in ways), max(end for _, end in ways)
    describe(
        "all frames until the last arrives",
        sorted(spent[at] for at, begun in enumerate(frames, 1) if first < begun < last),
    )


def describe(which: str, shown: list[float], goal: float | None = None) -> None:
    """Print the number of frames and the script in them."""
    print(f"{which:<42}{len(shown):10d}")
    print(f"  script per frame, median, ms            {statistics.median(shown):10.2f}")
    print(f"  95th percentile                         {shown[len(shown) * 95 // 100]:10.2f}")
    print(f"  the most{'' if goal is None else f' (goal <= {goal})':<32}{shown[-1]:10.2f}")


def outermost(events: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the events of scripts that are not within another one."""
    until = 0.0
    for one in events:
        if one["name"] in SCRIPTS and one.get("ph") == "X" and "tdur" in one and one["ts"] >= until:
            until = one["ts"] + one["dur"]
            yield one


if __name__ == "__main__":
    main()
