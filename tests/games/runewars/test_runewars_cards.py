"""The components of the game as cards."""

from __future__ import annotations

import re

import pytest

from banneret.games.runewars.attack_actions import every_shown
from banneret.games.runewars.content.card_texts import english_card_texts
from banneret.games.runewars.content.components import SECTORS, components
from banneret.games.runewars.content.sectors import action_ids, modifier_ids
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.languages import catalogue
from banneret.games.runewars.show.cards import RunewarsCards
from banneret.text.catalogue import LANGUAGES

ALL = {card.id: card for card in RunewarsCards().all()}
OTHERS = [language for language in LANGUAGES if language != "en"]
TEXTS = catalogue("en")


def test_every_component_has_a_card() -> None:
    found, table = components(), tabletop()
    groups = (found.units, found.upgrades, found.dice, found.mana, found.tokens, found.conditions, found.morale)
    wanted = {id for group in groups for id in group}
    wanted |= {*table.objectives, *table.deployments, *action_ids(), *modifier_ids()}
    wanted |= {side.id for piece in table.pieces.values() for side in (piece.defensive, piece.dangerous)}
    wanted |= {ability.id for unit in found.units.values() for ability in unit.abilities}
    wanted |= {f"{die.id}-face-{number}" for die in found.dice.values() for number in range(1, len(die.faces) + 1)}
    wanted |= {*every_shown(), *table.templates}
    wanted |= {f"keyword-{one.keyword}" for unit in found.units.values() for one in unit.keywords}
    assert wanted - set(ALL) == set()


def test_a_unit_shows_its_card_its_formations_and_both_dials() -> None:
    card = ALL["spearmen"]
    assert [(stat.glyph, stat.value) for stat in card.stats] == [("figures", "4"), ("defense", "1"), ("wounds", "1")]
    assert [pool.dice for pool in card.attacks[0].pools] == [{"red": 1, "blue": 1}]
    assert len(card.faces) == 2 * SECTORS
    assert [face.number for face in card.faces[:3]] == [4, 5, 3]
    assert [TEXTS.render(text) for text in card.texts[:1]] == ["2 × 1 trays: 18 points; upgrades: equipment, music."]
    assert [part.card for part in card.abilities] == ["inspiring-strike"]


def test_numbers_of_units_are_those_of_the_data() -> None:
    for unit in components().units.values():
        card = ALL[unit.id]
        assert card.cost == unit.rows[0].cost
        assert len(card.faces) == len(unit.actions) + len(unit.modifiers)
        assert len([text for text in card.texts if text.id.startswith("card.row")]) == len(unit.rows)
        assert [attack.kind for attack in card.attacks] == [profile.kind for profile in unit.attacks]


def test_keywords_are_shown_with_their_value_and_link_to_their_rule() -> None:
    impact = next(word for word in ALL["oathsworn-cavalry"].keywords if word.id == "impact")
    assert TEXTS.render(impact.name) == "impact 1"
    assert impact.rule == "rw:68.2"
    brutal = next(word for word in ALL["rune-golems"].keywords if word.id == "brutal")
    assert TEXTS.render(brutal.name) == "brutal stable"


def test_a_face_of_a_dial_refers_to_its_action() -> None:
    face = ALL["march-2-blue-4"]
    assert [(stat.glyph, stat.value) for stat in face.stats] == [("initiative", "4"), ("speed", "2")]
    assert face.related == ("march",)


def test_what_is_unknown_or_assumed_is_said() -> None:
    written = {id: [text.id for text in ALL[id].texts] for id in ("seasoned-pathfinder", "prince-faolan")}
    assert "card.gap-cost" in written["seasoned-pathfinder"]
    assert ALL["seasoned-pathfinder"].cost is None
    assert written["prince-faolan"][-1] in ("card.no-dials", "card.assumed")


def test_an_objective_shows_its_parts() -> None:
    titles = [TEXTS.render(part.title) for part in ALL["supply-raid"].abilities]
    assert titles == ["Setup", "During the match", "At the end"]


@pytest.mark.parametrize("language", OTHERS)
def test_texts_of_cards_are_translated_with_their_numbers(language: str) -> None:
    texts = catalogue(language)
    for id, english in english_card_texts().items():
        told = texts.text(id)
        assert told, id
        assert told != english, id
        assert set(re.findall(r"\d+", told)) == set(re.findall(r"\d+", english)), id
        assert told.count("[") == english.count("["), id
