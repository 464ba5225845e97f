"""Outflank and Robb Stark's cunning: units that stay in reserve, and come from an edge."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.actions import Deploy
from banneret.games.icefire.content.editions import EDITION_2021
from banneret.games.icefire.modes.siege.storm_of_swords import WAITING
from banneret.games.icefire.rules.board.board import claim
from banneret.games.icefire.rules.deployment import deploy, to_deploy
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.movement.reserve import OUTFLANKING, EdgeSpace, hold_back, keep_back
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.sources import has_flag
from banneret.games.icefire.state import Effect, Moment
from banneret.plane import Side
from tests.games.icefire.scene import BERSERKERS, OUTRIDERS
from tests.games.icefire.table import Table

rule = pytest.mark.rule

RIDERS = f"a {OUTRIDERS} 24 10 0 | 20214"
"""Outriders whom Brynden Tully, Vanguard Infiltrator, lets outflank."""
OTHERS = (f"a {BERSERKERS} 10 10 0", "b 10106 24 30 180")


def off_the_table(*units: str, **more: Any) -> Table:
    """Return a table before anybody is deployed."""
    table = Table(*units, **more)
    table.state.pose = [None] * len(table.state.pose)
    return table


def stands(table: Table, unit: int) -> bool:
    """Return whether a unit is on the table."""
    return table.state.pose[unit] is not None


def round_start(table: Table, *answers: str) -> None:
    """Begin a round."""
    table.state.turn = None
    table.run(lambda game: happen(game, Moment("round-start", table.state.first)), *answers)


@rule("icefire:deployment.4", "icefire:ruling.11")
def test_who_outflanks_may_stay_in_reserve() -> None:
    table = off_the_table(RIDERS, *OTHERS)
    table.run(lambda game: hold_back(game, 0), "yes")
    assert to_deploy(table.state, 0) == [1]
    table.asked.clear()
    table.run(lambda game: hold_back(game, 0))
    assert table.asked == [], "it is asked once"
    refused = off_the_table(RIDERS, *OTHERS)
    refused.run(lambda game: hold_back(game, 0), "pass")
    assert to_deploy(refused.state, 0) == [0, 1]


@rule("icefire:deployment.4", "icefire:deployment.7")
def test_who_deploys_is_asked_first_which_units_stay_in_reserve() -> None:
    table = off_the_table(RIDERS, *OTHERS)
    table.state.turn_seat = 0
    table.run(deploy, "yes", "deploy a2 24000 5000 0")
    assert [stands(table, unit) for unit in (0, 1)] == [False, True]
    assert to_deploy(table.state, 0) == []


@rule("icefire:ruling.137")
def test_who_waits_in_the_reserve_of_a_siege_is_not_asked_to_outflank() -> None:
    table = off_the_table(RIDERS, *OTHERS)
    keep_back(table.state, 0, WAITING)
    table.run(lambda game: hold_back(game, 0))
    assert table.asked == []


@rule("icefire:round.3")
def test_it_comes_at_the_start_of_a_round_of_the_other_player() -> None:
    table = Table(RIDERS, *OTHERS)
    keep_back(table.state, 0, OUTFLANKING)
    table.state.first = 0
    round_start(table)
    assert table.asked == []
    table.state.first = 1
    round_start(table, "unit a1", "deploy a1 3000 24000 27000")
    pose = table.state.pose[0]
    assert pose is not None
    assert (pose.x, pose.y) == (3000, 24000)
    assert table.state.effects == ()
    assert not table.state.activated[0]


@rule("icefire:terms.21")
def test_it_comes_wholly_within_short_range_of_an_edge() -> None:
    table = Table(RIDERS, *OTHERS)
    table.state.pose[0] = None
    own, flanks = EdgeSpace(table.state, 0, own_edge=True), EdgeSpace(table.state, 0, own_edge=False)
    home = Deploy("a1", 24000, 3000, 0)
    assert own.refusal(home) is None
    assert flanks.refusal(home) is not None
    for place in (("a1", 24000, 24000), ("a1", 24000, 45000), ("a1", 500, 24000), ("a2", 3000, 24000)):
        assert own.refusal(Deploy(*place, 0)) is not None, place
    assert own.suggest()
    assert all(own.refusal(place) is None for place in own.suggest())


def test_robb_lets_a_friend_outflank() -> None:
    table = off_the_table(*OTHERS, ncus=["a 30210"])
    table.run(lambda game: hold_back(game, 0), "unit a1", "yes")
    assert has_flag(table.state, 0, "outflanks")
    assert to_deploy(table.state, 0) == []


@rule("icefire:board.4")
def test_robb_of_2021_keeps_a_friend_back_and_brings_it_with_maneuver() -> None:
    table = Table(*OTHERS, f"a {BERSERKERS} 40 10 0", ncus=["a 30210"], edition=EDITION_2021)
    round_start(table, "unit a1")
    assert not stands(table, 0)
    assert to_deploy(table.state, 0) == []
    table.run(lambda game: claim(game, 0, "maneuver"), "yes", "deploy a1 3000 24000 27000")
    assert stands(table, 0)
    assert not table.was_asked("unit.maneuver")


@rule("icefire:charge.23")
@pytest.mark.parametrize(("arc", "conditions"), [(Side.LEFT, ["panicked", "vulnerable"]), (Side.FRONT, [])])
def test_robbs_cunning_frightens_in_flank_and_rear(arc: Side, conditions: list[str]) -> None:
    table = Table(*OTHERS)
    add_effect(table.state, Effect("wolfs-cunning", 0, 0, "match"))
    table.run(lambda game: happen(game, table.charged(0, 1, arc)))
    assert table.conditions(1) == conditions
