"""The table of Runewars: measures, templates, terrain, deployment areas, objectives."""

import copy
import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from banneret.games.runewars.content import tabletop as table
from banneret.games.runewars.content.datafile import DataError, DataFile
from banneret.games.runewars.content.tabletop import TRAY, Tabletop, tabletop
from banneret.plane import Pose, distance, place

DATA = files("banneret.games.runewars").joinpath("data")


def test_a_table_is_as_many_trays_as_its_feet_say() -> None:
    found = tabletop()
    for name, (width, depth) in {"standard": (6, 3), "skirmish": (3, 3)}.items():
        size = found.sizes[name]  # type: ignore[index]  # the two names there are
        assert size.width / TRAY * found.tray.millimetres == pytest.approx(width * 304.8)
        assert size.depth / TRAY * found.tray.millimetres == pytest.approx(depth * 304.8)
    assert found.ruler.band / TRAY * found.tray.millimetres == pytest.approx(100, abs=0.1)
    assert found.ruler.bands == 5


def test_templates_have_the_speeds_that_dials_ask_for() -> None:
    assert {id: (one.lowest, one.highest, one.angle) for id, one in tabletop().templates.items()} == {
        "straight": (1, 4, 0),
        "turn": (1, 4, 45),
        "wheel": (1, 3, 90),
    }


def test_four_pieces_have_a_defensive_and_a_dangerous_side() -> None:
    pieces = tabletop().pieces
    assert len(pieces) == 4
    assert pieces["keep"].defensive.value("fortified") == 1
    assert pieces["keep"].defensive.value("elevated") == 1
    assert pieces["keep"].defensive.value("cover") == 0
    dangers = [one for piece in pieces.values() for one in piece.dangerous.keywords if one.value is not None]
    assert {one.keyword: one.value for one in dangers} == {"deadly": 1, "taxing": 1}


def test_seventeen_deployment_cards_keep_the_sides_apart() -> None:
    found = tabletop()
    assert len(found.deployments) == 17
    apart = {}
    for id in (*found.deployments, None):
        zones = found.zones(id)
        placed = [[place(area, Pose(0, 0, 0)) for area in areas] for areas in zones]
        apart[id] = min(distance(red, blue) for red in placed[0] for blue in placed[1])
    assert min(apart.values()) >= 3 * 1575
    assert apart["unprepared"] == 14400 - 6 * 1575
    assert found.zones("unprepared").red[0].depth == 5 * 1575
    assert found.zones("unprepared").blue[0].depth == 1575
    assert found.zones(None).red[0].width == 14400


def test_each_deployment_card_has_areas_of_its_own_and_says_whose_they_are() -> None:
    cards = tabletop().deployments
    assert len({(card.red, card.blue) for card in cards.values()}) == len(cards)
    assert {id for id, card in cards.items() if card.areas_provenance == "sourced"} == {"unprepared"}
    assert {id for id, card in cards.items() if card.areas_provenance is None} == {"battle-lines"}
    assert tabletop().usual.provenance == "project"
    assert all(card.provenance == "sourced" for card in cards.values())


def test_six_objectives_say_what_is_known_and_what_is_ours() -> None:
    objectives = tabletop().objectives
    assert len(objectives) == 6
    assert [id for id, one in objectives.items() if one.provenance != "project"] == ["confluence-of-magic"]


def changed(name: str, path: str, value: Any) -> DataFile:  # a value of TOML
    content = tomllib.loads(DATA.joinpath(name).read_text("utf-8"))
    content = copy.deepcopy(content)
    place: Any = content  # tables and lists of TOML
    *way, last = path.split(".")
    for step in way:
        place = place[int(step)] if step.isdecimal() else place[step]
    place[last] = value
    return DataFile(name, content)


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("template.0.angle", 10, "straight: angle: must be 0 for straight templates"),
        ("template.1.highest", 0, "turn: highest: "),
        ("template.1.lowest", 5, "turn: highest: is below the lowest speed, 5"),
        ("standard.width", 28801, "standard: width: and depth must be even"),
        ("ruler.band", 0, "ruler: band: "),
    ],
)
def test_a_mistake_in_the_measures_is_told(path: str, value: Any, fault: str) -> None:
    with pytest.raises(DataError, match=f"^table.toml: {re.escape(fault)}"):
        table.read_table(changed("table.toml", path, value), Tabletop())


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("piece.0.outline", [[0, 0], [1, 1], [2, 0]], "wall: outline: corner 0 at (0, 0) does not turn left"),
        ("piece.0.dangerous.id", "forest", "woods: forest: is a side of another piece too"),
        ("piece.0.dangerous.keywords", [{"keyword": "deadly"}], "spikes: keywords: deadly: has a value it should not"),
        ("piece.0.dangerous.capacity", -1, "wall: dangerous.capacity: "),
    ],
)
def test_a_mistake_in_the_terrain_is_told(path: str, value: Any, fault: str) -> None:
    with pytest.raises(DataError, match=f"^terrain.toml: {re.escape(fault)}"):
        table.read_terrain(changed("terrain.toml", path, value), Tabletop())


AREA = [["0", "0"], ["w", "0"], ["w", "3"], ["0", "3"]]


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("card.0.red", [AREA], "battle-lines: red: a card must have areas of both colours"),
        ("card.0.dangerous", 5, "battle-lines: defensive: with dangerous, asks for more than the 4 pieces"),
        (
            "usual.red",
            [[["0", "0"], ["w", "0"], ["w", "5"], ["0", "5"]]],
            "battle-lines: areas: the areas of the two sides",
        ),
        ("usual.red", [[["0", "0"], ["0", "2"], ["w", "2"]]], "battle-lines: areas: corner 0 at (0, 0) does not turn"),
        ("usual.red", [[["0", "0"], ["40", "0"], ["40", "2"]]], "battle-lines: areas: the corner (63000, 0) is not on"),
        ("usual.red", [[["0", "x"], ["w", "0"], ["w", "2"]]], "usual: red[0][0][1]: "),
    ],
)
def test_a_mistake_in_the_areas_is_told(path: str, value: Any, fault: str) -> None:
    found = Tabletop()
    table.read_table(DataFile.read("table.toml"), found)
    table.read_terrain(DataFile.read("terrain.toml"), found)
    with pytest.raises(DataError, match=f"^deployments.toml: {re.escape(fault)}"):
        table.read_deployments(changed("deployments.toml", path, value), found)
