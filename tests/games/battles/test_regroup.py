"""The Regroup Phase: fire, points, victory, discarding, recovery, the next round; and the morale track."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.battles.content.components import BOX, HOUSES
from banneret.games.battles.events.battle import Devastated, FiguresLost, FireLit, MoraleMoved, Routed
from banneret.games.battles.events.round import (
    AdvantageTaken,
    BattleEnded,
    CardsDiscarded,
    ControlChanged,
    MoraleRecovered,
    PointsScored,
    RoundBegan,
    TokensDiscarded,
)
from banneret.games.battles.rules.field.terrain import burn_limit, terrain_of
from banneret.games.battles.rules.orders.plan_tokens import settle_control
from banneret.games.battles.rules.victory.morale import better, break_point, has_rout, is_at_most, zone
from banneret.games.battles.state import State
from banneret.kernel.chance import Chance
from banneret.kernel.choosers import Part
from banneret.kernel.creation import new_match
from banneret.kernel.game import Game
from banneret.kernel.match import Match
from banneret.kernel.questions import Done
from banneret.text.message import msg
from tests.games.battles.scene import asked, dice, figures, offered, play, pool, refused, scene, told, unit

rule = pytest.mark.rule

HOST, GUARD = "war-host-of-the-north", "lannisport-guard"
OBJECTIVES = [{"id": "mill", "hex": "c3"}, {"id": "inn", "hex": "g5"}]
EACH_ROUND = {"kind": "control", "points": 2, "when": "round", "objectives": ["mill", "inn"]}
AT_THE_END = {"kind": "control", "points": 5, "when": "end", "objectives": ["mill", "inn"]}
POINTS = {"objectives": OBJECTIVES, "scoring": [EACH_ROUND, AT_THE_END]}


def regroup(*units: str, **more: Any) -> Any:
    return scene(*units, step="regroup", **more)


# Points and victory


@rule("battles:regroup.1", "battles:regroup.5", "battles:regroup.6", "battles:regroup.9", "battles:ruling.73")
@rule("battles:pieces.13", "battles:pieces.15")
def test_before_the_last_round_only_points_of_each_round_count() -> None:
    match = regroup(f"c3 {HOST} green", fields=POINTS, round=2)
    assert [(event.house, event.points) for event in told(match, PointsScored)] == [("stark", 2)]
    assert match.outcome is None
    assert match.state.round == 3


@rule(
    "battles:regroup.7", "battles:regroup.8", "battles:round.1", "battles:ruling.76", "battles:aim.5", "battles:round.2"
)
def test_in_the_last_round_points_of_the_end_are_counted_too_and_most_points_win() -> None:
    match = regroup(
        f"c3 {HOST} green", f"g5 {GUARD} green", fields=POINTS, round=5, houses={"lannister": {"points": 1}}
    )
    assert match.state.points == [7, 8]
    assert {event.rule for event in told(match, PointsScored)} == {"battles:regroup.6", "battles:regroup.7"}
    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.reason) == (((1,), (0,)), "points")
    assert told(match, BattleEnded)[0].winner == "lannister"


@rule("battles:regroup.2", "battles:ruling.81")
@pytest.mark.parametrize("first", ["stark", "lannister"])
def test_the_first_player_scores_first(first: str) -> None:
    match = regroup(f"c3 {HOST} green", f"g5 {GUARD} green", fields=POINTS, turn=first)
    assert next(event.house for event in told(match, PointsScored)) == first


@rule("battles:regroup.11", "battles:regroup.12", "battles:ruling.80")
@pytest.mark.parametrize(
    ("morale", "momentum", "winner", "reason"),
    [
        (2, "stark", "lannister", "morale"),
        (-1, "lannister", "stark", "morale"),
        (0, "lannister", "lannister", "momentum"),
        (0, "stark", "stark", "momentum"),
    ],
)
def test_a_tie_goes_to_the_higher_morale_then_to_momentum(morale: int, momentum: str, winner: str, reason: str) -> None:
    match = regroup(round=5, morale=morale, momentum=momentum)
    assert better(match.state) == {2: 1, -1: 0, 0: -1}[morale]
    assert told(match, BattleEnded)[0].winner == winner
    assert match.outcome is not None
    assert match.outcome.reason == reason


BY_CONTROL = {
    "objectives": OBJECTIVES,
    "victory": {"kind": "control", "house": "lannister", "objectives": ["mill", "inn"], "least": 2},
}


@rule("battles:ruling.75", "battles:regroup.9")
def test_a_victory_by_control_is_not_looked_at_before_the_last_round() -> None:
    match = regroup(f"c3 {GUARD} green", f"g5 {GUARD} green", fields=BY_CONTROL, round=4)
    assert told(match, BattleEnded) == []


@rule("battles:plan.clash-on-the-kingsroad", "battles:plan.millers-fords", "battles:aim.5")
@pytest.mark.parametrize(("held", "winner"), [("c3", "stark"), ("c3 g5", "lannister")])
def test_a_victory_by_control_needs_enough_objectives_and_else_is_the_enemys(held: str, winner: str) -> None:
    match = regroup(*(f"{hex} {GUARD} green" for hex in held.split()), fields=BY_CONTROL, round=5)
    assert [event.winner for event in told(match, BattleEnded)] == [winner]


@rule("battles:regroup.10", "battles:regroup.14")
def test_an_immediate_victory_of_the_plan_ends_the_battle_before_the_last_round() -> None:
    immediate = [{"house": "stark", "kind": "control", "objectives": ["mill"], "least": 1}]
    match = regroup(f"c3 {HOST} green", fields=POINTS | {"immediate": immediate}, round=2)
    assert match.outcome is not None
    assert (match.outcome.places[0], match.outcome.reason) == ((0,), "control")
    during = scene(
        f"d3 {HOST} green",
        fields=POINTS | {"immediate": immediate},
        tokens={"stark": {"green": 1}, "lannister": {"green": 1}},
    )
    play(during, "stark: order green d3", "stark: move d3 > c3")
    assert during.outcome is not None


@rule("battles:regroup.13", "battles:regroup.15", "battles:ruling.70", "battles:setup.18")
@rule("battles:pieces.19")
def test_a_rout_decides_before_an_immediate_victory_and_nothing_follows() -> None:
    """The attack that routs Lannister would win by points at once, too, but for the other side."""
    immediate = [{"house": "lannister", "kind": "points", "least": 1}]
    match = scene(
        f"d3 {HOST} green",
        f"e3 {GUARD} red | 1",
        fields={"immediate": immediate},
        houses={"lannister": {"points": 1}},
        morale=-9,
        tokens={"stark": {"green": 1}, "lannister": {"green": 1}},
        chance=dice("red", "red"),
    )
    play(match, "stark: order green d3", "stark: done", "stark: attack d3 > e3")
    assert told(match, Routed)[0].house == "lannister"
    assert match.outcome is not None
    assert (match.outcome.places[0], match.outcome.reason) == ((0,), "rout")
    assert told(match, PointsScored) == []


@rule("battles:c10.5", "battles:setup.18", "battles:pieces.19")
def test_without_rout_the_marker_stops_at_11() -> None:
    sides = {"stark": "no-rout", "lannister": "no-rout"}
    match = scene(
        f"d3 {HOST} green",
        f"e3 {GUARD} red | 1",
        fields={"morale": sides},
        morale=-10,
        tokens={"stark": {"green": 1}, "lannister": {"green": 1}},
        chance=dice("red", "red"),
    )
    play(match, "stark: order green d3", "stark: done", "stark: attack d3 > e3")
    assert match.state.morale == -11
    assert match.outcome is None


# Discarding, recovery, the next round


@rule("battles:c10.5", "battles:setup.18", "battles:pieces.19")
@pytest.mark.parametrize("house", ["stark", "lannister"])
@pytest.mark.parametrize("routs", [True, False])
def test_each_side_of_the_track_ends_in_rout_or_not(house: str, routs: bool) -> None:
    other = {"stark": "lannister", "lannister": "stark"}[house]
    sides = {house: "rout" if routs else "no-rout", other: "no-rout" if routs else "rout"}
    state = scene(fields={"morale": sides}).state
    seat = HOUSES.index(house)
    assert (has_rout(state, seat), has_rout(state, 1 - seat)) == (routs, not routs)


@rule("battles:regroup.16", "battles:ruling.5", "battles:regroup.3", "battles:regroup.19", "battles:round.3")
def test_each_player_keeps_one_card_and_one_token_of_his_choice_then_a_new_round_begins() -> None:
    match = regroup(tokens={"stark": {"green": 2, "valor": 1}}, hands={"stark": ["sl01", "sl03", "sl10"]})
    assert asked(match) == ("stark", "drop-card.must")
    assert match.asking[0].chooser.part() == Part("discards", 2)
    assert match.asking[0].prompt == msg("ask.drop-card.must", count=2)
    assert refused(match, "stark: done").reason.id == "refuse.drop-card.too-many"
    play(match, "stark: drop sl01", "stark: drop sl10")
    kept = Part("discards", 0, ("card:sl03",), closing=Done())
    assert match.asking[0].chooser.part() == kept  # one may be kept, and need not
    assert match.asking[0].prompt == msg("ask.drop-card")
    play(match, "stark: done")
    assert asked(match) == ("stark", "keep-token")
    play(match, "stark: keep-token valor")
    assert told(match, TokensDiscarded)[0].tokens == ("green", "green")
    assert [(event.house, event.cards) for event in told(match, CardsDiscarded)] == [("stark", ("sl01", "sl10"))]
    assert match.state.discards[0] == ["sl01", "sl10"]
    assert match.state.round == 2
    assert [event.round for event in told(match, RoundBegan)] == [2]
    assert told(match, AdvantageTaken)
    assert "sl03" in match.state.hands[0].cards


@rule("battles:regroup.16", "battles:ruling.5")
@pytest.mark.parametrize(("answer", "left"), [("keep-token green", {"green": 1}), ("done", {})])
def test_the_tokens_that_are_not_kept_leave_the_pool(answer: str, left: dict[str, int]) -> None:
    match = regroup(tokens={"stark": {"green": 2, "valor": 1}}, hands={"lannister": ["ll01", "ll03"]})
    play(match, f"stark: {answer}")
    assert asked(match) == ("lannister", "drop-card.must")
    assert pool(match, "stark") == left


@rule("battles:regroup.2", "battles:regroup.16", "battles:ruling.81")
@pytest.mark.parametrize(
    "answers", [("stark: pass", "lannister: pass"), ("stark: raise", "lannister: pass", "stark: pass")]
)
def test_the_first_player_discards_first_whoever_passed_first(answers: tuple[str, ...]) -> None:
    hands = {"stark": ["sl01", "sl03"], "lannister": ["ll01", "ll03"]}
    match = play(scene(tokens={"stark": {"morale": 1}}, hands=hands), *answers)
    assert asked(match) == ("stark", "drop-card.must")
    play(match, "stark: drop sl01", "stark: done")
    while asked(match)[0] == "stark":
        play(match, "stark: keep-token morale")
    assert asked(match) == ("lannister", "drop-card.must")


@rule("battles:regroup.17", "battles:regroup.18", "battles:ruling.66", "battles:ruling.67", "battles:ruling.68")
@rule("battles:c10.6", "battles:c10.7", "battles:c10.8", "battles:pieces.18")
@pytest.mark.parametrize(
    ("morale", "house", "point"),
    [
        (6, "stark", 4),
        (4, None, 0),
        (3, None, 0),
        (1, None, 0),
        (9, "stark", 7),
        (-6, "lannister", 4),
        (-7, None, 0),
    ],
)
def test_a_house_recovers_to_the_break_point_of_its_zone_if_it_wants(
    morale: int, house: str | None, point: int
) -> None:
    """The example of the rulebook: from green 6 back to 4."""
    match = regroup(morale=morale)
    seats = [break_point(match.state, seat) for seat in (0, 1)] if house is not None else []
    if house is None:
        assert told(match, RoundBegan)  # nobody was asked
        assert match.state.morale == morale
        return
    assert asked(match) == (house, "may.recover")
    assert max(seats) == point
    assert min(seats) == 0
    left = play(match.clone(), f"{house}: pass")
    assert left.state.morale == morale
    play(match, f"{house}: yes")
    assert told(match, MoraleRecovered)[0].space == point
    assert match.state.morale == (point if house == "stark" else -point)


@rule("battles:c10.4", "battles:c10.6", "battles:c10.7", "battles:c10.8")
def test_the_colors_of_the_track_from_the_middle_on() -> None:
    found = {}
    for space in range(11):
        state = scene(morale=space, tokens={"stark": {"green": 1}}).state
        found[space] = BOX.zones[zone(state, 0)].id
        assert zone(state, 1) == 0
    assert [found[n] for n in range(11)] == ["grey"] * 4 + ["green"] * 3 + ["yellow"] * 3 + ["red"]


# Objectives


@rule("battles:tactic.6", "battles:tactic.8")
@pytest.mark.parametrize(
    ("morale", "met"),
    [(-1, 0), (0, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 4)],
)
def test_grey_or_worse_means_the_own_side_of_the_middle(morale: int, met: int) -> None:
    state = scene(morale=morale).state
    colours = ["grey", "green", "yellow", "red"]
    assert [colour for colour in colours if is_at_most(state, 0, colour)] == colours[:met]


@rule("battles:c11.26", "battles:c11.27", "battles:ruling.74", "battles:pieces.13")
def test_control_is_taken_at_the_end_of_a_turn_and_stays_when_the_unit_leaves() -> None:
    tokens = {"stark": {"green": 2}, "lannister": {"green": 2}}
    match = scene(f"d3 {HOST} green", f"d5 {GUARD} green", fields=POINTS, tokens=tokens)
    play(match, "stark: order green d3", "stark: move d3 > c3")
    assert [event.house for event in told(match, ControlChanged)] == ["stark"]
    play(match, "lannister: order green d5", "lannister: done")
    match.state.active[unit(match, "c3")] = True
    play(match, "stark: order green c3", "stark: move c3 > c2")
    assert match.state.control[0] == 0
    match.state.active[unit(match, "d5")] = True
    play(match, "lannister: order green d5", "lannister: move d5 > c4")
    assert match.state.control[0] == 0  # no Lannister unit is there
    assert len(told(match, ControlChanged)) == 1


@rule("battles:c11.28", "battles:plan.razing-the-red-fork-bridges")
def test_what_is_controlled_only_while_occupied_is_lost_when_the_unit_leaves() -> None:
    bridge = [{"id": "mill", "hex": "c3", "occupied": True}]
    fields = {"objectives": bridge, "scoring": [{**EACH_ROUND, "objectives": ["mill"]}]}
    match = regroup(fields=fields, control={"mill": "stark"})
    assert match.state.control == [-1]
    assert match.state.points == [0, 0]


@rule("battles:plan.razing-the-red-fork-bridges")
def test_both_bridges_of_the_red_fork_are_controlled_only_while_a_unit_stands_there() -> None:
    match: Match[State] = new_match("battles", seats=2, seed=1, options={"scenario": "razing-the-red-fork"})
    bridges = [one for one in match.state.scenario.objectives if one.id.endswith("bridge")]
    assert [(one.id, one.occupied) for one in bridges] == [("wood-bridge", True), ("stone-bridge", True)]
    control = match.view([]).game.control
    assert (control["wood-bridge"], control["stone-bridge"]) == (None, None)
    state = match.state
    state.control[5] = 0
    settle_control(Game(state, Chance(state, [])))
    assert state.control[5] == -1


# Fire


def burning(*units: str, ground: dict[str, str] | None = None, **more: Any) -> Any:
    """An ordered unit of the Reaver, who scorches the earth, beside what can burn."""
    reaver = f"e4 {GUARD} blue gregor-clegane-the-reaver"
    tokens = {"lannister": {"blue": 1, "green": 1}, "stark": {"green": 1}}
    return scene(reaver, *units, turn="lannister", ground=ground or {"e3": "f"}, tokens=tokens, **more)


@rule("battles:c12.2", "battles:c12.4", "battles:c12.7", "battles:pieces.22", "battles:keyword.scorch-the-earth")
@rule("battles:ruling.79", "battles:c11.14", "battles:commander-card.gregor-clegane-the-reaver-unit")
def test_each_green_shield_adds_a_level_and_the_reaver_counts_valor_too() -> None:
    match = burning(ground={"e3": "b"}, chance=dice("green", "valor", "blue"))
    play(match, "lannister: order blue e4", "lannister: done")
    assert offered(match) == {"done", "scorch e4 > e3"}
    play(match, "lannister: scorch e4 > e3")
    assert [event.level for event in told(match, FireLit)] == [2]
    assert match.state.fire[match.state.field.place("e3")] == 2
    assert (told(match, Devastated), match.state.devastated[match.state.field.place("e3")]) == ([], False)
    assert not match.state.active[unit(match, "e4")]


@rule("battles:c12.2", "battles:keyword.scorch-the-earth", "battles:commander-card.gregor-clegane-the-reaver-unit")
def test_without_the_reaver_only_green_shields_kindle() -> None:
    tokens = {"stark": {"green": 1}, "lannister": {"green": 1}}
    match = scene(f"d3 {HOST} red all", ground={"e3": "b"}, tokens={**tokens, "stark": {"red": 1}},
                  chance=dice("green", "valor", "morale", "blue"))  # fmt: skip  # several to a line
    play(match, "stark: order red d3", "stark: done", "stark: scorch d3 > e3")
    assert [event.level for event in told(match, FireLit)] == [1]


@rule("battles:c12.5", "battles:c11.5", "battles:ruling.77", "battles:pieces.21", "battles:c11.2", "battles:ruling.78")
def test_forest_burns_down_at_level_3_and_is_burning_plains_from_then_on() -> None:
    match = burning(chance=dice("green", "green", "green"))
    play(match, "lannister: order blue e4", "lannister: done", "lannister: scorch e4 > e3")
    assert [event.what for event in told(match, Devastated)] == ["forest"]
    place = match.state.field.place("e3")
    assert terrain_of(match.state, place).id == "plains"
    assert burn_limit(match.state, place) == 0
    assert match.state.fire[place] == 3


@rule("battles:c12.7")
def test_what_burns_as_high_as_it_can_is_not_set_on_fire() -> None:
    low, high = (burning(f"d4 {HOST} green", ground={"e3": "b"}, fires={"e3": level}) for level in (3, 4))
    for match in (low, high):
        play(match, "lannister: order blue e4", "lannister: done")
    assert offered(low) == {"done", "attack e4 > d4", "scorch e4 > e3"}
    assert offered(high) == {"done", "attack e4 > d4"}
    assert refused(high, "lannister: scorch e4 > e3").rule == "battles:c12.7"


@rule("battles:c12.5")
def test_a_plan_may_give_points_for_what_is_devastated_and_victory_for_them() -> None:
    """At once, before the Reaver may burn the enemies beside him."""
    scoring = [{"kind": "devastated", "points": 2, "when": "immediate", "house": "lannister", "objectives": ["wood"]}]
    immediate = [{"house": "lannister", "kind": "points", "least": 2}]
    fields = {"objectives": [{"id": "wood", "hex": "e3"}], "scoring": scoring, "immediate": immediate}
    match = burning(f"d4 {HOST} green", chance=dice("green", "green", "green"), fields=fields)
    play(match, "lannister: order blue e4", "lannister: done", "lannister: scorch e4 > e3")
    assert match.state.points == [0, 2]
    assert [event.winner for event in told(match, BattleEnded)] == ["lannister"]


@rule("battles:c12.2")
def test_without_a_green_shield_nothing_burns() -> None:
    match = burning(f"d4 {HOST} green", chance=dice("blue", "red", "morale"))
    play(match, "lannister: order blue e4", "lannister: done", "lannister: scorch e4 > e3")
    assert (told(match, FireLit), match.state.fire[match.state.field.place("e3")]) == ([], 0)
    assert asked(match) == ("stark", "turn")


@rule("battles:c12.7")
def test_a_forest_burns_no_higher_than_its_limit() -> None:
    tokens = {"stark": {"red": 1}, "lannister": {"green": 1}}
    match = scene(f"d3 {HOST} red all", ground={"e3": "f"}, tokens=tokens, chance=dice(*["green"] * 4))
    play(match, "stark: order red d3", "stark: done", "stark: scorch d3 > e3")
    assert [event.level for event in told(match, FireLit)] == [3]


@rule("battles:c12.9", "battles:ruling.27", "battles:ruling.78", "battles:c12.8")
def test_occupied_hexes_and_what_cannot_burn_are_not_set_on_fire_nor_burning_ones_entered() -> None:
    match = burning(f"e3 {HOST} green", ground={"e3": "f", "d4": "."}, fires={"f4": 2})
    play(match, "lannister: order blue e4")
    assert refused(match, "lannister: move e4 > f4").rule in ("battles:move.11", "battles:c12.8")
    play(match, "lannister: done")
    assert refused(match, "lannister: scorch e4 > e3").rule == "battles:c12.9"
    assert refused(match, "lannister: scorch e4 > d4").rule == "battles:ruling.78"
    assert refused(match, "lannister: scorch e4 > g4").rule == "battles:c12.2"


@rule("battles:c11.17", "battles:c11.18", "battles:c11.19", "battles:c11.20", "battles:c12.6", "battles:c11.1")
@pytest.mark.parametrize(("token", "limit"), [("tent", 1), ("wood-bridge", 3), ("siege-tower", 3)])
def test_tokens_burn_down_at_their_limit_and_go_with_their_fire(token: str, limit: int) -> None:
    fields = {"tokens": [{"kind": token, "hex": "e3"}]}
    match = burning(
        ground={"e3": "~" if "bridge" in token else "."}, fields=fields, chance=dice("green", "green", "green")
    )
    place = match.state.field.place("e3")
    assert burn_limit(match.state, place) == limit
    play(match, "lannister: order blue e4", "lannister: done", "lannister: scorch e4 > e3")
    assert [event.what for event in told(match, Devastated)] == [token]
    assert match.state.overlay[place] == ""
    assert match.state.fire[place] == 0


@rule("battles:c11.16", "battles:c11.17", "battles:c11.9", "battles:c11.1", "battles:c11.23")
@pytest.mark.parametrize("bridge", ["stone-bridge", "wood-bridge", None])
def test_units_cross_a_river_on_a_bridge_as_on_plains(bridge: str | None) -> None:
    fields = {"tokens": [{"kind": bridge, "hex": "e3"}]} if bridge else {}
    match = scene(f"e4 {HOST} green", ground={"e3": "~"}, fields=fields, tokens={"stark": {"green": 1}})
    play(match, "stark: order green e4")
    assert ("move e4 > e3" in offered(match)) is (bridge is not None)
    assert ("move e4 > e2" in offered(match)) is True
    if bridge == "stone-bridge":
        assert burn_limit(match.state, match.state.field.place("e3")) == 0


@rule("battles:regroup.4", "battles:c12.1", "battles:c12.11", "battles:c12.13", "battles:c14.8", "battles:c12.10")
@pytest.mark.parametrize(("options", "left"), [({}, 2), ({"fire_hits_one": True}, 3)])
def test_fire_hits_the_unit_in_it_by_its_level_and_grows_not(options: dict[str, bool], left: int) -> None:
    match = regroup(f"e4 {HOST} blue", ground={"e4": "b"}, fires={"e4": 2}, options=options)
    assert figures(match, "e4") == left
    assert told(match, FiguresLost)[0].lost == 4 - left
    assert match.state.fire[match.state.field.place("e4")] == 2
    assert told(match, FireLit) == []


@rule("battles:c12.13", "battles:regroup.4")
@pytest.mark.parametrize("first", ["stark", "lannister"])
def test_fire_burns_units_of_both_houses_whoever_is_first(first: str) -> None:
    units = (f"e4 {HOST} blue", f"c4 {GUARD} blue")
    match = regroup(*units, ground=dict.fromkeys(("e4", "c4"), "b"), fires={"e4": 2, "c4": 1}, turn=first)
    assert (figures(match, "e4"), figures(match, "c4")) == (2, 3)


@rule("battles:c12.13", "battles:regroup.4")
@pytest.mark.parametrize("first", ["stark", "lannister"])
@pytest.mark.parametrize(("house", "winner"), [("stark", "lannister"), ("lannister", "stark")])
def test_a_house_whose_last_unit_burns_has_lost(first: str, house: str, winner: str) -> None:
    units = {
        "stark": f"e4 {HOST} green maege-mormont | 1",
        "lannister": f"c4 {GUARD} green kevan-lannister | 1",
    }
    fires = {units[house][:2]: 4}
    match = regroup(*units.values(), ground=dict.fromkeys(("e4", "c4"), "b"), fires=fires, turn=first)
    assert [event.winner for event in told(match, BattleEnded)] == [winner]


@rule("battles:c12.10", "battles:c12.12", "battles:pieces.17")
@pytest.mark.parametrize(("direction", "spreads"), [(0, True), (3, False)])
def test_a_fire_of_level_4_spreads_in_a_random_direction_to_what_can_burn(direction: int, spreads: bool) -> None:
    match = regroup(ground={"e4": "b", "f4": "f"}, fires={"e4": 4}, devastated=["e4"], chance=(direction,))
    place = match.state.field.place("f4")
    assert match.state.fire[place] == int(spreads)
    assert [event.hex for event in told(match, FireLit)] == (["f4"] if spreads else [])


def test_what_moves_morale_is_told_with_the_marker() -> None:
    match = scene(tokens={"stark": {"morale": 1}, "lannister": {"green": 1}})
    play(match, "stark: raise")
    event = told(match, MoraleMoved)[0]
    assert (event.house, event.by, event.marker) == ("stark", 1, -1)
    assert pool(match, "stark") == {}
