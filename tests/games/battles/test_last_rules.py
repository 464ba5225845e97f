"""What stands in no other test: palisades, fire by pursuers, what orders and moves are, and what some plans say."""

from __future__ import annotations

import re
from typing import Final

import pytest

from banneret.games.battles.content.components import ARCHER, CAVALRY, HOUSES, INFANTRY
from banneret.games.battles.events.battle import Devastated, DiceRolled, Disengaged, MoraleMoved
from banneret.games.battles.rules.combat.attack import roll_die
from banneret.games.battles.rules.combat.retreat import progress
from banneret.games.battles.rules.field.units import class_of
from banneret.games.battles.rules.orders.movement import steps_of
from banneret.games.battles.rules.setup import new_state
from banneret.games.battles.rules.victory.scoring import count_points, score_event
from banneret.games.battles.rules.victory.victory import check_immediate, controls, standing
from banneret.games.battles.settings import Settings
from banneret.games.battles.state import NOBODY, State
from banneret.hexes import DIRECTIONS
from banneret.kernel.chance import Chance
from banneret.kernel.flow import MatchOver
from banneret.kernel.game import Game
from tests.games.battles.scene import (
    ARCHERS,
    BOOK,
    BOWS,
    CAVALIERS,
    DOGS,
    GUARD,
    HEAVY,
    HOST,
    RIDERS,
    asked,
    dice,
    figures,
    offered,
    play,
    refused,
    scene,
    told,
    unit,
)

rule = pytest.mark.rule
ANY = {"stark": {"valor": 4}, "lannister": {"valor": 4}}


def laid_out(plan: str) -> State:
    return new_state(Settings(scenario=plan), bytes(16))


def running(state: State) -> Game[State]:
    return Game(state, Chance(state, []))


# Units and orders


@rule("battles:setup.23", "battles:order.13", "battles:order.14")
def test_class_and_rank_say_what_a_unit_can_do() -> None:
    kinds = {HOST: INFANTRY, BOWS: ARCHER, RIDERS: CAVALRY, DOGS: INFANTRY, HEAVY: INFANTRY, CAVALIERS: CAVALRY}
    far = {HOST: (2, 1), BOWS: (2, 1), RIDERS: (4, 2), DOGS: (3, 2), HEAVY: (2, 1), CAVALIERS: (4, 2)}
    for kind, wanted in kinds.items():
        match = scene(f"d4 {kind} green", f"e6 {kind} red", f"b3 {HOST} green", tokens=ANY)
        play(match, "stark: order valor b3")
        green, red = unit(match, "d4"), unit(match, "e6")
        assert class_of(match.state, green) == wanted
        assert (steps_of(match.state, green), steps_of(match.state, red)) == far[kind]
        match.state.turn = None  # between turns nothing is added
        assert (steps_of(match.state, green), steps_of(match.state, red)) == far[kind]


@rule("battles:order.3", "battles:order.17", "battles:move.1", "battles:move.10", "battles:attack.10", "battles:move.7")
def test_an_ordered_unit_moves_as_a_whole_then_attacks_then_is_inactive() -> None:
    match = scene(f"b3 {HOST} green", f"d3 {ARCHERS} blue", tokens=ANY, chance=dice("red", "red"))
    play(match, "stark: order valor b3")
    assert refused(match, "stark: move a1 > b1").rule == "battles:move.1"
    assert refused(match, "stark: move b3 > o3").rule == "battles:move.6"
    number = unit(match, "b3")
    play(match, "stark: move b3 > c3")
    assert (unit(match, "c3"), figures(match, "b3"), figures(match, "c3")) == (number, 0, 4)
    play(match, "stark: attack c3 > d3")
    assert not match.state.active[number]


@rule("battles:zone.13", "battles:ruling.15")
def test_commands_are_one_order_and_a_tactic_that_counts_ends_with_the_turn() -> None:
    """No Quarter: the enemy driven back two hexes in this turn counts once, and nothing in the next."""
    match = scene(
        f"d3 {GUARD} green gregor-clegane-the-mountain", f"e3 {BOWS} blue", turn="lannister",
        hands={"lannister": ["ll26"]}, tokens={"lannister": {"blue": 1}}, chance=dice("morale", "morale"),
    )  # fmt: skip  # several to a line
    play(match, "lannister: card ll26 gregor-clegane-the-mountain", "lannister: yes", "lannister: unit d3")
    play(match, "lannister: done", "lannister: attack d3 > e3")
    assert [event.by for event in told(match, MoraleMoved)] == [1]
    while asked(match) in (("lannister", "may.advance"), ("lannister", "may.commit")):
        play(match, "lannister: pass")
    assert match.state.turn is None or match.state.turn.morale_per_retreat == 0


@rule("battles:pieces.6", "battles:ruling.83")
def test_dice_come_from_the_state_alone() -> None:
    one, other = laid_out("waystone"), laid_out("waystone")
    rolls = [[roll_die(running(state)) for _ in range(40)] for state in (one, other)]
    assert rolls[0] == rolls[1]
    assert set(rolls[0]) == {0, 1, 2, 3, 4}
    assert one.decks[0].cards == other.decks[0].cards


@rule("battles:pieces.6", "battles:c3.1")
def test_each_side_of_the_die_shows_its_symbol_in_an_attack() -> None:
    sides = ("green", "green", "green", "blue", "blue", "red", "valor", "morale")
    for first in (0, 4):
        match = scene(f"d3 {HOST} red", f"e3 {GUARD} red", tokens=ANY, chance=range(first, first + 4))
        play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3")
        (rolled,) = told(match, DiceRolled)
        assert (rolled.faces, rolled.again) == (sides[first : first + 4], False)


@rule("battles:c4.9")
def test_with_edges_in_north_and_south_one_side_is_always_nearer() -> None:
    """So the owner never has to choose between the two directions beside the primary one."""
    match = scene(
        f"d3 {HOST} green", f"e3 {ARCHERS} blue", tokens=ANY, ground={"f3": "~"}, chance=dice("morale", "red")
    )
    for seat in (0, 1):
        for away in range(len(DIRECTIONS)):
            sides = [progress(match.state, seat, (away + turn) % 6) for turn in (1, -1)]
            assert sides[0] != sides[1]
    play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3")
    assert figures(match, "e4") == 4


# Palisades and fire


@rule("battles:c11.21", "battles:c11.22", "battles:c12.6")
def test_a_palisade_is_not_crossed_nor_fought_across_until_it_has_burnt() -> None:
    palisades = [{"between": ["d3", "e3"]}]
    match = scene(
        f"d3 {HOST} green all", f"e3 {GUARD} blue", f"d5 {HOST} green", tokens=ANY, fields={"palisades": palisades},
        palisades=[("d3", "e3", 0)], chance=dice("green", "green"),
    )  # fmt: skip  # several to a line
    play(match, "stark: order valor d3")
    assert "move d3 > e3" not in offered(match)
    play(match, "stark: done")
    assert "attack d3 > e3" not in offered(match)
    assert refused(match, "stark: attack d3 > e3").rule == "battles:c11.22"
    play(match, "stark: scorch d3 > e3")
    assert [(event.what, event.rule) for event in told(match, Devastated)] == [("palisade", "battles:c12.6")]
    assert match.state.palisades == []


@rule("battles:c11.21", "battles:c11.22")
@pytest.mark.parametrize(("attacker", "palisade"), [("d3", ("d3", "e3")), ("e3", ("d3", "e3"))])
def test_a_palisade_burns_from_either_side_and_stands_until_its_limit(attacker: str, palisade: tuple[str, str]) -> None:
    other = next(hex for hex in palisade if hex != attacker)
    match = scene(
        f"{attacker} {HOST} green all", tokens=ANY, fields={"palisades": [{"between": list(palisade)}]},
        palisades=[(*palisade, 0)], chance=dice("green", "red"),
    )  # fmt: skip  # several to a line
    play(match, f"stark: order valor {attacker}", "stark: done", f"stark: scorch {attacker} > {other}")
    assert (match.state.palisade_fire, told(match, Devastated)) == ([1], [])


@rule("battles:c12.3")
def test_the_bonus_attack_of_pursue_may_be_a_fire() -> None:
    match = scene(
        f"d3 {RIDERS} green all", f"e3 {ARCHERS} blue | 1", tokens=ANY, ground={"c4": "f"},
        chance=dice("blue", "red", "green", "red"),
    )  # fmt: skip  # several to a line
    play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3", "stark: pursue d3")
    assert offered(match) == {"done", "scorch d3 > c4"}
    play(match, "stark: scorch d3 > c4")
    assert match.state.fire[match.state.field.place("c4")] == 1


# Plans


@rule("battles:plan.rallying-the-remnant-fords")
def test_in_rallying_the_remnant_every_river_hex_is_a_ford() -> None:
    state = laid_out("rallying-the-remnant")
    kinds = [state.box.terrains[kind].id for kind in state.terrain]
    assert "ford" in kinds
    assert "river" not in kinds


@rule("battles:plan.breaking-the-siege-engines", "battles:plan.razing-the-red-fork-scorch")
@rule("battles:plan.burning-harvest-scorch")
def test_some_units_scorch_by_the_plan() -> None:
    siege = laid_out("breaking-the-siege")
    scorching = {siege.box.units[siege.type[n]].id for n, by in enumerate(siege.scorches) if by}
    assert scorching == {RIDERS, HOST}
    hosts = [n for n, by in enumerate(siege.scorches) if by and siege.box.units[siege.type[n]].id == HOST]
    assert len(hosts) == 1
    fork = laid_out("razing-the-red-fork")
    burners = [n for n, by in enumerate(fork.scorches) if by]
    gregor = next(n for n, c in enumerate(fork.commander) if c >= 0 and "gregor" in fork.box.commanders[c].id)
    assert len([n for n in burners if n != gregor]) == 3
    assert all(fork.field.distances[fork.hex[gregor]][fork.hex[n]] <= 1 for n in burners)
    harvest = laid_out("burning-harvest")
    assert {harvest.box.units[harvest.type[n]].id for n, by in enumerate(harvest.scorches) if by} == {GUARD}


@rule("battles:plan.waystone", "battles:plan.crossing-of-the-trident")
@pytest.mark.parametrize("plan", ["waystone", "crossing-of-the-trident"])
def test_controlled_objectives_score_every_round(plan: str) -> None:
    state = laid_out(plan)
    state.control = [1] * len(state.control)
    count_points(running(state))
    counted = [one for one in state.scenario.scoring if one.kind == "control" and one.when == "round"]
    wanted = sum(one.points * (len(one.objectives) or len(state.control)) for one in counted)
    assert state.points == [0, wanted]
    assert wanted > 0


@rule("battles:plan.ambush-in-the-wolfswood", "battles:plan.siege-of-the-holdfast")
@rule("battles:plan.breaking-the-siege-points")
@pytest.mark.parametrize(
    ("plan", "kind", "token"),
    [
        ("ambush-in-the-wolfswood", "found", ""),
        ("ambush-in-the-wolfswood", "person-safe", ""),
        ("siege-of-the-holdfast", "burnt", "siege-tower"),
        ("breaking-the-siege", "burnt", "siege-tower"),
        ("breaking-the-siege", "person-safe", ""),
    ],
)
def test_what_happens_scores_at_once_for_stark_alone(plan: str, kind: str, token: str) -> None:
    state = laid_out(plan)
    (scoring,) = (one for one in state.scenario.scoring if one.kind == kind and one.when == "immediate")
    for seat in (0, 1):
        score_event(running(state), kind, seat, 0, token)
    assert state.points == [scoring.points, 0]


@rule("battles:plan.control-victory")
def test_a_plan_may_ask_for_control_at_the_end() -> None:
    state = laid_out("millers-fords")
    winners = []
    for number in range(4):
        state.control = [1] * number + [0] * (3 - number)
        winners.append(standing(state))
    assert winners == [(0, "control"), (0, "control"), (1, "control"), (1, "control")]


@rule("battles:pieces.13")
@pytest.mark.parametrize(
    ("plan", "control"), [("crossing-of-the-trident", [-1, -1, 0, 0]), ("millers-fords", [0, 0, 0])]
)
def test_some_objectives_have_a_control_marker_from_the_beginning(plan: str, control: list[int]) -> None:
    state = laid_out(plan)
    assert state.control == control
    assert [controls(state, seat, ()) for seat in (0, 1)] == [control.count(0), 0]


@rule("battles:plan.immediate-victory", "battles:c12.17")
def test_an_immediate_victory_of_a_plan_ends_the_battle() -> None:
    state = laid_out("crossing-of-the-trident")
    (wanted, *_) = state.scenario.immediate
    seat = 0 if wanted.house == "stark" else 1
    check_immediate(running(state))
    state.control = [seat] * len(state.control)
    with pytest.raises(MatchOver):
        check_immediate(running(state))
    assert (state.winner, state.reason) == (seat, "control")


@rule("battles:plan.immediate-victory")
def test_enough_captured_commanders_of_the_enemy_win_at_once() -> None:
    """Lannister needs two in the Holdfast; its own count for nothing."""
    state = laid_out("siege-of-the-holdfast")
    stark, lannister = ([n for n, one in enumerate(state.box.commanders) if one.house == house] for house in HOUSES)
    for captured in ([], stark[:1], [*stark[:1], *lannister[:2]]):
        state.captured = captured
        check_immediate(running(state))
    state.captured = [*stark[:2], *lannister[:1]]
    with pytest.raises(MatchOver):
        check_immediate(running(state))
    assert (state.winner, state.reason) == (1, "commanders")


@rule("battles:pieces.13")
def test_control_of_all_objectives_or_of_those_that_are_named() -> None:
    state = laid_out("crossing-of-the-trident")
    named = [objective.id for objective in state.scenario.objectives]
    assert len(named) > 1
    state.control = [1] + [0] * (len(named) - 1)
    assert [controls(state, seat, ()) for seat in (0, 1)] == [len(named) - 1, 1]
    assert [controls(state, seat, (named[0],)) for seat in (0, 1)] == [0, 1]
    assert [controls(state, seat, (named[1],)) for seat in (0, 1)] == [1, 0]


@rule("battles:plan.immediate-victory")
@pytest.mark.parametrize(
    ("plan", "enough"),
    [
        pytest.param("waystone", 9, marks=rule("battles:plan.waystone")),
        pytest.param("harassment-to-harrenhal", 15, marks=rule("battles:plan.harassment-to-harrenhal")),
        pytest.param("burning-harvest", 16, marks=rule("battles:plan.burning-harvest-points")),
        pytest.param("crossing-of-the-trident", 10, marks=rule("battles:plan.crossing-of-the-trident")),
    ],
)
@pytest.mark.parametrize(
    ("short", "winner"), [((0, 9), 0), ((9, 0), 1), ((1, 1), None), ((0, 0), None), ((-1, 0), 0), ((0, -2), 1)]
)
def test_enough_points_win_at_once_if_the_enemy_has_fewer(
    plan: str, enough: int, short: tuple[int, int], winner: int | None
) -> None:
    """`short` says how many points each House lacks."""
    state = laid_out(plan)
    state.points = [enough - points for points in short]
    if winner is None:
        check_immediate(running(state))
        return
    with pytest.raises(MatchOver):
        check_immediate(running(state))
    assert (state.winner, state.reason) == (winner, "points")


@rule("battles:plan.millers-fords")
@pytest.mark.parametrize(
    ("points", "won"), [((2, 4), None), ((3, 2), 0), ((0, 5), 1), ((4, 5), 1), ((3, 3), None), ((3, 4), None)]
)
def test_at_the_fords_fewer_destroyed_units_are_enough_for_stark_if_lannister_has_fewer(
    points: tuple[int, int], won: int | None
) -> None:
    state = laid_out("millers-fords")
    for seat, many in enumerate(points):
        for _ in range(many):
            score_event(running(state), "destroyed", seat, 0)
    assert tuple(state.points) == points
    if won is None:
        check_immediate(running(state))
        assert state.winner == NOBODY
        return
    with pytest.raises(MatchOver):
        check_immediate(running(state))
    assert (state.winner, state.reason) == (won, "points")


NUMBERS: Final = {
    "en": {3: "three", 5: "five", 9: "nine", 10: "ten", 16: "sixteen"},
    "de": {3: "drei", 5: "fünf", 9: "neun", 10: "zehn", 16: "sechzehn"},
    "hu": {3: "három", 5: "öt", 9: "kilenc", 10: "tíz", 16: "tizenhat"},
}


@pytest.mark.parametrize("language", sorted(NUMBERS))
@pytest.mark.parametrize("id", ["waystone", "millers-fords", "burning-harvest-points", "crossing-of-the-trident"])
def test_what_wins_at_once_is_told_in_all_languages(id: str, language: str) -> None:
    told = BOOK.rules(language)[f"battles:plan.{id}"].summary.rpartition(";")[2]
    plan = laid_out(id.removesuffix("-points")).scenario
    wanted = {one.least for one in plan.immediate if one.kind == "points"}
    assert wanted
    for least in wanted:
        assert re.search(rf"\b{NUMBERS[language][least]}", told), (least, told)


@pytest.mark.slow
@pytest.mark.rule("battles:c4.17")
def test_the_token_goes_with_the_first_step_of_a_retreat_that_asks_for_the_next() -> None:
    match = scene(
        f"e3 {HOST} green", f"e4 {ARCHERS} blue", options={"retreat_rule": "original-2010"},
        tokens={"stark": {"green": 1}}, chance=dice("morale", "morale"),
    )  # fmt: skip  # several to a line
    play(match, "stark: order green e3", "stark: done", "stark: attack e3 > e4", "lannister: retreat e5")
    assert asked(match) == ("lannister", "retreat")
    assert BOOK.audit(match.state) == []
    assert [(event.hex, event.other) for event in told(match, Disengaged)] == [("e4", "e3")]


def test_a_card_that_ends_the_battle_lies_in_the_discard_pile() -> None:
    match = scene(
        f"e3 {HOST} green maege-mormont", f"e4 {ARCHERS} red | 1", hands={"stark": ["sl01"]}, morale=-10,
        tokens={"stark": {"green": 1}}, chance=dice("red", "red", "red", "red"),
    )  # fmt: skip  # several to a line
    play(match, "stark: card sl01 maege-mormont")
    while match.outcome is None:
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.options[-1])
    assert match.outcome.reason == "rout"
    assert "sl01" in match.state.discards[0]
    assert BOOK.audit(match.state) == []
