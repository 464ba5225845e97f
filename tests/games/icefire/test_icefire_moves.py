"""Moves measured: Maneuver, March, Retreat, Charge, with the examples of the book in exact numbers."""

from __future__ import annotations

import pytest

from banneret.games.icefire.content.editions import EDITIONS, Edition
from banneret.games.icefire.events.attacks import AttackRolled, DefenseRolled, DiceRerolled, TestRolled
from banneret.games.icefire.events.moves import ChargeEnded, DistanceRolled, UnitMoved
from banneret.games.icefire.rules.movement.movement import maneuver
from banneret.games.icefire.rules.table.engagement import enemies_of, side_of
from banneret.games.icefire.rules.table.move_spaces import ManeuverSpace, MarchSpace
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Side
from tests.games.icefire.scene import (
    BERSERKERS,
    GUARDSMEN,
    HALBERDIERS,
    SWORDS,
    asked,
    die,
    offered,
    place,
    play,
    refused,
    scene,
    told,
    wounds_left,
)
from tests.games.icefire.table import Table

rule = pytest.mark.rule

ALONE = f"a {SWORDS} 24 10 0"
FAR_OFF = f"b {GUARDSMEN} 40 44 180"


@rule("icefire:maneuver.2", "icefire:maneuver.3", "icefire:maneuver.4", "icefire:card.1", "icefire:action.5")
def test_a_maneuver_pivots_goes_its_speed_and_pivots() -> None:
    """The Sworn Swords of the example go 5 inches."""
    match = play(scene(ALONE, FAR_OFF), "a: take maneuver")
    assert refused(match, "a: maneuver 0 5001 0").rule == "icefire:card.1"
    assert refused(match, "a: maneuver 36000 1000 0").rule == "icefire:action.5"
    play(match, "a: maneuver 9000 5000 18000")
    assert place(match, "a1") == (19.0, 10.0, 180.0)


@rule("icefire:maneuver.2")
def test_all_see_which_unit_is_about_to_move() -> None:
    table = Table(ALONE, f"a {BERSERKERS} 10 10 0", FAR_OFF)
    table.run(lambda game: maneuver(game, 1), "maneuver 0 1000 0")
    assert table.state.turn is not None
    assert table.state.turn.mover == 1


@rule("icefire:march.2", "icefire:march.3", "icefire:march.4")
def test_a_march_goes_twice_the_speed_and_then_pivots() -> None:
    match = play(scene(ALONE, FAR_OFF), "a: take march")
    assert refused(match, "a: march 10001 0").rule == "icefire:card.1"
    play(match, "a: march 10000 27000")
    assert place(match, "a1") == (24.0, 20.0, 270.0)


@rule("icefire:action.8")
def test_no_move_ends_within_an_inch_of_an_enemy() -> None:
    """Trays are 4.8 deep: 3.0 inches on, 1 inch is left, which is not within 1 inch."""
    match = play(scene(ALONE, f"b {GUARDSMEN} 24 18.8 180"), "a: take maneuver")
    assert refused(match, "a: maneuver 0 3001 0").rule == "icefire:action.8"
    play(match, "a: maneuver 0 3000 0")
    assert place(match, "a1") == (24.0, 13.0, 0.0)


@rule("icefire:ruling.14")
def test_a_unit_near_an_enemy_may_turn_if_it_comes_no_nearer() -> None:
    match = play(scene(ALONE, f"b {GUARDSMEN} 24 15.3 180"), "a: take maneuver")
    assert refused(match, "a: maneuver 300 0 300").rule == "icefire:action.8"
    play(match, "a: maneuver 0 0 18000")
    assert place(match, "a1") == (24.0, 10.0, 180.0)


@rule("icefire:action.9", "icefire:action.10")
def test_friends_are_passed_through_and_not_ended_on() -> None:
    match = play(scene(ALONE, f"a {BERSERKERS} 24 14.85 0 | activated", FAR_OFF), "a: take march")
    assert refused(match, "a: march 6000 0").rule == "icefire:action.10"
    play(match, "a: march 9700 0")
    assert place(match, "a1") == (24.0, 19.7, 0.0)


@rule("icefire:action.9")
def test_enemies_are_not_passed_through() -> None:
    match = play(scene(ALONE, f"b {GUARDSMEN} 24 15.9 180"), "a: take march")
    assert refused(match, "a: march 10000 0").rule == "icefire:action.9"


@rule("icefire:ruling.10")
def test_the_edge_stops_moves_and_lets_a_pivot_hang_over() -> None:
    """The half tray is 2.4 deep and 2.75 wide."""
    match = play(scene(f"a {SWORDS} 24 45.6 0", f"b {GUARDSMEN} 24 10 0"), "a: take maneuver")
    assert refused(match, "a: maneuver 0 100 0").rule == "icefire:ruling.10"
    play(match, "a: maneuver 0 0 9000")
    assert place(match, "a1") == (24.0, 45.6, 90.0)


@rule("icefire:keyword.rough", "icefire:ruling.22")
def test_rough_terrain_takes_an_inch() -> None:
    match = play(scene(ALONE, FAR_OFF, terrain=["bog 24 16 0"]), "a: take maneuver")
    assert refused(match, "a: maneuver 0 4001 0").rule == "icefire:card.1"
    play(match, "a: maneuver 0 4000 0")
    assert place(match, "a1") == (24.0, 14.0, 0.0)


@rule("icefire:keyword.impassable")
def test_impassable_terrain_is_not_crossed() -> None:
    match = play(scene(ALONE, FAR_OFF, terrain=["palisade 24 14 0"]), "a: take maneuver")
    assert refused(match, "a: maneuver 0 1000 0").rule == "icefire:keyword.impassable"


@rule("icefire:keyword.dangerous")
def test_dangerous_terrain_wounds_who_moves_into_it() -> None:
    match = play(scene(ALONE, FAR_OFF, terrain=["stakes 24 15 0"], chance=die(2)), "a: take maneuver")
    play(match, "a: maneuver 0 4000 0")
    assert wounds_left(match, "a1") == 12 - 3


def test_what_a_space_suggests_and_samples_is_legal() -> None:
    match = scene(ALONE, f"b {GUARDSMEN} 24 18.8 180", f"a {BERSERKERS} 18 12 0", terrain=["palisade 30 14 0"])
    stream = Stream(derive_key("moves"))
    for space in (ManeuverSpace(match.state, 0, 5000), MarchSpace(match.state, 0, 10_000)):
        for move in (*space.suggest(), *(space.sample(stream) for _ in range(40))):
            assert space.refusal(move) is None


# Charges -------------------------------------------------------------------------------------------------------------

EIGHT_AWAY = f"b {GUARDSMEN} 24 22.8 180"
"""8 inches before the front of the Sworn Swords, as in the examples of the book."""


@rule(
    "icefire:charge.12",
    "icefire:charge.13",
    "icefire:charge.15",
    "icefire:charge.18",
    "icefire:charge.24",
    "icefire:charge.23",
    "icefire:bonus.1",
    "icefire:ruling.19",
    "icefire:ruling.20",
    "icefire:bonus.2",
)
def test_the_charge_of_the_book_needs_a_three() -> None:
    match = scene(ALONE, EIGHT_AWAY, chance=(*die(3), *die(1, 1, 1, 1, 1, 1, 4)))
    play(match, "a: charge b1", "a: pivot 0", "a: align center")
    assert told(match, ChargeEnded)[0].success
    assert place(match, "a1") == (24.0, 18.0, 0.0)
    assert enemies_of(match.state, 0) == [1]
    assert len(told(match, AttackRolled)[0].dice) == 7
    assert asked(match) == ("a", "reroll.attack")


@rule("icefire:charge.16", "icefire:charge.27", "icefire:charge.13", "icefire:ruling.49", "icefire:charge.14")
def test_the_charge_of_the_book_fails_with_a_two() -> None:
    """It goes 7 inches, falls 1 inch short, and takes a Panic Test."""
    match = scene(ALONE, EIGHT_AWAY, chance=(*die(2), *die(1, 2), *die(3)))
    play(match, "a: charge b1", "a: pivot 0")
    assert not told(match, ChargeEnded)[0].success
    assert told(match, DistanceRolled)[0].distance == 7000
    assert place(match, "a1") == (24.0, 17.0, 0.0)
    assert told(match, TestRolled)[0].kind == "panic"
    assert wounds_left(match, "a1") == 9
    assert match.state.contacts == []


@rule("icefire:charge.5", "icefire:charge.6")
@pytest.mark.parametrize(("gap", "allowed"), [(11.0, True), (12.6, False)])
def test_a_charge_must_be_in_reach_of_a_six(gap: float, allowed: bool) -> None:
    match = scene(ALONE, f"b {GUARDSMEN} 24 {14.8 + gap} 180")
    assert ("charge b1" in offered(match)) == allowed
    if not allowed:
        assert refused(match, "a: charge b1").rule == "icefire:charge.5"


@rule("icefire:charge.3")
def test_what_is_not_seen_is_not_charged() -> None:
    match = scene(ALONE, f"b {GUARDSMEN} 24 2 0")
    assert refused(match, "a: charge b1").rule == "icefire:charge.3"


@rule("icefire:charge.17", "icefire:charge.25", "icefire:ruling.24")
def test_a_roll_of_one_is_disorderly_and_may_succeed() -> None:
    match = scene(ALONE, f"b {GUARDSMEN} 24 20 180", chance=(*die(1), *die(1, 1, 1, 1, 1, 1, 1)))
    play(match, "a: charge b1", "a: pivot 0", "a: align center")
    assert told(match, ChargeEnded)[0].success
    assert told(match, DiceRerolled) == []


@rule("icefire:charge.8", "icefire:charge.9", "icefire:ruling.16", "icefire:bonus.3")
def test_a_charge_contacts_the_flank_in_which_it_began() -> None:
    match = scene(f"a {SWORDS} 14 20 270", f"b {GUARDSMEN} 24 20 0", chance=(*die(3), *die(4, 1, 1, 1, 1, 1, 1)))
    play(match, "a: charge b1", "a: pivot 27000", "a: align center")
    assert side_of(match.state, 1, 0) == Side.LEFT
    assert side_of(match.state, 0, 1) == Side.FRONT
    assert place(match, "a1") == (24.0 - 2.75 - 2.4, 20.0, 270.0)
    play(match, "a: pass")
    assert told(match, DefenseRolled)[0].saves_on == 4


@rule("icefire:charge.18", "icefire:ruling.17")
def test_half_contact_is_half_of_the_chargers_edge() -> None:
    match = scene(ALONE, EIGHT_AWAY, chance=die(3))
    play(match, "a: charge b1", "a: pivot 0", "a: align left")
    assert place(match, "a1") == (24.0 + 2.75, 18.0, 0.0)  # left as the enemy sees it


@rule("icefire:charge.4")
def test_without_room_for_half_contact_there_is_no_charge() -> None:
    """Enemies before the target leave a gap of 1.5 inches, through which it is seen."""
    match = scene(ALONE, EIGHT_AWAY, f"b {HALBERDIERS} 27.5 17.9 180", f"b {HALBERDIERS} 20.5 17.9 180")
    assert refused(match, "a: charge b1").rule == "icefire:charge.4"


# Retreats ------------------------------------------------------------------------------------------------------------

ENGAGED = (f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 24.8 180")


@rule("icefire:retreat.2", "icefire:retreat.3", "icefire:retreat.6", "icefire:ruling.26")
def test_the_retreat_of_the_book_goes_six_inches() -> None:
    """Guardsmen of Speed 4 roll a 2; the Sworn Swords they leave may pivot."""
    match = scene(*ENGAGED, turn="b", chance=die(2))
    play(match, "b: take retreat")
    assert refused(match, "b: withdraw back 6001 18000").rule == "icefire:retreat.3"
    play(match, "b: withdraw back 6000 18000")
    assert place(match, "b1") == (24.0, 30.8, 180.0)
    assert match.state.contacts == []
    assert asked(match) == ("a", "may.pivot")


@rule("icefire:retreat.4", "icefire:ruling.25")
def test_forward_is_no_way_out_from_an_enemy_in_front() -> None:
    match = play(scene(*ENGAGED, turn="b", chance=die(2)), "b: take retreat")
    assert refused(match, "b: withdraw forward 1000 18000").rule == "icefire:retreat.4"


@rule("icefire:idleness.4", "icefire:retreat-2021.1")
def test_a_retreat_must_break_contact_in_season_six() -> None:
    match = play(scene(*ENGAGED, turn="b", chance=die(2)), "b: take retreat")
    assert refused(match, "b: withdraw back 0 18000").rule == "icefire:idleness.4"
    other = play(scene(*ENGAGED, turn="b", chance=die(2), edition="icefire-2021"), "b: take retreat")
    play(other, "b: withdraw back 0 18000")
    assert enemies_of(other.state, 1) == [0]


@rule(
    "icefire:idleness.1",
    "icefire:maneuver.1",
    "icefire:march.1",
    "icefire:charge.1",
    "icefire:ranged.1",
    "icefire:idleness.2",
    "icefire:action.1",
    "icefire:attack.2",
    "icefire:action.2",
    "icefire:terms.5",
)
def test_an_engaged_unit_attacks_or_retreats() -> None:
    match = scene(*ENGAGED)
    assert offered(match) == ["take retreat", "take melee"]
    assert refused(match, "a: take forgo").rule == "icefire:idleness.1"
    assert refused(match, "a: take maneuver").rule == "icefire:maneuver.1"
    assert "take forgo" in offered(scene(*ENGAGED, edition="icefire-2021"))


FLANKED = (f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 18.85 21 270")
"""The Guardsmen's front lies against the left flank, an inch to the front of its middle."""


@rule("icefire:melee.5", "icefire:melee.3", "icefire:ruling.139")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("turns", "aligns", "end"),
    [
        ("yes", "stay", (23.65, 20.0, 90.0)),
        ("yes", "center", (23.65, 21.0, 90.0)),
        ("yes", "left", (23.65, 23.75, 90.0)),
        ("yes", "right", (23.65, 18.25, 90.0)),
        ("pass", "stay", (24.0, 20.0, 0.0)),
        ("pass", "center", (24.0, 21.0, 0.0)),
        ("pass", "left", (24.0, 23.75, 0.0)),
        ("pass", "right", (24.0, 18.25, 0.0)),
    ],
)
def test_to_turn_and_to_align_are_two_free_choices(
    edition: Edition, turns: str, aligns: str, end: tuple[float, float, float]
) -> None:
    """The front of the enemy is 5.5 inches long; against it lies a front of 5.5 or, unturned, a flank of 4.8."""
    match = play(scene(*FLANKED, edition=edition), "a: take melee")
    assert asked(match) == ("a", "may.face")
    play(match, f"a: {turns}")
    assert sorted(offered(match)) == ["align center", "align left", "align right", "align stay"]
    play(match, f"a: align {aligns}")
    x, y, heading = place(match, "a1")
    assert (round(x, 2), round(y, 2), heading) == end
    assert len(told(match, UnitMoved)) == (end != (24.0, 20.0, 0.0))
    assert side_of(match.state, 0, 1) == (Side.FRONT if turns == "yes" else Side.LEFT)


@rule("icefire:melee.3")
def test_a_unit_that_faces_its_enemy_is_not_asked_to_turn() -> None:
    match = play(scene(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 24.8 180"), "a: take melee")
    assert asked(match) == ("a", "align")


@rule("icefire:melee.3")
def test_without_room_to_turn_a_unit_may_still_align() -> None:
    """An ally at its side and one before it leave no room for a front of 5.5 inches along the enemy's."""
    friends = (f"a {SWORDS} 24 24.85 0 | activated", f"a {SWORDS} 24 15.15 0 | activated")
    match = play(scene(*FLANKED, *friends), "a: take melee")
    assert asked(match)[1] != "may.face"


@rule("icefire:melee.4")
def test_a_unit_between_two_enemies_stays_as_it_is() -> None:
    match = scene(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 24.8 180", f"b {HALBERDIERS} 24 15.2 0")
    play(match, "a: take melee")
    assert asked(match) == ("a", "unit.fight")


@rule("icefire:keyword.hindering")
def test_a_charge_through_hindering_terrain_has_no_bonus() -> None:
    match = scene(ALONE, EIGHT_AWAY, terrain=["corpse-pile 24 15.5 0"], chance=(*die(3), *die(1, 1, 1, 1, 1, 1, 1)))
    play(match, "a: charge b1", "a: pivot 0", "a: align center")
    assert told(match, AttackRolled)[0].dice == (1,) * 7
    assert asked(match) != ("a", "reroll.attack")
