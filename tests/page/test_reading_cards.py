"""A newcomer reads cards of units, abilities, hands and dice in each game: by mouse, by keyboard and by touch."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.show.card import Card, cards
from banneret.show.showing import showing_of
from banneret.show.things import Things
from tests.page.branches import Played, go_on
from tests.page.conftest import Server
from tests.page.visiting import PHONE, Visit, faults

pytestmark = pytest.mark.slow

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
MODES = {"mouse": DESKTOP, "keyboard": DESKTOP, "touch": PHONE}
MANY = 3000
PARTS = 3
"""Parts of an answer that are picked at most before the card is listed."""
HAND = {
    "battles": "leadership-card",
    "icefire-2021": "tactics-card",
    "icefire-s6": "tactics-card",
    "runewars": "action-face",
    "thrones": "house-card",
}
"""The kind of cards that players hold hidden; in Runewars they are the faces of dials."""
DIE = {"thrones": "tides-card"}
"""The kind of cards of chance; faces of dice in most games."""
SHORT = [
    ("mouse", "thrones"),
    ("keyboard", "battles"),
    ("touch", "runewars"),
]
"""Each way to read once; the others are soak tests."""
CASES = [
    pytest.param(mode, game, marks=() if (mode, game) in SHORT else pytest.mark.soak)
    for mode in MODES
    for game in sorted(HAND)
]


CARDS_LOADED = """() => performance.getEntriesByType("resource")
    .some((one) => one.name.includes("/cards?") && one.responseEnd > 0)"""
AT_REST = """async (shown) => {
    shown.scrollIntoView({ block: "center" });
    let [x, y] = [0, 0];
    for (let before = "", frames = 0; shown.isConnected; frames++) {
        if (frames > 300) throw new Error(`covered by ${document.elementFromPoint(x, y)?.outerHTML.slice(0, 300)}`);
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        const box = shown.getBoundingClientRect();
        [x, y] = [box.x + Math.min(40, box.width / 2), box.y + box.height / 2];
        if (before === `${x} ${y}` && shown.contains(document.elementFromPoint(x, y))) return { x, y };
        before = `${x} ${y}`;
    }
    return null;
}"""
"""Returns the touch point of a thing once it no longer moves; null if it is redrawn."""


class Scene(NamedTuple):
    """A question with a card of the hand among its answers, and the cards to be read."""

    record: Played
    hand: Card
    unit: Card
    verb: str
    """The kind of the answers that name the card."""


@cache
def by_id(game: str) -> dict[str, Card]:
    return {card.id: card for card in cards(game)}


@cache
def scene(game: str) -> Scene:
    """Play at random until seat 0 is asked for a card of its hand, and has a unit with a card."""
    match: Match[Any] = new_match(game, seats=rulebook(game).seats_at_first(), seed=4)
    stream = Stream(derive_key("reading", game))
    for _ in range(MANY):
        seat, ask = next(iter(match.asking.items()))
        if seat == 0:
            view = match.view(frozenset({0})).game
            things = Things(match.rulebook, view)
            options = (things.option(ask, one) for one in ask.options.listed[:60])
            held = ((option, by_id(game)[one.card]) for option in options for one in option.things if one.card)
            hand = next(
                ((option, card) for option, card in held if card.kind == HAND[game] and card.id != "blank"), None
            )
            rows = [row for roster in showing_of(match.rulebook).rosters(view) for row in roster.rows]
            units = (by_id(game)[row.card] for row in rows if row.card and not row.gone)
            unit = next((card for card in units if card.kind == "unit"), None)
            if hand is not None and unit is not None:
                step = len(Record.of(match).entries)
                for other in range(1, match.seats):
                    if match.outcome is None:
                        match.forfeit(other)
                verb = match.rulebook.catalogue().render(hand[0].verb)
                return Scene(Played(b"".join(Record.of(match).lines()), step), hand[1], unit, verb)
        match.play(seat, ask.chooser.draw(ask.options, stream))
    raise AssertionError(f"seat 0 is never asked for a card in {game}")


@pytest.fixture(scope="module")
def page_of(browser: Browser, server: Server) -> Iterator[Callable[[str], Page]]:
    """Return the page of each way to read, signed in."""
    contexts: dict[str, tuple[BrowserContext, Page]] = {}

    def of(mode: str) -> Page:
        if mode not in contexts:
            context = browser.new_context(locale="en-GB", **MODES[mode])
            context.set_default_timeout(60_000)
            page = context.new_page()
            contexts[mode] = context, page
            page.goto(f"{server.url}/me")
            page.locator("input[name=name]").fill("Ann")
            page.locator("input[name=name]").press("Enter")
            page.locator(".front").wait_for()
        return contexts[mode][1]

    yield of
    for context, _ in contexts.values():
        context.close()


class Reader:
    """Opens the cards of what is shown, in one way."""

    def __init__(self, page: Page, mode: str) -> None:
        self.page = page
        self.mode = mode

    @property
    def card(self) -> Locator:
        """What shows a card above the page."""
        return self.page.locator(".float .face" if self.mode == "mouse" else "dialog.sheet .face").first

    def open(self, shown: Locator) -> None:
        """Open the card of what is shown."""
        shown.scroll_into_view_if_needed()
        if self.mode == "mouse":
            shown.hover()
        elif self.mode == "keyboard":
            shown.focus()
            self.page.keyboard.press("i")
        else:
            self._hold(shown)

    def close(self) -> None:
        self.page.keyboard.press("Escape")
        expect(self.page.locator(".float, dialog.sheet")).to_have_count(0)

    def press(self, button: Locator) -> None:
        """Use a button."""
        if self.mode == "mouse":
            button.click()
        elif self.mode == "keyboard":
            button.focus()
            self.page.keyboard.press("Enter")
        else:
            button.tap()

    def _hold(self, shown: Locator) -> None:
        at = None
        while at is None:  # redrawn in the meantime
            at = shown.evaluate(AT_REST)
        hand = self.page.context.new_cdp_session(self.page)
        hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        self.page.locator("dialog.sheet").wait_for()
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        hand.detach()


def shows(page: Page, id: str) -> Locator:
    """Return what shows a card outside of drawings and can be reached by keyboard."""
    marked = f":is([data-cards~='{id}'], [data-cards$=':{id}'], [data-cards*=':{id} '])"
    return page.locator(f":is(button, b[tabindex], span[tabindex]){marked}:visible").first


def come_to(reader: Reader, found: Scene) -> Locator:
    """Pick parts of answers until the card of the hand is listed; return what shows it."""
    options = reader.page.locator(".options button")
    for _ in range(PARTS):
        if shows(reader.page, found.hand.id).count():
            break
        kind = options.filter(has_text=found.verb)
        reader.press(kind.first if kind.count() else options.first)
        reader.page.locator(".crumbs, .draft .now").first.wait_for()
    return shows(reader.page, found.hand.id)


def title(game: str, card: Card) -> str:
    return rulebook(game).catalogue().render(card.title)


@pytest.mark.parametrize(("mode", "game"), CASES)
def test_a_newcomer_reads_cards(page_of: Callable[[str], Page], server: Server, mode: str, game: str) -> None:
    page, wanted = page_of(mode), scene(game)
    reader = Reader(page, mode)
    seats = rulebook(game).seats_at_first()
    go_on(page, server, wanted.record, [{"me": True}, *[{"bot": "easy"}] * (seats - 1)])
    page.locator(".decide").wait_for()
    page.wait_for_function(CARDS_LOADED)

    # a card of the hand, where it is asked for
    reader.open(come_to(reader, wanted))
    expect(reader.card.get_by_role("heading", name=title(game, wanted.hand))).to_be_visible()
    reader.close()

    # a unit in the lists of forces, and one of its abilities or keywords
    tab = page.locator("#tab-roster")
    if not tab.is_visible():
        reader.press(page.locator(".tabs .more summary"))
    reader.press(tab)
    reader.open(shows(page, wanted.unit.id))
    expect(reader.card.get_by_role("heading", name=title(game, wanted.unit))).to_be_visible()
    if mode != "mouse":
        assert faults(page) == []
    named = reader.card.locator(".named, .chip")
    if named.count():
        reader.press(named.first)
        opened = page.locator("dialog.sheet .face").first
        expect(opened.get_by_role("heading", name=title(game, wanted.unit))).to_have_count(0)
        expect(opened.locator(".words")).not_to_be_empty()
    page.keyboard.press("Escape")

    # a face of a die, by the filter of the card browser
    page.goto(f"{server.url}/cards/{game}")
    page.locator(".faces-grid .face").first.wait_for()
    kind = DIE.get(game, "die-face")
    if page.locator("details:not([open]) > summary").count():
        reader.press(page.locator("details > summary"))
    name = re.escape(rulebook(game).catalogue().text(f"card.kind.{kind}"))
    box = page.get_by_role("checkbox", name=re.compile(rf"^{name} ?\d+$"))
    if mode == "keyboard":
        box.focus()
        page.keyboard.press("Space")
    else:
        reader.press(box)
    faces = [card for card in cards(game) if card.kind == kind]
    expect(page.locator(".faces-grid .face")).to_have_count(min(48, len(faces)))
    expect(page.locator(".faces-grid h3").first).to_have_text(title(game, faces[0]))
    assert faults(page) == []


def test_on_a_phone_no_card_covers_the_question_when_an_answer_has_the_focus(visit: Visit, server: Server) -> None:
    page, wanted = visit("Ann", **PHONE), scene("icefire-s6")
    page.locator("#new-table").wait_for()
    go_on(page, server, wanted.record, [{"me": True}, {"bot": "easy"}])
    page.locator(".decide").wait_for()
    page.wait_for_function(CARDS_LOADED)
    reader = Reader(page, "keyboard")
    shown = come_to(reader, wanted)
    page.clock.install()
    page.keyboard.press("ArrowDown")
    shown.focus()
    page.clock.run_for(2_000)
    assert page.locator(".float").count() == 0
    reader.open(shown)
    expect(reader.card.get_by_role("heading", name=title("icefire-s6", wanted.hand))).to_be_visible()
