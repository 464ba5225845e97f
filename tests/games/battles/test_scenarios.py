# ruff: noqa: E501  # one fault a line
"""The battle plans that come with the game, and every fault that a plan can have."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from banneret.games.battles.content.components import BOX, COMMANDERS, UNITS
from banneret.games.battles.content.scenario import Scenario
from banneret.games.battles.content.scenario_file import (
    SCENARIOS,
    ScenarioError,
    check_scenario,
    parse_scenario,
    read_scenario,
    scenario,
    scenario_of,
)
from banneret.games.battles.content.scenario_lines import line_of, lines_of, written
from tests.commands import run

FOLDER = Path(__file__).parents[3] / "src/banneret/games/battles/data/scenarios"
PLANS = [scenario(id) for id in SCENARIOS]


def text_of(id: str) -> str:
    return (FOLDER / f"{id}.toml").read_text("utf-8")


WAYSTONE = text_of("waystone")
RAIDERS = text_of("wolf-raiders")
SIEGE = text_of("breaking-the-siege")
FORK = text_of("razing-the-red-fork")


@pytest.mark.parametrize("id", SCENARIOS)
def test_a_plan_of_the_game_has_no_fault_and_its_file_is_named_after_it(id: str) -> None:
    assert check_scenario(text_of(id)) == []
    assert scenario(id).id == id
    assert scenario(id) is scenario(id)


def test_an_unknown_plan_is_refused() -> None:
    with pytest.raises(KeyError):
        scenario("../waystone")


@pytest.mark.parametrize(
    ("id", "first", "second"),
    [("waystone", 8, 8), ("millers-fords", 6, 10), ("burning-harvest", 8, 8), ("breaking-the-siege", 13, 12)],
)
def test_sides_have_so_many_units(id: str, first: int, second: int) -> None:
    plan = scenario(id)
    houses = [BOX.units[BOX.unit_number[unit.unit]].house for unit in plan.units]
    assert (houses.count("stark"), houses.count("lannister")) == (first, second)


def test_the_siege_takes_the_figures_that_are_known_of_it() -> None:
    figures: dict[str, int] = {}
    for unit in scenario("breaking-the-siege").units:
        strength = BOX.units[BOX.unit_number[unit.unit]].strength
        figures[unit.unit] = figures.get(unit.unit, 0) + strength - (unit.commander is not None)
    assert figures == {
        "war-host-of-the-north": 27,
        "winterfell-riders": 11,
        "stark-kennelmasters": 6,
        "westerlands-archers": 8,
        "casterly-rock-cavaliers": 2,
        "lannister-heavy-infantry": 12,
        "lannisport-guard": 22,
    }


def test_plan_10_has_what_is_known_of_it_and_marks_the_rest_as_ours() -> None:
    plan = scenario("harassment-to-harrenhal")
    assert (plan.number, plan.name) == (10, "Harassment to Harrenhal")
    leaders = {unit.commander for unit in plan.units if unit.commander is not None}
    assert {BOX.commander[leader].person for leader in leaders} == {
        "greatjon-umber", "maege-mormont", "rickard-karstark", "gregor-clegane", "kevan-lannister", "addam-marbrand",
    }  # fmt: skip  # several to a line
    assert {"forest", "mountain"} <= set(plan.terrain)
    assert plan.roads
    assert len({plan.board.row(place) for place in plan.objective_places}) == 1
    figures = sum(BOX.units[BOX.unit_number[unit.unit]].strength for unit in plan.units)
    assert 2 * figures > sum(unit.figures for unit in BOX.units)
    assert set(plan.provenance.values()) == {"project"}


def test_the_first_battle_has_61_figures() -> None:
    units = scenario("clash-on-the-kingsroad").units
    assert sum(BOX.units[BOX.unit_number[unit.unit]].strength for unit in units) == 61


def test_printed_plans_have_the_ratings_that_are_known() -> None:
    ratings = {
        p.number: (p.rounds, p.order_rating, p.leadership_rating, p.command_tokens)
        for p in PLANS
        if p.number and p.provenance["rounds"] != "project"
    }
    assert ratings == {1: (5, 3, 3, 3), 6: (4, 4, 4, 4), 7: (6, 3, 4, 3), 8: (5, 3, 4, 3), 9: (5, 3, 4, 3)}


def test_together_the_plans_use_everything_of_the_box() -> None:
    assert {unit.unit for plan in PLANS for unit in plan.units} == set(UNITS)
    assert {unit.commander for plan in PLANS for unit in plan.units} - {None} == set(COMMANDERS)
    assert {unit.rank for plan in PLANS for unit in plan.units} == {"green", "blue", "red"}
    assert {token.kind for plan in PLANS for token in plan.tokens} == {
        "tent",
        "siege-tower",
        "stone-bridge",
        "wood-bridge",
    }
    assert {person.id for plan in PLANS for person in plan.persons} == {"catelyn", "edmure"}
    assert max(len(plan.archers) for plan in PLANS) == 3
    assert max(len(plan.catapult.targets) for plan in PLANS if plan.catapult) == 9
    assert any(plan.strategy and plan.strategy.real < len(plan.strategy.hexes) for plan in PLANS)
    assert any(plan.palisades for plan in PLANS)
    assert any(fire.level == 4 for plan in PLANS for fire in plan.fires), "direction tokens"
    assert {terrain for plan in PLANS for terrain in plan.terrain} == set(BOX.terrain) - {"road", "marsh"}


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.id)
def test_every_value_says_where_it_is_from(plan: Scenario) -> None:
    needed = {"rounds", "order_rating", "leadership_rating", "command_tokens", "momentum", "forces", "map", "victory"}
    assert needed <= set(plan.provenance)
    assert plan.provenance["hexes"] == "project"
    if not plan.number:
        assert set(plan.provenance.values()) == {"project"}


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.id)
def test_both_sides_stand_apart_and_every_objective_can_be_reached(plan: Scenario) -> None:
    board = plan.board
    places = {board.place(unit.hex): BOX.units[BOX.unit_number[unit.unit]].house for unit in plan.units}
    assert all(board.distance(a, b) > 1 for a, house in places.items() for b, other in places.items() if house != other)
    bridged = {board.place(token.hex) for token in plan.tokens if token.kind.endswith("bridge")}
    open_places = {p for p in range(len(board)) if not BOX.terrain[plan.terrain[p]].impassable or p in bridged}
    reached = {next(iter(places))}
    edge = set(reached)
    while edge:
        edge = {to for at in edge for to in board.neighbours[at]} & open_places - reached
        reached |= edge
    assert {board.place(objective.hex) for objective in plan.objectives} <= reached
    assert set(places) <= reached


def test_the_map_is_a_board_with_half_hexes_out_of_play() -> None:
    plan = scenario("millers-fords")
    assert plan.board.widths == (13, 12, 13, 12, 13, 12, 13, 12, 13)
    assert plan.terrain[plan.board.place("c5")] == "ford"
    assert plan.terrain[plan.board.place("a5")] == "river"
    assert plan.objective("mill").hex == "f4"
    with pytest.raises(KeyError):
        plan.objective("inn")


def test_hexes_of_a_map_may_be_out_of_play() -> None:
    plan = parse_scenario("mine.toml", WAYSTONE.replace(". . . . . . . . . . . . .", "x . . . . . . . . . . . .", 1))
    assert len(plan.board) == len(scenario("waystone").board) - 1


def replaced(old: str, new: str, text: str = WAYSTONE) -> Callable[[], str]:
    def make() -> str:
        assert old in text
        return text.replace(old, new, 1)

    return make


MAP_ROW = ". f . . f . . . . h . . ."
FAULTS: dict[str, tuple[Callable[[], str], str, str]] = {
    "no TOML": (replaced("rounds = 5", "rounds = "), "rounds =", "syntax"),
    "missing": (replaced('momentum = "lannister"\n', ""), "", "'momentum' is missing"),
    "unknown field": (replaced("rounds = 5", "rounds = 5\nhours = 3"), "hours", "unknown field"),
    "wrong kind": (replaced("rounds = 5", 'rounds = "five"'), "rounds", "expected `int`"),
    "too many rounds": (replaced("rounds = 5", "rounds = 50"), "rounds", "<= 20"),
    "unknown momentum": (replaced('momentum = "lannister"', 'momentum = "bolton"'), "momentum", "not one of: stark"),
    "no table": (replaced('edges = { stark = "north", lannister = "south" }', "edges = 3"), "edges", "a table of fields"),
    "same edge": (replaced('lannister = "south"', 'lannister = "north"'), "edges", "both Houses have the north"),
    "too few rows": (lambda: re.sub(r'map = """.*?"""', 'map = """\n. .\n"""', WAYSTONE, flags=re.DOTALL), "map", "1 rows"),
    "unknown terrain": (replaced(MAP_ROW, MAP_ROW.replace("h", "q")), MAP_ROW.replace("h", "q"), "'q' is not a terrain letter"),
    "short row": (replaced(MAP_ROW, MAP_ROW[:-2]), MAP_ROW[:-2], "row 3 has 12 hexes instead of 13"),
    "unknown unit": (replaced("stark-kennelmasters", "direwolves"), "direwolves", "unknown unit 'direwolves'"),
    "unknown rank": (replaced('rank = "red"', 'rank = "gold"'), '"gold"', "not one of: green, blue, red"),
    "no hex": (replaced('hex = "g2"', 'hex = "G2"'), '"G2"', "not a valid name"),
    "off the board": (replaced('hex = "g2"', 'hex = "z2"'), '"z2"', "'z2' is not on the board"),
    "half hex": (replaced('hex = "g2"', 'hex = "m2"'), '"m2"', "half hex at the end of row 2"),
    "two in a hex": (replaced('hex = "j1"', 'hex = "g2"'), "winterfell-riders", "g2 already has a unit"),
    "in a river": (replaced('hex = "f2"', 'hex = "a5"', text_of("millers-fords")), '"a5"', "no unit can be placed"),
    "one house": (
        lambda: re.sub(r'.*unit = "(lannis|caster|wester)[a-z-]*".*\n', "", WAYSTONE),
        "units = [",
        "House lannister has no unit",
    ),
    "no commander": (
        lambda: WAYSTONE.replace(', commander = "kevan-lannister"', "").replace(', commander = "addam-marbrand"', ""),
        "units = [",
        "House lannister has no commander",
    ),
    "unknown commander": (replaced("maege-mormont", "ned"), '"ned"', "unknown commander 'ned'"),
    "commander of others": (replaced("maege-mormont", "robb-stark-young-wolf"), "robb-stark", "leads winterfell-riders"),
    "person twice": (replaced("rickard-karstark", "robb-stark-young-wolf", RAIDERS.replace(
        'rank = "green", scorch = "tent" },\n', 'rank = "green", commander = "rickard-karstark" },\n', 1)),
        'hex = "i1"', "already leads a unit"),
    "too many figures": (
        lambda: re.sub(r'"war-host-of-the-north", rank = "(green|red)"', r'"stark-kennelmasters", rank = "\1"', WAYSTONE),
        'hex = "d1"',
        "needs 12 figures of stark-kennelmasters; the box has 9",
    ),
    "objective twice": (replaced('id = "west-hill"', 'id = "waystone"'), 'hex = "c5"', "'waystone' occurs twice"),
    "occupied and controlled": (
        replaced("occupied = true", 'occupied = true, controlled_by = "stark"', FORK), "occupied", "the unit in the hex controls it"),
    "too many markers": (
        replaced("objectives = [", "objectives = [\n" + "".join(
            f'  {{ id = "o{n}", hex = "a{n}" }},\n' for n in range(1, 7))), "objectives = [", "more than 7"),
    "too many tents": (
        replaced("tokens = [", 'tokens = [\n' + '  { kind = "tent", hex = "a1" },\n' * 2, RAIDERS), "tokens = [", "8 of tent"),
    "bridge on land": (replaced('hex = "d5" },\n  { kind', 'hex = "d4" },\n  { kind', FORK), "stone-bridge", "belongs on river"),
    "tent in a river": (replaced('"stone-bridge", hex = "d5"', '"tent", hex = "d5"', FORK), '"tent"', "belongs on dry land"),
    "palisade of no neighbours": (replaced('["e3", "e4"]', '["e3", "g4"]', RAIDERS), '"g4"', "not adjacent"),
    "palisade twice": (replaced('["f3", "e4"]', '["e4", "e3"]', RAIDERS), '["e4", "e3"]', "already a palisade"),
    "road with a gap": (replaced('"g2", "g3", "g4"', '"g2", "g4"'), '"g2", "g4"', "g2 and g4 are not adjacent"),
    "fire on stone": (
        replaced("objectives = [", 'fires = [\n  { hex = "a1", level = 1 },\n]\nobjectives = ['), 'hex = "a1"', "burns up to level 0"),
    "more real than hexes": (replaced("real = 1", "real = 3", SIEGE), "real = 3", "3 real ones in 2 hexes"),
    "strategy twice": (replaced('["d6", "j7"]', '["d6", "d6"]', SIEGE), "hexes =", "a hex occurs twice"),
    "nobody hidden": (replaced('person = "edmure"\n\n', 'person = "catelyn"\n\n', SIEGE), "person =", "not one of the persons"),
    "hidden and seen": (replaced('id = "edmure",', 'id = "edmure", hex = "a1",', SIEGE), '"edmure",', "not both"),
    "person of no plan": (replaced('person = "edmure" },', 'person = "catelyn" },', SIEGE), "person-safe", "not one of the persons"),
    "target twice": (replaced('hex = "d7"', 'hex = "c7"', RAIDERS), 'c7", rank = "blue"', "c7 already has a target"),
    "too many targets": (replaced('hex = "k7", rank = "green"', 'hex = "k7", rank = "red"', RAIDERS), "targets = [", "4 red ones"),
    "scoring without": (
        replaced(', objectives = ["waystone", "west-hill", "east-hill"]', ""), '"control"', "'control' needs 'objectives'"),
    "wrong moment": (replaced('when = "round"', 'when = "immediate"'), '"control"', "counted at: round or end"),
    "event at the end": (replaced('points = 1, when = "immediate"', 'points = 1, when = "end"'), '"destroyed"', "at: immediate"),
    "unknown objective": (replaced('["waystone",', '["inn",'), '"inn"', "unknown objective 'inn'; the plan has: east-hill"),
    "nothing to find": (replaced('kind = "destroyed"', 'kind = "found"'), '"found"', "no strategy token"),
    "no such token": (replaced('house = "stark", token = "tent"', 'house = "stark", token = "siege-tower"', RAIDERS), '"siege-tower"', "there is no siege-tower"),
    "no points": (lambda: re.sub(r"scoring = \[.*?\n\]\n", "", WAYSTONE, flags=re.DOTALL), "victory", "nothing scores points"),
    "control of nothing": (replaced('{ kind = "points" }', '{ kind = "control" }'), "victory", "needs 'house'"),
    "immediate without": (
        replaced('{ house = "stark", kind = "points", least = 9 }', '{ house = "stark", kind = "points" }'),
        'house = "stark", kind', "'points' needs 'least'"),
    "immediate too much": (
        replaced('{ house = "stark", kind = "points", least = 9 }',
                 '{ house = "stark", kind = "control", objectives = ["waystone"], least = 2 }'),
        'house = "stark", kind', "2 of 1 objectives"),
    "immediate nobody": (
        replaced('{ house = "stark", kind = "points", least = 9 }', '{ house = "stark", kind = "person-safe" }'),
        'house = "stark", kind', "needs 'person'"),
    "unknown origin": (replaced('hexes = "project"', 'hexes = "guessed"'), "hexes", "not one of: rulebook"),
    "origin of nothing": (replaced('hexes = "project"', 'hexes = "project"\nweather = "project"'), "weather", "unknown field"),
    "no origin": (replaced('hexes = "project"\n', ""), "[provenance]", "does not give the origin of 'hexes'"),
}  # fmt: skip  # several to a line


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_with_its_line_and_the_reason(fault: str) -> None:
    make, stands, reason = FAULTS[fault]
    text = make()
    found = check_scenario(text)
    line, message = next(
        ((one.line, str(one)) for one in found if reason in one.problem or reason == one.place), (0, "")
    )
    assert message, found
    assert stands in text.splitlines()[line - 1]
    with pytest.raises(ScenarioError, match=rf"mine\.toml: line {line}: "):
        parse_scenario("mine.toml", text)


def test_every_fault_is_found_at_once_in_the_order_of_lines() -> None:
    text = WAYSTONE.replace("rounds = 5", "rounds = 0").replace('rank = "red"', 'rank = "gold"').replace('"g9"', '"?"')
    found = check_scenario(text)
    assert [one.place for one in found] == ["rounds", "units 3: rank", "units 14: hex", "roads 1 9"][: len(found)]
    assert len(found) >= 3
    assert [one.line for one in found] == sorted(one.line for one in found)


def test_a_file_without_a_closing_quote_names_its_last_line() -> None:
    found = check_scenario('id = "a"\nmap = """\n. .\n')
    assert (found[0].place, found[0].line) == ("syntax", 4)


def test_plain_data_is_a_plan_or_refused_without_lines() -> None:
    raw = tomllib.loads(WAYSTONE)
    assert scenario_of(raw) == scenario("waystone")
    with pytest.raises(ScenarioError, match=r"scenario: rounds: expected `int` >= 1"):
        scenario_of({**raw, "rounds": 0})


def test_lines_are_found_in_every_form_of_toml() -> None:
    text = 'a = 1\n[b]\nc = [\n  "x",\n  # no entry\n  "y",\n]\n[[d]]\ne = 1\n[[d]]\ne = 2\nf = """\nl\nm\n"""\ng = [1, 2]\n'
    lines = lines_of(text)
    assert lines["b", "c", 1] == 6
    assert lines["d", 1, "e"] == 11
    assert lines["d", 1, "f", 1] == 14
    assert lines["d", 1, "g"] == 16
    assert line_of(lines, ("d", 1, "g", 1)) == 16
    assert line_of(lines, ("nowhere",)) == 1
    assert written(("d", 1, "g", 0)) == "d 2: g 1"
    assert written(()) == "whole file"


def test_a_file_is_read_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(WAYSTONE, "utf-8")
    assert read_scenario(file) == scenario("waystone")
    file.write_bytes(b"\xff")
    with pytest.raises(ScenarioError, match="is not UTF-8 text"):
        read_scenario(file)


def test_the_command_checks_a_plan(tmp_path: Path) -> None:
    done = run("battles", "check", FOLDER / "waystone.toml")
    assert done.code == 0
    assert done.out.endswith("Meeting at the Waystone: 5 rounds, 113 hexes, 8 units against 8. No fault.\n")
    file = tmp_path / "mine.toml"
    file.write_text(WAYSTONE.replace("rounds = 5", "rounds = 0").replace('rank = "red"', 'rank = "gold"'), "utf-8")
    done = run("battles", "check", file)
    assert done.code == 1
    assert f"{file}:5: rounds: expected `int` >= 1" in done.err
    assert "not one of: green, blue, red" in done.err
    assert done.err.endswith(f"Error: 2 faults in {file}.\n")
    done = run("battles", "check", tmp_path / "none.toml")
    assert done.code == 1
    assert "No such file" in done.err
