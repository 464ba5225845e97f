"""The cards of the game as data."""

from __future__ import annotations

import pytest

from banneret.games.thrones.content.components import CARDS, ORDERS, TIDES, UNITS, WESTEROS, WILDLINGS
from banneret.kernel.registry import rulebook
from banneret.show.card import cards, mentions

ALL = {card.id: card for card in cards("thrones")}
BOOK = rulebook("thrones")


def test_every_component_is_described_once() -> None:
    ids = [*CARDS, *(order.id for order in ORDERS), *WESTEROS, *WILDLINGS, *TIDES, *UNITS]
    assert [card.id for card in cards("thrones")] == ids
    assert len(ALL) == len(ids)


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_all_words_of_cards_are_in_the_catalogue(language: str) -> None:
    texts = BOOK.catalogue(language)
    written = {
        one.id for card in ALL.values() for one in (card.title, *card.texts, *(stat.label for stat in card.stats))
    }
    assert not [id for id in written if id not in texts]


def test_rules_of_cards_exist() -> None:
    known = {rule.id for rule in BOOK.rules()}
    assert {rule for card in ALL.values() for rule in card.rules} <= known


def test_house_card_shows_its_strength_and_either_icons_or_a_text() -> None:
    for card in CARDS.values():
        shown = ALL[card.id]
        values = {stat.glyph: stat.value for stat in shown.stats}
        assert values["strength"] == str(card.strength)
        assert int(values.get("sword", "0")) == card.swords
        assert int(values.get("tower", "0")) == card.towers
        assert bool(shown.texts) == bool(card.summary)
        assert shown.faction == card.house


def test_siege_engine_shows_its_strength_against_castles() -> None:
    assert [(stat.glyph, stat.value) for stat in ALL["siege-engine"].stats] == [("strength", "0"), ("castle", "4")]


def test_cards_are_found_by_words_of_title_and_text() -> None:
    texts = BOOK.catalogue("en")
    assert mentions(ALL["stannis-baratheon"], "STANNIS baratheon", texts)
    assert mentions(ALL["special-raid"], "defense order", texts)
    assert not mentions(ALL["stannis-baratheon"], "stannis lannister", texts)
