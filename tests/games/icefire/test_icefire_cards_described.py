"""The components of both editions as cards."""

from __future__ import annotations

import re
from typing import Any

import pytest

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.content.languages import catalogue
from banneret.games.icefire.content.tabletop import tabletop
from banneret.games.icefire.roll import FACES
from banneret.games.icefire.rules.actions.free_actions import ACTIONS
from banneret.show.card import Card, cards

ALL: dict[str, dict[str, Card]] = {edition: {card.id: card for card in cards(edition)} for edition in EDITIONS}


def ids_in(*groups: Any) -> set[str]:
    return {thing.id for group in groups for thing in group}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_component_has_a_card(edition: Edition) -> None:
    box, table = components(edition), tabletop(edition)
    models = (box.units, box.attachments, box.ncus, box.tactics, box.specials, box.abilities)
    wanted = {id for group in models for id in group}
    wanted |= ids_in(table.zones, table.tokens, table.pieces, table.layouts, table.modes, table.strategies)
    wanted |= {f"objective-{one.number}" for one in table.objectives}
    wanted |= {f"mission-{one.number}" for one in table.missions}
    wanted |= {f"keyword-{word}" for piece in table.pieces for word in piece.keywords}
    wanted |= {f"keyword-{word}" for ability in box.abilities.values() for word in ability.keywords}
    wanted |= {*FACES, "d6", "d3"}
    assert wanted - set(ALL[edition]) == set()


def test_actions_do_not_hide_zones_of_the_same_name() -> None:
    assert ALL[SEASON_6]["maneuver"].kind == "zone"
    assert ALL[SEASON_6]["action:maneuver"].kind == "action"
    assert {f"action:{id}" for id in ACTIONS} <= set(ALL[SEASON_6])
    assert "action:destroy" not in ALL[EDITION_2021]


def test_a_unit_shows_its_numbers_attacks_and_abilities() -> None:
    card = ALL[SEASON_6]["10209"]
    assert [(stat.glyph, stat.value) for stat in card.stats] == [
        ("speed", "6"),
        ("defense", "6+"),
        ("morale", "7+"),
        ("figures", "12"),
        ("ranks", "3"),
        ("health", "1"),
    ]
    assert [(one.kind, one.range, one.hit, [pool.dice["die"] for pool in one.pools]) for one in card.attacks] == [
        ("ranged", "short", 4, [7, 6, 4]),
        ("melee", "", 4, [6, 4, 3]),
    ]
    assert [part.card for part in card.abilities] == ["order-hidden-traps", "order-mark-target"]
    assert card.cost == 5


@pytest.mark.parametrize("edition", EDITIONS)
def test_numbers_of_units_are_those_of_the_data(edition: Edition) -> None:
    for unit in components(edition).units.values():
        card = ALL[edition][unit.id]
        values = {stat.glyph: stat.value for stat in card.stats}
        assert (values["speed"], values["defense"], values["morale"]) == (
            f"{unit.speed}",
            f"{unit.defense}+",
            f"{unit.morale}+",
        )
        assert [tuple(pool.dice["die"] for pool in one.pools) for one in card.attacks] == [
            one.dice for one in unit.attacks
        ]
        assert card.cost == unit.cost


def test_an_order_says_when_it_is_used() -> None:
    texts = catalogue("en")
    written = [texts.render(message) for message in ALL[SEASON_6]["order-overrun"].texts]
    assert written == [
        "When this unit may surge forth:",
        "In place of surging forth, this unit makes one Charge or March.",
    ]


def test_editions_have_their_own_texts() -> None:
    old, new = (ALL[edition]["ambush"].texts[-1].id for edition in (EDITION_2021, SEASON_6))
    assert (old, new) == ("text.ambush-2021", "text.ambush")


def test_attack_abilities_link_to_their_rule() -> None:
    words = {word.id: word for word in ALL[SEASON_6]["10208"].keywords}
    assert words["vicious"].rule == "icefire:attack-ability.vicious"
    assert ALL[SEASON_6][words["vicious"].card].rules == ("icefire:attack-ability.vicious",)


def test_a_commander_refers_to_the_cards_of_the_deck() -> None:
    for model in components(SEASON_6).models():
        assert set(model.deck) <= set(ALL[SEASON_6][model.id].related)


def test_uncertain_values_are_marked() -> None:
    assert ALL[EDITION_2021]["10110"].provenance == "later"
    note = ALL[EDITION_2021]["10110"].note
    assert note is not None
    assert re.search(r"season 4", catalogue("en").render(note))
    assert ALL[SEASON_6]["20406"].provenance == "unsettled"
