"""A hand at a table: it plays what the stage offers, by pointer, touch or keys; the list of answers is never used."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from random import Random
from typing import Any, Final, Literal

from playwright.sync_api import Page, TimeoutError

Means = Literal["pointer", "touch", "keys"]

STEP_MS: Final = 30_000
"""Time allowed for a click to take effect, since bots may have to decide first."""
IDLE_SECONDS: Final = 20.0
"""A question that offers nothing on the stage for so long cannot be answered there."""
MOST_TABS: Final = 80
UNSET: Final = ".dial:not(:has(.chosen)) .sector"
"""The sectors of a dial that is not set."""

REACH: Final = """() => {
    if (document.querySelector(".decide")?.getAttribute("aria-busy") === "true") return [];
    const stage = document.querySelector(".field").getBoundingClientRect();
    const found = [];
    const add = (kind, selector, root, name) => {
        for (const element of document.querySelectorAll(selector)) {
            if (!element.checkVisibility()) continue;
            const box = element.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            if (box.width === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
            const there = document.elementsFromPoint(x, y);
            if (!there[0]?.closest(root) || !there.some((one) => element.contains(one))) continue;
            found.push({ kind, at: [x, y], name: name(element) });
        }
    };
    const text = (one) => one.textContent;
    add("spot", "[data-spot]", ".board", (one) => one.dataset.spot);
    add("board", ".drawing .can:not(.chosen)", ".board", (one) => one.dataset.id ?? one.dataset.for);
    add("ring", ".ring button:not(.refused)", ".ring", (one) => one.dataset.token);
    add("fan", ".fan button.can:not(.chosen)", ".fan", (one) => one.dataset.id);
    add("shelf", ".shelf .offer:enabled:not(.refused, .chosen)", ".shelf", text);
    add("dial", ".dial:not(:has(.chosen)) .sector", ".dials", (one) => one.dataset.token);
    add("give", ".shelf .give:enabled", ".shelf", text);
    add("done", ".draft-bar button.main:enabled", ".draft-bar", text);
    add("edge", ".edge", ".edge", text);
    return found;
}"""
"""Everything on the stage that can be clicked now: its kind, its middle, and its name."""

ASKED: Final = """() => {
    const decide = document.querySelector(".decide");
    return JSON.stringify([
        decide?.dataset.ask, decide?.innerText, document.querySelector(".status .label")?.innerText,
        document.querySelector(".draft-bar")?.innerText, document.querySelector(".ending") !== null,
        document.querySelector(".shelf")?.innerText, document.querySelectorAll(".drawing .chosen").length,
        document.querySelector(".ring")?.innerText, document.querySelectorAll("[data-spot]").length,
        document.querySelector(".drawing").style.transform,
    ]);
}"""
CHANGED: Final = (
    f"old => document.querySelector('.decide')?.getAttribute('aria-busy') !== 'true' && ({ASKED})() !== old"
)
KIND: Final = "() => document.querySelector('.decide')?.dataset.ask ?? ''"
LABEL: Final = "() => document.querySelector('.status .label')?.innerText.toLowerCase() ?? ''"
ANSWERS: Final = """() => (document.querySelector(".decide")?.dataset.ask ?? "")
    + document.querySelectorAll(".draft li:has(.take-back)").length"""
"""What differs after each answer, also one that is put into a draft."""


class Hand:
    """It plays at random, and counts what it does for each answer, by the kind of the question."""

    def __init__(self, page: Page, seed: int, means: Means = "pointer") -> None:
        self.page = page
        self.means = means
        self.chance = Random(seed)
        self.done: Counter[str] = Counter()
        """Clicks by kind: on the board, in a ring, on the shelf and so on."""
        self.used: defaultdict[str, list[int]] = defaultdict(list)
        """By the kind of question: the clicks that each of its answers took."""
        self.vain: list[str] = []
        """Clicks that had no effect."""
        self._clicks = 0

    def asked(self) -> str:
        """Return the id of the question; "" if nothing is asked."""
        ask: str = self.page.evaluate(KIND)
        return ask

    def step(self) -> bool:
        """Do something; return whether there was something to do."""
        self.page.locator(".board:not(.flying)").wait_for()
        found: list[dict[str, Any]] = self.page.evaluate(REACH)
        if self.means == "keys" and found and self.page.locator(UNSET).count():
            found.append({"kind": "dial", "name": UNSET})  # C goes to dials that are scrolled away
        if not found:
            return False
        kinds = sorted({one["kind"] for one in found})
        if len(kinds) > 1 and "edge" in kinds:
            kinds.remove("edge")
        first = next((kind for kind in ("done", "give", "dial", "ring") if kind in kinds), self.chance.choice(kinds))
        self.act(self.chance.choice([one for one in found if one["kind"] == first]))
        return True

    def act(self, one: dict[str, Any]) -> None:
        """Take one of the things that are offered, and wait for its effect."""
        before, answers, ask = self.page.evaluate(ASKED), self.page.evaluate(ANSWERS), self.asked()
        if self.means == "keys":
            self._by_keys(one["kind"])
        else:
            (self.page.touchscreen.tap if self.means == "touch" else self.page.mouse.click)(*one["at"])
        self.done[one["kind"]] += 1
        self._clicks += one["kind"] != "edge"
        try:
            self.page.wait_for_function(CHANGED, arg=before, timeout=STEP_MS)
        except TimeoutError:
            self.vain.append(f"{ask}: {one['kind']} {one['name']}")
        if self.page.evaluate(ANSWERS) != answers:
            self.used[ask.partition("#")[0].split("-", 3)[-1]].append(self._clicks)
            self._clicks = 0

    def until(self, *labels: str, seconds: float = 600.0) -> None:
        """Play until a turn that has none of these labels, or the end of the match."""
        ends = time.monotonic() + seconds
        idle = time.monotonic()
        while self.page.evaluate(LABEL) in labels and not self.page.locator(".ending").count():
            assert time.monotonic() < ends, f"it never ended: {self.done} {self.vain}"
            if self.step():
                idle = time.monotonic()
                continue
            asked = self.asked()
            if not asked or self.page.locator(".decide[aria-busy=true]").count():
                idle = time.monotonic()
            assert time.monotonic() < idle + IDLE_SECONDS, f"nothing on the stage answers {asked}"
            self.page.wait_for_timeout(40)

    # By keys

    def _press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def _tab_to(self, there: str) -> None:
        """Press the tabulator until the focus is there."""
        for _ in range(MOST_TABS):
            if self.page.evaluate(f"document.activeElement.matches({there!r})"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not lead to {there}")

    def _by_keys(self, kind: str) -> None:
        """Choose something of a kind. The keyboard steps through the things in order and takes the first match."""
        if kind == "ring" and self.page.evaluate("document.activeElement.matches('.ring button')"):
            self._press(*["ArrowRight"] * self.chance.randrange(4))
            while self.page.evaluate("document.activeElement.matches('.ring .refused')"):
                self._press("ArrowRight")
            self._press("Enter")
            return
        if kind == "dial":
            self._tab_to(".drawing")
            self._press("c")
            self._tab_to(UNSET)
            self._press("ArrowRight", "Enter")
            return
        self._tab_to(".drawing")
        if kind in ("board", "spot"):
            self._press(*["n"] * self.chance.randrange(1, 5), "Enter")
            return
        self._press("c")
        if kind == "shelf":
            self._press(*["ArrowRight"] * self.chance.randrange(3))
            while self.page.evaluate("document.activeElement.matches('.shelf .refused')"):
                self._press("ArrowRight")
        elif kind == "fan":
            self._tab_to(".fan .can")
        elif kind == "done":
            self._tab_to(".draft-bar .main")
        self._press("Enter")
