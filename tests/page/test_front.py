"""The front page: what a newcomer sees, and one click to the first question of a match."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from banneret.kernel.registry import rulebooks
from tests.page.conftest import Server, running
from tests.page.visiting import Visit, choose, faults, new_table, play_until, speak

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a separate server, because these tests check which tables are open."""
    with running(Server(tmp_path_factory.mktemp("served"))) as made:
        yield made


def test_a_newcomer_plays_in_one_click(visit: Visit) -> None:
    page = visit(None)
    expect(page.locator(".games li")).to_have_count(len(list(rulebooks())))
    page.locator(".games img").first.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('.games img').naturalWidth > 0")
    assert page.evaluate("document.fonts.check('800 20px Alegreya')")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*")
    page.locator(".decide").wait_for()
    expect(page.locator(".top a.who")).to_have_text("Guest")


def test_every_game_has_a_page_from_which_it_is_played(visit: Visit) -> None:
    page = visit(None)
    page.locator(".games a").last.click()
    page.wait_for_url("**/games/*")
    for part in ("rules", "cards", "odds", "armies"):
        expect(page.locator(f".links a[href^='/{part}/']")).to_have_count(1)
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_url("**/tables/*")
    page.locator(".decide").wait_for()


def test_a_side_is_chosen_by_its_picture(visit: Visit) -> None:
    page = visit(None, "/new?game=thrones")
    page.locator(".side", has_text="Stark").click()
    expect(page.locator("input[name=place-2][value=me]")).to_be_checked()
    expect(page.locator("input[name=place-0][value='bot:skilled']")).to_be_checked()
    page.locator(".clocks .pick").nth(1).click()
    expect(page.locator("input[name=clock][value=live-5-30]")).to_be_checked()
    styles = page.get_by_role("combobox", name="Style")
    expect(styles).to_have_count(0)
    page.locator("input[name=place-0][value='bot:strong']").check()
    styles.select_option("Aggressive")
    expect(page.locator("input[name=place-0][value='bot:strong']")).to_be_checked()
    assert faults(page) == []
    page.locator("form.new button.main").click()
    page.locator(".decide").wait_for()
    expect(page.locator(".who li.mine")).to_contain_text("Stark")
    expect(page.locator(".who li").first).to_contain_text("Bot: strong, aggressive")


def test_an_open_table_is_joined_from_the_front_page(visit: Visit) -> None:
    ann = visit("Ann")
    new_table(ann, 3, {1: "open", 2: "open"}, public=True)
    bea = visit("Bea")
    bea.locator(".brand").click()
    bea.get_by_role("button", name="Join").first.click()
    bea.wait_for_url("**/tables/*")
    expect(bea.locator("ul.seats")).to_contain_text("Bea")


def test_nothing_moves_under_the_pointer_while_the_games_are_loaded(visit: Visit) -> None:
    page = visit(None)
    games = page.locator(".games li")
    expect(games).to_have_count(len(list(rulebooks())))  # no request is left that is not meant
    held: list[Route] = []
    page.route("**/api/v1/rulebooks", lambda route: held.append(route))  # noqa: PLW0108 - the package wants a function
    page.reload()
    button = page.locator(".hero a.button")
    button.wait_for()
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    before = button.bounding_box()
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(games).to_have_count(len(list(rulebooks())))
    assert button.bounding_box() == before


def test_a_newcomer_is_guided_through_a_round_in_three_languages(visit: Visit) -> None:
    page = visit(None, "/games/thrones")
    page.locator("button.learn").click()
    page.locator(".guide").wait_for()
    expect(page.locator(".drawing .pointed")).not_to_have_count(0)
    assert faults(page) == []
    said = {"en": "Baratheon", "de": "Befehl", "hu": "parancs"}
    for language, word in said.items():
        speak(page, language)
        expect(page.locator(".guide")).to_contain_text(word)
    speak(page, "en")
    page.locator(".hint").click()
    page.locator(".advice .do").wait_for()
    ends = page.get_by_role("button", name="Play on alone")
    play_until(page, lambda: ends.count() > 0 or (choose(page, page.locator(".guide .do")) and False))
    ends.click()
    expect(page.locator(".guide")).to_have_count(0)
