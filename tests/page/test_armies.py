"""The army builder: a legal army of each game from nothing, faults with their rules, sharing, importing, playing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from banneret import armies
from tests.armies.builders import GAMES
from tests.page.visiting import PHONE, Visit, answer_first, faults, play_until, take_place

pytestmark = pytest.mark.slow

LEGAL = "This army is legal."
PASTED = """\
House Stark
40/40
Combat units
Stark Sworn Swords (5)
- Robb Stark, The Wolf Lord
Stark Bowmn (6)
"""


def press(page: Page, button: Locator) -> None:
    """Press a button and wait until the list is laid out again."""
    laid_out(page, button.click)


def press_by_key(page: Page, button: Locator) -> None:
    """Press a button by keyboard and wait until the list is laid out again."""
    button.focus()
    laid_out(page, lambda: page.keyboard.press("Enter"))


def laid_out(page: Page, act: Callable[[], object]) -> None:
    """Do something that changes the list, and wait until it is laid out again."""
    builder = page.locator(".builder")
    before = int(builder.get_attribute("data-shown") or 0)
    act()
    expect(builder).to_have_attribute("data-shown", str(before + 1))


@pytest.mark.parametrize(("game", "by"), [(game, press) for game in GAMES[1:]] + [(GAMES[0], press_by_key)])
def test_a_legal_army_is_built_from_nothing(visit: Visit, game: str, by: Any) -> None:
    page = visit(None, path=f"/armies/{game}")
    fine = page.locator(".faults .fine")
    for _ in range(3):
        if fine.count():
            break
        by(page, page.locator(".faults .acts button").first)
    expect(fine).to_have_text(re.compile(LEGAL))
    page.get_by_label("Only cards that can be added now").check()
    for _ in range(3):
        by(page, page.locator(".additions .add:not([disabled])").first)
    by(page, page.locator(".army-group .into").first)
    expect(page.locator(".army-group li.chosen")).to_have_count(1)
    expect(fine).to_have_text(re.compile(LEGAL))
    code = page.locator(".army-bar code").inner_text()
    builder = armies.builder(game)
    assert not builder.sheet(armies.read(builder, code).draft).faults
    expect(page).to_have_url(re.compile(re.escape(f"/armies/{game}?code={code}")))


def test_three_faults_name_their_rules_and_are_fixed(visit: Visit) -> None:
    page = visit(None, path="/armies/icefire-s6")
    expect(page.locator(".faults li")).to_have_text(
        [re.compile("no Commander.*§ commander.1"), re.compile("no combat unit")]
    )
    press(page, page.get_by_role("button", name="The Wolf Lord's Host"))
    expect(page.locator(".faults .fine")).to_be_visible()
    press(page, page.get_by_role("button", name="Add Winterfell Guard for 7"))
    expect(page.locator(".faults li")).to_have_text([re.compile(r"The army costs 46 points.*§ army.2")])
    press(page, page.locator(".army-group .into").nth(0))
    page.locator(".additions .sections button").nth(1).click()
    press(page, page.get_by_role("button", name="Add Umber Champion for 1"))
    expect(page.locator(".faults li")).to_have_text(
        [re.compile(r"already has an attachment.*§ army.18"), re.compile(r"The army costs 47 points")]
    )
    refused = page.locator("[data-addition='20224'] .why")
    expect(refused).to_have_text(re.compile(r"already has an attachment.*§ army.18"))
    press(page, page.get_by_role("button", name="Remove Umber Champion").first)
    press(page, page.get_by_role("button", name="Undo"))
    press(page, page.get_by_role("button", name="Undo"))
    press(page, page.get_by_role("button", name="Undo"))
    expect(page.locator(".faults .fine")).to_be_visible()


def test_a_list_is_shared_by_its_address_and_kept(visit: Visit) -> None:
    page = visit(None, path="/armies/runewars")
    press(page, page.get_by_role("button", name="Shields of Daqan"))
    expect(page.locator(".army-bar code")).to_be_visible()
    code = page.locator(".army-bar code").inner_text()
    rows = page.locator(".army-group ol > li")
    expect(rows).to_have_count(3)
    other = visit(None, path=f"/armies/runewars?code={code}")
    expect(other.locator(".army-group ol > li")).to_have_count(3)
    expect(other.locator(".faults .fine")).to_be_visible()
    page.goto(page.url.partition("?")[0])
    expect(rows).to_have_count(3)
    formation = page.get_by_label("Formation of Spearmen").last
    laid_out(page, lambda: formation.select_option("2x1"))
    expect(rows.first.locator(".cost")).to_have_text("18")


def test_the_card_of_an_entry_is_beside_the_list_with_those_that_may_join(visit: Visit) -> None:
    page = visit(None, path="/armies/icefire-s6")
    expect(page.locator(".entry-card")).to_have_count(0)
    press(page, page.get_by_role("button", name="The Wolf Lord's Host"))
    rows = page.locator(".army-group ol > li")
    card = page.locator(".entry-card h3")
    first = rows.first.locator(".what b")
    expect(card).to_have_text(first.inner_text())
    rows.last.locator(".what").click()
    expect(card).to_have_text(rows.last.locator(".what b").inner_text())
    rows.nth(1).locator(".what").focus()
    laid_out(page, lambda: page.keyboard.press("Enter"))
    expect(card).to_have_text(rows.nth(1).locator(".what b").inner_text())
    rows.last.locator(".what").click()
    expect(page.locator(".joining")).to_have_count(0)
    free = rows.filter(has=page.locator(".into"), has_not=page.locator(".inside .leader")).first
    press(page, free.locator(".what"))
    expect(page.locator(".army-group li.chosen")).to_have_count(1)
    name = page.locator(".joining li b").first.inner_text()
    press(page, page.locator(".joining .add").first)
    expect(page.locator(".army-group li.chosen .inside")).to_contain_text(name)


@pytest.mark.parametrize("game", GAMES)
def test_the_wounds_that_a_unit_deals_fall_with_the_defense_of_its_target(visit: Visit, game: str) -> None:
    page = visit(None, path=f"/armies/{game}")
    press(page, page.locator(".sources .acts button").first)  # a starter army
    dealt = page.locator(".dealt")
    expect(dealt.locator("tbody tr").first).to_be_visible()
    defenses = [int(found[0]) for found in dealt.locator("thead th").all_inner_texts()[1:]]
    means = [float(found) for found in dealt.locator("tbody tr").first.locator("td").all_inner_texts()]
    assert defenses == sorted(defenses)
    assert len(means) == len(defenses)
    wounds = means if game == "runewars" else means[::-1]  # the Defense of the other games is a number to roll
    assert wounds[0] > wounds[-1] > 0
    expect(page.locator(".trouble")).to_have_text("")


def test_a_legal_army_is_tried_against_a_bot(visit: Visit) -> None:
    page = visit(None, path="/armies/runewars")
    tried = page.get_by_role("button", name="Try it against a bot")
    expect(tried).to_have_count(0)
    press(page, page.get_by_role("button", name="Shields of Daqan"))
    code = page.locator(".army-bar code").inner_text()
    tried.click()
    page.wait_for_url("**/tables/*")
    made = page.request.get(origin(page) + "/api/v1" + page.url.removeprefix(origin(page))).json()
    assert made["options"]["armies"] == [code, "random"]
    assert made["options"]["size"] == "skirmish"


def test_on_a_phone_cards_to_add_cover_the_list(visit: Visit) -> None:
    page = visit(None, path="/armies/icefire-s6", **PHONE)
    press(page, page.get_by_role("button", name="Last Hearth Marches"))
    additions = page.locator(".additions")
    expect(additions).to_be_hidden()
    add = page.get_by_role("button", name="+ Add", exact=True)
    add.click()
    expect(page.get_by_label("Find a card")).to_be_focused()
    expect(additions.locator(".used")).to_have_text("40 of 40")
    press(page, page.get_by_role("button", name="Add Winterfell Guard for 7"))
    expect(additions.locator(".used")).to_have_text("46 of 40")  # an attachment counts as extra points
    reason = additions.locator(".why").first
    expect(reason.get_by_role("link")).to_be_hidden()
    reason.locator("summary").click()
    expect(reason.get_by_role("link")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(additions).to_be_hidden()
    expect(add).to_be_focused()
    page.locator(".phone-bar").get_by_role("button", name="Undo").click()
    expect(page.locator(".faults .fine")).to_be_visible()
    page.get_by_role("button", name="Code and sharing").click()
    expect(page.locator(".army-bar code")).to_be_visible()
    press(page, page.locator(".army-group .what").nth(1))
    expect(additions).to_be_hidden()
    press(page, page.locator(".army-group .into").nth(1))
    expect(page.get_by_role("button", name="Attachments 55")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(additions).to_be_hidden()


def test_pasted_text_is_imported_and_what_is_missing_is_listed(visit: Visit) -> None:
    page = visit(None, path="/armies/icefire-s6")
    page.get_by_text("Import a list").click()
    page.get_by_label("A code, or text from any list builder").fill(PASTED)
    press(page, page.get_by_role("button", name="Import", exact=True))
    expect(page.locator(".army-group ol > li")).to_have_count(1)
    expect(page.locator(".unread")).to_contain_text("1 line was not understood and is missing from the list.")
    expect(page.locator(".unread")).to_contain_text("Stark Bowmn (6)")
    expect(page.locator(".unread")).to_contain_text("Similar: Stark Bowmen")


@pytest.mark.parametrize("colours", [pytest.param("light", marks=pytest.mark.soak), "dark"])
def test_the_builder_fits_and_axe_finds_nothing_wrong(visit: Visit, colours: str) -> None:
    page = visit(None, path="/armies/icefire-s6", color_scheme=colours, **(PHONE if colours == "dark" else {}))
    press(page, page.get_by_role("button", name="Last Hearth Marches"))
    press(page, page.locator(".army-group .into").nth(1))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page) == []
    page.emulate_media(media="print")
    expect(page.locator(".printed")).to_be_visible()
    expect(page.locator(".builder")).to_be_hidden()
    expect(page.locator(".printed tr")).to_have_count(7)


def come(visit: Visit, name: str, path: str) -> Page:
    """Come in as a guest and go to a page."""
    page = visit(None, path=path)
    guest = page.request.post(origin(page) + "/api/v1/guests", data={"name": name, "language": "en"})
    assert guest.ok
    page.reload()
    return page


def origin(page: Page) -> str:
    """Return the address of the server."""
    return "/".join(page.url.split("/")[:3])


def bring_two(form: Locator, code: str) -> None:
    """Bring a saved list, and after one that cannot be read a pasted one, to a new table with an open seat."""
    take_place(form, 1, "open")
    form.locator("select.armies").select_option("2")
    pickers = form.locator(".list-pickers select")
    pickers.nth(0).select_option(code)
    pickers.nth(1).select_option("paste")
    pasted = form.locator(".list-pickers textarea")
    pasted.fill("nothing of this game")
    pasted.blur()
    expect(form.locator(".list-pickers .refused")).to_be_visible()
    pasted.fill(code)
    pasted.blur()
    expect(form.locator(".list-pickers .fine")).to_contain_text("Fits")


LATER = [pytest.param(game, marks=pytest.mark.soak) for game in (GAMES[0], GAMES[2])]


@pytest.mark.parametrize("game", [GAMES[1], *LATER])
def test_an_army_is_saved_shared_brought_to_a_table_and_played(visit: Visit, game: str) -> None:
    ann, bea = (come(visit, name, f"/armies/{game}") for name in ("Ann", "Bea"))
    ann.locator(".saved").wait_for()
    press(ann, ann.locator(".sources .acts button").first)
    ann.get_by_label("Folder").fill("Club")
    ann.get_by_role("button", name="Save the army").click()
    expect(ann.locator(".saved li.chosen")).to_contain_text("legal · only me")
    ann.get_by_label("Visible to").select_option("public")
    ann.get_by_role("button", name="Save as a new list").click()
    expect(ann.locator(".saved ul li")).to_have_count(2)
    assert faults(ann) == []
    bea.get_by_text("Public lists").click()
    bea.get_by_role("button", name="Copy").first.click()
    expect(bea.locator(".saved ul[aria-label] li")).to_have_count(1)
    code = ann.locator(".army-bar code").inner_text()
    ann.get_by_text("Odds against another list").click()
    ann.get_by_label("The other list").select_option("starter 4")
    ann.get_by_role("button", name="Compare all units").click()
    expect(ann.locator(".against tbody tr").first).to_contain_text(re.compile(r"\d"))

    ann.goto(f"{origin(ann)}/new")
    form = ann.locator("form.new")
    form.locator(f"input[value='{game}']").check(force=True)
    bring_two(form, code)
    assert faults(ann) == []
    form.locator("button.main").click()
    ann.wait_for_url("**/tables/*")
    bea.goto(ann.locator(".link input").input_value())
    bea.get_by_role("button", name="Sit here").click()
    expect(bea.locator(".bringing")).to_contain_text("has locked the lists")
    expect(bea.locator(".bringing .brought")).to_have_count(0)
    assert faults(bea) == []
    bea.locator(".list-pickers select").first.select_option(code)
    bea.get_by_role("button", name="Lock in").click()
    expect(bea.locator(".bringing .brought a")).to_have_count(3)
    bea.get_by_role("button", name="Choose this list in secret").click()
    expect(ann.locator(".bringing")).to_contain_text("has chosen")
    ann.get_by_role("button", name="Choose this list in secret").click()
    play_until(ann, lambda: answer_first(ann) or answer_first(bea), answering=False)
