"""Where moves may go and end, on both sides of every limit; contacts, zones and ranges."""

from __future__ import annotations

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.rules.table.engagement import (
    are_engaged,
    enemies_of,
    foes_of,
    found_contacts,
    is_engaged,
    leave_contact,
    side_of,
    sides_in_contact,
    write_contacts,
)
from banneret.games.icefire.rules.table.ground import (
    gap,
    in_inches,
    is_inside,
    piece_at,
    token_on_table,
    tray_of,
    within,
)
from banneret.games.icefire.rules.table.paths import (
    crosses,
    end_fault,
    shift_fault,
    slowed,
    speed_of,
    walk_fault,
    way_fault,
)
from banneret.games.icefire.rules.table.zones import Zone, zone_at
from banneret.games.icefire.state import Contact, State
from banneret.kernel.choosers import Refusal
from banneret.plane import Placed, Pose, Side, Straight, place, rectangle
from tests.games.icefire.scene import CROSSBOWMEN, laid

A = f"a {CROSSBOWMEN} 24 20 0"
"""An infantry tray, 5.5 wide and 4.8 deep."""
TRAY = rectangle(5500, 4800)


def rule(found: Refusal | None) -> str:
    return "" if found is None else found.rule


def walked(state: State, length: int, limit: int = 30_000, heading: int = 0, facing: int = 0) -> str:
    """Return the rule that forbids the first unit a walk."""
    return rule(walk_fault(state, 0, heading, length, facing, limit))


# Walks ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("icefire:card.1", "icefire:action.5")
def test_a_walk_is_no_longer_than_its_limit_and_has_headings_of_the_circle() -> None:
    state = laid(A)
    for length, refused in ((0, ""), (6000, ""), (6001, "icefire:card.1"), (-1, "icefire:card.1")):
        assert walked(state, length, 6000) == refused
    for heading, refused in ((0, ""), (35_999, ""), (36_000, "icefire:action.5"), (-1, "icefire:action.5")):
        assert walked(state, 1000, heading=heading) == refused
        assert walked(state, 1000, facing=heading) == refused


@pytest.mark.rule("icefire:action.8", "icefire:action.9", "icefire:terms.21")
@pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])
def test_a_walk_ends_an_inch_from_an_enemy_and_passes_none(edition: Edition) -> None:
    """The enemy is 5.2 away; what overlaps by no more than 0.005 only touches."""
    state = laid(A, f"b {CROSSBOWMEN} 24 30 180", edition=edition)
    for length, refused in (
        (4200, ""), (4201, "icefire:action.8"), (5205, "icefire:action.8"), (5206, "icefire:action.9"),
        (16_000, "icefire:action.9"),
    ):  # fmt: skip  # several to a line
        assert walked(state, length) == refused
    assert rule(way_fault(state, 0, Pose(24_000, 20_000, 0), Straight(16_000), through=[1])) == ""
    assert rule(end_fault(state, 0, Pose(24_000, 24_201, 0), near=[1])) == ""


@pytest.mark.rule("icefire:action.9", "icefire:action.10")
def test_a_walk_passes_through_friends_and_ends_over_none() -> None:
    """A friend 5.2 away, 4.8 deep: past it after 14.8."""
    state = laid(A, f"a {CROSSBOWMEN} 24 30 180")
    for length, over in ((5205, False), (5206, True), (10_000, True), (14_794, True), (14_795, False), (16_000, False)):
        assert walked(state, length) == ("icefire:action.10" if over else "")


@pytest.mark.rule("icefire:ruling.10", "icefire:setup.1")
@pytest.mark.parametrize("unit", ["24 45 0", "24 3 180", "45 24 270", "3 24 90"])
def test_a_walk_stays_on_the_table(unit: str) -> None:
    """A tray is 2.4 deep from its middle, which is 3 from the edge; it may hang over by 0.005."""
    state = laid(f"a {CROSSBOWMEN} {unit}")
    heading = 100 * int(unit.rsplit(maxsplit=1)[-1])
    for length, refused in ((605, ""), (606, "icefire:ruling.10")):
        assert walked(state, length, heading=heading, facing=heading) == refused


@pytest.mark.rule("icefire:keyword.rough", "icefire:ruling.22")
@pytest.mark.parametrize("away", [7500, 9000])
def test_rough_ground_that_a_walk_crosses_costs_an_inch(away: int) -> None:
    """A bog that begins `away` - 2.4 - half its depth ahead."""
    state = laid(A, terrain=[f"bog 24 {20 + away / 1000} 0"])
    piece = tray_at_piece(state)
    begins = away - 2400 - round(piece.shape.depth / 2)
    assert rule(walk_fault(state, 0, 0, begins + 5, 0, begins + 5)) == ""
    assert rule(walk_fault(state, 0, 0, begins + 6, 0, begins + 6)) == "icefire:card.1"
    assert rule(walk_fault(state, 0, 0, begins + 6, 0, begins + 1005)) == "icefire:card.1"
    assert rule(walk_fault(state, 0, 0, begins + 6, 0, begins + 1006)) == ""
    for length, crossed in ((begins + 5, False), (begins + 6, True), (0, False)):
        assert crosses(tray_of(state, 0), Straight(length), piece) is crossed
        assert slowed(state, 0, Pose(24_000, 20_000, 0), Straight(length)) == 1000 * crossed
    assert crosses(place(TRAY, Pose(24_000, 20_000 + away, 0)), Straight(0), piece)


def tray_at_piece(state: State) -> Placed:
    return piece_at(state.pieces[0], state.piece_pose[0])


@pytest.mark.rule("icefire:keyword.impassable")
def test_a_walk_meets_nothing_impassable() -> None:
    state = laid(A, terrain=["palisade 24 30 0"])
    piece = tray_at_piece(state)
    begins = 10_000 - 2400 - round(piece.shape.depth / 2)
    assert walked(state, begins + 5) == ""
    assert walked(state, begins + 6) == "icefire:keyword.impassable"
    assert rule(end_fault(state, 0, Pose(24_000, 30_000, 0))) == "icefire:keyword.impassable"
    assert rule(end_fault(state, 0, Pose(24_000, 20_000, 0))) == ""


@pytest.mark.rule("icefire:ruling.14", "icefire:action.8")
def test_a_unit_that_only_turns_may_stay_near_an_enemy_but_come_no_nearer() -> None:
    """An enemy 0.5 ahead: a quarter turn brings the flank 0.35 nearer, and half a turn nothing."""
    state = laid(A, f"b {CROSSBOWMEN} 24 25.3 180")
    for heading, refused in ((0, ""), (18_000, ""), (9000, "icefire:action.8"), (100, "icefire:action.8")):
        assert walked(state, 0, heading=heading, facing=heading) == refused
    away = laid(A, f"b {CROSSBOWMEN} 24 27 180")
    assert walked(away, 0, facing=9000) == ""


@pytest.mark.rule("icefire:action-2021.1")
def test_in_the_2021_edition_a_pivot_within_a_move_turns_into_no_enemy() -> None:
    """Turned by a quarter, the tray reaches 0.15 into an enemy 0.2 ahead; after three inches it is 1.2 from it."""
    units = A, f"b {CROSSBOWMEN} 24 25 180"
    editions: list[tuple[Edition, str]] = [(SEASON_6, ""), (EDITION_2021, "icefire:action-2021.1")]
    for edition, refused in editions:
        state = laid(*units, edition=edition)
        assert walked(state, 8000, heading=9000, facing=9000) == refused
        assert walked(laid(A, f"b {CROSSBOWMEN} 24 25.15 180", edition=edition), 8000, heading=9000, facing=9000) == ""


# Shifts --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("icefire:terms.23", "icefire:terms.24", "icefire:ruling.12")
def test_a_shift_keeps_contact_and_its_limit() -> None:
    state = laid(A, f"b {CROSSBOWMEN} 24 24.8 180", contacts=[[0, 1, 0, 0]])
    for bearing, length, refused in (
        ("left", 0, ""), ("left", 2000, ""), ("left", 2001, "icefire:terms.23"), ("right", 2000, ""),
        ("left", -1, "icefire:terms.23"), ("back", 5, ""), ("back", 6, "icefire:ruling.12"),
        ("forward", 6, "icefire:action.9"),
    ):  # fmt: skip  # several to a line
        assert rule(shift_fault(state, 0, bearing, length, 2000)) == refused, (bearing, length)
    assert rule(shift_fault(state, 0, "left", 5505, 9000)) == ""
    assert rule(shift_fault(state, 0, "left", 5506, 9000)) == "icefire:ruling.12"


# Contacts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "turn", "across", "found"), [
    (5, 0, 0, True), (6, 0, 0, False), (0, 2, 0, True), (0, 3, 0, False), (0, 0, 5480, True), (0, 0, 5481, False),
])  # fmt: skip  # several to a line
def test_contact_is_that_of_edges(gap: int, turn: int, across: int, found: bool) -> None:
    """At most 0.005 apart, parallel to 0.02 degrees, along at least 0.02."""
    tray, other = place(TRAY, Pose(24_000, 20_000, 0)), place(TRAY, Pose(24_000 + across, 24_800 + gap, turn))
    assert sides_in_contact(tray, other) == ((Side.FRONT, Side.REAR) if found else None)
    assert sides_in_contact(other, tray) == ((Side.REAR, Side.FRONT) if found else None)


@pytest.mark.rule("icefire:terms.5", "icefire:terms.31")
def test_contacts_are_stored_by_number_and_end_with_a_move() -> None:
    state = laid(
        A, f"b {CROSSBOWMEN} 24 24.8 180", f"b {CROSSBOWMEN} 29.15 20 90", f"b {CROSSBOWMEN} 24 40 0",
        f"a {CROSSBOWMEN} 24 10 0",
    )  # fmt: skip  # several to a line
    state.contacts = []
    front, right = int(Side.FRONT), int(Side.RIGHT)
    contacts = [Contact(0, 1, front, front), Contact(0, 2, right, front)]
    contacts[1] = Contact(0, 2, right, int(sides_in_contact(tray_of(state, 0), tray_of(state, 2))[1]))  # type: ignore[index]  # they touch
    assert found_contacts(state, 0) == contacts
    assert found_contacts(state, 1) == contacts[:1]
    assert found_contacts(state, 3) == found_contacts(state, 4) == []
    write_contacts(state, 2)
    write_contacts(state, 1)
    assert state.contacts == contacts
    write_contacts(state, 0)
    assert state.contacts == contacts
    assert [is_engaged(state, unit) for unit in range(5)] == [True, True, True, False, False]
    assert (foes_of(state, 0), enemies_of(state, 0), foes_of(state, 1), foes_of(state, 3)) == ([1, 2], [1, 2], [0], [])
    assert [are_engaged(state, 0, 1), are_engaged(state, 1, 0), are_engaged(state, 1, 2)] == [True, True, False]
    assert (side_of(state, 0, 1), side_of(state, 1, 0), side_of(state, 0, 2)) == (Side.FRONT, Side.FRONT, Side.RIGHT)
    with pytest.raises(LookupError, match="not engaged"):
        side_of(state, 0, 3)
    leave_contact(state, 1)
    assert state.contacts == contacts[1:]
    state.pose[0] = None
    write_contacts(state, 0)
    assert state.contacts == []


# Ranges and zones ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("icefire:ruling.2", "icefire:terms.16", "icefire:terms.17")
def test_a_range_is_measured_between_the_nearest_points() -> None:
    state = laid(A, f"b {CROSSBOWMEN} 24 30 180", f"b {CROSSBOWMEN} 32.5 28.8 180")
    assert (gap(state, 0, 1), gap(state, 0, 2)) == (5200, 5000)  # ahead; and 3 aside with 4 ahead
    for other, apart in ((1, 5200), (2, 5000)):
        assert within(state, 0, other, apart)
        assert not within(state, 0, other, apart - 1)
    assert within(state, 0, 0, 0)


def test_a_token_lies_away_from_every_edge() -> None:
    state = laid(A)
    for at, lies in (
        ((1000, 24_000), True), ((999, 24_000), False), ((47_000, 24_000), True), ((47_001, 24_000), False),
        ((24_000, 1000), True), ((24_000, 999), False), ((24_000, 47_000), True), ((24_000, 47_001), False),
    ):  # fmt: skip  # several to a line
        assert token_on_table(state, at, 1000) is lies


@pytest.mark.rule("icefire:ruling.7")
def test_a_tray_is_inside_what_it_overlaps_by_more_than_rounding() -> None:
    tray = place(TRAY, Pose(24_000, 20_000, 0))
    for away, inside in ((4795, False), (4794, True)):
        assert is_inside(tray, place(TRAY, Pose(24_000, 20_000 + away, 0))) is inside


@pytest.mark.parametrize(
    ("at", "zone"),
    [
        ("near", (0, 0, 72, 12)), ("far", (0, 36, 72, 48)), ("left", (0, 0, 12, 48)), ("right", (60, 0, 72, 48)),
        ("near-left", (0, 0, 12, 12)), ("far-right", (60, 36, 72, 48)), ("near-right", (60, 0, 72, 12)),
        ("far-left", (0, 36, 12, 48)),
    ],
)  # fmt: skip  # several to a line
def test_the_zones_of_a_wide_battlefield(at: str, zone: tuple[int, int, int, int]) -> None:
    assert zone_at(72_000, at, 12_000) == Zone(*(1000 * one for one in zone))


def test_lengths_are_written_in_inches() -> None:
    assert [in_inches(length) for length in (0, 1000, 2500, 2550, 12_000)] == ["0", "1", "2.5", "2.55", "12"]


@pytest.mark.rule("icefire:card.1")
def test_the_speed_of_a_card_is_in_inches() -> None:
    state = laid(A)
    assert speed_of(state, 0) == 1000 * state.cards.units[CROSSBOWMEN].speed
