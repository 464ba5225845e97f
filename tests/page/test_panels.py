"""What is fought out, planned and forbidden is shown and told; notifications come only to those who want them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from banneret.kernel.registry import registered
from tests.page.branches import COMBAT_PLACES, before_a_combat, go_on
from tests.page.conftest import Server
from tests.page.visiting import Visit, answer, choose, new_table, open_tab, play_until

pytestmark = pytest.mark.slow

WEB = Path(__file__).parents[2] / "web" / "src"
OWN_WORDS = {"card", "given", "initiative", "left", "marks", "rolled", "turn", "won"}
"""Styles, sides, glyphs and notices of the page that have the name of an event of a game."""
RULE = re.compile(r"^[a-z0-9-]+:[\w.-]+$")


WATCH = """() => {
    window.grown = null;
    window.delays = null;
    new MutationObserver(() => {
        const fresh = [...document.querySelectorAll(".fight .fresh")];
        if (fresh.length > 1) window.delays ??= fresh.map((row) => parseFloat(row.style.animationDelay));
        const card = document.querySelector(".fight .fresh .turned");
        if (card === null || grown !== null) return;
        document.querySelector(".fight").open = true;
        const rows = [...document.querySelectorAll(".fight tbody tr")];
        if (rows.length < 4) return; // a shorter fight, of others
        const last = rows.at(-1);
        window.grown = {
            first: rows[0].textContent,
            moves: getComputedStyle(card).animationName,
            comes: getComputedStyle(last).animationName,
        };
    }).observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""Keeps how a fight of at least four lines looks when a card has just been turned: the next may come at any moment."""


ASK_WHY = """() => {
    const last = [...document.querySelectorAll(".fight .rule")].at(-1);
    last?.click();
    return last !== undefined;
}"""
"""Asks for the last rule of a fight, which may be closed, or gone, at any moment."""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_fight_grows_line_by_line_and_moves_only_where_that_is_wanted(
    visit: Visit, server: Server, motion: str
) -> None:
    page = visit("Ann", reduced_motion=motion)
    page.locator("#new-table").wait_for()
    go_on(page, server, before_a_combat(), COMBAT_PLACES)
    page.locator(".decide").wait_for()
    page.evaluate(WATCH)
    play_until(page, lambda: page.evaluate("grown !== null && delays !== null"))
    grown = page.evaluate("grown")
    assert "Units" in grown["first"]
    if motion == "reduce":
        assert grown["moves"] == grown["comes"] == "none"
    else:
        assert (grown["moves"], grown["comes"]) == ("turn", "come")
        delays = page.evaluate("delays")
        assert delays == sorted(delays)
        assert delays[1] > delays[0]  # each after the lines before it
    play_until(page, lambda: page.evaluate(ASK_WHY))
    expect(page.locator(".rules .chosen b")).to_contain_text("§")


def can_confirm(page: Page) -> bool:
    """Return whether an answer can be confirmed; if not, pick one more part of it."""
    if page.locator(".confirm").count():
        return True
    choose(page, page.locator(".options button"))
    return False


def test_a_march_is_planned_drawn_and_confirmed(visit: Visit) -> None:
    page = visit("Ann")
    new_table(page)
    page.locator(".decide").wait_for()
    while page.locator(".decide[data-ask$='-order']").count():  # a march from everywhere, as long as there are any
        options = page.locator(".options button")
        marches = options.filter(has_text="March")
        choose(page, marches if marches.count() else options)
    play_until(page, lambda: page.locator(".decide[data-ask$='-march']").count() > 0)
    assert not page.locator(".over-all .preview").count()
    before = page.locator(".drawing #pieces").text_content()
    play_until(page, lambda: can_confirm(page), answering=False)
    page.locator(".over-all .preview").wait_for(state="attached")
    assert page.locator(".drawing #pieces").text_content() == before
    page.get_by_role("button", name="Change this choice").last.click()
    page.locator(".over-all .preview").wait_for(state="detached")
    play_until(page, lambda: can_confirm(page), answering=False)
    asked = page.locator(".decide").get_attribute("data-ask")
    page.locator(".confirm").get_by_role("button", name="Confirm").click()
    page.locator(f".decide[data-ask='{asked}']").wait_for(state="detached")


SEEN = """(id) => {
    const box = document.querySelector(`.drawing [data-id="${id}"]`).getBoundingClientRect();
    return box.top >= 60 && box.left >= 0 && box.bottom <= innerHeight && !document.querySelector(".board.flying");
}"""
"""Whether a thing is on the stage, and the camera at rest."""


@pytest.mark.parametrize(("language", "pages"), [("en", "page"), ("de", "Seite"), ("hu", "oldal")])
def test_what_is_forbidden_and_what_happened_name_their_rule_and_its_place(
    visit: Visit, language: str, pages: str
) -> None:
    page = visit("Ann", f"/?lang={language}")
    new_table(page)
    page.locator(".drawing .can").first.wait_for()
    page.locator(".drawing").focus()
    page.keyboard.press("0")  # the whole board
    page.wait_for_function(SEEN, arg="area:castle-black")
    page.locator('.drawing [data-id="area:castle-black"]').first.click(force=True)
    page.locator(".whynot .rule").wait_for()
    expect(page.locator(".whynot small")).to_contain_text(pages)
    forbidden = page.locator(".whynot .rule").inner_text().removeprefix("§ ")
    assert RULE.match(forbidden)
    page.locator(".whynot .rule").click()
    chosen = page.locator(".rules .chosen")
    expect(chosen.locator("b")).to_have_text(f"§ {forbidden}")
    expect(chosen.locator("small")).to_contain_text(pages)
    open_tab(page, "decide")
    play_until(page, lambda: page.locator(".log li").count() > 3)
    open_tab(page, "log")
    lines, rules = page.evaluate("['.log li', '.log li .rule'].map((one) => document.querySelectorAll(one).length)")
    assert lines == rules > 3
    page.locator(".log li .rule").first.click()
    expect(page.locator(".rules .chosen p")).not_to_be_empty()
    open_tab(page, "decide")
    open_tab(page, "rules")  # without a rule that was chosen, the one that is carried out now stands first
    expect(page.locator(".rules .chosen b")).to_contain_text("§")
    page.get_by_role("searchbox").fill("thrones:retreat")
    expect(page.locator(".rules li").first).to_contain_text("thrones:retreat")


def test_the_board_is_told_in_words_and_what_changes_is_said_aloud(visit: Visit) -> None:
    page = visit("Ann")
    new_table(page)
    page.locator(".decide").wait_for()
    open_tab(page, "board")
    assert page.locator(".spoken h2").all_inner_texts() == ["Areas"]
    told = page.locator(".spoken li", has_text=re.compile("^Winterfell"))
    expect(told).to_have_text(re.compile("footman", re.IGNORECASE))
    open_tab(page, "decide")
    assert not page.locator("[aria-live]", has_text="Round 2").count()
    said = page.locator("aside > [aria-live]")
    before = said.inner_text()
    play_until(page, lambda: said.inner_text() != before)


def test_a_notification_comes_to_who_wants_it_and_looks_elsewhere(visit: Visit) -> None:
    page = visit("Ann")
    page.add_init_script("""
        window.shown = []; window.asked = 0;
        window.Notification = class {
            static permission = 'default';
            static requestPermission() { window.asked += 1; return Promise.resolve(this.permission = 'granted'); }
            constructor(title, more) { window.shown.push([title, more.body]); }
            close() {}
        };
    """)
    new_table(page, 3)
    page.reload()
    page.locator(".decide").wait_for()
    answer(page)
    assert page.evaluate("asked") == 0
    hide = "Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '%s' })"
    page.evaluate(hide % "hidden")
    answer(page)
    assert page.evaluate("shown") == []
    open_tab(page, "table")
    page.get_by_role("button", name="Notify me in this browser").click()
    expect(page.locator(".notifying [role=status]")).to_contain_text("On")
    assert page.evaluate("asked") == 1
    open_tab(page, "decide")
    play_until(page, lambda: len(page.evaluate("shown")) > 0)
    title, body = page.evaluate("shown")[0]
    assert title == "It is your turn"
    assert body
    page.evaluate(hide % "visible")
    count = len(page.evaluate("shown"))
    answer(page)
    assert len(page.evaluate("shown")) == count


def test_the_page_knows_no_game() -> None:
    """Neither the name of one nor an event of one; those of one word are sought in quotes."""
    names = {name for book in registered() for name in (book.id, book.title)}
    tags = {str(event.__struct_config__.tag) for book in registered() for event in book.events}
    names |= {tag for tag in tags if "-" in tag}
    named = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names)))})\b")
    for file in [file for end in ("ts", "tsx", "css") for file in WEB.rglob(f"*.{end}")]:
        if file.name.endswith(".test.ts"):
            continue
        text = file.read_text("utf-8")
        assert named.findall(text) == [], file.name
        quoted = set(re.findall(r"""["'`]([a-z]+)["'`]""", text)) - OWN_WORDS
        assert tags & quoted == set(), file.name


def test_style_sheets_of_a_table_do_not_look_into_elements() -> None:
    """With `:has()`, browsers recalculate the styles of most of a table after every change of the board."""
    forms = {"lobby", "armies"}
    sheets = [file for file in WEB.rglob("*.css") if file.parent.name not in forms]
    assert len(sheets) > 10
    assert [file.name for file in sheets if ":has(" in file.read_text("utf-8")] == []
