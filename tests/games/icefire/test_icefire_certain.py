"""What is certain without exact measurement: each quick check decides as soon as it can, and never wrongly."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from banneret.games.icefire.rules.actions.charge import charge_fault
from banneret.games.icefire.rules.actions.charge_headings import (
    _goes_deeper,
    _goes_through,
    bars,
    best_distance,
    contact_at,
    in_reach,
    uncrossable,
)
from banneret.games.icefire.rules.table.ground import pose_of, tray_at, tray_of
from banneret.games.icefire.rules.table.paths import end_fault, stride_fault
from banneret.games.icefire.rules.table.room import farthest_way, is_full
from banneret.games.icefire.rules.table.sight import is_off, may_see
from banneret.games.icefire.rules.table.strides import CROWDED, Ends, Strides
from banneret.games.icefire.rules.table.surroundings import Around, everything, nearby
from banneret.games.icefire.state import State
from banneret.plane import Placed, Pose, Straight, place, rectangle
from tests.games.icefire.scene import CROSSBOWMEN, GREYWIND, GUARDSMEN, SWORDS, laid
from tests.games.icefire.siege_scene import AWAY, FACE, HOME, besieged

rule = pytest.mark.rule

TRAY = rectangle(5500, 4800)
"""The tray of infantry; its circle has a radius of 3.65 inches, and two of them touch at 7.3."""


def farthest(limit: int, allows: Callable[[int], bool]) -> int:
    """Return the greatest length up to a limit that is allowed, as all shorter ones are."""
    return farthest_way(limit, lambda length: not allows(length))


# Straight moves ------------------------------------------------------------------------------------------------------


def measured(state: State, heading: int, around: Around) -> int:
    """Return how far the first unit may go straight ahead, up to 50 inches, as it is measured."""
    start = tray_at(state, 0, pose_of(state, 0).facing(heading))
    return farthest(50_000, lambda length: stride_fault(state, 0, start, heading, length, 99_000, around) is None)


def certainly(strides: Strides, heading: int) -> int:
    """Return how far a move is certainly legal, up to 50 inches."""
    return farthest(50_000, lambda length: strides.are_legal(heading, length))


@rule("icefire:setup.1", "icefire:ruling.10")
@pytest.mark.parametrize("at", ["24 24", "2.8 2.8", "45.2 45.2", "5 40", "40 4"])
def test_a_move_on_an_empty_table_is_certainly_legal_up_to_the_edge(at: str) -> None:
    state = laid(f"a {SWORDS} {at} 0")
    around = everything(state, 0)
    strides = Strides(state, 0, around)
    x, y = map(float, at.split())
    aslant = (1000, 4500, 13_500, 22_500, 31_500, 35_000) if min(x, y, 48 - x, 48 - y) > 3.65 else ()
    for heading in (0, 9000, 18_000, 27_000, *aslant):
        far = measured(state, heading, around)
        certain = certainly(strides, heading)
        assert far - 20 <= certain <= far, (heading, certain, far)


@rule("icefire:ruling.10")
def test_a_tray_that_hangs_over_an_edge_after_its_turn_certainly_moves_back() -> None:
    """With a quarter turn it is on the table; turned by half a right angle, it needs 3.64 inches beside its middle."""
    state = laid(f"a {SWORDS} 2.5 24 90")
    around = everything(state, 0)
    start = tray_at(state, 0, pose_of(state, 0).facing(31_500))
    assert stride_fault(state, 0, start, 31_500, 1000, 99_000, around) is None  # it still hangs over the edge
    strides = Strides(state, 0, around)
    assert [strides.are_legal(31_500, length) for length in (1000, 1600, 1610, 20_000)] == [False, False, True, True]


@rule("icefire:action.9", "icefire:keyword.impassable")
@pytest.mark.parametrize("obstacle", ["enemy", "palisade"])
def test_a_move_is_certainly_legal_until_it_meets_something(obstacle: str) -> None:
    """Two rectangles are apart if any of their directions shows it, so that nothing is left to be measured."""
    rng, met = random.Random(obstacle), 0
    for _ in range(60):
        x, y, turn = rng.uniform(10, 38), rng.uniform(10, 38), rng.randrange(360)
        if math.hypot(x - 24, y - 24) < 8:
            continue
        if obstacle == "enemy":
            state = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} {x:.3f} {y:.3f} {turn}")
        else:
            state = laid(f"a {SWORDS} 24 24 0", terrain=[f"palisade {x:.3f} {y:.3f} {turn}"])
        around = everything(state, 0)
        strides, empty = Strides(state, 0, around), Around([], [], [], ())
        towards = round(100 * math.degrees(math.atan2(24 - x, y - 24)))
        for off in (0, 700, -700, 1500, -1500, 3000, -3000, 5000, -5000):
            heading = (towards + off) % 36_000
            far = measured(state, heading, around)
            met += far < measured(state, heading, empty)
            certain = certainly(strides, heading)
            assert far - 20 <= certain <= far, (x, y, turn, heading, certain, far)
    assert met > 100


@rule("icefire:keyword.rough")
def test_friends_do_not_bar_a_move_and_rough_terrain_leaves_it_to_be_measured() -> None:
    state = laid(f"a {SWORDS} 24 10 0", f"a {CROSSBOWMEN} 24 20 180", terrain=["bog 24 35 0"])
    strides = Strides(state, 0, everything(state, 0))
    assert [strides.are_legal(0, length) for length in (0, 12_000, 18_000, 34_000)] == [True, True, True, False]
    walls = Strides(state, 0, Around([], [], [], (place(rectangle(1000, 1000), Pose(2000, 46_000, 0)),)))
    assert not walls.are_legal(0, 1000)


# Ends of moves -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("player", "borders"), [
    ("b", ((5798, "crowded"), (5800, "doubtful"), (8299, "doubtful"), (8300, "free"))),
    ("a", ((4793, "crowded"), (4795, "doubtful"), (7299, "doubtful"), (7300, "free"))),
])  # fmt: skip  # several to a line
def test_circles_decide_whether_a_move_may_end_beside_a_tray(player: str, borders: tuple[tuple[int, str], ...]) -> None:
    """Trays are 4.8 inches deep, and reach 3.65 inches from their middles; an enemy is an inch away."""
    state = laid(f"a {SWORDS} 10 10 0", f"{player} {CROSSBOWMEN} 24 24 30")
    ends = Ends(state, 0, everything(state, 0))
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for apart, expected in borders:
            beside = ends.beside(24_000 + dx * apart, 24_000 + dy * apart)
            found = "free" if beside is None else "crowded" if beside is CROWDED else "doubtful"
            assert found == expected, apart
            if beside is not None and beside is not CROWDED:
                assert [other for other, *_ in beside.trays] == [1]


def test_only_what_is_beside_an_end_is_looked_at() -> None:
    """A friend near enough to an enemy's inch but not touching decides nothing; impassable terrain is near or not."""
    state = laid(
        f"a {SWORDS} 10 10 0", f"a {CROSSBOWMEN} 24 24 0", f"b {CROSSBOWMEN} 24 40 0", terrain=["palisade 40 24 0"]
    )
    ends = Ends(state, 0, everything(state, 0))
    piece = everything(state, 0).impassable[0][1]
    reach = piece.radius + tray_of(state, 0).radius
    assert ends.beside(24_000 - 7_400, 24_000) is None
    between = ends.beside(24_000, 32_200)
    assert between is not None
    assert [other for other, *_ in between.trays] == [1, 2]
    for dx, dy in ((1, 0), (-1, 0), (0, -1)):  # on the fourth side is the enemy
        near, far = (ends.beside(40_000 + dx * apart, 24_000 + dy * apart) for apart in (int(reach), int(reach) + 1))
        assert near is not None
        assert ([number for number, _ in near.impassable], near.trays) == ([0], [])
        assert far is None
    wall = place(rectangle(4000, 1000), Pose(24_000, 500, 0))
    walled = Ends(state, 0, Around([], [], [], (wall,)))
    clear = int(tray_of(state, 0).radius) + 1000
    assert [walled.beside(24_000, 1000 + clear + more) is None for more in (-1, 0)] == [False, True]


def first_free(state: State, around: Around, towards: int, facing: int) -> int:
    """Return how far from the middle of the table, in a direction, the first unit is too near to end a move."""
    middle = Pose(24_000, 24_000, towards)
    return farthest(
        9000, lambda length: end_fault(state, 0, middle.moved(length).facing(facing), around=around) is not None
    )


@rule("icefire:action.8", "icefire:action.10", "icefire:terms.21")
@pytest.mark.parametrize("player", ["a", "b"])
def test_an_end_beside_a_tray_is_judged_as_it_is_measured(player: str) -> None:
    """At the last place that is too near, and at the first that is not, in all directions and facings."""
    rng = random.Random(player)
    for _ in range(150):
        theirs, towards = rng.randrange(36_000), rng.randrange(36_000)
        facing = rng.choice((0, 9000, rng.randrange(36_000)))
        state = laid(f"a {SWORDS} 10 10 0", f"{player} {CROSSBOWMEN} 24 24 {theirs / 100}")
        around = everything(state, 0)
        ends, near = Ends(state, 0, around), first_free(state, around, towards, facing)
        assert 4000 < near < 9000
        for length in (0, near - 300, near - 1, near, near + 1, near + 2, near + 300):
            end = Pose(24_000, 24_000, towards).moved(length).facing(facing)
            assert ends.is_legal(end, around) == (end_fault(state, 0, end, around=around) is None), (length, near)


@rule("icefire:ruling.14")
def test_a_unit_that_only_turns_may_stay_within_an_inch_if_it_comes_no_nearer() -> None:
    state = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} 24 29.3 180")
    around, at = everything(state, 0), pose_of(state, 0)
    ends = Ends(state, 0, around)
    for heading, stays in ((0, True), (18_000, True), (100, False), (9000, False), (2000, False)):
        turned = at.facing(heading)
        assert (end_fault(state, 0, turned, before=at, around=around) is None) is stays, heading
        assert ends.is_legal(turned, around, at) is stays
    assert not ends.is_legal(at, around)


# Charges -------------------------------------------------------------------------------------------------------------


AHEAD = Pose(24_000, 10_000, 0)


def tray(x: float, y: float, heading: float = 0) -> Placed:
    return place(TRAY, Pose(round(1000 * x), round(1000 * y), round(100 * heading)))


@pytest.mark.parametrize(("still", "until", "barred"), [
    (tray(24, 20), 1.0, True), (tray(24, 20), 0.519, False), (tray(24, 20), 0.522, True), (tray(29.6, 20), 1.0, False),
    (tray(29.4, 20), 1.0, True), (tray(24, 24.9), 1.0, False), (tray(24, 6), 1.0, False), (tray(24, 13), 1.0, True),
    (tray(24, 13), 0.0, False), (tray(29.6, 4), 1.0, False), (tray(24, 14.8), 1.0, True),
])  # fmt: skip  # several to a line
def test_a_straight_move_is_barred_by_what_it_enters_before_it_ends(still: Placed, until: float, barred: bool) -> None:
    """It goes 10 inches from 10; what it overlaps behind it may be left."""
    assert bars(place(TRAY, AHEAD), Straight(10_000), still, until) is barred


@rule("icefire:charge.15", "icefire:keyword.rough")
@pytest.mark.parametrize(("terrain", "slow"), [
    ([], 0), (["bog 24 17 0"], 1000), (["bog 24 17 0", "hedge 24 17 0"], 2000), (["bog 40 17 0"], 0),
    (["forest 24 17 0"], 0),
])  # fmt: skip  # several to a line
def test_a_charger_contacts_what_its_length_reaches(terrain: list[str], slow: int) -> None:
    """5.2 inches lie between the trays."""
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 20 180", terrain=terrain)
    for length, contact in ((5200 + slow, 5200), (5199 + slow, None), (9000, 5200), (0, None)):
        assert contact_at(state, 0, 1, AHEAD, length) == contact, length
    assert contact_at(state, 0, 1, AHEAD.facing(18_000), 9000) is None


@rule("icefire:charge.14", "icefire:charge.15")
@pytest.mark.parametrize(("line", "contact"), [
    (f"b {GREYWIND} 24 14.5 0", None), (f"a {GREYWIND} 24 14.5 0", 5200), (f"b {GREYWIND} 29 14.5 0", 5200),
    (f"b {GREYWIND} 27.5 20 0", 5200),
])  # fmt: skip  # several to a line
def test_a_charger_contacts_nothing_behind_another_enemy(line: str, contact: int | None) -> None:
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 20 180", line)
    assert contact_at(state, 0, 1, AHEAD, 9000) == contact


@rule("icefire:charge.5")
@pytest.mark.parametrize(("y", "reached"), [
    (16, True), (25.8, True), (26.07, True), (26.1, False), (28.29, False), (28.31, False), (44, False),
])  # fmt: skip  # several to a line
def test_a_target_is_in_reach_of_the_farthest_corner_after_the_best_charge(y: float, reached: bool) -> None:
    """That corner is 13.68 inches from the middle of the charger; circles of the trays are apart from 18.3 on."""
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 {y} 180")
    assert in_reach(state, 0, 1, 11_000) is reached
    fault = charge_fault(state, 0, 1)
    assert (fault is None or fault.rule != "icefire:charge.5") is reached


@rule("icefire:charge.12")
def test_the_best_charge_is_speed_and_six() -> None:
    state = laid(f"a {SWORDS} 24 10 0", f"a {GREYWIND} 40 10 0", f"b {CROSSBOWMEN} 24 20 180")
    assert [best_distance(state, unit) for unit in (0, 1, 2)] == [11_000, 12_000, 11_000]


def test_a_charger_cannot_cross_enemies_impassable_terrain_and_edges_within_its_length() -> None:
    """Circles of trays reach 3.65 inches from their middles, a palisade 3.91; 4 thousandths are for touching."""
    state = laid(
        f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} 24 30 180", f"b {CROSSBOWMEN} 10 24 0", f"a {CROSSBOWMEN} 24 18 0",
        terrain=["palisade 38 24 0", "bog 24 34 0"],
    )  # fmt: skip  # several to a line
    here = tray_of(state, 0)
    enemy, wall = tray_of(state, 2), everything(state, 0).impassable[0][1]
    both = [enemy, wall]
    for length, found in ((9000, both), (6697, both), (6696, [wall]), (6438, [wall]), (6437, [])):
        assert uncrossable(state, 0, 1, here, length) == found, length
    edges = uncrossable(state, 0, 1, here, 20_347)[2:]
    assert len(edges) == 4
    assert uncrossable(state, 0, 1, here, 20_346)[2:] == []


@pytest.mark.parametrize(("off", "until", "through"), [
    (0, 1.0, True), (0, 0.52, False), (0, 0.53, True), (500, 0.56, False), (500, 0.58, True), (2800, 1.0, False),
])  # fmt: skip  # several to a line
def test_what_a_tray_goes_through_even_if_it_is_moved_aside(off: float, until: float, through: bool) -> None:
    """10 inches ahead; another tray begins after 5.2."""
    assert _goes_through(place(TRAY, AHEAD), tray(24, 20), off, 0.0, 10_000.0, until) is through


@pytest.mark.parametrize(("still", "off", "until", "deeper"), [
    (tray(24, 13), 0, 0.1, True), (tray(24, 13), 400, 0.1, True), (tray(24, 13), 600, 0.1, False),
    (tray(24, 13), 0, 0.0, False), (tray(24, 7), 0, 0.1, False), (tray(24, 7), 0, 1.0, False),
])  # fmt: skip  # several to a line
def test_what_a_tray_gets_deeper_into_even_if_it_is_moved_aside(
    still: Placed, off: float, until: float, deeper: bool
) -> None:
    """It overlaps by 1.8 inches, and goes 10 ahead, of which it must get an inch deeper than it is."""
    assert _goes_deeper(place(TRAY, AHEAD), still, off, 0.0, 10_000.0, until) is deeper


# Surroundings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "reach"), [(0, 1000), (2000, 3000), (-500, 1000)])
def test_a_move_meets_only_what_is_within_its_length_and_an_inch(length: int, reach: int) -> None:
    """Circles of two trays touch at 7.3 inches; a thousandth more is for rounding."""
    for beyond, met in ((-1, True), (0, True), (1, False), (900, False)):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = 7300 + reach + beyond
            state = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} {24 + dx * there / 1000} {24 + dy * there / 1000} 10")
            assert [other for other, *_ in nearby(state, 0, length).trays] == ([1] if met else [])


@rule("icefire:keyword.rough")
@pytest.mark.parametrize(("beyond", "met"), [(-1, True), (3, False)])
def test_a_move_meets_only_terrain_within_its_length_and_an_inch(beyond: int, met: bool) -> None:
    for piece in ("bog", "palisade"):
        state = laid(f"a {SWORDS} 24 14 0", terrain=[f"{piece} 24 30 0"])
        around = everything(state, 0)
        ((placed),) = around.rough or [still for _, still in around.impassable]
        there = tray_of(state, 0).radius + placed.radius + 3000
        state.piece_pose[0] = Pose(24_000, 14_000 + int(there) + beyond, 0)
        found = nearby(state, 0, 2000)
        assert bool(found.rough or found.impassable) is met


def test_everything_on_the_table_is_a_friend_or_an_enemy_of_a_unit() -> None:
    state = laid(
        f"a {SWORDS} 24 14 0", f"b {SWORDS} 24 30 0", f"c {SWORDS} 10 14 0", f"d {SWORDS} 10 30 0",
        f"a {SWORDS} 40 40 0",
        seats=4, options={"teams": True},
    )  # fmt: skip  # several to a line
    state.pose[4] = None
    assert [(other, friend) for other, friend, _ in everything(state, 0).trays] == [(1, False), (2, True), (3, False)]
    assert [(other, friend) for other, friend, _ in everything(state, 3).trays] == [(0, False), (1, True), (2, False)]


def test_only_enemies_whose_circles_meet_a_tray_keep_it_from_turning_freely() -> None:
    for player, apart, keeps in (("b", 7300, True), ("b", 7299, False), ("a", 7299, True), ("a", 3000, True)):
        state = laid(f"a {SWORDS} 24 24 0", f"{player} {CROSSBOWMEN} 24 {24 + apart / 1000} 0")
        assert everything(state, 0).keeps_off(tray_of(state, 0)) is keeps, (player, apart)


def test_along_a_way_only_trays_within_an_inch_of_its_circle_are_met() -> None:
    """The circles of both trays and the inch are 8.3 inches, with two thousandths for rounding; the way is 10 long."""
    for x, y, met in (
        (24 + 8.301, 15, True), (24 - 8.3, 15, True), (24 + 8.302, 15, False), (24 - 8.302, 15, False),
        (24, 20 + 8.301, True), (24, 20 + 8.302, False), (24, 10 - 8.301, True), (24, 10 - 8.302, False),
        (24 + 5.9, 20 + 5.9, False), (24 + 5.8, 20 + 5.8, True),
    ):  # fmt: skip  # several to a line
        state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} {x:.3f} {y:.3f} 0")
        around = everything(state, 0).along(tray_of(state, 0), 0, 10_000)
        assert bool(around.trays) is met, (x, y)
        beside = everything(state, 0).along(tray_of(state, 0), 0, 0)
        assert bool(beside.trays) is (met and y < 10)


@rule("icefire:castle-wall.9")
@pytest.mark.parametrize(("y", "near"), [(FACE + 3.65 + 2.99, True), (FACE + 3.65 + 3.01, False)])
def test_a_move_meets_castle_walls_only_within_its_length_and_an_inch(y: float, near: bool) -> None:
    """The tray reaches 3.65 inches from its middle, and goes 2."""
    state = besieged(f"b {GUARDSMEN} 24 {y:.3f} 180 |", HOME, AWAY)
    assert bool(nearby(state, 0, 2000).barriers) is near
    assert everything(state, 0).barriers


# Room ----------------------------------------------------------------------------------------------------------------


def test_a_place_is_certainly_full_only_if_no_place_near_it_is_free() -> None:
    """Both trays are 4.8 inches deep. What overlaps by 0.005 touches, and places are rounded by up to 0.002."""
    for line, apart, off, full in (
        ("b", 4300, 400, True), ("b", 5300, 400, True), ("b", 5300, 497, True), ("b", 5300, 498, False),
        ("b", 5800, 0, False), ("b", 5790, 0, True), ("b", 3800, 5000, False), ("b", 3800, 990, True),
        ("a", 3800, 992, True), ("a", 3800, 993, False), ("a", 4800, 0, False), ("a", 5300, 0, False),
        ("a", 4790, 0, True),
    ):  # fmt: skip  # several to a line
        state = laid(f"a {SWORDS} 10 10 0", f"{line} {CROSSBOWMEN} 24 24 0")
        around = everything(state, 0)
        assert is_full(state, 0, Pose(24_000, 24_000 + apart, 0), off, around) is full, (line, apart, off)
    state = laid(f"a {SWORDS} 10 10 0", terrain=["palisade 24 24 0"])
    around = everything(state, 0)
    deep = around.impassable[0][1].shape.depth / 2 + 2400
    for into, off, full in ((300, 292, True), (300, 294, False), (8, 0, True), (6, 0, False), (-10, 0, False)):
        pose = Pose(24_000, 24_000 + int(deep) - into, 0)
        assert is_full(state, 0, pose, off, around) is full, (into, off)


# Sight ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dx", "dy", "off", "away"), [
    (0, 5800, 999, True), (0, 5800, 1000, False), (0, 5800, 1001, False), (0, 4800, 5, True), (0, 4800, 6, False),
    (0, 4797, 2, True), (0, 4797, 3, False), (0, 4790, 0, False), (6100, 5400, 840, True), (6100, 5400, 860, False),
    (0, 30_000, 22_000, True), (0, 30_000, 25_199, True), (0, 30_000, 25_201, False),
])  # fmt: skip  # several to a line
def test_a_tray_is_off_another_if_it_overlaps_it_nowhere_near(dx: int, dy: int, off: float, away: bool) -> None:
    """Both trays are 5.5 inches wide and 4.8 deep; overlaps of 0.005 do not count, and corners are 0.85 apart."""
    for sign in (1, -1):
        other = place(TRAY, Pose(24_000 + sign * dx, 24_000 + sign * dy, 0))
        assert is_off(place(TRAY, Pose(24_000, 24_000, 0)), other, off) is away


def maybe(state: State, off: float, *, tray: Placed | None = None, **how: bool) -> bool:
    return may_see(state, 0, 1, tray_of(state, 0) if tray is None else tray, off, **how)


def test_a_unit_that_is_certainly_hidden_is_not_looked_for() -> None:
    """Between two wolves on trays of 2.76 inches stands a tray of 5.5, which hides all but what is 1.37 beside it."""
    behind = laid(f"a {GREYWIND} 24 20 0", f"b {GREYWIND} 24 15 0")
    assert not maybe(behind, 100)
    assert maybe(behind, 100, within_arc=False)
    assert maybe(laid(f"a {GREYWIND} 24 20 0", f"b {GREYWIND} 24 25 0"), 100)
    for line in (f"a {SWORDS} 24 25 0", f"b {SWORDS} 24 25 0"):
        hidden = laid(f"a {GREYWIND} 24 20 0", f"b {GREYWIND} 24 30 180", line)
        assert [maybe(hidden, off) for off in (0, 100, 1300, 1400)] == [False, False, False, True]
        assert maybe(hidden, 100, through=True)
        assert maybe(hidden, 100, ranged=True, through=True)
        assert not maybe(hidden, 100, ranged=True)
        assert not maybe(hidden, 100, within_arc=False)


@rule("icefire:keyword.blocks-line-of-sight", "icefire:keyword.cover")
def test_terrain_hides_a_unit_unless_the_viewer_may_be_in_it() -> None:
    """A forest gives cover from shots alone; a palisade blocks all sight."""
    for piece, hides in (("forest", True), ("hedge", True), ("palisade", False)):
        state = laid(f"a {GREYWIND} 24 14 0", f"b {GREYWIND} 24 34 180", terrain=[f"{piece} 24 24 0"])
        assert not maybe(state, 50, ranged=True), piece
        assert maybe(state, 50) is hides, piece
        assert maybe(state, 15_000, ranged=True), piece
    for piece in ("forest", "hedge"):
        inside = laid(f"a {GREYWIND} 24 22 0", f"b {GREYWIND} 24 34 180", terrain=[f"{piece} 24 24 0"])
        assert maybe(inside, 50, ranged=True), piece
