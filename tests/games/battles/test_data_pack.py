"""A data pack corrects the components of Battles of Westeros; errors are reported with their location."""

from pathlib import Path
from typing import Any

import pytest

import banneret
from banneret.content.datapack import DataPack, DataPackError, read_pack
from banneret.games.battles.content import components
from banneret.games.battles.content.components import BOX, FILES, KEPT, box
from banneret.games.battles.content.datafile import DataError
from banneret.games.battles.rules.field.terrain import dice_limit
from banneret.kernel.rulebook import PositionError
from tests.games.battles.scene import ANY, GUARD, HOST, asked, offered, play, scene

EXAMPLE = Path(__file__).parents[3] / "examples" / "my-box.toml"


def pack_of(**change: Any) -> DataPack:
    return DataPack("battles", "mine", change)


def test_the_example_corrects_what_it_names_and_nothing_else() -> None:
    pack = read_pack(EXAMPLE)
    mine = box(pack)
    cavaliers = mine.unit_number["casterly-rock-cavaliers"]
    assert (mine.move[cavaliers], BOX.move[cavaliers]) == ((3, 3, 2), (4, 3, 2))
    kevan, printed = mine.commander["kevan-lannister"], BOX.commander["kevan-lannister"]
    assert (kevan.command_limit, kevan.capture_rating) == (1, 3)
    assert (printed.command_limit, printed.capture_rating) == (2, 2)
    assert kevan.unit_ability == printed.unit_ability
    tactics = mine.card["sl11"].tactic, BOX.card["sl11"].tactic
    assert [tactic.amount for tactic in tactics if tactic is not None] == [2, 1]
    assert (mine.terrain["hill"].cover, BOX.terrain["hill"].cover) == (1, 0)
    assert (mine.loss, BOX.loss) == ((1, 2, 2), (1, 2, 3))
    assert mine.commander["maege-mormont"] == BOX.commander["maege-mormont"]
    assert mine.dice == BOX.dice


def test_packs_that_say_the_same_share_their_components() -> None:
    loss = {"loss": {"red": 1}}
    assert box(pack_of(morale=loss)) is box(DataPack("battles", "yours", {"morale": loss}, "The same"))
    assert box(pack_of(morale={"loss": {"red": 4}})) is not box(pack_of(morale=loss))
    assert box() is BOX


@pytest.mark.slow
def test_components_of_few_packs_are_kept() -> None:
    """A pack can be anybody's option of a match."""
    for red in range(1, 2 * KEPT):
        box(pack_of(morale={"loss": {"red": red}}))
    assert len(components._boxes) == KEPT
    assert box(pack_of(morale={"loss": {"red": 1}})).loss[2] == 1


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"unit": {}}, "data pack mine: change.unit: unknown data file 'unit'; known: commanders, dice, "),
        (
            {"units": {"unit": {"knights": {"strength": 3}}}},
            "data pack mine: change.units.unit.knights: unknown entry 'knights'",
        ),
        (
            {"commanders": {"commander": {"eddard-stark": {"command_limit": "3"}}}},
            "data pack mine: change.commanders.commander.eddard-stark.command_limit: is a string; the game has a",
        ),
    ],
)
def test_a_place_that_there_is_not_is_refused(change: dict[str, Any], error: str) -> None:
    with pytest.raises(DataPackError) as raised:
        box(pack_of(**change))
    assert str(raised.value).startswith(error)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (
            {"commanders": {"commander": {"eddard-stark": {"command_limit": 0}}}},
            "commanders.toml: eddard-stark: command_limit: Expected `int` >= 1",
        ),
        (
            {"terrain": {"terrain": {"hill": {"covre": 1}}}},
            "terrain.toml: hill: covre: Object contains unknown field `covre`",
        ),
        (
            {"commanders": {"commander": {"eddard-stark": {"unit": "lannisport-guard"}}}},
            "commanders.toml: eddard-stark: unit: 'lannisport-guard' is a unit of the other House",
        ),
        (
            {"commanders": {"commander": {"eddard-stark": {"unit_ability": "tywin-lannister"}}}},
            "commanders.toml: eddard-stark: unit_ability: 'tywin-lannister' is unknown",
        ),
        (
            {"commanders": {"commander": {"eddard-stark": {"commit_ability": "eddard-stark-unit"}}}},
            "commanders.toml: eddard-stark: commit_ability: 'eddard-stark-unit' is unknown",
        ),
        (
            {"units": {"unit": {"stark-kennelmasters": {"range": 2}}}},
            "units.toml: stark-kennelmasters: range: is 2, but the unit is not ranged",
        ),
        ({"dice": {"die": {"faces": ["green"]}}}, "dice.toml: die: faces: has 1 faces for 8 sides"),
        ({"morale": {"zone": {"red": {"first": 9}}}}, "morale.toml: red: first: is 9, but 10 is the next space"),
    ],
)
def test_a_value_that_the_game_cannot_play_with_is_refused(change: dict[str, Any], error: str) -> None:
    with pytest.raises(DataError) as raised:
        box(pack_of(**change))
    assert str(raised.value).startswith(error)


def test_every_data_file_of_components_can_be_corrected() -> None:
    changes: dict[str, dict[str, Any]] = {
        "units": {"unit": {"northmen-archers": {"range": 5}}},
        "commanders": {"commander": {"tywin-lannister": {"zone": 3}}},
        "leadership": {"card": {"ll11": {"name": "Another name"}}},
        "dice": {"tokens": {"each": 12}},
        "morale": {"loss": {"green": 2}},
        "terrain": {"overlay": {"tent": {"burn_limit": 2}}},
    }
    assert set(changes) == set(FILES)
    mine = box(pack_of(**changes))
    assert mine.units[mine.unit_number["northmen-archers"]].range == 5
    assert mine.commander["tywin-lannister"].zone == 3
    assert mine.card["ll11"].name == "Another name"
    assert mine.supply.each == 12
    assert mine.loss == (2, 2, 3)
    assert mine.overlay["tent"].burn_limit == 2


def test_a_match_is_played_with_the_pack_of_its_options() -> None:
    loss = {"game": "battles", "name": "mine", "change": {"morale": {"loss": {"red": 1}}}}
    for given, expected in (({}, 3), ({"data_pack": loss}, 1)):
        match = banneret.new_match("battles", seats=2, seed=1, options=given)
        assert match.state.box.loss[2] == expected


@pytest.mark.rule("battles:unit-type.order-chart")
@pytest.mark.parametrize("attacks", [True, False])
def test_a_unit_that_has_moved_attacks_only_if_its_chart_allows_it(attacks: bool) -> None:
    """All charts of the box allow it; a pack can change that."""
    chart = {"units": {"unit": {HOST: {"attack_after_move": attacks}}}}
    options = {"data_pack": {"game": "battles", "name": "mine", "change": chart}}
    match = scene(f"d3 {HOST} blue", f"e3 {GUARD} blue", tokens=ANY, options=options)
    play(match, "stark: order valor d3")
    stays = play(match.clone(), "stark: done")
    assert offered(stays) == {"done", "attack d3 > e3"}
    play(match, "stark: move d3 > d4")
    assert (asked(match) == ("stark", "attack")) is attacks


@pytest.mark.rule("battles:c11.4")
@pytest.mark.parametrize(("own", "other"), [("f", "s"), ("s", "f")])
def test_the_lower_of_two_limits_of_dice_applies(own: str, other: str) -> None:
    limits = {"terrain": {"terrain": {"marsh": {"dice_cap": 1}}}}
    options = {"data_pack": {"game": "battles", "name": "mine", "change": limits}}
    match = scene(f"d3 {HOST} blue", f"e3 {GUARD} blue", ground={"d3": own, "e3": other}, options=options)
    assert dice_limit(match.state, 0, 1) == 1


@pytest.mark.parametrize(("spread_level", "levels"), [(2, {"f4": 2, "d3": 1}), (4, {"f4": 4, "d3": 1})])
def test_a_fire_at_the_start_is_no_hotter_than_fires_get(spread_level: int, levels: dict[str, int]) -> None:
    pack = {"game": "battles", "name": "fires", "change": {"terrain": {"fire": {"spread_level": spread_level}}}}
    options = {"scenario": "siege-of-the-holdfast", "data_pack": pack}
    match = banneret.new_match("battles", seats=2, seed=1, options=options)
    state = match.state
    assert {state.field.labels[hex]: level for hex, level in enumerate(state.fire) if level} == levels
    assert match.rulebook.check(state) == []


def test_a_position_may_have_fires_as_hot_as_its_pack_allows() -> None:
    pack = {"game": "battles", "name": "fires", "change": {"terrain": {"fire": {"spread_level": 6}}}}
    options = {"scenario": "siege-of-the-holdfast", "data_pack": pack}
    plain = banneret.new_match("battles", seats=2, seed=1, options=options).position()
    plain["state"]["fires"]["f4"] = 6
    again = banneret.from_position("battles", plain)
    assert again.position()["state"]["fires"]["f4"] == 6
    plain["state"]["fires"]["f4"] = 7
    with pytest.raises(PositionError, match=r"fires\.f4: 7 is not within 1 to 6"):
        banneret.from_position("battles", plain)
