"""Take the screenshots for the README: `make pictures`. Requires chromium.

python -m tools.pictures battle trays  # some of them
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tools.serving import browser, enter, free_port, wait
from tools.shown_matches import played, tables_of

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
_ANSWER = """([number, wish]) => {
    const of = ".options button:enabled, .confirm button.main:enabled, .draft-bar button.main:enabled";
    const shown = [...document.querySelectorAll(of)];
    const wished = shown.filter((one) => wish !== "" && one.textContent.includes(wish));
    const choices = wished.length > 0 ? wished : shown;
    choices[(number * 7) % choices.length]?.click();
}"""
"""Clicks in the page itself, where no answer of a bot can come between the choice of a button and the click."""


def main() -> None:
    """Start a server, play a little, and take the screenshots."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        environment = os.environ | {"BANNERET_RATE_ANSWERS": "100000", "BANNERET_LOG_LEVEL": "error"}
        server = subprocess.Popen(
            [sys.executable, "-m", "banneret", "serve", "--port", str(port)], cwd=folder, env=environment
        )
        try:
            wait(f"http://127.0.0.1:{port}/readyz")
            with sync_playwright() as playwright:
                started = browser(playwright)
                for name in sys.argv[1:] or SETS:
                    SETS[name](started, f"http://127.0.0.1:{port}")
                started.close()
        finally:
            server.terminate()
            server.wait(20)


def take_thrones(browser: Browser, url: str) -> None:
    """Take the screenshots of the lobby and of A Game of Thrones."""
    page = come(browser, url)
    page.goto(url)
    page.locator(".front").wait_for()
    page.wait_for_load_state("networkidle")
    shoot(page, "page-lobby")
    page.goto(f"{url}/new")
    table(page, "6")
    for _ in range(2):  # two orders are placed, the third is asked for
        page.locator(".options button").first.click()
        page.locator(".options button", has_text="March").first.click()
        page.wait_for_timeout(400)
    shoot(page, "page-planning")
    fight(page, "thrones")
    shoot(page, "page-combat")
    page.locator(".site-menu summary").click()
    page.locator(".top .settings button").click()
    page.keyboard.press("Escape")
    page.wait_for_timeout(300)
    shoot(page, "page-dark")
    short = come(browser, url)
    table(short, "3")
    play_until(short, ".ending", 2000)
    short.locator(".ending .chances").wait_for()
    shoot(short, "page-end")
    phone = come(browser, url, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    table(phone, "6")
    shoot(phone, "page-phone")


def take_war(browser: Browser, url: str) -> None:
    """Take the screenshots of A Song of Ice & Fire."""
    page = come(browser, url)
    war(page)
    play_until(page, '.decide[data-ask$="-maneuver"]', wish="Maneuver")
    page.locator(".options button").nth(2).focus()
    page.locator(".free").click()
    page.locator(".placer").wait_for()
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "e"):
        page.keyboard.press(key)
    page.wait_for_timeout(1500)
    shoot(page, "war-move")
    page.keyboard.press("Escape")
    fight(page, "icefire-s6")
    shoot(page, "war-charge")


def take_trays(browser: Browser, url: str) -> None:
    """Take the screenshots of Runewars."""
    page = come(browser, url)
    skirmish(page)
    play_until(page, ".dials", wish="march")
    shoot(page, "runewars-dials")
    fight(page, "runewars")
    shoot(page, "runewars-attack")


def skirmish(page: Page) -> None:
    """Create a table for a skirmish against a bot."""
    sit_down(page, "runewars", {"size": "skirmish"})


def war(page: Page) -> None:
    """Create a table for a match on a measured table against a bot."""
    sit_down(page, "icefire-s6", {"points": 30})


def take_battle(browser: Browser, url: str) -> None:
    """Take the screenshots of Battles of Westeros."""
    page = come(browser, url)
    battle(page, "razing-the-red-fork")
    shoot(page, "battle-board")
    fight(page, "battles")
    shoot(page, "battle-attack")
    phone = come(browser, url, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    battle(phone, "razing-the-red-fork")
    shoot(phone, "battle-phone")


def come(browser: Browser, url: str, **context: object) -> Page:
    """Enter as a new guest."""
    made = browser.new_context(**({"viewport": {"width": 1360, "height": 860}, "locale": "en-GB"} | context))  # type: ignore[arg-type]  # a mix of options
    page = made.new_page()
    enter(page, url)
    page.goto(f"{url}/new")
    return page


def table(page: Page, seats: str) -> None:
    """Create a table with bots."""
    sit_down(page, "thrones", {}, int(seats))


def battle(page: Page, plan: str) -> None:
    """Create a table for a battle plan against a bot."""
    sit_down(page, "battles", {"scenario": plan})


def sit_down(page: Page, game: str, options: dict[str, Any], seats: int = 2) -> None:
    """Create a table with bots, sit down in its first seat, and wait for a question."""
    url = url_of(page)
    places = [{"me": True}, *[{"bot": "greedy"}] * (seats - 1)]
    table = {"rulebook": game, "seats": seats, "options": options, "places": places, "visibility": "private"}
    made = page.request.post(f"{url}/api/v1/tables", data=table, headers={"origin": url})
    if not made.ok:
        raise SystemExit(made.text())
    page.goto(f"{url}/tables/{made.json()['id']}")
    page.locator(".decide").wait_for()
    page.locator(".drawing[aria-busy=false]").wait_for()
    page.wait_for_timeout(400)


def fight(page: Page, game: str) -> None:
    """Open a match of bots at a question in a fight."""
    found = tables_of(page, url_of(page), game, played(game))
    page.goto(url_of(page) + found["fight"])
    page.locator(".fight").wait_for()
    page.locator(".drawing[aria-busy=false]").wait_for()
    page.wait_for_timeout(2500)  # the lines of the fight appear one after another


def url_of(page: Page) -> str:
    """Return the address of the server."""
    return "/".join(page.url.split("/")[:3])


def play_until(page: Page, wanted: str, answers: int = 600, wish: str = "") -> None:
    """Choose the wished, first or middle option until something is shown."""
    for number in range(answers):
        if page.locator(wanted).count():
            page.wait_for_timeout(1200)
            return
        page.evaluate(_ANSWER, [number, wish])
        page.wait_for_timeout(80)
    raise SystemExit(f"not found: {wanted}")


def shoot(page: Page, name: str) -> None:
    """Save a screenshot."""
    page.mouse.move(0, 0)  # no card is open under the pointer, nor for the keyboard
    page.evaluate("() => document.activeElement?.blur()")
    page.wait_for_timeout(400)
    page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")
    print(f"docs/pictures/{name}.png")


def take_cards(browser: Browser, url: str) -> None:
    """Take the screenshots of the card browser."""
    for name, path in (("cards-units", "icefire-s6?kind=unit"), ("cards-dials", "runewars?kind=action-face")):
        page = browser.new_page(viewport={"width": 1360, "height": 860})
        page.goto(f"{url}/cards/{path}")
        page.locator(".faces-grid .face").first.wait_for()
        page.wait_for_load_state("networkidle")  # pictures of cards
        shoot(page, name)


def take_armies(browser: Browser, url: str) -> None:
    """Take the screenshot of the army builder."""
    page = browser.new_page(viewport={"width": 1360, "height": 860})
    page.goto(f"{url}/armies/icefire-s6")
    page.get_by_role("button", name="Last Hearth Marches").click()
    page.locator(".army-group .what").nth(1).click()
    page.locator(".joining").wait_for()
    page.wait_for_load_state("networkidle")  # pictures of cards
    shoot(page, "page-armies")


SETS = {
    "thrones": take_thrones,
    "battle": take_battle,
    "war": take_war,
    "trays": take_trays,
    "cards": take_cards,
    "armies": take_armies,
}
"""The sets of screenshots that can be selected."""

if __name__ == "__main__":
    main()
