"""Moves and the table in small scenes that tell each rule from its neighbours: reserve, retreats, Wounds, zones."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from banneret.games.icefire.actions import Deploy, Maneuver, Place, Withdraw
from banneret.games.icefire.content.components import Trigger
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, Edition
from banneret.games.icefire.effects.registry import FLAGS
from banneret.games.icefire.rules.actions.charge import charge
from banneret.games.icefire.rules.actions.ranged import shoot
from banneret.games.icefire.rules.movement.contacts import PartSpace, part_others
from banneret.games.icefire.rules.movement.movement import danger, maneuver, march, note_mover, pivot, settle, shift
from banneret.games.icefire.rules.movement.reserve import OUTFLANKING, EdgeSpace, arrive, hold_back, keep_back
from banneret.games.icefire.rules.movement.retreat import free_pivots, retreat, withdraw_fault
from banneret.games.icefire.rules.table.ground import pose_of, tray_of
from banneret.games.icefire.rules.table.lasting_effects import RESERVE, add_effect, has_effect, in_reserve
from banneret.games.icefire.rules.table.move_spaces import (
    Aims,
    ManeuverSpace,
    facing_of_interest,
    headings_of_interest,
    lengths,
)
from banneret.games.icefire.rules.table.paths import shift_fault
from banneret.games.icefire.rules.table.room import farthest_way
from banneret.games.icefire.rules.table.sides import in_teams
from banneret.games.icefire.rules.table.sources import any_claimed, has_flag, in_force
from banneret.games.icefire.rules.table.triggers import _near_fits
from banneret.games.icefire.rules.table.units import alive
from banneret.games.icefire.rules.table.zones import Zone, lies_within, place_of, reaches_into
from banneret.games.icefire.state import NO_UNIT, Effect, Moment
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Pose, heading_towards, place, rectangle
from banneret.text.message import Message
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, OUTRIDERS, SWORDS, laid
from tests.games.icefire.table import Table

rule = pytest.mark.rule

RIDERS = f"a {OUTRIDERS} 24 10 0 | 20214"
"""Outriders whom Brynden Tully, Vanguard Infiltrator, lets outflank."""
OTHERS = (f"a {BERSERKERS} 10 10 0", f"b {CROSSBOWMEN} 24 30 180")


# Reserve -------------------------------------------------------------------------------------------------------------


@rule("icefire:terms.21")
def test_units_from_reserve_are_drawn_at_both_flanks_and_checked() -> None:
    table = Table(RIDERS, *OTHERS)
    table.state.pose[0] = None
    space, stream = EdgeSpace(table.state, 0, own_edge=False), Stream(derive_key("edges"))
    drawn = [space.sample(stream) for _ in range(40)]
    assert [one for one in drawn if space.refusal(one)] == []
    assert len({(one.x, one.y, one.heading) for one in drawn}) > 20
    assert {one.x < 24_000 for one in drawn} == {True, False}
    told = space.check(Deploy("a1", 3000, 24_000, 27_000))
    assert isinstance(told, Message)
    assert (told.id, told.fields["unit"], told.fields["heading"]) == ("check.move", "a1", "270")
    assert (told.fields["x"], told.fields["y"]) == ("3", "24")
    for heading in (-1, 36_000):
        refusal = space.refusal(Deploy("a1", 3000, 24_000, heading))
        assert refusal is not None
        assert refusal.rule == "icefire:action.5"
        assert space.check(Deploy("a1", 3000, 24_000, heading)) == refusal


@rule("icefire:terms.21")
def test_only_what_held_a_unit_in_reserve_ends_when_it_arrives() -> None:
    table = Table(RIDERS, *OTHERS)
    state = table.state
    for unit in (0, 1):
        keep_back(state, unit, OUTFLANKING)
    add_effect(state, Effect("inspired", 0, 0, "round"))
    table.run(lambda game: arrive(game, 0, OUTFLANKING, own_edge=True), "deploy a1 3000 24000 27000")
    assert [in_reserve(state, unit) for unit in (0, 1)] == [False, True]
    assert [has_effect(state, name, 1) for name in (RESERVE, OUTFLANKING)] == [True, True]
    assert has_effect(state, "inspired", 0)
    assert (pose_of(state, 0), state.pose[1]) == (Pose(3000, 24_000, 27_000), None)


@rule("icefire:deployment.4")
def test_a_unit_that_is_not_held_back_is_not_asked_about_again() -> None:
    table = Table(RIDERS, *OTHERS)
    table.state.pose = [None] * 3
    table.run(lambda game: hold_back(game, 0), "pass")
    assert len(table.asked) == 1
    table.run(lambda game: hold_back(game, 0))
    assert len(table.asked) == 1


# Retreats and moves --------------------------------------------------------------------------------------------------


@rule("icefire:retreat.3")
@pytest.mark.parametrize("facing", [-1, 36_000])
def test_a_retreat_ends_in_a_heading_of_the_circle(facing: int) -> None:
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180")
    assert withdraw_fault(state, 0, Withdraw("back", 3000, 0), 6000) is None
    fault = withdraw_fault(state, 0, Withdraw("back", 3000, facing), 6000)
    assert fault is not None
    assert (fault.rule, fault.reason.id) == ("icefire:action.5", "refuse.move.heading")


@rule("icefire:retreat.6")
@pytest.mark.parametrize(("leaves", "away", "weakened"), [
    (False, True, []), (True, True, ["weakened"]), (True, False, []), (False, False, []),
])  # fmt: skip  # several to a line
def test_only_enemies_that_are_left_are_weakened_and_only_by_a_unit_that_does(
    leaves: bool, away: bool, weakened: list[str]
) -> None:
    table = Table(f"a {SWORDS} 24 {10 if away else 20} 0", f"b {CROSSBOWMEN} 24 24.8 180")
    moment = Moment("charge-rolled", 0, unit=0, action="retreat")
    if leaves:
        moment.notes["leaves-weakened"] = 1
    table.run(lambda game: free_pivots(game, [1], moment))
    assert table.conditions(1) == weakened
    assert table.was_asked("may.pivot") is away


@rule("icefire:terms.19")
def test_who_has_moved_is_noted_in_a_turn_and_an_alignment_is_no_move() -> None:
    there = Pose(10_000, 15_000, 0)
    for how, noted in (("march", [0]), ("align", [])):
        table = Table(*OTHERS)
        assert table.state.turn is not None
        table.run(partial(settle, unit=0, pose=there, how=how))
        assert table.state.turn.moved == noted
        assert table.state.pose[0] == there
    between = Table(*OTHERS)
    between.state.turn = None
    note_mover(between.state, 0)
    between.run(lambda game: settle(game, 0, there, "march"))
    assert between.state.pose[0] == there


@rule("icefire:keyword.dangerous", "icefire:ruling.49")
def test_dangerous_terrain_inflicts_two_to_four_wounds() -> None:
    lost = set()
    for number in range(40):
        table = Table(*OTHERS)
        table.state.key = derive_key("danger", number)
        before = table.state.health[0]
        table.run(lambda game: danger(game, 0))
        lost.add(before - table.state.health[0])
    assert lost == {2, 3, 4}
    for face, wounds in ((1, 2), (2, 3), (3, 4)):
        table = Table(*OTHERS)
        before = table.state.health[0]
        table.run(lambda game: danger(game, 0), dice=[face])
        assert before - table.state.health[0] == wounds


@rule("icefire:terms.23", "icefire:terms.24")
def test_a_unit_in_rough_terrain_that_may_shift_by_nothing_stays() -> None:
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 40 180", terrain=["bog 24 20 0"])
    assert shift_fault(state, 0, "forward", 0, 0) is None
    assert shift_fault(state, 0, "forward", 1000, 2000) is None
    for length, limit in ((1001, 2000), (1, 0), (-1, 2000)):
        fault = shift_fault(state, 0, "forward", length, limit)
        assert fault is not None
        assert fault.rule == "icefire:terms.23"


@rule("icefire:maneuver.2", "icefire:maneuver.3")
def test_a_maneuver_is_suggested_with_its_heading_and_towards_the_nearest_enemy() -> None:
    table = Table(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 40 40 180")
    space = ManeuverSpace(table.state, 0, 4000)
    moves = space.suggest()
    assert [one for one in moves if space.refusal(one)] == []
    aside = [one for one in moves if one.heading == 9000]
    facing = heading_towards(40_000 - 20_000, 40_000 - 10_000)
    assert aside == [Maneuver(9000, 4000, 9000), Maneuver(9000, 4000, facing)]


def test_four_lengths_of_a_move_are_examined_the_longest_first() -> None:
    assert list(lengths(5000)) == [5000, 3750, 2500, 1250]


@pytest.mark.parametrize(("x", "y", "towards"), [
    (10, 10, (0, 15)), (-10, 10, (0, 15)), (20, -20, (30, -15)), (0, 15, (30, -15)), (25, -15, (30, -15)),
])  # fmt: skip  # several to a line
def test_a_unit_faces_the_nearest_enemy_that_is_not_at_its_own_place(x: int, y: int, towards: tuple[int, int]) -> None:
    aims = Aims([(0, 15), (30, -15)], [(x + 1, y)])
    assert facing_of_interest(aims, x, y, 777) == heading_towards(towards[0] - x, towards[1] - y)
    assert facing_of_interest(Aims([], [(1, 2)]), x, y, 777) == 777


# Other enemies that a charger touches --------------------------------------------------------------------------------


def beside_charger(x: float, y: float, heading: int) -> tuple[Any, PartSpace]:
    """Return a charger in the middle, and the space of an enemy that it touches at a pose."""
    state = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} {x} {y} {heading}")
    return state, PartSpace(state, 0, 1, tray_of(state, 0))


@rule("icefire:charge.21", "icefire:ruling.115")
def test_an_enemy_is_moved_away_from_a_charger_and_not_through_it() -> None:
    """Both trays are 5.5 inches wide and 4.8 deep; the enemy touches the left flank of the charger."""
    state, space = beside_charger(18.85, 24, 90)
    at = pose_of(state, 1)
    assert space.refusal(Place(at.x - 1000, at.y, at.heading)) is None
    right = Place(48_000 - at.x + 1000, at.y, at.heading)
    before, behind = (
        Place(at.x, 24_000 + 2400 + 2750 + 1000, at.heading),
        Place(24_000, 24_000 - 2400 - 3750, at.heading),
    )
    assert {one: space.refusal(one) is None for one in (right, before, behind)} == {
        right: False, before: True, behind: False,
    }  # fmt: skip  # several to a line
    for one, reason in (
        (Place(at.x - 1000, at.y, at.heading + 1), "refuse.parted.turn"),
        (Place(at.x - 1200, at.y, at.heading), "refuse.parted.far"),
        (Place(at.x - 900, at.y, at.heading), "refuse.parted.far"),
        (right, "refuse.parted.far"),
    ):
        refusal = space.refusal(one)
        assert refusal is not None
        assert (refusal.rule, refusal.reason.id) == ("icefire:charge.21", reason)


@rule("icefire:charge.20", "icefire:charge.21", "icefire:charge-2021.2")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("place", "aligned"), [("24 28.8 90", True), ("18.85 24 270", False)])
def test_the_arc_of_the_charger_decides_whether_an_enemy_is_aligned(
    edition: Edition, place: str, aligned: bool
) -> None:
    """A flank of the enemy touches the front of the charger, or its front a flank; in 2021 all are aligned."""
    x, y, heading = place.split()
    y = "29.15" if aligned else y
    table = Table(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} {x} {y} {heading}", edition=edition)
    table.run(lambda game: part_others(game, 0, NO_UNIT, pose_of(table.state, 0)))
    kinds = [prompt for _, prompt, _ in table.asked]
    assert kinds == (["ask.half"] if aligned or edition == EDITION_2021 else ["ask.parted"])


@rule("icefire:charge.22")
@pytest.mark.usefixtures("interpreted")
def test_an_enemy_without_room_is_moved_just_out_of_contact_away_from_the_edge_it_touches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its front touches the left flank of the charger; a friend behind it leaves it half an inch."""
    monkeypatch.setattr(PartSpace, "suggest", lambda _: [])  # the search is tested elsewhere
    table = Table(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} 18.85 24 270", f"a {CROSSBOWMEN} 13.2 24 0")
    table.run(lambda game: part_others(game, 0, NO_UNIT, pose_of(table.state, 0)))
    at = pose_of(table.state, 1)
    assert (at.y, at.heading) == (24_000, 27_000)
    assert 18_850 - 505 <= at.x < 18_850


# The table -----------------------------------------------------------------------------------------------------------


@rule("icefire:units.12")
def test_a_unit_with_its_last_wound_is_alive() -> None:
    table = Table(*OTHERS)
    for health, lives in ((2, True), (1, True), (0, False)):
        table.state.health[0] = health
        assert alive(table.state, 0) is lives


def test_what_is_in_a_zone_and_what_reaches_into_it() -> None:
    zone = Zone(10_000, 4000, 30_000, 10_000)
    shape = rectangle(2000, 2000)
    for x, y, inside, touches in (
        (11_000, 5000, True, True), (29_000, 9000, True, True), (10_999, 5000, False, True),
        (11_000, 4999, False, True), (29_001, 9000, False, True), (29_000, 9001, False, True),
        (9100, 7000, False, True), (8900, 7000, False, False), (30_900, 7000, False, True),
        (31_100, 7000, False, False), (20_000, 3100, False, True), (20_000, 2900, False, False),
        (20_000, 10_900, False, True), (20_000, 11_100, False, False),
    ):  # fmt: skip  # several to a line
        tray = place(shape, Pose(x, y, 0))
        assert (lies_within(zone, tray), reaches_into(zone, tray)) == (inside, touches), (x, y)


def test_a_player_of_a_free_for_all_has_no_zone_until_it_is_chosen() -> None:
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 40 180", seats=3)
    assert [place_of(state, seat) for seat in range(3)] == ["", "", ""]
    assert not in_teams(state)
    state.sides = (0, 1, 0)
    assert in_teams(state)


def test_an_objective_is_claimed_only_by_a_unit_and_only_with_a_card() -> None:
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 40 180", tokens=[[24_000, 24_000], [10_000, 24_000]])
    for claims, cards, claimed in (
        ([NO_UNIT, NO_UNIT], [3, 4], False), ([0, NO_UNIT], [0, 4], False), ([NO_UNIT, 1], [3, 4], True),
        ([0, NO_UNIT], [3, 0], True),
    ):  # fmt: skip  # several to a line
        state.claims, state.token_cards = claims, cards
        assert any_claimed(state) is claimed


@rule("icefire:stacking.1", "icefire:influence.5")
def test_only_units_on_the_battlefield_bring_abilities_into_force() -> None:
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 40 180", f"a {SWORDS} 10 10 0")
    table = {"winters-bite": "here"}

    def sources(only: int = NO_UNIT) -> list[int]:
        return [source.unit for entry, source in in_force(state, table, only) if entry == "here"]

    assert (sources(), sources(0), sources(1), sources(2)) == ([0, 2], [0], [], [2])
    state.pose[0] = None
    assert (sources(), sources(0), sources(2)) == ([2], [], [2])


def test_a_flag_of_an_influence_is_that_of_the_influenced_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two non-combat units, each with Influence over a unit, the first gives a flag while it lives."""
    monkeypatch.setitem(FLAGS, "of-influence", {"30202"})
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 40 180", ncus=["a 30202", "a 30210"])
    state.influence = [0, 1]
    assert [has_flag(state, unit, "of-influence") for unit in (0, 1)] == [True, False]
    state.ncu_alive[0] = False
    assert not has_flag(state, 0, "of-influence")


@pytest.mark.parametrize(("inches", "near"), [(5, True), (7, False)])
def test_an_order_with_a_range_concerns_units_within_it(inches: int, near: bool) -> None:
    """Short Range is 6 inches; trays are 4.8 inches deep."""
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 {24.8 + inches} 180", f"a {SWORDS} 10 45 0")
    close = Trigger(event="charged", near="this", within="short")
    anywhere = Trigger(event="charged", near="this")
    for moment in (Moment("charged", 1, unit=1), Moment("charged", 1, target=1)):
        assert _near_fits(state, close, moment, 0, 0) is near
        assert _near_fits(state, anywhere, moment, 0, 0)
    assert not _near_fits(state, anywhere, Moment("charged", 1), 0, 0)
    state.pose[1] = None
    assert not _near_fits(state, anywhere, Moment("charged", 1, unit=1), 0, 0)


@pytest.mark.parametrize("bar", [0, 1, 7, 10, 11])
def test_the_farthest_way_is_the_last_one_that_is_not_barred(bar: int) -> None:
    assert farthest_way(10, lambda distance: distance >= bar) == max(0, min(bar - 1, 10))


@pytest.mark.parametrize("flow", [
    partial(maneuver, unit=0), partial(march, unit=0), partial(pivot, unit=0, what="freed", rule="icefire:retreat.6"),
    partial(shift, unit=0, limit=1000, what="order", rule="icefire:terms.23"), partial(shoot, unit=0),
    partial(charge, unit=0, target=1), partial(retreat, unit=0),
])  # fmt: skip  # several to a line
def test_all_see_which_unit_is_about_to_move(flow: Any) -> None:
    enemy = 24.8 if flow.func is retreat else 30
    game = Table(f"a {CROSSBOWMEN} 24 20 0", f"b {CROSSBOWMEN} 24 {enemy} 180", f"a {BERSERKERS} 4 4 0")
    assert game.state.turn is not None
    assert game.state.turn.mover == NO_UNIT
    game.run(flow, dice=(6,) * 9)
    assert game.state.turn.mover == 0


def test_a_unit_may_look_ahead_towards_tokens_and_enemies_and_to_the_quarters() -> None:
    """Each heading once, and none towards where it is."""
    aims = Aims([(20_000, 30_000)], [(10_000, 20_000), (20_000, 20_000), (20_000, 30_000), (20_000, 40_000)])
    found = [1000, 9000, 0, 10_000, 19_000, 28_000]
    assert headings_of_interest(aims, Pose(20_000, 20_000, 1000)) == found
    assert headings_of_interest(Aims([], []), Pose(20_000, 20_000, 35_000)) == [35_000, 8000, 17_000, 26_000]
