"""What bots choose before a skirmish, and that they meet in it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest

import banneret
from banneret.bots.greedy import GreedyBot
from banneret.bots.player import Bot
from banneret.bots.seated import play_for
from banneret.games.battles.actions import BuyUnit, LayTerrain, LeadCommander, PlaceCommander, PlaceUnit
from banneret.games.battles.bot.evaluation import WEIGHTS, Judge, Look, row_from_own_edge
from banneret.games.battles.bot.skirmish_glance import is_shelter, off_middle
from banneret.games.battles.content.components import BOX
from banneret.games.battles.content.skirmish import COST, SUMMARIES, cost
from banneret.games.battles.state import State
from banneret.kernel.choosers import Action
from banneret.kernel.match import Match

SEEDS = (1, 2, 3)


def begun(id: str, seed: int) -> Match[State]:
    match: Match[State] = banneret.new_match("battles", seats=2, seed=seed, options={"scenario": id})
    return match


@cache
def set_up(id: str, seed: int) -> tuple[Match[State], tuple[tuple[int, Action], ...]]:
    """A skirmish that two greedy bots have set up, and what they answered."""
    match = begun(id, seed)
    bots: dict[int, Bot] = {seat: GreedyBot(seat) for seat in range(2)}
    answers: list[tuple[int, Any]] = []
    while match.state.muster is not None:
        before = len(match.journal)
        play_for(bots, match, next(iter(match.asking)), seed=1, once=True)
        answers += [(answer.seat, answer.action) for answer in match.journal[before:]]
    return match, tuple(answers)


def given(id: str, seed: int, kind: type[Any], seat: int) -> list[Any]:
    """What a bot answered to a kind of question."""
    return [action for own, action in set_up(id, seed)[1] if own == seat and isinstance(action, kind)]


@pytest.mark.parametrize("id", SUMMARIES)
@pytest.mark.parametrize("seat", [0, 1])
def test_bots_lead_as_many_commanders_as_they_may(id: str, seat: int) -> None:
    leaders = [BOX.commander[one.commander] for one in given(id, 1, LeadCommander, seat)]
    summary = SUMMARIES[id]
    assert len(leaders) == summary.commanders
    assert sum(one.command_limit for one in leaders) == summary.command_limit


@pytest.mark.parametrize("seat", [0, 1])
def test_bots_spend_their_points_on_a_mixed_force(seat: int) -> None:
    bought: list[BuyUnit] = given("open-field", 1, BuyUnit, seat)
    summary = SUMMARIES["open-field"]
    assert len(bought) == summary.units
    spent = sum(cost(BOX.units[BOX.unit_number[one.unit]], one.rank) for one in bought)
    assert summary.unit_points - 1 <= spent <= summary.unit_points
    assert len({one.unit for one in bought}) >= 2
    assert max(Counter(one.unit for one in bought).values()) <= summary.units / 2


def test_the_question_tells_what_units_cost_and_what_is_left() -> None:
    match = begun("open-field", 1)
    while next(iter(match.asking.values())).kind != "buy":  # both are asked at the same time
        seat = next(iter(match.asking))
        match.play(seat, match.asking[seat].options[0])
    seat, ask = next(iter(match.asking.items()))
    summary = SUMMARIES["open-field"]
    prices = msgspec.structs.asdict(COST)
    assert ask.prompt.fields == {"points": summary.unit_points, "units": summary.units} | prices
    first = ask.options[0]
    match.play(seat, first)
    price = cost(BOX.units[BOX.unit_number[first.unit]], first.rank)
    left = {"points": summary.unit_points - price, "units": summary.units - 1}
    assert match.asking[seat].prompt.fields == left | prices


@pytest.mark.parametrize("id", SUMMARIES)
@pytest.mark.parametrize("seed", SEEDS)
def test_shelter_is_laid_on_the_own_side_and_what_hinders_before_the_enemy(id: str, seed: int) -> None:
    state = set_up(id, seed)[0].state
    middle = SUMMARIES[id].rows // 2
    laid = 0
    for seat in (0, 1):
        for one in given(id, seed, LayTerrain, seat):
            row = row_from_own_edge(state, seat, state.field.place(one.hex))
            assert row < middle if is_shelter(BOX.terrain[one.terrain]) else row > middle
            laid += 1
    assert laid >= 8


@pytest.mark.parametrize("id", SUMMARIES)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seat", [0, 1])
def test_units_line_up_together_with_archers_and_commanders_behind(id: str, seed: int, seat: int) -> None:
    state = set_up(id, seed)[0].state
    front = SUMMARIES[id].own_rows - 1
    placed = given(id, seed, PlaceUnit, seat)
    assert len(placed) >= 5
    for one in placed:
        hex = state.field.place(one.hex)
        archers = BOX.units[BOX.unit_number[one.unit]].ranged
        assert row_from_own_edge(state, seat, hex) == (front - 1 if archers else front)
        assert off_middle(state, hex) <= 4
    leaders = given(id, seed, PlaceCommander, seat)
    assert all(row_from_own_edge(state, seat, state.field.place(one.hex)) == front - 1 for one in leaders)
    answers = [type(action) for own, action in set_up(id, seed)[1] if own == seat]
    assert answers[-len(leaders) :] == [PlaceCommander] * len(leaders), "commanders are shown last"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_row_towards_the_middle_counts_in_a_skirmish_and_none_beyond_it(seat: int) -> None:
    state = set_up("open-field", 1)[0].state
    judge = Judge(msgspec.structs.replace(WEIGHTS, enemy=0.0, shelter=0.0))
    middle = SUMMARIES["open-field"].rows // 2
    for hex in range(len(state.field.labels)):
        rows = min(row_from_own_edge(state, seat, hex), middle)
        assert judge.place_worth(state, seat, hex, Look(state)) == pytest.approx(rows * WEIGHTS.battle)


def test_in_a_plan_objectives_draw_units_on_and_no_row_counts() -> None:
    state = begun("waystone", 1).state
    judge = Judge(msgspec.structs.replace(WEIGHTS, enemy=0.0, shelter=0.0, hold=0.0, objective=0.0))
    assert {judge.place_worth(state, 0, hex, Look(state)) for hex in range(len(state.field.labels))} == {0.0}


@pytest.mark.slow
@pytest.mark.parametrize("id", SUMMARIES)
def test_the_forces_of_bots_meet(id: str) -> None:
    points, expected = 0, 2 * len(SEEDS)
    for seed in SEEDS:
        match = set_up(id, seed)[0].clone()
        bots: dict[int, Bot] = {seat: GreedyBot(seat) for seat in range(2)}
        while match.asking and points + sum(match.state.points) < expected:  # points are never lost
            play_for(bots, match, next(iter(match.asking)), seed=1, once=True)
        points += sum(match.state.points)
    assert points >= expected, "hardly a unit was destroyed"
