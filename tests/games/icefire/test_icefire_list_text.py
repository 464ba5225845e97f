"""Lists in text, TOML, JSON and codes: what is read and written, and the mistakes that are refused."""

import re

import pytest
from msgspec.structs import replace

from banneret.content.army_list_text import ListError, write_json
from banneret.games.icefire.army import list_code
from banneret.games.icefire.army.list_code import read_code, read_short, write_code, write_short
from banneret.games.icefire.army.list_maker import Season6Lists
from banneret.games.icefire.army.list_text import read_json, read_list, read_toml
from banneret.games.icefire.army.lists import (
    check_list,
)
from banneret.games.icefire.content.editions import SEASON_6
from tests.games.icefire.armies import (
    BOWMEN,
    CAPTAIN,
    CATELYN,
    GREY_WIND,
    GUARDSMEN,
    JAQEN,
    NORTH,
    ROBB,
    SWORDS,
    YOUNG_WOLF,
    army,
)

TEXT = """
Army: The North   # a remark
Faction: Stark
Points: 40
Commander: robb stark, the wolf lord

Stark Sworn Swords
+ Robb Stark, The Wolf Lord
10205 whatever the reader likes
+ Sworn Sword Captain
Grey Wind
NCU: Catelyn Stark
"""


def test_a_list_is_read_by_ids_and_names() -> None:
    assert read_list(TEXT, SEASON_6) == replace(NORTH, name="The North")


def test_non_combat_units_and_cards_for_enemies_are_read_by_ids_and_names() -> None:
    for ncu, enemy in (("Catelyn Stark", "Jaqen H'ghar, Mysterious Prisoner"), (CATELYN, JAQEN)):
        read = read_list(f"{TEXT}NCU: {ncu}\nEnemy: {enemy}\n", SEASON_6)
        assert (read.ncus, read.enemy) == ((CATELYN, CATELYN), (JAQEN,))
    with pytest.raises(ListError, match="Catelyn Stark: is not the name of a card allowed here"):
        read_list(f"{TEXT}Enemy: Catelyn Stark\n", SEASON_6)


@pytest.mark.parametrize("id", ["1", "35", "36", "1295", "1296", "9" * 12])
def test_numbers_of_any_length_come_back_from_a_short_code(id: str) -> None:
    one = army((id,), commander=id, ncus=(id,), enemy=(id,))
    assert read_short(write_short(one)) == one


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("Points: 40", "Points: many", "line 4: points: 'many' is not a whole number from 1 to 200"),
        ("Points: 40", "Points: 201", "line 4: points: '201' is not a whole number from 1 to 200"),
        ("Faction: Stark", "Faction: Frey", "line 3: faction: 'Frey' is not one of stark, lannister, neutral"),
        ("Faction: Stark\n", "", "army list: faction: is missing; write 'Faction: ...'"),
        ("Points: 40", "Points: 40\nPoints: 30", "line 5: Points: appears twice"),
        ("Grey Wind", "Grey Goose", "line 11: Grey Goose: is not the name of a card allowed here"),
        ("10205", "10299", "line 9: 10299 whatever the reader likes: icefire-s6 has no card 10299"),
        ("+ Sworn Sword Captain", "+ Greatjon Umber", "line 10: Greatjon Umber: is ambiguous: 20202 Great"),
        ("Stark Sworn Swords\n", "", "line 7: + Robb Stark, The Wolf Lord: an attachment goes below its unit"),
    ],
)
def test_a_mistake_in_a_list_is_told_with_its_line(old: str, new: str, fault: str) -> None:
    assert old in TEXT
    with pytest.raises(ListError) as raised:
        read_list(TEXT.replace(old, new, 1), SEASON_6)
    assert str(raised.value).startswith(fault)


def test_a_list_as_toml() -> None:
    text = f'''
faction = "stark"
points = 40
commander = "{ROBB}"
ncus = ["{CATELYN}"]
companies = [
    {{ unit = "{SWORDS}", attachments = ["{ROBB}"] }},
    {{ unit = "{BOWMEN}", attachments = ["{CAPTAIN}"] }},
    {{ unit = "{GREY_WIND}" }},
]
'''
    assert read_toml(text) == NORTH
    with pytest.raises(ListError, match=r"army list: fields: .*\$\.points"):
        read_toml(text.replace("points = 40", "points = 0"))
    with pytest.raises(ListError, match="army list: syntax: "):
        read_toml("faction = ")


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("stark", "is not of the form 'faction;id,id,...'"),
        (f"stark;{SWORDS},10999", "10999: is not a card of icefire-s6"),
        (f"stark;{CAPTAIN},{SWORDS}", f"{CAPTAIN}: an attachment follows its unit"),
        (f"stark;{SWORDS}", "commander: none of the cards is a Commander"),
        (f"frey;{SWORDS},{ROBB}", "faction: 'frey' is not one of"),
    ],
)
def test_a_mistake_in_a_code_is_told(code: str, fault: str) -> None:
    with pytest.raises(ListError, match=fault):
        read_code(code, 40, SEASON_6)


def test_blanks_and_empty_places_of_a_code_are_ignored() -> None:
    code = f" stark ; {SWORDS},{ROBB} ,, {BOWMEN},{CAPTAIN},{GREY_WIND},,{CATELYN}, "
    assert read_code(code, 40, SEASON_6) == NORTH


@pytest.mark.parametrize("form", Season6Lists().forms)
def test_a_list_in_any_form_is_read_with_its_points(form: str) -> None:
    """The community's string does not contain them."""
    maker = Season6Lists()
    written = maker.write(NORTH, form)
    assert maker.read(written, 40) == NORTH
    if form == "community":
        assert written == f"stark;{SWORDS},{ROBB},{BOWMEN},{CAPTAIN},{GREY_WIND},{CATELYN}\n"
        assert maker.read(written, 30) == replace(NORTH, points=30)
        with pytest.raises(ListError, match="does not contain the points agreed"):
            maker.read(written)
        return
    assert maker.read(written) == NORTH
    with pytest.raises(ListError, match="points: the list says 40, not 30"):
        maker.read(written, 30)


def test_a_list_is_shown_with_its_title_its_prices_and_its_faults() -> None:
    maker = Season6Lists()
    texts = maker.catalogue("en")
    lines = maker.lines(replace(NORTH, enemy=(JAQEN,), ncus=("39999", CATELYN)), texts)
    assert [(one.cost, one.depth) for one in lines] == [(5, 0), (0, 1), (6, 0), (1, 1), (3, 0), (4, 0), (1, 0)]
    assert lines[1].name == "Robb Stark, The Wolf Lord"
    assert maker.title(NORTH, texts) == "House Stark, Robb Stark, The Wolf Lord"
    assert maker.title(replace(NORTH, name="The North"), texts) == "The North: House Stark, Robb Stark, The Wolf Lord"
    assert (maker.limit(NORTH), maker.options_for(NORTH)) == (40, {"points": 40})
    wrong = army((SWORDS, ROBB), (BOWMEN, YOUNG_WOLF), (GUARDSMEN,))
    assert {(fault.rule, fault.card) for fault in maker.check(wrong)} == {
        ("icefire:army.17", YOUNG_WOLF),
        ("icefire:army.7", GUARDSMEN),
    }
    assert [maker.independent(options, 4) for options in ({}, {"teams": False}, {"teams": True})] == [True, True, False]


def test_a_mistake_in_json_is_told() -> None:
    with pytest.raises(ListError, match=r"army list: fields: .*\$\.faction"):
        read_json(write_json(NORTH).replace("stark", "frey"))
    with pytest.raises(ListError, match="army list: syntax: "):
        read_json("{")


SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"


def test_a_short_code_holds_the_army_and_tells_typing_errors() -> None:
    code = write_short(NORTH)
    assert re.fullmatch(r"stark40-\w{3}-[\w.+]+-\w{3}--\w\w", code)
    assert read_short(f" {code.upper()} ") == NORTH
    for place in range(code.index("-") + 1, len(code) - 3):
        if code[place] in SIGNS:
            wrong = code[:place] + SIGNS[SIGNS.index(code[place]) - 1] + code[place + 1 :]
            with pytest.raises(ListError, match="contains a typing error"):
                read_short(wrong)
    with pytest.raises(ListError, match="is not an army list code"):
        read_short("stark40")
    foreign = code[:-3].replace("stark", "frey", 1)
    with pytest.raises(ListError, match="faction: 'frey' is not one of"):
        read_short(f"{foreign}-{list_code._check(foreign)}")


@pytest.mark.parametrize("id", ["", "stark", "00101", "-1", "1" * 13, "٣"])
def test_a_card_id_that_is_no_number_is_refused_where_it_cannot_be_written(id: str) -> None:
    wrong = army((id,))
    assert [fault.card for fault in check_list(wrong, SEASON_6) if fault.message.id == "fault.unknown-card"] == [id]
    for write in (write_short, write_code):
        with pytest.raises(ListError, match="is not a card number"):
            write(wrong)


@pytest.mark.parametrize("code", ["stark{}-fl5-7vd--", "stark40-{}-7vd--", "stark40-fl5-7vd+--"])
def test_a_code_of_any_length_is_refused_with_its_reason(code: str) -> None:
    body = code.format("9" * 5000)
    with pytest.raises(ListError, match=r"whole number from 1|does not name a card"):
        read_short(f"{body}-{list_code._check(body)}")
