"""Straight moves and rotations: the first contact, compared with where shapely sees an overlap on the way."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from banneret.plane import (
    HALF,
    QUARTER,
    TURN,
    Motion,
    Placed,
    Pose,
    Straight,
    Table,
    Turn,
    after,
    distance,
    end_pose,
    first_contact,
    may_leave,
    meetings,
    meets,
    overlaps,
    penetration,
    place,
    polygon,
    rectangle,
    stop,
    stop_before,
    touch,
    trays,
)
from banneret.plane.motion import _towards, poses_back, stop_clear
from banneret.plane.shapes import Shape
from banneret.plane.sweep import sweep_contact
from tests.plane.oracle import polygons
from tests.plane.scenes import SHAPES

GIVE = 5.0
TRAY = rectangle(5500, 4800)
ROCK = polygon([(0, 0), (3000, -500), (5000, 1000), (2000, 4000), (-500, 2500)])
BENT = trays({(0, 0), (1, 0), (2, 0), (0, 1)}, 1000)
HEADINGS = st.integers(0, TURN - 1)


def random_motion(rng: random.Random) -> Motion:
    if rng.random() < 0.5:
        return Straight(rng.randrange(1000, 14_000), rng.choice((0, QUARTER, HALF, 3 * QUARTER)))
    angle = rng.choice((-1, 1)) * rng.randrange(500, TURN)
    return Turn(12_000 + rng.randrange(-6000, 6000), 12_000 + rng.randrange(-6000, 6000), angle)


def check_motion(rng: random.Random) -> bool | None:
    """Compare one move with shapely; return whether it meets something, or None if it starts in an overlap."""
    shapes = (*SHAPES, ROCK, BENT)
    moving = place(rng.choice(shapes), Pose(12_000, 12_000, rng.choice((0, rng.randrange(TURN)))))
    x, y = 12_000 + rng.randrange(-9000, 9000), 12_000 + rng.randrange(-9000, 9000)
    still = place(rng.choice(shapes), Pose(x, y, rng.choice((0, rng.randrange(TURN)))))
    if penetration(moving, still) > 0:
        return None
    motion, give = random_motion(rng), rng.choice((0.0, GIVE))
    met = first_contact(moving, motion, [still], give)
    where = polygons(still)
    until = 1.0 if met is None else met.at
    for step in range(41):
        there = after(moving, motion, until * step / 40)
        assert polygons(there).intersection(where.buffer(-give - 1e-3, join_style="mitre")).area < 1e-3
    if met is None:
        return False
    assert distance(after(moving, motion, met.at), still) < 1e-6, "it stops where it touches"
    assert penetration(after(moving, motion, met.at), still) < 1e-6
    beyond = [after(moving, motion, met.at + (1 - met.at) * (step / 200) ** 3) for step in range(201)]
    assert max(polygons(there).intersection(where).area for there in beyond) > 0, "and would go on into it"
    return True


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_first_contact_is_where_shapely_first_sees_one(seed: int) -> None:
    rng = random.Random(seed)
    found = [check_motion(rng) for _ in range(80)]
    assert min(found.count(True), found.count(False)) > 5


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_first_contacts_are_where_shapely_first_sees_one(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(1000):
        check_motion(rng)


# Straight moves -----------------------------------------------------------------------------------------------------


def ahead(gap: int, heading: int = 0, across: int = 0) -> tuple[Placed, Placed]:
    """Return a tray, and another one parallel to it at a gap before its front."""
    pose = Pose(20_000, 20_000, heading)
    x, y = pose.to_world((float(across), 4800.0 + gap))
    return place(TRAY, pose), place(TRAY, Pose(round(x), round(y), heading))


@pytest.mark.parametrize(("gone", "reached"), [(7000, False), (7999, False), (8000, True), (9000, True)])
def test_a_target_at_8_needs_8(gone: int, reached: bool) -> None:
    """What comes as near as touching is reached: exactly 8.000 will do, 7.994 will not."""
    mover, target = ahead(8000)
    assert (meets(mover, Straight(gone), target.pieces, -1e-3) is not None) is reached


@given(HEADINGS, st.integers(-5000, 5000))
def test_the_contact_comes_at_the_gap_whatever_the_heading(heading: int, across: int) -> None:
    mover, target = ahead(8000, heading, across)
    met = first_contact(mover, Straight(16_000), [target], GIVE)
    assert met is not None
    assert met.at * 16_000 == pytest.approx(8000, abs=1)


def test_to_glide_along_something_is_no_contact() -> None:
    """Flush beside a tray, straight on; two thousandths inside, straight on; but into the next one it goes."""
    beside, before = place(TRAY, Pose(25_498, 24_000, 0)), place(TRAY, Pose(22_000, 29_000, 0))
    found = meetings(place(TRAY, Pose(20_000, 20_000, 0)), Straight(9000), [beside, before], GIVE)
    assert [(one.obstacle, round(one.at * 9000)) for one in found] == [(1, 4200)]


def test_to_leave_something_is_no_contact_but_to_enter_it_is_at_once() -> None:
    mover, other = ahead(0)
    assert first_contact(mover, Straight(3000, HALF), [other], GIVE) is None
    met = first_contact(mover, Straight(3000), [other], GIVE)
    assert met is not None
    assert met.at == 0


def test_obstacles_are_met_in_order() -> None:
    mover, far = ahead(6000)
    _, near = ahead(2000, across=4000)
    found = meetings(mover, Straight(8000), [far, near], GIVE)
    assert [one.obstacle for one in found] == [1, 0]
    assert found[0].at < found[1].at
    assert first_contact(mover, Straight(8000), [far, near], GIVE) == found[0]


@given(HEADINGS, st.integers(0, 6000), st.integers(-7000, 7000), HEADINGS)
def test_a_move_that_is_barred_stops_at_the_last_point_1_away(heading: int, gap: int, across: int, other: int) -> None:
    mover, there = ahead(3000 + gap, heading, across)
    barrier = place(TRAY, Pose(int(there.x), int(there.y), other))
    motion = Straight(12_000)
    at = stop_before(mover, barrier, *after_vector(mover, motion), 1000.0)
    if distance(mover, barrier) < 1000:
        assert at == 0
        return
    assert all(distance(after(mover, motion, at * step / 20), barrier) >= 1000 - 1e-6 for step in range(21))
    if at < 1:
        assert distance(after(mover, motion, at), barrier) == pytest.approx(1000, abs=1e-6)
        assert distance(after(mover, motion, min(1.0, at + 1e-4)), barrier) < 1000 + 1e-9
        pose = Pose(int(mover.x), int(mover.y), heading)
        stopped = stop(TRAY, pose, motion, at, lambda tray: distance(tray, barrier) >= 1000)
        assert distance(place(TRAY, stopped), barrier) >= 1000
        assert math.dist(stopped[:2], (mover.x, mover.y)) > at * 12_000 - 8


def after_vector(mover: Placed, motion: Straight) -> tuple[float, float]:
    end = after(mover, motion, 1.0)
    return end.x - mover.x, end.y - mover.y


@pytest.mark.slow
@given(st.integers(1, 4000), HEADINGS, st.integers(-4000, 4000), HEADINGS)
@example(1472, 0, 4000, 5314)  # deeper for a hundredth of an inch, then out at the side
def test_leaving_an_overlap_is_allowed_while_it_never_deepens(deep: int, heading: int, across: int, way: int) -> None:
    """Compared with the depth at two hundred points of the way, and right after its beginning.

    A depth is the least of several that grow or shrink evenly: what ever deepens does so at first.
    """
    mover, other = ahead(-deep, heading, across)
    motion = Straight(7000, way)
    depths = [
        penetration(after(mover, motion, at), other) for at in (0.0, 1e-6, *(step / 200 for step in range(1, 201)))
    ]
    rises = max((later - earlier for earlier, later in pairwise(depths)), default=0.0)
    allowed = may_leave(mover, other, *after_vector(mover, motion))
    if allowed:
        assert rises < 1e-6
    else:
        assert rises > 1e-9 or depths[0] < 1


# Rotations ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [1, -1])
def test_a_corner_on_its_circle_meets_an_edge_exactly(sign: int) -> None:
    """A square of 2 turns about its centre; its corner, 1.414 away, meets a wall at 1.2: at 45 - acos(1.2/1.414)."""
    square, wall = place(rectangle(2000, 2000), Pose(0, 0, 0)), place(rectangle(8000, 2000), Pose(0, 2200, 0))
    met = first_contact(square, Turn(0, 0, sign * 9000), [wall], 0.0)
    assert met is not None
    assert met.at * 90 == pytest.approx(45 - math.degrees(math.acos(1.2 / math.sqrt(2))), abs=1e-9)


def test_the_far_corner_of_a_wide_unit_travels_its_own_way() -> None:
    """About a point 2 beside the near corner of a unit 3 wide, the far front corner goes round at 5."""
    unit = trays({(0, 0), (1, 0), (2, 0)}, 1000)
    pose = Pose(0, 0, 0)
    pivot = (1500.0 + 2000.0, 500.0)
    mover = place(unit, pose)
    far = mover.to_world((-1500.0, 500.0))
    turned = after(mover, Turn(*pivot, -9000), 1.0).to_world((-1500.0, 500.0))
    assert far == (-1500.0, 500.0)
    assert turned == pytest.approx((3500.0, 5500.0))
    rock = place(rectangle(1000, 1000), Pose(1000, 5700, 0))  # its nearest corner (500, 5200) is beyond
    assert first_contact(mover, Turn(*pivot, -9000), [rock], 0.0) is None
    nearer = place(rectangle(1000, 1000), Pose(1000, 5150, 0))
    met = first_contact(mover, Turn(*pivot, -9000), [nearer], 0.0)
    assert met is not None
    assert touch(after(mover, Turn(*pivot, -9000), met.at), nearer, 1e-6)


def test_to_turn_away_from_what_one_touches_is_no_contact() -> None:
    mover, other = ahead(0)
    corner = (22_750.0, 22_400.0)
    assert first_contact(mover, Turn(*corner, 4000), [other], GIVE) is None
    met = first_contact(mover, Turn(*corner, -4000), [other], GIVE)
    assert met is not None
    assert met.at == 0


def test_more_than_a_whole_turn_is_refused() -> None:
    mover, other = ahead(100)
    with pytest.raises(ValueError, match="exceeds a full turn"):
        first_contact(mover, Turn(20_000, 20_000, TURN + 1), [other], 0.0)


@settings(max_examples=60)
@given(st.integers(-3000, 3000), st.integers(1, 3), HEADINGS, st.sampled_from([1, -1]), st.integers(0, 2**32))
def test_where_a_rotation_stops_nothing_overlaps(across: int, radius: int, heading: int, sign: int, seed: int) -> None:
    """The pose is one of the lattice, not beyond the contact, and near it."""
    rng = random.Random(seed)
    pose = Pose(20_000, 20_000, heading)
    mover = place(BENT, pose)
    motion = Turn(*pose.to_world((-sign * (1500.0 + radius * 1000), 500.0)), sign * 9000)
    x, y = mover.to_world((float(across), 3500.0))
    rock = place(TRAY, Pose(round(x), round(y), rng.randrange(TURN)))
    if penetration(mover, rock) > 0:
        return
    met = first_contact(mover, motion, [rock], GIVE)
    if met is None:
        assert not overlaps(place(BENT, end_pose(pose, motion)), rock, GIVE * 1.5 + 2)
        return
    stopped = stop(BENT, pose, motion, met.at, lambda there: not overlaps(there, rock, GIVE))
    assert not overlaps(place(BENT, stopped), rock, GIVE)
    assert abs((stopped.heading - pose.heading + HALF) % TURN - HALF) <= met.at * 9000 + 1e-6
    assert touch(place(BENT, stopped), rock, GIVE)


# Ends and stops -----------------------------------------------------------------------------------------------------


def test_the_end_of_a_rotation_is_a_pose_of_the_lattice() -> None:
    assert end_pose(Pose(1000, 1000, 0), Turn(0, 0, QUARTER)) == Pose(-1000, 1000, QUARTER)
    assert end_pose(Pose(1000, 0, 35_000), Turn(0, 0, 4500)) == Pose(708, 707, 3500)
    assert end_pose(Pose(5, 5, 7), Turn(1, 2, 0)) == Pose(5, 5, 7)


@pytest.mark.parametrize("at", [1.0, 0.5])
@pytest.mark.parametrize("sign", [1, -1])
def test_the_way_back_has_every_pose_of_the_lattice(at: float, sign: int) -> None:
    start = Pose(10_000, 10_000, 2000)
    steps = range(int(4 * at), -1, -1)
    assert list(poses_back(start, Straight(4, QUARTER), at)) == [start.moved(step, QUARTER) for step in steps]
    turn = Turn(10_000, 10_000, 4 * sign)
    turned = [Pose(10_000, 10_000, 2000 + sign * step) for step in steps]
    assert list(poses_back(start, turn, at)) == turned


def test_a_stop_stays_at_the_start_if_nothing_else_is_free() -> None:
    assert stop(TRAY, Pose(0, 0, 0), Straight(100), 1.0, lambda _: False) == Pose(0, 0, 0)
    assert stop(TRAY, Pose(0, 0, 0), Straight(1000), 0.5004, lambda _: True) == Pose(0, 500, 0)


def test_the_edge_of_the_table_bars_moves_like_any_obstacle() -> None:
    table = Table(48_000, 48_000)
    mover = place(TRAY, Pose(24_000, 40_000, 0))
    met = first_contact(mover, Straight(10_000), table.walls, 0.0)
    assert met is not None
    assert (met.obstacle, round(met.at * 10_000)) == (0, 5600)
    assert first_contact(mover, Turn(24_000, 40_000, TURN), table.walls, 0.0) is None
    assert first_contact(place(TRAY, Pose(24_000, 45_600, 0)), Turn(24_000, 45_600, 900), table.walls, 0.0) is not None


@given(
    st.integers(-800, 9000),
    st.integers(-800, 9000),
    HEADINGS,
    st.integers(-7000, 7000),
    st.integers(-7000, 7000),
    st.sampled_from([TRAY, BENT]),
)
@example(2750, 2400, 0, 0, -5, TRAY)
@example(2750, 2400, 0, -6, 0, TRAY)
@example(2700, 2400, 0, 0, 1000, TRAY)
@example(2700, 2400, 0, -1, 1000, TRAY)
def test_a_quick_look_at_the_edges_says_nothing_else_than_the_walls(
    x: int, y: int, heading: int, dx: int, dy: int, shape: Shape
) -> None:
    """What overlaps an edge after a turn must not get deeper into it; all else must not get `GIVE` beyond it."""
    table, mover = Table(48_000, 48_000), place(shape, Pose(x, y, heading))

    def bars(wall: Placed) -> bool:
        if overlaps(mover, wall, GIVE):
            return not may_leave(mover, wall, dx, dy)
        met = [sweep_contact(one, other, dx, dy, GIVE) for one in mover.pieces for other in wall.pieces]
        return any(at is not None for at in met)

    left = table.is_left(mover, dx, dy, GIVE)
    assert left is None or left is any(bars(wall) for wall in table.walls)


def test_the_edges_leave_few_moves_in_doubt() -> None:
    table, rng = Table(48_000, 48_000), random.Random(1)
    places = [place(TRAY, Pose(rng.randrange(48_000), rng.randrange(48_000), rng.randrange(TURN))) for _ in range(500)]
    found = [table.is_left(tray, rng.randrange(-9000, 9000), rng.randrange(-9000, 9000), GIVE) for tray in places]
    assert None not in found
    assert min(found.count(True), found.count(False)) > 100


@given(HEADINGS, st.integers(0, 9000), st.integers(-4000, 4000), HEADINGS, st.integers(0, 1000), st.floats(0, 1))
def test_a_stop_that_skips_what_is_not_free_is_the_same(
    heading: int, gap: int, across: int, other: int, needed: int, at: float
) -> None:
    mover, there = ahead(gap, heading, across)
    barrier, pose = place(TRAY, Pose(int(there.x), int(there.y), other)), Pose(int(mover.x), int(mover.y), heading)

    def is_free(tray: Placed) -> bool:
        return not overlaps(tray, barrier, GIVE) and distance(tray, barrier) >= needed

    def lacks(tray: Placed) -> float:
        if is_free(tray):
            return 0.0
        return max(penetration(tray, barrier) - GIVE, needed - distance(tray, barrier), 1.0)

    motion = Straight(9000)
    assert stop_clear(TRAY, pose, motion, at, lacks) == stop(TRAY, pose, motion, at, is_free, 9001)


def test_a_stop_skips_the_ground_where_nothing_is_free() -> None:
    tried: list[int] = []

    def lacks(tray: Placed) -> float:
        tried.append(int(tray.y))
        return max(0.0, tray.y - 4000)

    assert stop_clear(TRAY, Pose(0, 0, 0), Straight(9000), 1.0, lacks) == Pose(0, 4000, 0)
    assert len(tried) < 8


def test_ends_are_rounded_towards_the_start() -> None:
    """What lacks only half a thousandth of a milli-unit counts as reached."""
    for start in (0, 10, -10):
        for off, end in ((2.9995, 3), (2.998, 2), (3.0, 3), (3.0005, 3), (0.5, 0), (0.0, 0)):
            assert _towards(start + off, start) == start + end
            assert _towards(start - off, start) == start - end
