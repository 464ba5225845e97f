"""Contrast of texts on the board with what is painted below them."""

from __future__ import annotations

import pytest

from tests.page.branches import go_on
from tests.page.conftest import Server
from tests.page.contrast import faint_texts
from tests.page.stages import GAMES, later, rest, sit_down
from tests.page.visiting import Visit

pytestmark = pytest.mark.slow
PAINTED = True


@pytest.mark.parametrize(
    "game", ["thrones", *[pytest.param(game, marks=pytest.mark.soak) for game in GAMES if game != "thrones"]]
)
def test_no_text_of_the_board_is_faint(visit: Visit, server: Server, game: str) -> None:
    page = visit("Ann")
    sit_down(page, server, game)
    rest(page)
    assert faint_texts(page) == []


@pytest.mark.soak
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_no_text_of_the_board_is_faint_in_the_middle_of_a_match(
    visit: Visit, server: Server, game: str, colours: str
) -> None:
    page = visit("Ann", color_scheme=colours)
    page.locator("#new-table").wait_for()
    go_on(page, server, later(game), [{"me": True}, *[{"bot": "easy"}] * (GAMES[game] - 1)])
    page.locator(".decide").wait_for()
    page.locator(".drawing[aria-busy=false]").wait_for()
    rest(page)
    assert faint_texts(page) == []
