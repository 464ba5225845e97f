"""The cards of the game as data."""

from __future__ import annotations

import pytest

from banneret.games.thrones.content.board import ADJACENT, AREA, AREAS
from banneret.games.thrones.content.components import (
    CARDS,
    HOUSES,
    ORDERS,
    SETUPS,
    SUPPLY_LIMITS,
    TIDES,
    UNITS,
    WESTEROS,
    WILDLINGS,
)
from banneret.kernel.registry import rulebook
from banneret.show.card import cards, mentions

ALL = {card.id: card for card in cards("thrones")}
BOOK = rulebook("thrones")


def test_every_component_is_described_once() -> None:
    ids = [*CARDS, *(order.id for order in ORDERS), *WESTEROS, *WILDLINGS, *TIDES, *UNITS, *AREAS, *HOUSES]
    assert [card.id for card in cards("thrones")][: len(ids)] == ids
    assert len(ALL) == len(cards("thrones"))


def test_an_area_shows_its_icons_its_neighbors_and_its_neutral_force() -> None:
    card = ALL["winterfell"]
    assert [(stat.glyph, stat.value) for stat in card.stats] == [("castle", "2"), ("supply", "1"), ("crown", "1")]
    assert card.faction == "stark"
    assert set(card.related) == {AREAS[other] for other in ADJACENT[AREA["winterfell"]]}
    forces = [text for text in ALL["kings-landing"].texts if text.id == "card.neutral"]
    strengths = {
        setup.neutral[AREA["kings-landing"]] for setup in SETUPS.values() if AREA["kings-landing"] in setup.neutral
    }
    assert {force.fields["strength"] for force in forces} == strengths != set()


def test_a_house_shows_its_pieces_and_where_they_start() -> None:
    card = ALL["stark"]
    values = {stat.label.id: stat.value for stat in card.stats}
    assert values["card.garrison"] == "2"
    assert [values[f"name.{unit}"] for unit in UNITS] == ["10", "5", "6", "2"]
    assert len([text for text in card.texts if text.id == "card.start-units"]) == 3


def test_tracks_and_dominance_tokens_are_described() -> None:
    assert {"track:iron-throne", "track:supply", "token:kings-court", "token:power"} <= set(ALL)
    armies = [text for text in ALL["track:supply"].texts if text.id == "card.armies"]
    assert len(armies) == len(SUPPLY_LIMITS)
    assert BOOK.catalogue("en").render(ALL["token:fiefdoms"].title) == "Valyrian Steel Blade"


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
