"""Orders of House Stark, and those that it shares: each is seen to do what it does."""

from __future__ import annotations

import pytest

from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.actions.melee import fight_at
from banneret.games.icefire.rules.moments import NO_ORDERS, happen
from banneret.games.icefire.rules.movement.surge_forth import surge
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.state import Effect, Fight, Moment
from banneret.plane import Side
from tests.games.icefire.scene import BERSERKERS, OUTRIDERS, SWORDS
from tests.games.icefire.table import Table

rule = pytest.mark.rule

FOE = "b 10106 24 24.8 180"
"""Crossbowmen, who have no Orders, flush against the front of a unit at (24, 20)."""
FAR = "b 10106 24 32 180"


def at(card: str, more: str = "") -> str:
    """Return a unit of the first player in the middle of the table."""
    return f"a {card} 24 20 0 | {more}"


def turn_start(table: Table, seat: int, *answers: str, dice: tuple[int, ...] = ()) -> None:
    """Begin a turn of a player."""
    table.run(lambda game: happen(game, Moment("turn-start", seat)), *answers, dice=dice)


@rule("icefire:orders.1", "icefire:orders.2", "icefire:terms.23")
def test_a_friend_is_repositioned_once_a_round() -> None:
    table = Table(at(OUTRIDERS), FAR, turn=1)
    turn_start(table, 1, "order a1 order-tactical-reposition", "shift left 3000")
    pose = table.state.pose[0]
    assert pose is not None
    assert pose.x == 21000
    table.asked.clear()
    turn_start(table, 1)
    assert not table.was_asked("window.turn-start")


@rule("icefire:timing.2", "icefire:morale.3")
def test_a_war_cry_needs_a_passed_test() -> None:
    table = Table(at("10214"), FAR)
    turn_start(table, 0, "order a1 order-war-cry", "condition vulnerable", dice=(6, 5))
    assert table.conditions(1) == ["vulnerable"]
    shy = Table(at("10214"), FAR)
    turn_start(shy, 0, "order a1 order-war-cry", dice=(1, 2))
    assert shy.conditions(1) == []


@rule("icefire:ruling.33")
def test_the_line_is_held_with_hits_for_each_rank() -> None:
    table = Table(at("10215", "8"), FOE)
    table.run(lambda game: happen(game, Moment("activation", 0, unit=0)), "order a1 order-hold-the-line", dice=[1] * 4)
    assert table.state.health[1] == 8


def test_incite_and_martial_training_and_fury() -> None:
    incited = Table(at(BERSERKERS, "4 20203"), FOE, edition="icefire-2021").fight("order a1 order-incite")
    assert incited.highest_value
    assert "vicious" in incited.keywords
    table = Table(at(BERSERKERS, "20204"), FOE)
    trained = table.fight("order a1 order-martial-training", "reroll 1", dice=[1] * 7)
    assert (0, "attack") in trained.rerolls
    assert table.conditions(1) == ["vulnerable"]
    furious = Table(at(BERSERKERS, "8 20227"), FOE)
    fight = furious.fight("order a1 order-stark-fury", dice=[1] * 8)
    assert fight.keywords == {"critical-blow", "sundering"}
    assert furious.state.health[0] == 7


@rule("icefire:terms.8")
def test_a_sentinel_maneuvers_or_charges_the_attacker() -> None:
    table = Table(FOE, at(SWORDS), "a 10202 13 24.8 270 | 20215")
    table.fight("order a2 order-sentinel", "choose charge", dice=[1] * 5)
    assert any({one.one, one.other} == {0, 2} for one in table.state.contacts)
    slow = Table(FOE, at(SWORDS), "a 10202 13 20 0 | 20215")
    slow.fight("order a2 order-sentinel", "choose maneuver", "maneuver 0 2000 0", dice=[1] * 5)
    pose = slow.state.pose[2]
    assert pose is not None
    assert pose.y == 22000


def test_hidden_traps_hit_or_slow() -> None:
    table = Table("b 10106 24 32 180", at("10209"), turn=0)
    table.run(lambda game: perform(game, 0, "march"), "order a1 order-hidden-traps", "choose hits", dice=(1, 1, 1))
    assert table.state.health[0] == 9
    slowed = Table("b 10106 24 32 180", at("10209"))
    slowed.run(lambda game: perform(game, 0, "march"), "order a1 order-hidden-traps", "choose slow")
    assert slowed.number("speed") == -1


@rule("icefire:condition.1")
def test_a_target_is_marked_in_sight_alone() -> None:
    table = Table(at("10209"), FAR)
    turn_start(table, 0, "order a1 order-mark-target")
    assert table.conditions(1) == ["vulnerable"]
    hidden = Table(at("10209"), "b 10106 24 12 180")
    turn_start(hidden, 0)
    assert not hidden.was_asked("window.turn-start"), "behind it, it sees nothing"


def test_openings_are_scouted_for_all_friends() -> None:
    table = Table("a 10218 14 20 0", FAR, at(BERSERKERS))
    turn_start(table, 0, "order a1 order-scout-openings")
    fight = table.shaped(attacker=2, defender=1)
    assert "precision" in fight.keywords
    assert (0, "attack") in fight.rerolls
    assert "precision" not in table.shaped(attacker=1, defender=2).keywords


@rule("icefire:retreat.1")
def test_a_swift_retreat_after_a_melee() -> None:
    table = Table(FOE, at(SWORDS, "20206"))
    table.fight("order a1 order-swift-retreat", "withdraw back 2000 0", dice=[1] * 5)
    assert table.state.contacts == []


@pytest.mark.parametrize(("side", "blocked"), [(Side.FRONT, 3), (Side.LEFT, 3)])
@rule("icefire:resolve.8")
def test_a_shield_wall_blocks_for_each_rank(side: Side, blocked: int) -> None:
    table = Table(FOE, at("10206"))
    assert table.fight("order a1 order-shield-wall", arc=side, dice=[6] * 5 + [1] * 5).blocked == blocked


def test_there_is_no_shield_wall_in_the_rear() -> None:
    table = Table(FOE, at("10206"))
    table.fight(arc=Side.REAR, dice=[6] * 5 + [1] * 5)
    assert not table.was_asked("window.defense-rolled")


@rule("icefire:surge.1")
def test_who_overruns_marches_in_place_of_surging() -> None:
    table = Table(at(BERSERKERS, "20202"), "b 10106 24 42 180", "b 10106 5 5 0")
    table.state.health[1] = 0
    table.state.pose[1] = None
    fight = Fight(0, 1, "melee")
    table.run(lambda game: surge(game, fight, []), "order a1 order-overrun", "take march", "march 12000 0")
    pose = table.state.pose[0]
    assert pose is not None
    assert pose.y == 32000
    assert not table.was_asked("may.surge")


@rule("icefire:charge.12")
def test_reckless_heroism_costs_wounds_and_rolls_a_six() -> None:
    table = Table(at(BERSERKERS, "20202"), "b 10106 24 36.6 180")
    table.run(lambda game: perform(game, 0, "charge", 1), "order a1 order-reckless-heroism", dice=(2, 1))
    assert table.state.health[0] <= 10
    assert table.state.contacts != []


@rule("icefire:ranged.4")
def test_overwatch_shoots_at_who_has_moved() -> None:
    table = Table("b 10106 24 28 180", "a 10209 24 20 0 | 20212")
    table.state.orders_used[1].append("order-hidden-traps")
    table.run(
        lambda game: perform(game, 0, "march"), "order a1 order-overwatch", "choose ranged", dice=[6] * 7 + [1] * 7
    )
    assert table.state.health[0] < 12


@pytest.mark.parametrize(("side", "conditions"), [(Side.LEFT, ["panicked", "vulnerable"]), (Side.FRONT, [])])
def test_superior_flanking(side: Side, conditions: list[str]) -> None:
    table = Table(at(BERSERKERS, "20225"), FOE)
    table.fight(*(["order a1 order-superior-flanking"] if conditions else []), arc=side, dice=[1] * 7)
    assert table.conditions(1) == conditions


def test_a_unit_that_is_no_target_of_orders_uses_none() -> None:
    table = Table(at(BERSERKERS, "20204"), FOE)
    add_effect(table.state, Effect(NO_ORDERS, 0, 1, "turn"))
    table.run(lambda game: fight_at(game, 0, 1), dice=[1] * 7)
    assert not table.was_asked("window.attack-dice")
