"""Quick measurements are never wrong: they agree with exact ones, or decide nothing."""

from random import Random

import pytest

from banneret.plane import (
    TURN,
    Motion,
    Placed,
    Pose,
    Shape,
    Straight,
    Turn,
    after,
    is_below,
    place,
    point_distance,
    polygon,
    rectangle,
    trays,
)
from banneret.plane.extents import extent, gap_to, inner_radius, is_inside, is_upright, shifted
from banneret.plane.motion import ground_of

HILL = polygon([(-1200, -700), (900, -900), (1300, 400), (200, 1100), (-1000, 800)])
AREA = polygon([(0, 0), (6000, 0), (6000, 2500), (0, 2500)])
BENT = trays([(0, 0), (1, 0), (1, 1)], 1000)
SHAPES = [HILL, BENT, rectangle(1000, 3000)]


def some(random: Random) -> Pose:
    return Pose(random.randrange(-4000, 10000), random.randrange(-4000, 6000), random.randrange(TURN))


@pytest.mark.parametrize("shape", SHAPES)
def test_an_extent_moves_with_its_shape(shape: Shape) -> None:
    random = Random(1)
    for pose in [some(random) for _ in range(50)]:
        assert shifted(extent(shape, pose.heading), pose.x, pose.y) == pytest.approx(place(shape, pose).bounds)


def test_only_rectangles_along_the_axes_are_the_same_as_their_bounds() -> None:
    tray = rectangle(1000, 3000)
    assert [is_upright(place(tray, Pose(5, 7, heading))) for heading in (0, 1, 4500)] == [True, False, False]
    assert is_upright(place(AREA, Pose(0, 0, 0)))
    assert not is_upright(place(HILL, Pose(0, 0, 0)))
    assert not is_upright(place(BENT, Pose(0, 0, 0)))


@pytest.mark.parametrize("area", [place(AREA, Pose(0, 0, 0)), place(AREA, Pose(0, 0, 300))])
def test_what_lies_in_an_area_by_its_bounds_does(area: Placed) -> None:
    random, found = Random(2), set()
    for _ in range(400):
        pose = some(random)
        for shape in SHAPES:
            quick = is_inside(shifted(extent(shape, pose.heading), pose.x, pose.y), area)
            corners = [corner for piece in place(shape, pose).pieces for corner in piece.corners]
            found.add(quick)
            assert quick in (None, all(not is_below(0.0, point_distance(area, corner)) for corner in corners))
    assert found == {False, True if is_upright(area) else None}


@pytest.mark.parametrize("area", [place(AREA, Pose(0, 0, 0)), place(HILL, Pose(3000, 1000, 700))])
def test_the_distance_of_a_point_is_that_which_is_measured_exactly(area: Placed) -> None:
    random = Random(3)
    for _ in range(300):
        point = random.randrange(-4000, 10000), random.randrange(-4000, 6000)
        assert gap_to(area, point) == pytest.approx(point_distance(area, point))


def test_a_circle_around_the_middle_lies_in_the_shape() -> None:
    assert inner_radius(rectangle(1000, 3000)) == 500
    assert inner_radius(trays([(0, 0), (0, 1)], 1000)) == 500
    assert inner_radius(polygon([(1, 1), (5, 1), (5, 5)])) == 0
    radius = inner_radius(HILL)
    hill = place(HILL, Pose(0, 0, 0))
    assert radius > 600
    assert all(point_distance(hill, (radius * x, radius * y)) < 0.001 for x, y in ((1, 0), (0, 1), (0.6, -0.8)))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_move_stays_on_its_ground(shape: Shape) -> None:
    random = Random(4)
    for _ in range(100):
        pose = some(random)
        angle = random.choice([-30000, -9000, -1, 1, 300, 4500, 18000, 27000])
        motions: list[Motion] = [Straight(random.randrange(5000), random.choice([0, 9000, 4711]))]
        motions.append(Turn(pose.x + random.randrange(-6000, 6000), pose.y + random.randrange(-6000, 6000), angle))
        for motion in motions:
            left, near, right, far = ground_of(place(shape, pose), motion)
            for part in (0, 0.1, 0.33, 0.5, 0.77, 1):
                there = after(place(shape, pose), motion, part).bounds
                assert left <= there[0] + 0.01
                assert near <= there[1] + 0.01
                assert there[2] <= right + 0.01
                assert there[3] <= far + 0.01


def test_what_fills_an_area_lies_in_it() -> None:
    """Up to its borders; a milli-unit beyond one of them it is measured, and farther out it does not."""
    area = place(AREA, Pose(0, 0, 0))
    for number in range(4):
        for beyond, found in ((0.0, True), (0.5, None), (1.0, None), (1.1, False)):
            bounds = list(area.bounds)
            bounds[number] += beyond * (1 if number > 1 else -1)
            left, near, right, far = bounds
            assert is_inside((left, near, right, far), area) is found


def test_the_ground_of_a_turn_by_hand() -> None:
    """A square in a circle of radius 1.414 at 10 from the point: a quarter turn bulges by 10 less 7.07."""
    square = place(rectangle(2000, 2000), Pose(10_000, 0, 0))
    reach = 1000 * 2**0.5 + 0.001 + 10_000 * (1 - 0.5**0.5)
    found = ground_of(square, Turn(0, 0, 9000))
    assert found == pytest.approx((-reach, -reach, 10_000 + reach, 10_000 + reach))
    around = 10_000 + 1000 * 2**0.5 + 0.001
    assert ground_of(square, Turn(0, 0, 18_001)) == pytest.approx((-around, -around, around, around))
