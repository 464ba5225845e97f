"""Guided first rounds: each is played to its end in the page, in every language that the page speaks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from banneret.kernel.registry import rulebook, rulebooks
from banneret.server.page_texts import page_texts
from banneret.show.guide import guide_of
from banneret.text.catalogue import LANGUAGES, Catalogue
from tests.page.visiting import Visit, answer_first, choose, play_until

pytestmark = pytest.mark.slow

QUICKEST = ("thrones", "hu")
"""One is in the suite; soaks play the others."""
ROUNDS = [
    pytest.param(game.id, language, marks=() if (game.id, language) == QUICKEST else pytest.mark.soak)
    for game in rulebooks()
    for language in LANGUAGES
]


def said(page: Page) -> list[str]:
    """Return what the guide says now."""
    return page.locator(".guide > p:not(.acts)").all_inner_texts()


ABOUT_IT = """() => {
    const asked = document.querySelector('.decide')?.dataset.ask;
    const told = document.querySelector('.guide')?.dataset.ask;
    return asked !== undefined && (asked === told || asked.endsWith('#whole'));
}"""
"""Whether the guide is at the open question; it follows a moment later."""


def guide_texts(catalogue: Catalogue, game: str) -> set[str]:
    """Return all that the guide of a game can say, as the page shows it."""
    return {catalogue.text(one) for one in catalogue.ids() if one.startswith(f"guide.{game}.")}


@pytest.mark.parametrize(("game", "language"), ROUNDS)
def test_a_guided_round_is_played_to_its_end_in_each_language(visit: Visit, game: str, language: str) -> None:
    """Whatever the guide says is in the language of the page, and what it points at is on the board."""
    book = rulebook(game)
    guide = guide_of(book)
    assert guide is not None
    catalogue = book.catalogue(language)
    known, end = guide_texts(catalogue, game), catalogue.text(f"guide.{game}.end")
    pointing = {catalogue.text(f"guide.{game}.{step.text}") for step in guide.steps if step.points}
    nothing, heard = page_texts(language)["guide.nothing"], list[str]()
    page = visit(None, f"/games/{game}?lang={language}")
    page.locator("button.learn").click()
    page.locator(".guide > p").first.wait_for()

    def over() -> bool:
        if not page.evaluate(ABOUT_IT):
            return False
        words = said(page)
        if words == [end]:
            return True
        words = [one for one in words if one != nothing]
        fresh = [one for one in words if one not in heard]
        heard.extend(fresh)
        if pointing & set(fresh):
            expect(page.locator(".drawing .pointed").first).to_be_visible()
        if not choose(page, page.locator(".guide .do")):
            answer_first(page)
        return False

    play_until(page, over, answering=False)
    assert len(heard) > 3
    assert set(heard) <= known
    page.locator(".guide button").last.click()
    expect(page.locator(".guide")).to_have_count(0)
