"""Moves as they are carried out: what they lead into, what a charger parts, retreats, surging forth."""

from __future__ import annotations

import pytest

from banneret.games.icefire.actions import ChooseCondition, Shift
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.rules.movement.contacts import part_others
from banneret.games.icefire.rules.movement.movement import move, shift, shifted, terrain_entered
from banneret.games.icefire.rules.movement.retreat import retreat
from banneret.games.icefire.rules.movement.surge_forth import surge
from banneret.games.icefire.rules.table import strides
from banneret.games.icefire.rules.table.choosers import ConditionChooser
from banneret.games.icefire.rules.table.facts import borrow_influence, influence_card
from banneret.games.icefire.rules.table.ground import INCH, pose_of
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.move_spaces import ShiftSpace, lengths
from banneret.games.icefire.rules.table.paths import BEARINGS, shift_fault
from banneret.games.icefire.rules.table.strides import Ends
from banneret.games.icefire.rules.table.surroundings import everything
from banneret.games.icefire.rules.table.zones import ground_of
from banneret.games.icefire.state import NO_UNIT, NOBODY, Fight
from banneret.kernel.stream import derive_key
from banneret.plane import Pose, Straight
from banneret.text.message import msg
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, SWORDS, laid
from tests.games.icefire.table import Table

rule = pytest.mark.rule

A, B = f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 40 180"


# Moves ---------------------------------------------------------------------------------------------------------------


@rule("icefire:terms.23", "icefire:terms.25")
def test_a_shift_is_noted_with_its_unit_and_leads_the_way_it_is_answered() -> None:
    """It neither turns the tray nor leads to the other side."""
    for bearing, end in (
        ("forward", Pose(24_000, 22_000, 0)), ("back", Pose(24_000, 18_000, 0)),
        ("left", Pose(22_000, 20_000, 0)), ("right", Pose(26_000, 20_000, 0)),
    ):  # fmt: skip  # several to a line
        table = Table(A, B)
        assert table.state.turn is not None
        table.run(lambda game: shift(game, 0, 2000, "order", "icefire:terms.23"), f"shift {bearing} 2000")
        assert table.state.pose[0] == end
        assert table.state.turn.mover == 0
        again = Table(A, B)
        again.run(lambda game, bearing=bearing: shifted(game, 0, Shift(bearing, 2000)))  # type: ignore[misc]  # of this way
        assert again.state.pose[0] == end


@rule("icefire:terms.23", "icefire:terms.24")
def test_shifts_are_suggested_in_all_directions_and_only_if_they_are_legal() -> None:
    for others in ([B], [f"b {CROSSBOWMEN} 24 26.8 180"], [f"b {CROSSBOWMEN} 17 20 180", f"a {SWORDS} 31 20 0"]):
        state = laid(A, *others, terrain=["palisade 24 14 0"])
        ways = [Shift("forward", 0)] + [Shift(way, length) for way in BEARINGS for length in lengths(6000)]
        legal = [one for one in ways if shift_fault(state, 0, one.bearing, one.distance, 6000) is None]
        space = ShiftSpace(state, 0, 6000, "order", "icefire:terms.23")
        assert space.suggest() == legal
        assert space.has_way()
        assert 1 < len(legal) < len(ways)


@rule("icefire:keyword.dangerous")
@pytest.mark.parametrize(("x", "y", "heading", "distance", "entered"), [
    (24_000, 20_000, 0, 2000, False), (24_000, 20_000, 0, 6000, True), (24_000, 28_000, 0, 3000, False),
    (24_000, 28_000, 0, 0, False), (24_000, 35_000, 18_000, 5000, True), (10_000, 28_000, 0, 6000, False),
])  # fmt: skip  # several to a line
def test_only_dangerous_terrain_that_a_move_leads_into_wounds(
    x: int, y: int, heading: int, distance: int, entered: bool
) -> None:
    """Not what the unit is in already, nor what it passes by."""
    table = Table("a 10201 24 5 0", B, terrain=["stakes 24 28 0", "bog 24 24 0"])
    state, before = table.state, Pose(x, y, heading)
    state.pose[0] = before
    assert terrain_entered(state, 0, before, before, Straight(distance), before.moved(distance)) == (
        [0] if entered else []
    )
    health = state.health[0]
    table.run(lambda game: move(game, 0, before, Straight(distance), before.heading, "march"), dice=[2])
    assert health - state.health[0] == (3 if entered else 0)


@pytest.mark.usefixtures("interpreted")
def test_an_end_beside_an_enemy_is_measured_only_in_its_corners(monkeypatch: pytest.MonkeyPatch) -> None:
    """One straight ahead is more than an inch away from the whole front, though the circles around both meet."""

    def measured(*_: object, **__: object) -> None:
        raise AssertionError("an end is measured that is legal at a glance")

    monkeypatch.setattr(strides, "end_fault", measured)
    state = laid(A, f"b {CROSSBOWMEN} 24 31.8 180", f"a {CROSSBOWMEN} 29.6 26 0")
    ends, end = Ends(state, 0, everything(state, 0)), Pose(24_000, 25_999, 0)
    beside = ends.beside(end.x, end.y)
    assert beside is not None
    assert [number for number, _, _ in beside.trays] == [1, 2]
    assert ends.is_legal(end, beside)
    assert not ends.is_legal(end._replace(x=24_110), beside)


# Retreats and surging forth ------------------------------------------------------------------------------------------


@rule("icefire:retreat.2")
def test_a_retreat_adds_one_roll_of_a_die_to_the_speed() -> None:
    """Speed 5 and a die from 1 to 6: the most that is offered."""
    farthest = set()
    for number in range(40):
        table = Table(A, f"b {CROSSBOWMEN} 24 24.8 180")
        table.state.key = derive_key("retreat", number)
        table.run(lambda game: retreat(game, 0))
        farthest.add(max(int(way.split()[2]) for way in table.asked[0][2] if way.startswith("withdraw back")))
    assert farthest == {(5 + roll) * INCH for roll in range(1, 7)}


@rule("icefire:surge.1", "icefire:surge.4", "icefire:ruling.29")
@pytest.mark.parametrize(("kind", "left", "asked"), [
    ("melee", 0, ["may.surge", "may.pivot"]), ("melee", 1, []), ("short", 0, []), ("long", 0, []),
])  # fmt: skip  # several to a line
def test_units_surge_forth_only_after_destroying_their_enemy_in_melee(kind: str, left: int, asked: list[str]) -> None:
    table = Table(A, B, f"a {BERSERKERS} 10 10 0", f"b {CROSSBOWMEN} 40 40 180")
    table.state.health[1] = left
    fight = Fight(0, 1, kind)
    fight.freed = [0, 2]
    table.run(lambda game: surge(game, fight, []))
    assert [prompt.removeprefix("ask.") for _, prompt, _ in table.asked] == asked


# Other enemies that a charger touches --------------------------------------------------------------------------------


@rule("icefire:charge.20", "icefire:charge-2021.2")
@pytest.mark.parametrize(("edition", "options"), [(SEASON_6, 2), (EDITION_2021, 1)])
def test_an_enemy_is_aligned_by_half_at_either_end_or_in_2021_at_the_nearer_one(edition: Edition, options: int) -> None:
    """It touches the front of the charger, half an inch to the right."""
    table = Table(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} 24.5 28.8 180", edition=edition)
    table.run(lambda game: part_others(game, 0, NO_UNIT, pose_of(table.state, 0)))
    ((seat, _, places),) = table.asked
    assert (seat, places) == (1, ["place 26750 28800 18000", "place 21250 28800 18000"][:options])
    assert table.state.pose[1] == Pose(26_750, 28_800, 18_000)


# The table -----------------------------------------------------------------------------------------------------------


@rule("icefire:ruling.111")
def test_each_side_has_its_half_of_the_battlefield() -> None:
    state = laid(A, B)
    assert [ground_of(state, 10_000, y) for y in (0, 23_999, 24_000, 24_001, 47_000)] == [0, 0, NOBODY, 1, 1]
    state.far = NOBODY
    assert ground_of(state, 10_000, 40_000) == NOBODY


def test_only_conditions_that_are_offered_may_be_chosen() -> None:
    space = ConditionChooser(["panicked", "weakened"], "give", "icefire:condition.1")
    refusals = [space.refusal(ChooseCondition(one)) for one in ("panicked", "weakened", "vulnerable", "")]
    assert [None if one is None else one.rule for one in refusals] == [None, None, *["icefire:condition.1"] * 2]


def test_a_question_about_a_condition_names_the_unit() -> None:
    """Several units may have been chosen, by the player or by a card."""
    asked = ConditionChooser(["panicked", "weakened"], "give", "icefire:condition.1", "b2")
    assert asked.prompt() == msg("ask.condition.give", unit="b2")
    everyone = ConditionChooser(["panicked", "weakened"], "give-all", "icefire:siege.8")
    assert everyone.prompt() == msg("ask.condition.give-all")


def test_only_who_borrows_an_influence_has_it() -> None:
    state = laid(A, B, ncus=["a 30202", "a 30201", "b 30105"])
    add_effect(state, borrow_influence(state, 1, "30105"))
    assert [influence_card(state, ncu) for ncu in range(3)] == ["30202", "30105", "30105"]
    add_effect(state, borrow_influence(state, 2, "30202"))
    assert [influence_card(state, ncu) for ncu in range(3)] == ["30202", "30105", "30202"]
