"""What burns down: bridges, points and victories by fire, and the order of burning and spreading."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.battles.events.battle import DiceRolled, FiguresLost, FireLit
from banneret.games.battles.events.round import BattleEnded, PointsScored
from banneret.games.battles.rules.combat.fire import scorch_refusal
from banneret.games.battles.rules.field.terrain import terrain_of
from banneret.games.battles.state import State
from banneret.kernel.match import Match
from tests.games.battles.scene import ANY, GUARD, HOST, dice, play, scene, told

rule = pytest.mark.rule


def burning(letter: str, *symbols: str, on_it: str | None = None, **fields: Any) -> Match[State]:
    """Let the Reaver, who rolls three dice, set e3 on fire, with this terrain and token there."""
    if on_it is not None:
        fields["tokens"] = [{"kind": on_it, "hex": "e3"}]
    tokens = {"lannister": {"blue": 1, "green": 1}, "stark": {"green": 1}}
    match = scene(
        f"e4 {GUARD} blue gregor-clegane-the-reaver", turn="lannister", ground={"e3": letter}, tokens=tokens,
        chance=dice(*symbols), fields=fields,
    )  # fmt: skip  # several to a line
    return play(match, "lannister: order blue e4", "lannister: done", "lannister: scorch e4 > e3")


@rule("battles:c12.6", "battles:c11.17", "battles:c11.9")
def test_where_a_bridge_has_burnt_down_there_is_a_river_again() -> None:
    match = burning("~", "green", "green", "green", on_it="wood-bridge")
    place = match.state.field.place("e3")
    assert terrain_of(match.state, place).id == "river"
    assert match.state.burnt == [place]


@rule("battles:c12.2")
def test_a_unit_without_the_keyword_sets_nothing_on_fire() -> None:
    match = scene(f"d3 {HOST} green", ground={"e3": "f"})
    refusal = scorch_refusal(match.state, 0, "e3")
    assert refusal is not None
    assert (refusal.rule, refusal.reason.id) == ("battles:c12.2", "refuse.scorch.no-keyword")


@rule("battles:c12.14", "battles:c12.5")
@pytest.mark.parametrize(("place", "points"), [("e3", 2), ("c3", 0)])
def test_only_what_the_plan_names_scores_when_it_burns_down(place: str, points: int) -> None:
    scoring = [{"kind": "devastated", "points": 2, "when": "immediate", "house": "lannister", "objectives": ["wood"]}]
    match = burning("f", "green", "green", "green", objectives=[{"id": "wood", "hex": place}], scoring=scoring)
    assert match.state.points == [0, points]


# The end of a round

CONTROL = {"kind": "control", "points": 2, "when": "round", "house": "stark", "objectives": ["mill"]}
LANNISTER_WINS = [{"house": "lannister", "kind": "points", "least": 2}]


def spreading(**fields: Any) -> Match[State]:
    """Let a fire of level 4 spread from e4 to a tent at f4 at the end of a round; Stark controls a mill."""
    objectives = [{"id": "mill", "hex": "c3"}, {"id": "camp", "hex": "f4"}]
    archers = [{"house": "lannister", "hex": "d4", "dice": 1, "range": 3}]
    fields |= {"archers": archers, "objectives": objectives, "tokens": [{"kind": "tent", "hex": "f4"}]}
    return scene(
        f"c3 {HOST} blue", step="regroup", ground={"e4": "b"}, fires={"e4": 4}, devastated=["e4"], chance=(0,),
        fields=fields,
    )  # fmt: skip  # several to a line


@rule("battles:regroup.10", "battles:regroup.14", "battles:c12.12")
def test_a_victory_by_what_spreading_fire_burns_comes_before_the_points_of_the_round() -> None:
    burnt = {"kind": "burnt", "points": 2, "when": "immediate", "house": "lannister", "token": "tent"}
    match = spreading(scoring=[burnt, CONTROL], immediate=LANNISTER_WINS)
    assert [(event.house, event.reason) for event in told(match, PointsScored)] == [("lannister", "burnt")]
    assert [event.winner for event in told(match, BattleEnded)] == ["lannister"]
    assert told(match, DiceRolled) == []  # nor do special archers shoot


@rule("battles:regroup.10", "battles:regroup.14", "battles:c12.11", "battles:c12.13")
def test_a_victory_by_a_unit_that_burns_comes_before_fire_spreads() -> None:
    destroyed = {"kind": "destroyed", "points": 2, "when": "immediate"}
    match = scene(
        f"e4 {HOST} green | 1", step="regroup", ground={"e4": "b", "f4": "f"}, fires={"e4": 4}, devastated=["e4"],
        chance=(0,), fields={"scoring": [destroyed], "immediate": LANNISTER_WINS},
    )  # fmt: skip  # several to a line
    assert [event.winner for event in told(match, BattleEnded)] == ["lannister"]
    assert told(match, FireLit) == []


@rule("battles:c12.13", "battles:regroup.4")
@pytest.mark.parametrize("first", ["stark", "lannister"])
def test_units_of_the_first_player_burn_first(first: str) -> None:
    units = (f"e4 {HOST} blue", f"c4 {GUARD} blue", f"g4 {GUARD} blue")
    places = ("e4", "c4", "g4")
    match = scene(*units, step="regroup", ground=dict.fromkeys(places, "b"), fires=dict.fromkeys(places, 1), turn=first)
    houses = [event.house for event in told(match, FiguresLost)]
    assert houses == sorted(["stark", "lannister", "lannister"], key=lambda house: house != first)


@rule("battles:plan.razing-the-red-fork-points")
def test_what_has_burnt_down_with_its_token_counts_as_devastated() -> None:
    devastated = {"kind": "devastated", "points": 3, "when": "round", "house": "lannister"}
    match = spreading(scoring=[devastated | {"objectives": ["camp", "mill"]}])
    assert [(event.house, event.points) for event in told(match, PointsScored)] == [("lannister", 3)]


@rule("battles:setup.6", "battles:c12.5")
@pytest.mark.parametrize(("level", "is_burnt"), [(2, False), (3, True)])
def test_terrain_is_devastated_by_a_fire_of_its_burn_limit_that_the_plan_lays(level: int, is_burnt: bool) -> None:
    match = scene(ground={"c3": "f"}, fields={"fires": [{"hex": "c3", "level": level}]}, tokens=ANY)
    hex = match.state.field.place("c3")
    assert (match.state.fire[hex], match.state.devastated[hex]) == (level, is_burnt)
    assert terrain_of(match.state, hex).id == ("plains" if is_burnt else "forest")
