"""The front page: what a newcomer sees, and one click to the first question of a match."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from banneret.kernel.registry import rulebooks
from tests.page.visiting import Visit

pytestmark = pytest.mark.slow


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


def test_every_game_can_be_played_from_its_card(visit: Visit) -> None:
    page = visit(None)
    page.locator(".games li").last.get_by_role("button").click()
    page.wait_for_url("**/tables/*")
    page.locator(".decide").wait_for()


def test_nothing_moves_under_the_pointer_while_the_games_are_loaded(visit: Visit) -> None:
    page = visit(None)
    games = page.locator(".games li")
    expect(games).to_have_count(len(list(rulebooks())))  # no request is left that is not meant
    held: list[Route] = []
    page.route("**/api/v1/rulebooks", lambda route: held.append(route))  # noqa: PLW0108 - the package wants a function
    page.reload()
    button = page.locator(".hero form button")
    button.wait_for()
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    before = button.bounding_box()
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(games).to_have_count(len(list(rulebooks())))
    assert button.bounding_box() == before
