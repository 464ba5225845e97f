"""The cards and pieces of A Song of Ice & Fire in both editions."""

import re
from collections import Counter

import pytest

from banneret.games.icefire.content import components as cards
from banneret.games.icefire.content import datafile, tabletop
from banneret.games.icefire.content.components import FACTIONS, Components, components, read_cards
from banneret.games.icefire.content.datafile import DataError, DataFile
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition, rule_index

BOTH = pytest.mark.parametrize("edition", EDITIONS)


@BOTH
def test_all_cards_of_the_three_factions_are_there(edition: Edition) -> None:
    found = components(edition)
    counts = [len(kind) for kind in (found.units, found.attachments, found.ncus, found.tactics, found.specials)]
    assert counts == [50, 87, 26, 87, 2]
    assert sum(counts) == 252
    assert Counter(found.faction.values()) == {"lannister": 88, "stark": 93, "neutral": 71}
    assert Counter(found.faction[one.id] for one in found.models() if one.commander) == {
        "lannister": 8,
        "stark": 9,
        "neutral": 5,
    }


@pytest.mark.rule("icefire:army.14")
@BOTH
def test_a_deck_has_twenty_cards_two_of_each(edition: Edition) -> None:
    found = components(edition)
    for faction in FACTIONS:
        for leader in found.commanders(faction):
            deck = Counter(found.deck(faction, leader.id))
            assert len(deck) == 10
            assert set(deck.values()) == {2}
    with pytest.raises(KeyError, match="is not a Commander"):
        found.deck("stark", "10201")


@BOTH
def test_every_ability_is_on_a_card_and_every_order_has_a_trigger(edition: Edition) -> None:
    found = components(edition)
    used = {id for unit in found.units.values() for id in unit.abilities}
    used |= {id for attachment in found.attachments.values() for id in attachment.abilities}
    assert used == set(found.abilities)
    assert all((ability.trigger is not None) == ability.order for ability in found.abilities.values())
    assert found.abilities["cavalry"].innate
    assert found.abilities["cavalry"].wounds == 3


def test_cards_have_the_values_of_their_edition() -> None:
    six, old = components(SEASON_6), components(EDITION_2021)
    lancers = ("10105", (5, 4), (6, 4))
    assert six.units[lancers[0]].attacks[0].dice == lancers[1]
    assert old.units[lancers[0]].attacks[0].dice == lancers[2]
    assert (six.attachments["20209"].cost, old.attachments["20209"].cost) == (1, 2)
    assert "go-down-fighting" in six.units["10201"].abilities
    assert "go-down-fighting" not in old.units["10201"].abilities
    assert six.units["10205"].attacks[0].kind == "long"


def test_43_cards_of_2021_are_known_with_later_values_only() -> None:
    later = [id for id in components(EDITION_2021).faction if components(EDITION_2021).provenance(id) == "later"]
    assert len(later) == 43
    assert components(EDITION_2021).marks["10110"].season == 4
    assert {components(SEASON_6).provenance(id) for id in components(SEASON_6).faction} == {None, "unsettled"}


@BOTH
def test_a_table_with_all_its_pieces(edition: Edition) -> None:
    found = tabletop.tabletop(edition)
    assert [len(kind) for kind in (found.zones, found.objectives, found.missions, found.trays, found.pieces)] == [
        5,
        10,
        12,
        4,
        8,
    ]
    index = rule_index(edition)
    for piece in found.pieces:
        words = index[f"icefire:piece.{piece.id}"].summary.partition(": ")[2].rstrip(".").lower().split(", ")
        assert sorted(piece.keywords) == sorted(word.replace(" ", "-") for word in words)
    assert sum(card.copies for card in found.strategies) == 24
    edge = found.table.width / 2
    for mode in found.modes:
        assert all(abs(x) <= edge and abs(y) <= edge for x, y in (*mode.tokens, *mode.corpse_piles))
        zone = index[
            next(rule.id for rule in index if rule.id.startswith(f"icefire:{mode.id}.") and "zone" in rule.summary)
        ]
        assert str(max(mode.zones)) in zone.summary


def test_season_6_has_a_mode_and_layouts_more() -> None:
    six, old = tabletop.tabletop(SEASON_6), tabletop.tabletop(EDITION_2021)
    assert [len(six.modes), len(old.modes)] == [11, 10]
    assert [len(six.layouts), len(old.layouts)] == [6, 0]
    assert six.mode("banners-and-butchery").zones == (24, 24)
    with pytest.raises(KeyError, match="'banners-and-butchery' is not in this edition"):
        old.mode("banners-and-butchery")


def test_distances_of_tokens_are_to_their_near_side() -> None:
    found = tabletop.tabletop(SEASON_6)
    radius, half = found.table.objective_diameter / 2, found.table.width / 2
    x, y = found.mode("game-of-thrones").tokens[0]
    assert (round(half - abs(x) - radius, 6), round(half - abs(y) - radius, 6)) == (6, 18)
    x, y = found.mode("banners-and-butchery").tokens[0]
    assert (round(half - abs(x) - radius, 6), round(half - abs(y) - radius, 6)) == (12, 12)
    wall = found.mode("storm-of-swords").walls
    assert round(half + wall[0][1] - found.wall.depth / 2, 6) == 3
    assert round(wall[1][0] - wall[0][0] - found.wall.width, 6) == 4


@BOTH
def test_an_edition_reads_nothing_of_the_other(edition: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    whole = DataFile.read.__func__  # type: ignore[attr-defined]  # the function under the class method

    def watched(cls: type[DataFile], name: str) -> DataFile:
        read.append(name)
        return whole(cls, name)  # type: ignore[no-any-return]  # it is a data file

    monkeypatch.setattr(DataFile, "read", classmethod(watched))
    components.__wrapped__(edition)
    tabletop.tabletop.__wrapped__(edition)
    other = cards.FOLDERS[EDITION_2021 if edition == SEASON_6 else SEASON_6]
    assert len(read) > 10
    assert not [name for name in read if name.startswith(other)]


UNIT = """
[[unit]]
id = "10201"
name = "Swords"
type = "infantry"
tray = "infantry"
speed = 5
defense = 4
morale = 6
cost = 5
[[unit.attacks]]
name = "Sword"
kind = "melee"
hit = 4
dice = [7, 5, 4]
"""


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("speed = 5", "speed = 0", "10201: speed: "),
        ("speed = 5\n", "", "10201: speed: "),
        ('"infantry"\ntray', '"boat"\ntray', "10201: type: "),
        ("cost = 5", 'cost = 5\nabilities = ["none"]', "10201: abilities: 'none' is unknown"),
        ("cost = 5", "cost = 5\nwounds = 3", "10201: wounds: is required for cavalry and solo units"),
        ('tray = "infantry"', 'tray = "cavalry"\nwounds = 3', "10201: attacks: a unit of 2 ranks"),
        ('id = "10201"', 'id = "x"', "x: id: "),
        ("hit = 4", "hit = 7", "10201: attacks[0].hit: "),
        ("[[unit]]", "[[units]]", "whole file: units: is unknown"),
        ("hit = 4", "hit = ", "whole file: syntax: "),
        ("[[unit]]", UNIT + "[[unit]]", "10201: id: occurs twice"),
    ],
)
def test_a_mistake_in_a_card_is_told_with_its_place(old: str, new: str, fault: str) -> None:
    assert old in UNIT
    text = UNIT.replace(old, new, 1)
    if new.startswith("[[units"):
        text = text.replace("[[unit.", "[[units.")
    with pytest.raises(DataError, match=f"^cards.toml: {re.escape(fault)}"):
        read_cards(DataFile.parse("cards.toml", text), "stark", Components(SEASON_6))


def test_the_same_id_twice_is_refused_across_files() -> None:
    found = Components(SEASON_6)
    read_cards(DataFile.parse("cards.toml", UNIT), "stark", found)
    with pytest.raises(DataError, match="10201: id: is already the id of another card"):
        read_cards(DataFile.parse("cards.toml", UNIT), "stark", found)


def test_cards_that_do_not_fit_together_are_refused() -> None:
    leader = UNIT.replace("cost = 5", 'cost = 5\ncommander = true\ndeck = ["40201", "40202", "40203"]')
    found = Components(SEASON_6)
    read_cards(DataFile.parse("cards.toml", leader), "stark", found)
    marks = DataFile.parse("marks.toml", '[[mark]]\nid = "10201"\nprovenance = "later"\n')
    with pytest.raises(DataError, match="10201: deck: '40201' is not a Tactics card of this Commander"):
        cards.check_cards(marks, found)
    unknown = DataFile.parse("marks.toml", '[[mark]]\nid = "10999"\nprovenance = "later"\n')
    with pytest.raises(DataError, match=r"^marks.toml: 10999: id: '10999' is unknown"):
        cards.check_cards(unknown, found)
    lonely = Components(SEASON_6)
    asks = UNIT.replace("cost = 5", 'cost = 5\nrequires = [{ name = "Nobody", title = "Of Nowhere" }]')
    read_cards(DataFile.parse("cards.toml", asks), "stark", lonely)
    with pytest.raises(DataError, match="10201: requires: no card is named Nobody Of Nowhere"):
        cards.check_cards(marks, lonely)
    few = Components(SEASON_6)
    read_cards(DataFile.parse("cards.toml", UNIT), "stark", few)
    with pytest.raises(DataError, match="0 Tactics cards have none; a faction must have seven"):
        cards.check_cards(marks, few)


def test_a_missing_table_or_list_is_told() -> None:
    file = datafile.DataFile.parse("some.toml", "x = 1\n")
    with pytest.raises(DataError, match=r"^some.toml: wall: table: is missing"):
        file.table("wall", tabletop.Wall)
    with pytest.raises(DataError, match=r"^some.toml: mode: entries: are missing"):
        file.entries("mode", tabletop.Mode)


@BOTH
def test_what_a_card_grants_and_gives_is_what_its_text_says(edition: Edition) -> None:
    found = components(edition)
    told: list[tuple[str, cards.Ability | cards.NcuAbility | cards.Use]]
    told = [(ability.id, ability) for ability in found.abilities.values()]
    told += [(ncu.id, ability) for ncu in found.ncus.values() for ability in ncu.abilities]
    told += [(card.id, use) for card in found.tactics.values() for use in card.uses]
    for id, one in told:
        text = one.text.lower()
        for words, granted in (
            (("critical blow", "precision", "sundering", "vicious"), one.keywords),
            (("panicked", "vulnerable", "weakened"), one.tokens),
        ):
            assert {word for word in words if word in text} == {word.replace("-", " ") for word in granted}, id
        assert all(zone in text for zone in one.zones), id


def test_cards_of_a_commander_are_marked_only_if_the_commander_is() -> None:
    """So that a table without cards of later seasons has none in its decks either."""
    found = components(EDITION_2021)
    for card in found.tactics.values():
        if found.later_season(card.id):
            assert card.commander is not None
            assert found.later_season(card.commander)
    assert not any(components(SEASON_6).later_season(id) for id in components(SEASON_6).faction)
