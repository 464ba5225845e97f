"""Panels of all games, along random matches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.show.card import cards_of
from banneret.show.panels import (
    CountersPanel,
    DeckPanel,
    HandPanel,
    HeadingPanel,
    LegendPanel,
    RosterPanel,
    TablePanel,
    TrackPanel,
    emblems_of,
    items_of,
    things_of,
)
from banneret.show.plain_panels import plain_panels
from banneret.show.rosters import Roster
from banneret.show.showing import showing_of
from banneret.text.message import Message

GAMES = ("battles", "icefire-2021", "icefire-s6", "runewars", "thrones")
ANSWERS = 160
EVERY = 20
GLYPHS = Path(__file__).parents[2] / "web" / "src" / "cards" / "glyphs.tsx"


def positions(game: str) -> list[Match[Any]]:
    """Return positions of a match of random answers."""
    match = new_match(game, seats=rulebook(game).seats_at_first(), seed=5, events=False)
    stream = Stream(derive_key("panels", game))
    found = []
    for number in range(ANSWERS):
        if match.outcome is not None:
            break
        if number % EVERY == 0:
            found.append(match.clone())
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
    return found


def page_glyphs() -> set[str]:
    """Return the glyphs that the page knows."""
    table = GLYPHS.read_text("utf-8").partition("GLYPHS: Record")[2].partition("};")[0]
    return set(re.findall(r'^  "?([\w-]+)"?:', table, re.MULTILINE))


def messages(panel: TablePanel) -> Iterator[Message]:
    """Yield every message of a panel."""
    yield from (panel.title, panel.drawer, *panel.notes)
    for item in items_of(panel):
        yield from (item.name, *item.notes, *(check.text for check in item.checks))
    if isinstance(panel, CountersPanel):
        for row in panel.rows:
            yield from (*row.notes, *(one.label for one in row.counters))
    elif isinstance(panel, HeadingPanel):
        yield from (one.label for side in panel.sides for one in side.counters)
    elif isinstance(panel, LegendPanel):
        yield from (entry.text for entry in panel.entries)


def glyphs(panel: TablePanel) -> Iterator[str]:
    """Yield every glyph of a panel; rosters have those of cards."""
    yield panel.glyph
    for item in items_of(panel):
        yield from (item.glyph, *item.symbols)
    if isinstance(panel, CountersPanel):
        yield from (one.glyph for row in panel.rows for one in row.counters)
    elif isinstance(panel, HeadingPanel):
        for side in panel.sides:
            yield from (side.crest, *(one.glyph for one in side.counters))
    elif isinstance(panel, LegendPanel):
        yield from (entry.glyph for entry in panel.entries)


@pytest.mark.parametrize("game", GAMES)
def test_panels_have_words_cards_and_pictures(game: str) -> None:
    book = rulebook(game)
    showing = showing_of(book)
    known = {card.id for card in cards_of(book)}
    texts = [book.catalogue(language) for language in ("en", "de", "hu")]
    pictures = page_glyphs() | showing.emblems().pictures.keys()
    seen: set[type[Any]] = set()
    for match in positions(game):
        for seats in (frozenset[int](), frozenset({0})):
            panels = showing.panels(match.view(seats).game, seats)
            assert len({one.id for one in panels}) == len(panels)
            assert {card for card in things_of(panels).values() if card} <= known
            for panel in panels:
                seen.add(type(panel))
                cards = {item.card for item in items_of(panel)} | {panel.card}
                cards |= {one.card for one in panel.entries} if isinstance(panel, LegendPanel) else set()
                assert cards - {""} <= known, cards - known
                assert set(glyphs(panel)) - {""} <= pictures, panel.id
                for message in messages(panel):
                    assert not [text for text in texts if message.id not in text], message
                    assert "{" not in texts[0].render(message)

    assert {HeadingPanel, RosterPanel} <= seen


@pytest.mark.parametrize("game", GAMES)
def test_emblems_are_drawn_with_styles_of_the_game(game: str) -> None:
    emblems = showing_of(rulebook(game)).emblems()
    styled = set(re.findall(rf"\.{emblems.root} (?:text)?\.([\w-]+)", emblems.style))
    patterns = set(re.findall(r'id="([\w-]+)"', emblems.defs))
    for id_, markup in emblems.pictures.items():
        drawn = ElementTree.fromstring(f"<svg>{markup}</svg>")  # noqa: S314  # our own drawing
        classes = {name for part in drawn.iter() for name in part.get("class", "").split()}
        assert classes <= styled | {"token", "lift"}, (id_, classes - styled)
        assert set(re.findall(r"url\(#([\w-]+)\)", markup)) <= patterns, id_


def test_a_game_without_panels_has_those_of_its_fields() -> None:
    class View(msgspec.Struct, frozen=True):
        """A view."""

        round: int
        hand: tuple[str | None, ...]
        coins: dict[str, int]
        piles: dict[str, tuple[str, ...]]
        open: bool

    panels = plain_panels(View(3, ("knight", None), {"red": 2, "blue": 0}, {"red": ("spear",), "blue": ()}, True))
    assert [one.id for one in panels] == ["plain", "plain:hand", "plain:coins", "plain:piles:red", "plain:piles:blue"]
    numbers, hand, coins, red, _ = panels
    assert isinstance(numbers, CountersPanel)
    assert [(one.label.fields, one.value) for one in numbers.rows[0].counters] == [({"word": "round"}, "3")]
    assert isinstance(hand, HandPanel)
    assert [one.card for one in hand.cards] == ["knight", ""]
    assert isinstance(coins, CountersPanel)
    assert [one.value for one in coins.rows[0].counters] == ["2", "0"]
    assert isinstance(red, HandPanel)
    assert (red.title.fields, red.drawer.fields) == ({"word": "red"}, {"word": "piles"})


def test_things_are_those_of_all_kinds_of_panels() -> None:
    match = new_match("thrones", seats=6, seed=1)
    panels = showing_of(match.rulebook).panels(match.view(0).game, frozenset({0}))
    things = things_of(panels)
    assert {"track:supply", "token:kings-court", "place:fiefdoms:stark", "house-card:eddard-stark"} <= things.keys()
    assert things["house-card:eddard-stark"] == "eddard-stark"
    assert things["unit:knight"] == "knight"
    assert things["westeros:1"] == ""
    assert {type(one) for one in panels} >= {TrackPanel, HandPanel, DeckPanel, LegendPanel, RosterPanel}
    rosters = [one.roster for one in panels if isinstance(one, RosterPanel)]
    assert all(isinstance(one, Roster) for one in rosters)
    assert next(one.side for one in rosters) == "baratheon"


def test_emblems_bring_only_the_style_of_what_they_show() -> None:
    day = ".g .used{fill:red}.g .board{fill:blue}.g .weave{fill:tan}"
    sheet = f"<style>{day}@media (x){{.g .used{{fill:pink}}.g .board{{}}}}</style>"
    found = emblems_of("g", sheet, '<path class="weave"/>', {"one": '<path class="used token"/>'})
    assert found.style == ".g .used{fill:red}.g .weave{fill:tan}@media (x){.g .used{fill:pink}}"
