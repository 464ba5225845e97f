"""Army lists: the rule that each fault names, prices, lists in text and code, random armies."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from banneret.content.army_list_text import ListError
from banneret.games.runewars.army.list_code import card_codes, read_short, write_short
from banneret.games.runewars.army.list_text import read_json, read_list, read_toml, write_json, write_list
from banneret.games.runewars.army.lists import SIZES, ArmyList, FieldedUnit, bill, check_list, is_legal, unique_units
from banneret.games.runewars.army.random_lists import _more_upgrades, _Room, larger, random_list
from banneret.games.runewars.content.components import FACTIONS, Faction, components
from banneret.games.runewars.languages import catalogue, rule_index
from banneret.games.runewars.units.score import worth
from banneret.text.catalogue import LANGUAGES
from tests.games.runewars.armies import army


def faults(list_: ArmyList) -> list[tuple[str, int, str]]:
    """What is wrong, as rule, place of the unit, and message."""
    found = check_list(list_)
    assert all(fault.rule in rule_index() for fault in found)
    return [(fault.rule.removeprefix("rw:"), fault.place, fault.message.id.removeprefix("fault.")) for fault in found]


@pytest.mark.rule("rw:army.1", "rw:army.2", "rw:army.3", "rw:army.4", "rw:army.7", "rw:army.8")
def test_a_legal_army_costs_what_its_cards_say() -> None:
    host = army("spearmen 3x2 shield-wall trumpets", "spearmen 2x1", "rune-golems 2x2 tempered-steel")
    assert faults(host) == []
    assert bill(host).units == ((40, (5, 2)), (18, ()), (50, (3,)))
    assert bill(host).total == 118


@pytest.mark.rule("rw:army.4")
def test_what_there_is_not_costs_nothing() -> None:
    wrong = army("spearmen 9x9", "orcs 2x1", "spearmen 2x1 excalibur", "spearmen 2x1 seasoned-pathfinder")
    assert bill(wrong).units == ((0, ()), (0, ()), (18, (0,)), (18, (0,)))


@pytest.mark.rule("rw:army.1")
@pytest.mark.rule("rw:skirmish.1")
def test_an_army_may_cost_the_points_agreed_and_not_one_more() -> None:
    assert SIZES == (100, 200)
    assert faults(army("spearmen 3x3", "spearmen 3x2", points=99)) == []
    assert faults(army("spearmen 3x3", "spearmen 3x2", points=98)) == [("army.1", 0, "points")]


@pytest.mark.rule("rw:army.2")
@pytest.mark.rule("rw:40.0")
def test_units_are_of_one_faction() -> None:
    assert faults(army("reanimates 2x1", "spearmen 2x1")) == [("army.2", 1, "faction")]
    assert faults(army()) == [("army.2", 0, "no-units")]
    assert faults(army("orcs 2x1")) == [("army.2", 1, "unknown-unit")]


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_cards_without_a_name_have_faults_that_can_be_read(language: str) -> None:
    nameless = FieldedUnit(unit="", formation="2x1", upgrades=())
    spearmen = FieldedUnit(unit="spearmen", formation="2x1", upgrades=("",))
    found = check_list(ArmyList(faction="daqan-lords", points=200, units=(nameless, spearmen)))
    assert [fault.message.id for fault in found] == ["fault.unknown-unit", "fault.unknown-upgrade"]
    assert all(catalogue(language).render(fault.message) for fault in found)


@pytest.mark.rule("rw:army.3")
def test_a_formation_is_one_of_the_cost_table() -> None:
    assert faults(army("spearmen 2x1", "spearmen 4x1")) == [("army.3", 2, "formation")]
    assert faults(army("darnati-warriors 2x3", faction="latari-elves")) == [("army.3", 1, "formation")]


@pytest.mark.rule("rw:army.8")
@pytest.mark.rule("rw:15.0")
def test_an_upgrade_takes_an_icon_of_the_row() -> None:
    assert faults(army("spearmen 2x1 shield-wall")) == []
    assert faults(army("spearmen 2x1 shield-wall wind-rune")) == [("army.8", 1, "slot")]
    assert faults(army("spearmen 2x1 rank-discipline")) == [("army.8", 1, "slot")]
    assert faults(army("spearmen 2x1 no-such-card")) == [("army.8", 1, "unknown-upgrade")]


def test_of_two_rows_with_one_formation_the_one_that_fits_is_taken() -> None:
    assert faults(army("deepwood-archers 2x2 bull-pennon", faction="latari-elves")) == []
    assert faults(army("deepwood-archers 2x2 war-crier", faction="latari-elves")) == []
    both = army("deepwood-archers 2x2 bull-pennon war-crier", faction="latari-elves")
    assert faults(both) == [("army.8", 1, "slot")]


@pytest.mark.rule("rw:army.5", "rw:15.6", "rw:27.1")
def test_an_upgrade_with_a_type_is_for_that_type() -> None:
    assert faults(army("oathsworn-cavalry 2x2 lion-standard-bearer")) == [("15.6", 1, "type")]
    assert faults(army("spearmen 3x2 lion-standard-bearer")) == []


@pytest.mark.rule("rw:army.6", "rw:15.7")
def test_an_upgrade_with_a_faction_is_for_its_armies() -> None:
    assert faults(army("reanimates 3x2 lion-standard-bearer", faction="waiqar-the-undying")) == [
        ("15.7", 1, "upgrade-faction")
    ]


@pytest.mark.rule("rw:golden.2")
def test_an_upgrade_may_be_for_some_units_alone() -> None:
    assert faults(army("lord-hawthorne 1x1 wraith-step")) == [("golden.2", 1, "only")]
    assert faults(army("kari-wraithstalker 1x1 wraith-step")) == []


@pytest.mark.rule("rw:ruling.47")
def test_what_is_not_known_well_enough_is_not_fielded() -> None:
    """Seven units have no command tool, and six upgrades lack cost, figure or text."""
    assert faults(army("prince-faolan 1x1", faction="latari-elves")) == [("ruling.47", 1, "no-dials")]
    assert faults(army("spearmen 2x2 seasoned-pathfinder"))[0] == ("ruling.47", 1, "gap.cost")
    assert faults(army("death-knights 2x1 obcasiums-gauntlet", faction="waiqar-the-undying")) == []
    assert faults(army("reanimates 2x2 raven-standard-bearer", faction="waiqar-the-undying")) == [
        ("ruling.47", 1, "gap.figure")
    ]
    assert faults(army("leonx-riders 2x3 aliana-of-summersong-cavalry-upgrade", faction="latari-elves")) == [
        ("ruling.47", 1, "gap.text")
    ]
    cases: tuple[tuple[str, str, Faction, str], ...] = (
        ("deepwood-archers 3x2", "hunters-guile", "latari-elves", "overgrown"),
        ("leonx-riders 2x3", "warden-of-horn-and-branch", "latari-elves", "units"),
    )
    for unit, card, faction, why in cases:
        assert faults(army(f"{unit} {card}", faction=faction)) == [("ruling.47", 1, f"unplayed.{why}")]


@pytest.mark.rule("rw:army.12")
def test_kari_brings_one_infantry_unit_of_the_latari() -> None:
    kari = "kari-wraithstalker 1x1"
    assert faults(army(kari, "deepwood-archers 2x1")) == []
    assert faults(army(kari, "deepwood-archers 2x1", "darnati-warriors 2x1")) == [("army.2", 3, "faction")]
    assert faults(army(kari, "leonx-riders 2x1")) == [("army.2", 2, "faction")]
    assert faults(army(kari, "aliana-of-summersong 1x1")) == [("army.2", 2, "faction")]
    as_upgrade = army("spearmen 2x2 kari-wraithstalker-infantry-upgrade", "deepwood-archers 2x1")
    assert faults(as_upgrade) == [("army.2", 2, "faction")]


@pytest.mark.rule("rw:army.12", "rw:ruling.48")
def test_ankaur_brings_one_unit_that_takes_the_armys_upgrades() -> None:
    ankaur = "ankaur-maro 1x1"
    undead: Faction = "waiqar-the-undying"
    assert faults(army(ankaur, "spined-threshers 1x1", faction=undead)) == []
    assert faults(army(ankaur, "kethra-alaak 1x1", faction=undead)) == [("army.2", 2, "faction")]
    assert faults(army(ankaur, "berserkers 2x1 raven-standard-bearer", faction=undead)) == [
        ("ruling.47", 2, "gap.figure")
    ]
    assert faults(army(ankaur, "berserkers 2x1 blighted-vexillum-bearer", faction=undead)) == []
    assert faults(army(ankaur, "berserkers 2x1 bannerscamp", faction=undead)) == [("15.7", 2, "upgrade-faction")]


@pytest.mark.rule("rw:army.12")
def test_with_ardus_units_have_the_icons_of_the_next_dearer_row() -> None:
    undead: Faction = "waiqar-the-undying"
    smallest = "reanimates 2x1 tactical-drummer blighted-vexillum-bearer"
    assert faults(army(smallest, faction=undead)) == [("army.8", 1, "slot")]
    assert faults(army(smallest, "ardus-ixerebus 1x1 heartseeker", faction=undead)) == []


@pytest.mark.rule("rw:army.12")
def test_with_maegan_infantry_takes_one_sorceress_more() -> None:
    archers = "deepwood-archers 3x2 storm-sorceress dreamweaver-sorceress"
    elves: Faction = "latari-elves"
    assert faults(army(archers, faction=elves)) == [("army.8", 1, "slot")]
    assert faults(army(archers, "maegan-cyndewin 1x1", faction=elves)) == []
    three = army(f"{archers} verdant-sorceress", "maegan-cyndewin 1x1", faction=elves)
    assert faults(three) == [("ruling.47", 1, "unplayed.overgrown"), ("army.8", 1, "slot")]
    for other in ("blackthorn-assassin", "war-crier", "heartseeker"):  # no sorceress, of no faction, of another icon
        beside = army(f"deepwood-archers 3x2 storm-sorceress {other}", "maegan-cyndewin 1x1", faction=elves)
        assert faults(beside) == [("army.8", 1, "slot")]
    second = army("darnati-warriors 2x1 storm-sorceress", "maegan-cyndewin 1x1", faction=elves)
    assert faults(second) == [], "without an icon for champions"
    cavalry = army("leonx-riders 2x1 dreamweaver-sorceress", "maegan-cyndewin 1x1", faction=elves)
    assert faults(cavalry) == [("15.6", 1, "type"), ("army.8", 1, "slot")]


def test_a_figure_may_add_an_icon() -> None:
    assert faults(army("spearmen 2x2 artifact-bearer heartseeker")) == []
    assert faults(army("spearmen 2x2 heartseeker")) == [("army.8", 1, "slot")]


@pytest.mark.rule("rw:28.1")
def test_a_unique_name_is_there_once_whatever_the_card() -> None:
    twice = army("kari-wraithstalker 1x1", "spearmen 2x2 kari-wraithstalker-infantry-upgrade")
    assert faults(twice) == [("28.1", 2, "unique-name")]
    artifacts = army("lord-hawthorne 1x1 heartseeker", "kari-wraithstalker 1x1 heartseeker")
    assert faults(artifacts) == [("28.1", 2, "unique-name")]


@pytest.mark.rule("rw:ruling.49")
def test_both_faces_of_a_character_are_one_name() -> None:
    both = army("lord-vorunthul 1x1", "reanimates 3x3 vorunthul-cursed-infantry-upgrade", faction="waiqar-the-undying")
    assert faults(both) == [("28.1", 2, "unique-name")]


@pytest.mark.rule("rw:army.13", "rw:28.2", "rw:ruling.50")
def test_there_is_a_unique_unit_for_each_hundred_points() -> None:
    heroes = ("kari-wraithstalker 1x1", "lord-hawthorne 1x1", "baron-zachareth 1x1")
    assert [unique_units(points) for points in (99, 100, 199, 200)] == [0, 1, 1, 2]
    assert faults(army(*heroes[:2])) == []
    assert faults(army(*heroes)) == [("28.2", 0, "unique-units")]
    assert faults(army(heroes[0], points=100)) == []
    assert faults(army(*heroes[:2], points=100)) == [("28.2", 0, "unique-units")]


ELVES: Faction = "latari-elves"
ONE_FAULT = [
    (army(), ""),
    (army("orcs 2x1"), "orcs"),
    (army("spearmen 4x1"), "spearmen"),
    (army("spearmen 2x1 no-such-card"), "no-such-card"),
    (army("spearmen 2x1 rank-discipline"), "rank-discipline"),
    (army("prince-faolan 1x1", faction=ELVES), "prince-faolan"),
    (army("deepwood-archers 3x2 hunters-guile", faction=ELVES), "hunters-guile"),
    (army("oathsworn-cavalry 2x2 lion-standard-bearer"), "lion-standard-bearer"),
    (army("reanimates 3x2 lion-standard-bearer", faction="waiqar-the-undying"), "lion-standard-bearer"),
    (army("lord-hawthorne 1x1 wraith-step"), "wraith-step"),
    (army("reanimates 2x1", "spearmen 2x1"), "reanimates"),
    (army("lord-hawthorne 1x1 heartseeker", "kari-wraithstalker 1x1 heartseeker"), "heartseeker"),
    (army("kari-wraithstalker 1x1", "lord-hawthorne 1x1", points=100), ""),
    (army("spearmen 2x1", points=17), ""),
]
"""Lists with a single fault, and the card that it names."""


@pytest.mark.parametrize(("list_", "card"), ONE_FAULT)
def test_a_list_with_one_fault_is_not_legal_and_the_fault_names_the_card(list_: ArmyList, card: str) -> None:
    assert [fault.card for fault in check_list(list_)] == [card]
    assert not is_legal(list_)


def test_only_the_unit_that_changed_is_checked_in_an_otherwise_legal_list() -> None:
    """And all of them, if the changed one is a character that changes the rules for others."""
    legal = army("spearmen 2x1 shield-wall", "spearmen 2x2")
    assert is_legal(legal)
    assert all(is_legal(legal, changed) for changed in (0, 1))
    wrong = army("spearmen 2x1 rank-discipline", "spearmen 2x2")
    assert [is_legal(wrong, changed) for changed in (None, 0, 1)] == [False, False, True]
    dear = army("spearmen 2x1", "spearmen 2x2", points=47)
    assert [is_legal(dear, changed) for changed in (None, 0, 1)] == [False, True, True]
    leader = army("spearmen 2x1 rank-discipline", "kari-wraithstalker 1x1")
    assert not is_legal(leader, 1)


def test_faults_come_in_the_order_of_the_list_and_name_the_unit() -> None:
    wrong = army("spearmen 9x9", "reanimates 2x1", "spearmen 2x1 heartseeker", points=20)
    assert faults(wrong) == [
        ("army.3", 1, "formation"),
        ("army.2", 2, "faction"),
        ("army.8", 3, "slot"),
        ("army.1", 0, "points"),
    ]
    texts = catalogue("en")
    told = [texts.render(fault.message) for fault in check_list(wrong)]
    fields = [fault.message.fields for fault in check_list(wrong)]
    assert [one.get("place") for one in fields] == [1, 2, 3, None]
    assert [one.get("card") for one in fields[:3]] == ["spearmen", "reanimates", "heartseeker"]
    assert "card" not in fields[3]
    assert told[2] == "Unit 3, Spearmen: Heartseeker has no icon left in the row of 2 × 1: artifact."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_is_told_with_names(language: str) -> None:
    texts = catalogue(language)
    wrong = [
        army(),
        army("orcs 2x1", "spearmen 9x9 nothing", "reanimates 2x1 heartseeker"),
        army("oathsworn-cavalry 2x2 lion-standard-bearer bannerscamp wraith-step"),
        army("kari-wraithstalker 1x1", "kari-wraithstalker 1x1 obcasiums-gauntlet seasoned-pathfinder", points=20),
        army("prince-faolan 1x1"),
        army("deepwood-archers 3x2 hunters-guile warden-of-horn-and-branch"),
        army("leonx-riders 2x3 raven-standard-bearer aliana-of-summersong-cavalry-upgrade"),
    ]
    told = [texts.render(fault.message) for list_ in wrong for fault in check_list(list_)]
    messages = {fault.message.id for list_ in wrong for fault in check_list(list_)}
    assert messages == {id for id in texts.ids() if id.startswith("fault.")}
    for sentence in told:
        assert re.search(r"\b[a-z]+-[a-z]+\b", sentence) is None or "Front" in sentence, sentence
        assert "{" not in sentence


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_card_has_a_name_in_the_language(language: str) -> None:
    english, texts = catalogue("en"), catalogue(language)
    names = {id for id in english.ids() if id.startswith("name.")}
    assert {id for id in texts.ids() if id.startswith("name.")} == names


@pytest.mark.rule("rw:86.4", "rw:86.4a", "rw:86.4b")
def test_a_unit_with_trays_lost_is_worth_the_row_below() -> None:
    spearmen = components().units["spearmen"]
    assert [worth(spearmen, trays) for trays in range(10)] == [0, 0, 18, 18, 30, 30, 40, 40, 40, 59]


# ---------------------------------------------------------------------------------------------------------------
# Lists written
# ---------------------------------------------------------------------------------------------------------------

TEXT = """\
Army: The Watch  # of the north
Faction: Daqan-Lords
Points: 200

Spearmen 3x2
+ Shield Wall
+ trumpets
oathsworn-cavalry 2x2
+ Lord Hawthorne
"""


def test_a_written_list_is_read_by_names_and_ids() -> None:
    read = read_list(TEXT)
    assert read == replace(
        army("spearmen 3x2 shield-wall trumpets", "oathsworn-cavalry 2x2 lord-hawthorne-cavalry-upgrade"),
        name="The Watch",
    )
    assert read_list(write_list(read)) == read


BUILT = """
Undead: 197/200
Reanimates [64] 4x3
File Leader [6] -
Raven Tabards [2]
Total Unit Cost: 72
Death Knights [24] 2x1
Obcasiums Gauntlet [5] -
ardus ixerebus [37] 1x1
"""


def test_the_text_of_list_builders_is_read() -> None:
    read = read_list(BUILT)
    assert (read.faction, read.points) == ("waiqar-the-undying", 200)
    assert [(one.unit, one.formation, one.upgrades) for one in read.units] == [
        ("reanimates", "4x3", ("file-leader", "raven-tabards")),
        ("death-knights", "2x1", ("obcasiums-gauntlet",)),
        ("ardus-ixerebus", "1x1", ()),
    ]
    assert read_list(BUILT.replace("Undead: 197/200\n", "")).points == 200
    small = read_list("Spearmen [30] 2x2 -\n- Tempered Steel [3] -")
    assert (small.faction, small.points, small.units[0].upgrades) == ("daqan-lords", 100, ("tempered-steel",))


def test_a_list_of_a_builder_has_the_points_it_gives_or_the_smallest_size_that_suffices() -> None:
    golems = "Rune Golems [50] 2x2\nRune Golems [50] 2x2\n"
    assert read_list(golems).points == 100
    assert read_list(f"{golems}Raven Tabards [2]\n").points == 200
    assert read_list(f"Humans: 100/200\n{golems}").points == 200
    assert read_list(f"Humans: 100 / 150 pts\n{golems}").points == 150


def test_an_upgrade_may_follow_its_sign_at_once() -> None:
    heads = "Faction: daqan-lords\nPoints: 100\n"
    for sign in ("+", "+ ", "+   "):
        assert read_list(f"{heads}Spearmen 2x1\n{sign}Trumpets\n").units[0].upgrades == ("trumpets",)


@pytest.mark.parametrize("line", ["Humans: 18/100", "Total Unit Cost: 18"])
def test_a_line_with_a_total_is_enough_to_know_the_text_of_a_list_builder(line: str) -> None:
    """Its faction and size follow from its units."""
    read = read_list(f"{line}\nSpearmen 2x1\n")
    assert (read.faction, read.points) == ("daqan-lords", 100)
    with pytest.raises(ListError, match="faction"):
        read_list("Spearmen 2x1\n")


def test_an_id_is_read_where_the_name_is_that_of_several_cards() -> None:
    """Lord Hawthorne is a unit, an upgrade of infantry and one of cavalry; rune golems can have neither."""
    heads = "Faction: daqan-lords\nPoints: 200\n\n"
    for id in ("lord-hawthorne-infantry-upgrade", "lord-hawthorne-cavalry-upgrade"):
        read = read_list(f"{heads}rune-golems 2x2\n+ {id}\n")
        assert read.units[0].upgrades == (id,)
        assert read_list(write_list(read)) == read
    assert read_list(f"{heads}Lord Hawthorne 1x1\n").units[0].unit == "lord-hawthorne"


def test_an_unknown_card_is_written_as_its_id() -> None:
    written = write_list(army("orcs 2x1 shield-wall", "spearmen 2x1 excalibur"))
    assert written.splitlines()[3:] == ["orcs 2x1", "+ Shield Wall", "Spearmen 2x1", "+ excalibur"]


@pytest.mark.parametrize(
    "name", ["Obcasium\u2019s Gauntlet", "obcasiums gauntlet", "OBCASIUM'S-GAUNTLET", "Obcásium`s Gauntlet"]
)
def test_names_without_apostrophes_hyphens_and_accents_are_the_same(name: str) -> None:
    text = f"Faction: waiqar-the-undying\nPoints: 100\n\nDeath Knights 2x1\n+ {name}\n"
    assert read_list(text).units[0].upgrades == ("obcasiums-gauntlet",)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("Faction: Daqan-Lords\n", ""), "army list: faction: is missing; write 'Faction: ...'"),
        (("Daqan-Lords", "elves"), "line 2: faction: 'elves' is not one of daqan-lords, "),
        (("200", "many"), "line 3: points: 'many' is not a whole number from 1 to 1000"),
        (("Points: 200", "Points: 200\nPoints: 200"), "line 4: Points: appears twice"),
        (("Spearmen 3x2", "Spearmen"), "line 5: Spearmen: a unit must be followed by its formation"),
        (("Spearmen 3x2", "Orcs 3x2"), "line 5: Orcs: is not a card that can be used here"),
        (("+ trumpets", "+ Vuvuzelas"), "line 7: Vuvuzelas: is not a card that can be used here"),
        (("Spearmen 3x2\n", ""), "line 5: + Shield Wall: an upgrade must follow its unit"),
        (("oathsworn-cavalry", "rune-golems"), "line 9: Lord Hawthorne: is ambiguous: lord-hawthorne-"),
    ],
)
def test_a_mistake_in_a_written_list_is_told_with_its_line(change: tuple[str, str], fault: str) -> None:
    with pytest.raises(ListError, match=f"^{re.escape(fault)}"):
        read_list(TEXT.replace(*change))


@pytest.mark.parametrize(
    ("read", "text", "fault"),
    [
        (read_json, "{", "army list: syntax: "),
        (read_json, '{"faction": "elves", "points": 1}', "army list: fields: "),
        (read_toml, "points =", "army list: syntax: "),
        (read_toml, 'faction = "daqan-lords"', "army list: fields: "),
        (read_short, "dl200", "army list: dl200: is not an army list code"),
        (read_short, "dl200-12-34", "army list: dl200-12-34: contains a typing error"),
    ],
)
def test_a_form_that_cannot_be_read_is_told(read: object, text: str, fault: str) -> None:
    assert callable(read)
    with pytest.raises(ListError, match=f"^{re.escape(fault)}"):
        read(text)


def test_no_two_cards_have_the_same_signs() -> None:
    codes = card_codes()
    assert len(codes.of) == len(codes.cards) == 34 + 185


def sealed(body: str) -> str:
    """A code with the signs that fit it."""
    last = "0123456789abcdefghijklmnopqrstuvwxyz"
    for one in last:
        for other in last:
            try:
                read_short(f"{body}-{one}{other}")
            except ListError as error:
                if "typing error" in error.problem:
                    continue
            return f"{body}-{one}{other}"
    raise AssertionError(body)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("xx200-", "army list: xx: is not a faction; the factions are dl, wu, le, uy"),
        ("dl200-zzzz", "army list: zzzz: is not a unit code"),
        ("dl200-zzzz21", "army list: zzzz: is not the code of a card"),
        ("dl0-", "army list: points: '0' is not a whole number from 1 to 1000"),
    ],
)
def test_a_code_with_signs_that_fit_and_yet_no_army_is_refused(body: str, fault: str) -> None:
    with pytest.raises(ListError, match=f"^{re.escape(fault)}"):
        read_short(sealed(body))


def test_a_code_holds_any_number_of_units() -> None:
    for list_ in (army(), army("spearmen 2x1"), army("spearmen 2x1", "spearmen 3x3 shield-wall")):
        assert read_short(write_short(list_)) == list_
        assert read_short(write_short(replace(list_, assumed=True))) == replace(list_, assumed=True)


def test_a_code_holds_cards_that_there_are_and_formations_of_one_digit() -> None:
    with pytest.raises(ListError, match=r"^army list: orcs: is not a card"):
        write_short(army("orcs 2x1"))
    with pytest.raises(ListError, match=r"^army list: 10x1: is not a formation that a code can contain"):
        write_short(army("spearmen 10x1"))


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_every_typing_error_of_one_sign_is_found(data: st.DataObject) -> None:
    code = write_short(army("spearmen 3x2 shield-wall trumpets", "rune-golems 2x1"))
    place = data.draw(st.integers(0, len(code) - 1))
    sign = data.draw(st.sampled_from([one for one in "0123456789abcdefghijklmnopqrstuvwxyz" if one != code[place]]))
    with pytest.raises(ListError):
        read_short(code[:place] + sign + code[place + 1 :])


# ---------------------------------------------------------------------------------------------------------------
# Random armies
# ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("points", SIZES)
def test_random_armies_are_legal_full_and_come_back_from_every_form(faction: Faction, points: int) -> None:
    for seed in range(3):
        made = random_list(seed, faction, points)
        assert check_list(made) == ()
        assert bill(made).total <= points
        assert list(larger(made)) == []
        assert read_list(write_list(made)) == made
        assert read_json(write_json(made)) == made
        assert read_short(write_short(made)) == made


def test_the_same_seed_gives_the_same_army() -> None:
    assert random_list(4, "latari-elves", 100) == random_list(4, "latari-elves", 100)
    assert random_list(4, "latari-elves", 100) != random_list(5, "latari-elves", 100)
    with pytest.raises(ValueError, match="daqan-lords: 16 points are too few for any unit"):
        random_list(1, "daqan-lords", 16)


@pytest.mark.parametrize(
    ("faction", "including"),
    [
        ("daqan-lords", ("rune-golems",)),
        ("daqan-lords", ("lance-corporal", "spearmen", "rune-golems")),
        ("daqan-lords", ("wraith-step",)),  # of Kari Wraithstalker alone
        ("latari-elves", ("storm-sorceress", "dreamweaver-sorceress", "maegan-cyndewin")),
        ("uthuk-yllan", ("front-line-obscene", "berserkers")),
    ],
)
def test_a_random_army_contains_the_cards_that_are_wanted(faction: Faction, including: tuple[str, ...]) -> None:
    for seed in range(2):
        made = random_list(seed, faction, 200, including=including)
        assert check_list(made) == ()
        cards = [card for one in made.units for card in (one.unit, *one.upgrades)]
        assert set(including) <= set(cards)
        assert list(larger(made)) == []


@pytest.mark.parametrize(
    ("including", "points", "fault"),
    [
        (("excalibur",), 200, "excalibur: there is no such card"),
        (("spearmen", "excalibur"), 200, "excalibur: there is no such card"),
        (("reanimates",), 200, "daqan-lords: no army of 200 points with these cards was found"),
        (("heartseeker", "heartseeker"), 200, "daqan-lords: no army of 200 points with these cards was found"),
        (("spearmen", "spearmen"), 35, "daqan-lords: no army of 35 points with these cards was found"),
    ],
)
def test_cards_that_no_army_can_have_are_told(including: tuple[str, ...], points: int, fault: str) -> None:
    with pytest.raises(ValueError, match=f"^{fault}$"):
        random_list(1, "daqan-lords", points, including=including)


@pytest.mark.rule("rw:army.1")
def test_armies_that_are_larger_by_one_card_use_the_points_left_and_no_more() -> None:
    """Spearmen for 18 and 2 more points: trumpets for 2, but no shield wall for 5; and golems for 17."""

    def added(points: int) -> set[str]:
        begun = army("spearmen 2x1", points=points)
        found = list(larger(begun))
        assert all(check_list(one) == () for one in found)
        return {card for one in found for unit in one.units for card in (unit.unit, *unit.upgrades)} - {"spearmen"}

    assert added(19) == set()
    assert "trumpets" in added(20)
    assert "shield-wall" not in added(22)
    assert "shield-wall" in added(23)
    assert "rune-golems" not in added(34)
    assert "rune-golems" in added(35)


def test_an_army_of_exactly_the_points_of_the_cards_wanted_is_found() -> None:
    made = random_list(1, "daqan-lords", 36, including=("spearmen", "spearmen"))
    assert [(one.unit, one.formation) for one in made.units] == [("spearmen", "2x1")] * 2


def test_upgrades_for_which_there_is_no_room_are_in_no_legal_army() -> None:
    upgrades = list(components().upgrades)
    dropped = 0
    for seed in range(4):
        built = replace(random_list(seed, FACTIONS[seed], 150), points=200)
        every = [grown for grown, _ in _more_upgrades(built, upgrades)]
        fitting = [grown for grown, _ in _more_upgrades(built, upgrades, _Room(built))]
        dropped += len(every) - len(fitting)
        assert [one for one in every if is_legal(one)] == [one for one in fitting if is_legal(one)]
    assert dropped > 100
