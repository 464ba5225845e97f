"""Charges, step by step: which arc, which heading, how the charger lies, and whom it touches besides its target."""

from __future__ import annotations

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.events.attacks import AttackBegan
from banneret.games.icefire.events.moves import ChargeDeclared, ChargeEnded, DistanceRolled, UnitMoved
from banneret.games.icefire.events.round import TurnBegan
from banneret.games.icefire.rules.actions.charge import alignments, charge_fault
from banneret.games.icefire.rules.actions.charge_headings import (
    best_distance,
    contact_at,
    find_heading,
    heading_fault,
    headings_that_reach,
    uncrossable,
)
from banneret.games.icefire.rules.actions.ranged import target_fault
from banneret.games.icefire.rules.table.engagement import enemies_of
from banneret.games.icefire.rules.table.ground import GIVE, tray_at, tray_of
from banneret.games.icefire.rules.table.paths import end_fault
from banneret.games.icefire.rules.table.units import unit_card
from banneret.plane import Pose, Side, distance, heading_towards, overlaps
from tests.games.icefire.scene import (
    BERSERKERS,
    CROSSBOWMEN,
    GREYWIND,
    GUARDSMEN,
    SWORDS,
    asked,
    die,
    laid,
    offered,
    place,
    play,
    refused,
    scene,
    told,
    wounds_left,
)

rule = pytest.mark.rule

A = f"a {SWORDS} 24 10 0"
AHEAD = f"b {CROSSBOWMEN} 24 22.8 180"
"""8 inches before the Sworn Swords; Crossbowmen have no Orders."""
FAR = f"b {CROSSBOWMEN} 42 44 180"
MISSES = die(1, 1, 1, 1, 1, 1, 1)

# Before the roll -------------------------------------------------------------------------------------------------


@rule("icefire:sight.1")
def test_what_is_not_seen_is_neither_shot_at_nor_charged() -> None:
    """The same table with and without a tray between the two."""
    for between, seen in (([], True), ([f"a {BERSERKERS} 24 16.4 0"], False)):
        state = laid(f"a {CROSSBOWMEN} 24 10 0", AHEAD, *between)
        assert (charge_fault(state, 0, 1) is None) == seen
        weapon = unit_card(state, 0).attacks[0]
        assert (target_fault(state, 0, 1, weapon, Pose(24_000, 10_000, 0)) is None) == seen


@rule("icefire:charge.10", "icefire:charge.9")
@pytest.mark.parametrize(("arc", "side"), [("front", "front"), ("right", "flank")])
def test_of_equal_arcs_the_charger_chooses_one(arc: str, side: str) -> None:
    """The charger's middle lies on the line at 45 degrees from a corner of its target."""
    match = scene(f"a {SWORDS} 32.75 32.4 135", f"b {CROSSBOWMEN} 24 24 0", chance=(*die(6), *MISSES))
    play(match, "a: charge b1")
    assert asked(match)[1] == "arc"
    assert offered(match) == ["arc front", "arc right"]
    assert refused(match, "a: arc rear").rule == "icefire:charge.10"
    play(match, f"a: arc {arc}")
    assert told(match, ChargeDeclared)[0].arc == side


@rule("icefire:charge.11")
def test_the_charger_pivots_as_long_as_it_sees_and_reaches() -> None:
    match = play(scene(A, AHEAD), "a: charge b1")
    assert refused(match, "a: pivot 9000").rule == "icefire:charge.11"
    assert refused(match, "a: pivot 4500").rule == "icefire:charge.11"
    play(match, "a: pivot 500")
    assert told(match, DistanceRolled)


@rule("icefire:charge.11", "icefire:sight.4")
def test_the_charger_does_not_pivot_out_of_sight() -> None:
    """From 27.5 degrees a roll of 6 would still make contact, but two friends hide all of the enemy from there."""
    units = f"a {SWORDS} 24 18 345", f"a {GREYWIND} 24 22.5 45", f"a {SWORDS} 19 23 0", f"b {GUARDSMEN} 26 27 180"
    match = play(scene(*units), "a: activate a1", "a: charge b1")
    state, hidden = match.state, Pose(24_000, 18_000, 2_750)
    assert contact_at(state, 0, 3, hidden, best_distance(state, 0)) is not None
    refusal = refused(match, "a: pivot 2750")
    assert (refusal.rule, refusal.reason.id) == ("icefire:charge.11", "refuse.sight")
    play(match, "a: pivot 34500")
    assert told(match, DistanceRolled)


@rule("icefire:ruling.15", "icefire:charge.6")
@pytest.mark.parametrize(("gap", "goes"), [(4.0, False), (5.6, True)])
def test_some_heading_must_lead_to_the_target(gap: float, goes: bool) -> None:
    """Enemies half way leave a gap through which the target is seen; a tray is 5.5 inches wide."""
    off = gap / 2 + 2.75
    match = scene(f"a {SWORDS} 24 8 0", f"b {CROSSBOWMEN} 24 23.5 180", f"b {CROSSBOWMEN} {24 - off} 13.9 180",
                  f"b {CROSSBOWMEN} {24 + off} 13.9 180")  # fmt: skip  # several to a line
    assert ("charge b1" in offered(match)) == goes
    if not goes:
        assert refused(match, "a: charge b1").rule == "icefire:charge.6"


@rule("icefire:ruling.15", "icefire:ruling.10")
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_charge_from_the_edge_of_the_table_may_be_declared(mirrored: bool) -> None:
    """A tray flush with the edge hardly turns without crossing it; its present heading reaches the target."""
    units = ((45.599, 28.0, 90.0), (33.05, 33.208, 173.7))
    if mirrored:
        units = tuple((48 - x, y, 360 - heading) for x, y, heading in units)  # type: ignore[assignment]  # two of them
    (one, other) = [f"{x:.3f} {y:.3f} {heading:.2f}" for x, y, heading in units]
    match = scene(f"a 10208 {one}", f"b {CROSSBOWMEN} {other}")
    assert "charge b1" in offered(match)
    play(match, "a: charge b1")
    assert f"pivot {27000 if mirrored else 9000}" in offered(match)


@rule("icefire:ruling.15", "icefire:charge.6")
@pytest.mark.parametrize(("opening", "goes"), [(5.514, True), (5.49, False)])
def test_the_only_heading_that_lets_it_through_is_found(opening: float, goes: bool) -> None:
    """Two enemies leave just enough room for a tray of 5.5 inches that looks neither at them nor at the target."""
    off = opening / 2 + 2.75
    at, turned = Pose(24_000, 10_000, 0), Pose(24_000, 10_000, 1_237)
    there = [turned.to_world((across * 1000, ahead * 1000)) for across, ahead in ((0.9, 11.2), (-off, 5.6), (off, 5.6))]
    enemies = [f"b {CROSSBOWMEN} {x / 1000:.3f} {y / 1000:.3f} 192.37" for x, y in there]
    state = laid(f"a {SWORDS} 24 10 0", *enemies)
    heading = find_heading(state, 0, 1)
    assert (heading is not None) == goes
    still = uncrossable(state, 0, 1, tray_of(state, 0), best_distance(state, 0))
    looked_at = (*range(1_137, 1_337), *range(0, 36_000, 30))
    legal = [one for one in looked_at if heading_fault(state, 0, 1, at.facing(one), still) is None]
    assert len(legal) < 40
    assert (heading in legal) if goes else not legal
    assert (charge_fault(state, 0, 1) is None) == goes
    suggested = headings_that_reach(state, 0, 1)
    assert bool(suggested) == goes
    assert set(suggested) <= set(legal)


@rule("icefire:action.6", "icefire:ruling.10")
def test_the_pivot_of_a_charge_may_lead_over_what_other_pivots_may() -> None:
    """Turned to its target a tray lies over the table edge or over a palisade at its side, and leaves it."""
    for x, y, terrain in ((2.75, 14, []), (12, 14, ["palisade 8.1 14 90"])):
        state = laid(f"a {SWORDS} {x} {y} 0", f"b {CROSSBOWMEN} {x + 5} {y + 10} 180", terrain=terrain)
        turned = Pose(round(x * 1000), y * 1000, heading_towards(5, 10))
        barring = uncrossable(state, 0, 1, tray_of(state, 0), best_distance(state, 0))
        assert any(overlaps(tray_at(state, 0, turned), one, GIVE) for one in barring)
        assert heading_fault(state, 0, 1, turned) is None


@rule("icefire:action-2021.1")
@pytest.mark.parametrize(("edition", "may"), [(SEASON_6, True), (EDITION_2021, False)])
def test_whether_a_charger_pivots_over_an_enemy_is_for_the_edition(edition: Edition, may: bool) -> None:
    state = laid(f"a {SWORDS} 24 10 90", f"b {CROSSBOWMEN} 24 22 180", f"b {CROSSBOWMEN} 28.85 10 90", edition=edition)
    fault = heading_fault(state, 0, 1, Pose(24_000, 10_000, 0))
    assert (fault is None) == may, fault
    if fault is not None:
        assert fault.rule == "icefire:action-2021.1"


# How it lies against its target ----------------------------------------------------------------------------------


@rule("icefire:charge.7")
def test_the_steps_of_a_charge_are_one_move() -> None:
    match = scene(A, AHEAD, FAR, chance=(*die(3), *MISSES))
    play(match, "a: charge b1", "a: pivot 0", "a: align center")
    steps = (ChargeDeclared, DistanceRolled, UnitMoved, ChargeEnded, AttackBegan)
    assert [type(one.event) for one in match.events if isinstance(one.event, steps)] == list(steps)
    assert told(match, UnitMoved)[0].how == "charge"


@rule("icefire:charge.19", "icefire:ruling.18")
def test_without_room_for_whole_or_half_it_lies_as_near_as_it_can() -> None:
    """Friends leave 6.25 inches before the target, from 20 to 26.25: the tray fits up to 23.5, half an inch off."""
    friends = [f"a {BERSERKERS} 29 17.9 180 | activated", f"a {BERSERKERS} 17.25 17.9 180 | activated"]
    match = scene(f"a {SWORDS} 23.1 10 0", AHEAD, *friends, chance=(*die(4), *MISSES))
    assert [way.how for way in alignments(match.state, 0, 1, Side.FRONT)] == ["near"]
    play(match, "a: charge b1", "a: pivot 0")
    x, y, _ = place(match, "a1")
    assert (round(x, 1), y) == (23.5, 18.0)


@rule("icefire:charge.19", "icefire:ruling.18")
@pytest.mark.parametrize("heading", [1.11, 1.48])
def test_as_near_as_it_can_is_a_place_where_it_may_stay(heading: float) -> None:
    """Set against a turned edge a tray is rounded to the lattice, which leaves it over no friend at its side."""
    target = Pose(24_000, 24_000, round(heading * 100))
    friends = []
    for across in (-5200, 6300):
        x, y = target.to_world((across, 4803))
        friends.append(f"a {BERSERKERS} {x / 1000} {y / 1000} {heading + 180} | activated")
    state = laid(A, f"b {GUARDSMEN} 24 24 {heading}", *friends)
    (way,) = alignments(state, 0, 1, Side.FRONT)
    assert way.how == "near"
    assert end_fault(state, 0, way.pose, near=[1]) is None


@rule("icefire:charge-2021.1", "icefire:charge.4", "icefire:ruling.17")
@pytest.mark.parametrize("edition", EDITIONS)
def test_two_trays_do_not_fit_a_flank_and_do_fit_a_front(edition: Edition) -> None:
    """A flank is 4.8 inches long, a front 5.5: with one tray at half contact there is room for another at a front."""
    flank = laid(f"a {SWORDS} 10 22.4 270", f"a {BERSERKERS} 18.85 17.6 270", f"b {GUARDSMEN} 24 20 0", edition=edition)
    assert enemies_of(flank, 1) == [2]
    assert alignments(flank, 0, 2, Side.LEFT) == []
    fault = charge_fault(flank, 0, 2)
    assert fault is not None
    assert fault.rule == ("icefire:charge.4" if edition == SEASON_6 else "icefire:charge-2021.1")
    front = laid(A, f"a {BERSERKERS} 21.25 18 0", AHEAD, edition=edition)
    assert [(way.how, way.pose.x) for way in alignments(front, 0, 2, Side.FRONT)] == [("left", 26_750)]


@rule("icefire:ruling.21")
@pytest.mark.parametrize(("pile", "bonus"), [("29.5 15.15 0", True), ("19 17 0", False)])
def test_terrain_that_only_the_pivot_sweeps_over_does_not_hinder(pile: str, bonus: bool) -> None:
    """A pivot by 30 degrees takes a front corner over the tip of the first pile; the way leads over the second."""
    match = scene(A, f"b {CROSSBOWMEN} 17.6 21.085 210", terrain=[f"corpse-pile {pile}"],
                  chance=(*die(4), *MISSES))  # fmt: skip  # several to a line
    play(match, "a: charge b1", "a: pivot 3000", "a: align center")
    assert told(match, ChargeEnded)[0].success
    assert (asked(match) == ("a", "reroll.attack")) == bonus


@rule("icefire:ruling.94", "icefire:keyword.dangerous")
def test_dangerous_terrain_wounds_a_charger_once() -> None:
    match = scene(A, AHEAD, FAR, terrain=["stakes 24 14.5 0", "stakes 24 17 0"], chance=(*die(3), *die(1), *MISSES))
    play(match, "a: charge b1", "a: pivot 0", "a: align center")
    assert wounds_left(match, "a1") == 12 - 2


@rule("icefire:charge.28", "icefire:charge.27")
def test_a_failed_charge_ends_the_activation() -> None:
    match = scene(A, f"a {BERSERKERS} 8 8 0", AHEAD, FAR, chance=(*die(2), *die(6, 6), *die(1)))
    play(match, "a: activate a1", "a: charge b1", "a: pivot 0")
    assert not told(match, ChargeEnded)[0].success
    assert told(match, AttackBegan) == []
    assert match.state.activated[0]
    assert told(match, TurnBegan)[-1].player == "b"


# Enemies besides the target --------------------------------------------------------------------------------------


@rule("icefire:charge.20", "icefire:charge-2021.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_another_enemy_at_its_front_engages_the_charger_by_half(edition: Edition) -> None:
    """Two enemies side by side, an inch apart: the charger at half contact touches the other, which closes up."""
    match = scene(A, AHEAD, f"b {CROSSBOWMEN} 30.5 22.8 180", edition=edition, chance=(*die(4), *MISSES))
    play(match, "a: charge b1", "a: pivot 0", "a: align left")
    assert place(match, "a1") == (26.75, 18.0, 0.0)
    assert place(match, "b2") == (29.5, 22.8, 180.0)
    assert enemies_of(match.state, 0) == [1, 2]


BESIDE = f"b {CROSSBOWMEN} 29.5 18 180"
"""Where the charger will lie, flush against its right flank."""


@rule("icefire:charge.21", "icefire:ruling.115")
def test_an_enemy_at_a_flank_goes_an_inch_off_where_its_owner_likes() -> None:
    match = scene(A, AHEAD, BESIDE, chance=(*die(3), *MISSES))
    play(match, "a: charge b1", "a: pivot 0", "a: align center")
    assert asked(match) == ("b", "parted")
    for line in ("place 29500 18000 18000", "place 30400 18000 18000", "place 30600 18000 18000",
                 "place 30500 18000 0", "place 17500 18000 18000"):  # fmt: skip  # several to a line
        assert refused(match, f"b: {line}").rule == "icefire:charge.21"
    other = play(match.clone(), "b: place 30505 21000 18000")
    assert place(other, "b2") == (30.505, 21.0, 180.0)
    play(match, "b: place 30505 18000 18000")
    assert place(match, "b2") == (30.505, 18.0, 180.0)
    assert enemies_of(match.state, 0) == [1]


SHORT_OF = f"a {SWORDS} 24 7.6 0"
"""10.4 inches before the target, with a roll of 6 to reach it."""
ABOVE, BELOW = f"b {CROSSBOWMEN} 29.5 23.3 180", f"b {CROSSBOWMEN} 29.5 12.7 180"
"""Half an inch off, before and behind the enemy beside the charger."""


@rule("icefire:charge-2021.2")
def test_in_2021_an_enemy_at_a_flank_is_aligned_at_the_half_its_owner_likes() -> None:
    """Both halves are equally far here; else it is the nearer one."""
    match = scene(A, AHEAD, BESIDE, edition=EDITION_2021, chance=(*die(3), *MISSES))
    play(match, "a: charge b1", "a: pivot 0", "a: align center")
    assert asked(match) == ("b", "half")
    assert sorted(offered(match)) == ["place 29500 15600 18000", "place 29500 20400 18000"]
    assert refused(match, "b: place 29500 18000 18000").rule == "icefire:charge-2021.2"
    play(match, "b: place 29500 15600 18000")
    assert enemies_of(match.state, 0) == [1, 2]
    nearer = scene(A, AHEAD, f"b {CROSSBOWMEN} 29.5 18.1 180", edition=EDITION_2021, chance=(*die(3), *MISSES))
    play(nearer, "a: charge b1", "a: pivot 0", "a: align center")
    assert place(nearer, "b2") == (29.5, 20.4, 180.0)


@rule("icefire:charge-2021.3")
def test_in_2021_an_enemy_that_cannot_be_aligned_goes_an_inch_off() -> None:
    match = scene(SHORT_OF, AHEAD, BESIDE, ABOVE, BELOW, edition=EDITION_2021, chance=(*die(6), *MISSES))
    play(match, "a: charge b1", "a: pivot 0", "a: align center")
    assert asked(match) == ("b", "parted")
    play(match, "b: place 30505 18000 18000")
    assert enemies_of(match.state, 0) == [1]


@rule("icefire:charge.22", "icefire:charge-2021.4")
@pytest.mark.parametrize("edition", EDITIONS)
def test_without_an_inch_of_room_it_goes_just_out_of_contact(edition: Edition) -> None:
    """Trays half an inch off on its other three sides leave it no place at 1 inch, and none by half."""
    around = (ABOVE, BELOW, f"b {CROSSBOWMEN} 35.5 18 180")
    match = scene(SHORT_OF, AHEAD, BESIDE, *around, edition=edition, chance=(*die(6), *MISSES))
    play(match, "a: charge b1", "a: pivot 0", "a: align center")
    assert place(match, "b2") == (29.55, 18.0, 180.0)
    assert enemies_of(match.state, 0) == [1]
    assert distance(tray_of(match.state, 0), tray_of(match.state, 2)) == pytest.approx(50)
