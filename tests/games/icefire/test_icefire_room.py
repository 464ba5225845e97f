"""Nothing is refused because a sample missed it: narrow ways, places and shifts are found, and only they."""

from __future__ import annotations

import math

import pytest

from banneret.games.icefire.actions import Withdraw
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.modes.carried_objectives import TokenSpace
from banneret.games.icefire.modes.pile_spaces import PileSpace
from banneret.games.icefire.rules.actions.ranged import shooting_fault
from banneret.games.icefire.rules.deployment import DeploySpace
from banneret.games.icefire.rules.movement.contacts import PartSpace
from banneret.games.icefire.rules.movement.reserve import EdgeSpace, can_arrive
from banneret.games.icefire.rules.movement.retreat import RetreatSpace, withdraw_fault
from banneret.games.icefire.rules.table.ground import pose_of, tray_at, tray_of
from banneret.games.icefire.rules.table.paths import BEARINGS, end_fault
from banneret.games.icefire.rules.table.room import find_place, is_full
from banneret.games.icefire.rules.table.surroundings import Around, everything
from banneret.games.icefire.state import State
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Placed, Pose
from tests.games.icefire.scene import (
    CROSSBOWMEN,
    GREYWIND,
    GUARDSMEN,
    SWORDS,
    asked,
    die,
    laid,
    offered,
    play,
    refused,
    scene,
)
from tests.games.icefire.siege_scene import AWAY, FACE, HOME, besieged

rule = pytest.mark.rule


def surrounded(gap: float) -> tuple[str, ...]:
    """Return a unit with enemies before it, on both sides, and so far behind it."""
    return (
        f"a {SWORDS} 24 24 0",
        f"b {CROSSBOWMEN} 24 28.8 180",
        f"b {CROSSBOWMEN} 24 {24 - 4.8 - gap:.3f} 0",
        f"b {CROSSBOWMEN} 33.15 24 90",
        f"b {CROSSBOWMEN} 14.85 24 270",
    )


@rule("icefire:ruling.28")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("gap", "goes"), [(2.03, True), (1.97, False)])
def test_a_unit_stays_only_if_there_is_no_retreat_at_all(edition: Edition, gap: float, goes: bool) -> None:
    """Between two enemies a tray keeps an inch from both if there are two inches: here 0.03 more or less."""
    match = play(scene(*surrounded(gap), edition=edition, chance=die(1)), "a: take retreat")
    assert asked(match) == ("a", "retreat")
    ways = [one for one in offered(match) if one != "withdraw back 0 0"]
    assert bool(ways) == goes
    assert all(int(way.split()[2]) in range(1000, 1031) for way in ways)
    if goes and edition == SEASON_6:
        assert refused(match, "a: withdraw back 0 0").rule == "icefire:idleness.4"
        play(match, "a: withdraw back 1010 0")
    if not goes:
        state = match.state
        space, stream = RetreatSpace(state, 0, 6_000), Stream(derive_key("retreats"))
        for _ in range(600):
            way = Withdraw(stream.choice(tuple(BEARINGS)), 1 + stream.below(6_000), stream.below(36_000))
            assert space.refusal(way) is not None


@rule("icefire:ranged.3", "icefire:ruling.9", "icefire:ranged.2")
@pytest.mark.parametrize(("palisade", "shoots"), [(17.45, True), (17.3, False)])
def test_a_unit_shoots_if_any_shift_brings_a_target_into_range(palisade: float, shoots: bool) -> None:
    """A target is 13.2 inches before the arrow, and a palisade bars the way after 1.3 inches, or after 1.15."""
    units = (f"a {CROSSBOWMEN} 24 10 0", f"b {CROSSBOWMEN} 24 28 180")
    match = scene(*units, terrain=[f"palisade 27.6 {palisade} 90"])
    assert ("take ranged" in offered(match)) == shoots
    if not shoots:
        fault = shooting_fault(match.state, 0)
        assert fault is not None
        assert fault.rule == "icefire:ranged.2"
        return
    play(match, "a: take ranged")
    (way,) = offered(match)
    assert 1200 <= int(way.removeprefix("shift forward ")) <= 1305
    assert refused(match, "a: shift forward 1000").rule == "icefire:ranged.3"


@rule("icefire:charge.21")
@pytest.mark.parametrize(("above", "found"), [(29.4, True), (29.1, False)])
def test_an_enemy_of_a_charger_is_moved_an_inch_if_any_place_is_free(above: float, found: bool) -> None:
    """Two friends leave it a tenth of an inch to either side, away from the charger's flank."""
    friends = ("13.65 19 0", f"13.65 {above} 0", "20 30 0", "20 18 0")
    state = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} 18.85 24 90", *(f"a {CROSSBOWMEN} {one}" for one in friends))
    space = PartSpace(state, 0, 1, tray_of(state, 0))
    places = space.suggest()
    assert bool(places) == found
    assert all(space.refusal(place) is None and abs(place.y - 24_200) < 60 for place in places)


def full_zone(gap: float) -> State:
    """Return a zone of 48 by 10 inches that is full but for a column as wide as the gap, and a unit to deploy."""
    columns = [2.75 + 5.5 * number for number in range(7)]
    rows = [f"a {SWORDS} {x} {y} 0" for x in columns for y in (2.4, 7.3)]
    solos = [f"a {GREYWIND} {38.5 + gap + 1.38} {y} 0" for y in (1.38, 4.14, 6.9)]
    state = laid(f"a {SWORDS} 24 40 0", *rows, *solos, f"b {CROSSBOWMEN} 44 44 180")
    state.pose[0] = None
    return state


@pytest.mark.slow
@rule("icefire:ruling.79", "icefire:deployment.5")
@pytest.mark.parametrize(("gap", "found"), [(4.85, True), (4.75, False)])
def test_a_unit_has_room_in_its_zone_if_it_fits_turned_anyhow(gap: float, found: bool) -> None:
    """A tray of 5.5 by 4.8 inches fits into the column only crosswise."""
    space = DeploySpace(full_zone(gap), 0, [0])
    assert space.has_room() == found
    for place in space.suggest():
        assert space.refusal(place) is None
        assert abs(place.heading % 18_000 - 9_000) < 300


@pytest.mark.parametrize(("gap", "found"), [(4.85, True), (4.75, False)])
def test_a_unit_comes_from_reserve_if_it_fits_anywhere(gap: float, found: bool) -> None:
    """Both flanks are full of friends, 6 inches deep, but for a strip on the left one."""
    lines = []
    for x in (2.75, 45.25):
        y = 2.4
        while y < 46:
            lines.append(f"a {SWORDS} {x} {y:.2f} 0")
            y += 4.8 + (gap if x < 24 and 19 < y < 22 else 0)
    state = laid(f"a {SWORDS} 24 24 0", *lines, f"b {CROSSBOWMEN} 24 44 180")
    state.pose[0] = None
    space = EdgeSpace(state, 0, own_edge=False)
    assert can_arrive(state, 0, own_edge=False) == found
    assert all(space.refusal(place) is None for place in space.suggest())


@rule("icefire:feast-for-crows.18", "icefire:dance-with-dragons.12")
@pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])
def test_piles_and_tokens_are_laid_wherever_there_is_room(edition: Edition) -> None:
    """The places looked at first are left out: the search alone finds one, and none on a field that is full."""
    options = {"mode": "feast-for-crows"}
    state = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} 24 40 180", edition=edition, options=options)
    pile = PileSpace(state, 0, "icefire:feast-for-crows.17", wholly=True)
    assert [pile.refusal(one) for one in pile._anywhere()] == [None]
    token = TokenSpace(state, 0, 0, "icefire:dance-with-dragons.12", fallen=False)
    assert {token.refusal(one) for one in token._anywhere(pose_of(state, 0))} == {None}
    crowd = [
        f"b {CROSSBOWMEN} {3 + i * 6.2:.1f} {3 + j * 6.2:.1f} 0" for i in range(8) for j in range(8) if (i, j) != (3, 3)
    ]
    full = laid(f"a {SWORDS} 21.6 21.6 0", *crowd, edition=edition, options=options)
    assert PileSpace(full, 0, "icefire:feast-for-crows.17", wholly=True)._anywhere() == []


@rule("icefire:ruling.28")
@pytest.mark.parametrize(("hole", "back"), [(4.83, 9.8), (4.83, 8.2), (4.83, 6.3), (4.81, 7.1), (4.78, 7.1)])
def test_a_retreat_ends_in_a_narrow_hole_between_friends_at_any_distance(hole: float, back: float) -> None:
    """A unit may pass its friends, and enemies beside it leave it no other way; its tray is 4.8 inches deep."""
    front = 30 - back + 2.4
    friends = [f"a {CROSSBOWMEN} 24 {y:.3f} 0" for y in (front + 2.4, front - hole - 2.4)]
    enemies = (f"b {CROSSBOWMEN} 24 34.8 180", f"b {CROSSBOWMEN} 33.15 30 90", f"b {CROSSBOWMEN} 14.85 30 270")
    state = laid(f"a {SWORDS} 24 30 0", *enemies, *friends)
    ways = RetreatSpace(state, 0, 10_500)._ways()
    assert {way.bearing for way in ways} == ({"back"} if hole > 4.8 else set())
    for way in ways:
        assert withdraw_fault(state, 0, way, 10_500) is None
        assert -6 <= way.distance - 1000 * back <= 1000 * (hole - 4.8) + 6


@rule("icefire:action.10")
@pytest.mark.parametrize(("hole", "found"), [(4.83, True), (4.8, True), (4.78, False)])
@pytest.mark.parametrize(("x", "y"), [(22.9, 23.4), (24.9, 25.1), (25.6, 22.9), (26.9, 24.2)])
def test_a_hole_is_found_anywhere_if_a_tray_fits_into_it(x: float, y: float, hole: float, found: bool) -> None:
    """Four friends surround it; the tray is 5.5 inches wide and 4.8 deep."""
    sides = [f"{x} {y + hole / 2 + 2.4:.3f} 0", f"{x} {y - hole / 2 - 2.4:.3f} 0"]
    sides += [f"{x + side:.3f} {y} 90" for side in (5.17, -5.17)]
    state = laid(f"a {SWORDS} 40 44 0", f"b {CROSSBOWMEN} 44 6 0", *(f"a {CROSSBOWMEN} {side}" for side in sides))
    around = everything(state, 0)

    def accepts(pose: Pose) -> bool:
        return end_fault(state, 0, pose, around=around) is None

    place = find_place(state, 0, (20_000, 20_000, 30_000, 30_000), accepts, lambda *_: False, around)
    assert (place is not None) is found
    if place is not None:
        assert accepts(place)
        assert max(abs(place.x - 1000 * x), abs(place.y - 1000 * y)) < 40


@pytest.mark.parametrize("heading", [0, 1, 12_345, 35_999])
def test_a_place_with_any_heading_is_found(heading: int) -> None:
    state = laid(f"a {SWORDS} 40 44 0", f"b {CROSSBOWMEN} 44 6 0")
    wanted = Pose(20_003, 20_004, heading)
    there = tray_at(state, 0, wanted)

    def is_out(tray: Placed, off: float) -> bool:
        turned = there.radius * math.hypot(tray.c - there.c, tray.s - there.s)
        return math.hypot(tray.x - there.x, tray.y - there.y) + turned > 1.01 * off + 1

    room = (17_000, 17_000, 23_000, 23_000)
    assert find_place(state, 0, room, lambda pose: pose == wanted, is_out, Around([], [], [], ())) == wanted


@rule("icefire:ruling.106", "icefire:castle-wall.9")
def test_what_is_certainly_full_before_castle_walls_is_full() -> None:
    """The tray is 4.8 inches deep; behind the outer faces of the walls nobody may be, nor an enemy within an inch."""
    state, stream = besieged(f"b {GUARDSMEN} 24 20 180 |", HOME, AWAY), Stream(derive_key("walls"))
    around, certain = everything(state, 0), 0
    for y, off, full in (
        (FACE + 2.4 + 0.5, 400, True), (FACE + 2.4 + 0.5, 600, False), (FACE, 2000, True), (FACE + 4, 10, False),
        (FACE + 2.4 + 0.99, 20, False),
    ):  # fmt: skip  # several to a line
        assert is_full(state, 0, Pose(24_000, round(1000 * y), 18_000), off, around) is full, (y, off)
    for _ in range(600):
        pose = Pose(6_000 + stream.below(36_000), 3_000 + stream.below(8_000), stream.below(36_000))
        off = 1 + stream.below(1_500)
        if is_full(state, 0, pose, off, around):
            certain += 1
            assert end_fault(state, 0, pose, around=around) is not None
            away = Pose(pose.x, pose.y + off, pose.heading)
            assert end_fault(state, 0, away, around=around) is not None
    assert certain > 100
    state.health[-3:] = [0, 0, 0]  # ruins are no enemies
    assert not is_full(state, 0, Pose(24_000, round(1000 * (FACE + 2.4 + 0.5)), 18_000), 400, everything(state, 0))


def test_what_is_certainly_full_is_full() -> None:
    """Of poses as near to one as is said none is legal."""
    state, stream = laid(*surrounded(2.03), terrain=["palisade 24 14 20"]), Stream(derive_key("full"))
    around, certain = everything(state, 0), 0
    for _ in range(400):
        pose = Pose(12_000 + stream.below(24_000), 8_000 + stream.below(26_000), stream.below(36_000))
        off = 1 + stream.below(1_500)
        if is_full(state, 0, pose, off, around):
            certain += 1
            for _ in range(4):
                near = Pose(pose.x + stream.below(off + 1) // 2, pose.y - stream.below(off + 1) // 2, pose.heading)
                assert end_fault(state, 0, near, around=around) is not None
    assert certain > 40
