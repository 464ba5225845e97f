"""A game from outside on the page: the game is chosen in the lobby, shown as a table of its view, and played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.outside.environment import Environment
from tests.page.conftest import Server, running
from tests.page.visiting import Visit, play_until, take_place

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(outside: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server that runs in the environment of the game."""
    with running(Server(tmp_path_factory.mktemp("outside-served"), python=outside.python)) as made:
        yield made


def test_it_is_chosen_in_the_lobby_and_played_to_its_end(visit: Visit) -> None:
    page = visit("Ann")
    page.locator("#new-table").wait_for()
    form = page.locator("form.new")
    form.locator("input[value=hidden-coin]").check()
    take_place(form, 1, "bot:beginner")
    form.locator("button.main").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#things [id='view-prize']")).to_be_visible()
    expect(page.locator(".decide")).to_contain_text("coin")
    play_until(page, lambda: page.locator(".ending").count() > 0)
    expect(page.locator(".ending")).to_contain_text("all rounds were played")
