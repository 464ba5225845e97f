"""Skirmishes: drawn battle plans have no fault, keep to their summary, and are the same for the same seed."""

from collections import Counter

import pytest

import banneret
from banneret.bots.random_bot import RandomBot
from banneret.games.battles.components import BOX
from banneret.games.battles.scenario import Scenario
from banneret.games.battles.scenario_checks import faults_of
from banneret.games.battles.skirmish import CARDS, SUMMARIES
from banneret.games.battles.state import State
from banneret.kernel.match import Match
from banneret.kernel.player import Player
from banneret.kernel.rulebook import OptionError
from tests.games.battles.scene import BOOK


def begun(id: str, seed: int) -> Match[State]:
    match: Match[State] = banneret.new_match("battles", seats=2, seed=seed, options={"scenario": id}, events=False)
    return match


def plan_of(id: str, seed: int) -> Scenario:
    return begun(id, seed).state.scenario


def house_of(unit: str) -> str:
    return BOX.units[BOX.unit_number[unit]].house


@pytest.mark.parametrize("id", SUMMARIES)
def test_a_drawn_plan_has_no_fault_and_keeps_to_its_summary(id: str) -> None:
    summary = SUMMARIES[id]
    for seed in range(40):
        plan = plan_of(id, seed)
        assert faults_of(plan) == []
        assert (plan.rounds, plan.command_tokens) == (summary.rounds, summary.command_tokens)
        for house, rows in (("stark", (1, 2)), ("lannister", (8, 9))):
            units = [unit for unit in plan.units if house_of(unit.unit) == house]
            leaders = [BOX.commander[unit.commander] for unit in units if unit.commander is not None]
            assert len(leaders) == len({leader.person for leader in leaders}) == 2
            assert sum(leader.command_limit for leader in leaders) <= summary.command_limit
            assert {int(unit.hex[1:]) for unit in units} <= set(rows)
            assert 6 <= len(units) <= 8


def test_an_open_field_costs_its_points() -> None:
    for seed in range(20):
        plan = plan_of("open-field", seed)
        for house in ("stark", "lannister"):
            cost = 0
            for unit in plan.units:
                if house_of(unit.unit) != house or unit.commander is not None:
                    continue
                kind = BOX.units[BOX.unit_number[unit.unit]]
                cost += {"green": 4, "blue": 6, "red": 8}[unit.rank] + (kind.class_ == "cavalry")
                cost += 2 * ("heavy-armor" in kind.keywords)
            assert 33 <= cost <= 34


@pytest.mark.parametrize("id", SUMMARIES)
def test_terrain_lies_between_the_sides_and_what_blocks_sight_apart(id: str) -> None:
    for seed in range(20):
        plan = plan_of(id, seed)
        board = plan.board
        strewn = [place for place, name in enumerate(plan.terrain) if name != "plains"]
        assert len(strewn) == 12
        assert {board.row(place) for place in strewn} <= set(range(2, 7))
        for place in strewn:
            if BOX.terrain[plan.terrain[place]].blocks_sight:
                assert not any(BOX.terrain[plan.terrain[to]].blocks_sight for to in board.neighbours[place])


def test_the_cards_of_the_chosen_commanders_are_not_drawn() -> None:
    for seed in range(20):
        plan = plan_of("raid-in-the-riverlands", seed)
        led = {unit.commander for unit in plan.units}
        for house in ("stark", "lannister"):
            free = [card for card in CARDS if card.house == house and card.commander not in led]
            most = Counter(unit for card in free for unit in card.units)
            drawn = Counter(
                (unit.unit, unit.rank) for unit in plan.units if house_of(unit.unit) == house and not unit.commander
            )
            assert not drawn - most


def test_there_is_a_setup_card_for_every_commander() -> None:
    assert {card.commander for card in CARDS} == set(BOX.commander)
    assert all(house_of(unit) == card.house for card in CARDS for unit, _ in card.units)


def test_the_same_seed_draws_the_same_skirmish_and_a_position_keeps_it() -> None:
    one, other = begun("open-field", 5), begun("open-field", 5)
    assert one.state.scenario == other.state.scenario
    assert plan_of("open-field", 6) != one.state.scenario
    assert BOOK.decode(BOOK.encode(one.state)).scenario == one.state.scenario


@pytest.mark.parametrize("id", SUMMARIES)
def test_a_skirmish_is_played_to_its_end(id: str) -> None:
    match, bot = begun(id, 2), RandomBot(2)
    while match.outcome is None:
        seat = next(iter(match.asking))
        match.play(seat, bot.choose(Player(match, seat, 1)))
    assert sorted(place for places in match.outcome.places for place in places) == [0, 1]


def test_an_unknown_skirmish_is_refused() -> None:
    with pytest.raises(OptionError, match="raid-in-the-riverlands, open-field"):
        begun("closed-field", 1)
