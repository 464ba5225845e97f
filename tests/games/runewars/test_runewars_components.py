"""The units, upgrades, dice, tokens and morale cards of Runewars."""

import re
from collections import Counter
from typing import Any

import pytest

from banneret.games.runewars.content import components as cards
from banneret.games.runewars.content.components import FACTIONS, Components, components
from banneret.games.runewars.content.datafile import DataError, DataFile


def test_all_units_and_upgrades_are_there() -> None:
    found = components()
    assert Counter(found.faction[id] for id in found.units) == dict(zip(FACTIONS, (8, 9, 8, 9), strict=True))
    assert Counter(found.faction[id] for id in found.upgrades) == {
        None: 27,
        "daqan-lords": 34,
        "waiqar-the-undying": 36,
        "latari-elves": 39,
        "uthuk-yllan": 49,
    }
    assert sum(len(unit.rows) for unit in found.units.values()) == 89


def test_27_units_have_their_command_tool() -> None:
    found = components()
    assert len(found.fielded()) == 27
    assert {unit.id for unit in found.units.values() if not unit.has_dials} == {
        "ventala-skirmishers",
        "prince-faolan",
        "obscenes",
        "viper-legion-archers",
        "thuk-tar-and-gorgemaw",
        "beastmaster-thuk-tar",
        "vorunthul-the-cursed",
    }
    assert sum(len(unit.actions) for unit in found.fielded()) == 216
    assert sum(len(unit.modifiers) for unit in found.fielded()) == 216
    assert {sector.initiative for unit in found.fielded() for sector in unit.actions} == {None, *range(2, 10)}


def test_a_unit_has_the_values_of_its_card() -> None:
    spearmen = components().units["spearmen"]
    assert [(row.formation, row.trays, row.cost) for row in spearmen.rows] == [
        ("2x1", 2, 18),
        ("2x2", 4, 30),
        ("3x2", 6, 40),
        ("3x3", 9, 59),
    ]
    march = spearmen.actions[7]
    assert (march.action, march.speed, march.initiative, march.stance) == ("march", 4, 8, "yellow")
    assert (spearmen.modifiers[1].modifier, spearmen.modifiers[1].speed) == ("wheel", -2)


def test_the_dice_show_what_four_sources_list() -> None:
    dice = components().dice
    assert {die.id: len(die.faces) for die in dice.values()} == {"red": 8, "blue": 8, "white": 12}
    shown = {die.id: Counter(icon for face in die.faces for icon in face) for die in dice.values()}
    assert shown == {
        "red": {"hit": 6, "morale": 2, "surge": 1},
        "blue": {"hit": 4, "surge": 4, "accuracy": 2},
        "white": {"hit": 9, "surge": 5, "morale": 2, "mortal-strike": 1, "accuracy": 1},
    }


def test_the_morale_deck_has_30_cards() -> None:
    found = components()
    deck = Counter(found.deck())
    assert sum(deck.values()) == 30
    assert len(deck) == 10
    cards_of = Counter[int]()
    types = Counter[str]()
    for card in found.morale.values():
        cards_of[card.icons] += card.count
        types[card.type] += card.count
    assert cards_of == {1: 15, 2: 8, 3: 7}
    assert types == {"doubt": 6, "fear": 12, "confusion": 12}


def test_five_mana_tokens_show_runes_as_often_as_owners_say() -> None:
    tokens = components().mana.values()
    assert len(tokens) == 5
    most = Counter(rune for token in tokens for side in token.sides for rune in side)
    assert most == {"stable": 3, "unstable": 4, "natural": 3}
    both = [token for token in tokens if all("stable" in side for side in token.sides)]
    assert [token.id for token in both] == ["mana-5"]


def test_unique_names_are_those_of_characters_and_artifacts() -> None:
    found = components()
    assert {upgrade.slot for upgrade in found.upgrades.values() if upgrade.unique} == {"artifact", "champion", "heavy"}
    assert found.upgrades["kari-wraithstalker-infantry-upgrade"].name == found.units["kari-wraithstalker"].name
    assert all(unit.rows[0].trays == 1 for unit in found.units.values() if unit.unique)


def test_what_nobody_knows_of_a_card_is_a_gap() -> None:
    found = components().upgrades
    assert {id: card.gap for id, card in found.items() if card.gap} == {
        "lord-vorunthul-infantry-upgrade": ("cost",),
        "vorunthul-cursed-siege-upgrade": ("cost",),
        "raven-standard-bearer": ("figure",),
        "seasoned-pathfinder": ("cost",),
        "marching-starling": ("cost",),
        "aliana-of-summersong-cavalry-upgrade": ("text",),
    }
    assert all(card.note for card in found.values() if card.gap)


UNIT: dict[str, Any] = {  # values of TOML
    "id": "one",
    "name": "One",
    "type": "infantry",
    "figures": 4,
    "defense": 1,
    "wounds": 1,
    "provenance": "sourced",
    "attacks": [{"kind": "melee", "dice": ["red"]}],
    "rows": [{"files": 2, "ranks": 1, "cost": 10}],
}
MARCH = {"action": "march", "initiative": 3, "speed": 2, "stance": "blue"}
TURN = {"modifier": "turn", "speed": 0, "stance": "blue"}
BLANKS: list[Any] = [{}] * 7


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"rows": [{"files": 2, "ranks": 1, "cost": 9}, {"files": 1, "ranks": 1, "cost": 4}]}, "rows: are not in the"),
        ({"rows": [{"files": 2, "ranks": 1, "cost": 9}] * 2}, "rows: 2x1 is listed twice"),
        ({"unique": True}, "rows: a unique unit must have one tray"),
        ({"attacks": [{"kind": "melee"}]}, "attacks: the melee attack has no dice"),
        ({"attacks": []}, "attacks: "),
        ({"defense": "odd"}, "defense: "),
        ({"keywords": [{"keyword": "brutal"}]}, "keywords: brutal: has a value it should not have, or lacks one"),
        ({"keywords": [{"keyword": "scout", "value": 1}]}, "keywords: scout: has a value it should not have"),
        ({"keywords": [{"keyword": "steadfast"}]}, "keywords: steadfast: only steadfast is against types of"),
        (
            {"abilities": [{"id": "x", "timing": "melee-surge", "text": "x"}]},
            "abilities: melee-surge: a surge ability must have a cost",
        ),
        ({"abilities": [{"id": "x", "timing": "sometimes", "text": "x"}]}, "abilities[0].timing: "),
        ({"next_row": True}, "army: is missing"),
        ({"other_side": "two"}, "other_side: 'two' is unknown"),
        ({"actions": [MARCH]}, "actions: a dial must have 8 sectors, not 1"),
        ({"actions": [MARCH, *BLANKS]}, "modifiers: one of the two dials of the command tool is missing"),
        (
            {"actions": [{"action": "march", "speed": 1}, *BLANKS], "modifiers": [TURN, *BLANKS]},
            "actions: sector 1: an",
        ),
        (
            {"actions": [{**MARCH, "action": "rally"}, *BLANKS], "modifiers": [TURN, *BLANKS]},
            "actions: sector 1: march and shift must have a speed",
        ),
        (
            {"actions": [MARCH, *BLANKS], "modifiers": [{"modifier": "turn", "speed": 0}, *BLANKS]},
            "modifiers: sector 1: a modifier must have a stance",
        ),
        (
            {"actions": [MARCH, *BLANKS], "modifiers": [{**TURN, "icons": ["hit"]}, *BLANKS]},
            "modifiers: sector 1: icons: does not fit 'turn'",
        ),
        (
            {"actions": [MARCH, *BLANKS], "modifiers": [{"modifier": "turn", "stance": "blue"}, *BLANKS]},
            "modifiers: sector 1: speed: does not fit 'turn'",
        ),
        ({"wounds": 0}, "wounds: "),
        ({"shield": 1}, "shield: "),
    ],
)
def test_a_mistake_in_a_unit_is_told_with_its_place(change: dict[str, Any], fault: str) -> None:
    file = DataFile("units.toml", {"unit": [{**UNIT, **change}]})
    with pytest.raises(DataError, match=f"^units.toml: one: {re.escape(fault)}"):
        cards.read_units(file, "daqan-lords", Components())


UPGRADE = {"id": "one", "name": "One", "slot": "music", "cost": 1, "text": "x", "provenance": "sourced"}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"gap": ["cost"]}, "cost: must either be given or be in `gap`"),
        ({"gap": ["text"]}, "text: must either be given or be in `gap`"),
        ({"gap": ["figure"], "figure": {"defense": 1, "wounds": 1}}, "figure: is given, and in `gap` too"),
        ({"slot": "heavy"}, "figure: must be heavy for an upgrade of the slot 'heavy'"),
        ({"only": ["nobody"]}, "only: 'nobody' is unknown"),
        ({"surge": 1}, "surge: is given"),
        ({"slot": "hat"}, "slot: "),
    ],
)
def test_a_mistake_in_an_upgrade_is_told_with_its_place(change: dict[str, Any], fault: str) -> None:
    file = DataFile("upgrades.toml", {"upgrade": [{**UPGRADE, **change}]})
    with pytest.raises(DataError, match=f"^upgrades.toml: one: {re.escape(fault)}"):
        cards.read_upgrades(file, None, Components())


def test_no_id_is_given_twice_dice_are_complete_and_banes_are_banes() -> None:
    found = Components()
    file = DataFile("units.toml", {"unit": [UNIT]})
    cards.read_units(file, "daqan-lords", found)
    with pytest.raises(DataError, match=r"^units.toml: one: id: is the id of another card too"):
        cards.read_units(file, "latari-elves", found)
    with pytest.raises(DataError, match=r"^dice.toml: blue: id: is missing"):
        cards.read_dice(
            DataFile("dice.toml", {"die": [{"id": "red", "provenance": "sourced", "faces": [["hit"]]}]}), Components()
        )
    tokens = {
        "mana": [{"id": "m", "provenance": "sourced", "sides": [[], []]}],
        "token": [{"id": "stun", "kind": "boon", "provenance": "rulebook", "text": "x"}],
    }
    with pytest.raises(DataError, match=r"^tokens.toml: stun: kind: is not a boon"):
        cards.read_tokens(DataFile("tokens.toml", tokens), Components())


def test_a_file_that_is_no_toml_or_holds_other_tables_is_told() -> None:
    with pytest.raises(DataError, match=r"^units.toml: whole file: syntax: "):
        DataFile.parse("units.toml", "[[unit")
    with pytest.raises(DataError, match=r"^units.toml: whole file: hat: is unknown; allowed: unit"):
        cards.read_units(DataFile("units.toml", {"hat": []}), "daqan-lords", Components())
    with pytest.raises(DataError, match=r"^units.toml: unit: entries: are missing"):
        cards.read_units(DataFile("units.toml", {}), "daqan-lords", Components())
    with pytest.raises(DataError, match=r"^units.toml: one: id: occurs twice"):
        cards.read_units(DataFile("units.toml", {"unit": [UNIT, UNIT]}), "daqan-lords", Components())
