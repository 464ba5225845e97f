"""Distances at their limits, and tokens under a tray."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from banneret.plane import (
    QUARTER,
    SLACK,
    TURN,
    Pose,
    Shape,
    Side,
    covers_disc,
    disc_distance,
    distance,
    is_at_most,
    is_below,
    is_within,
    overlaps,
    overlaps_disc,
    penetration,
    place,
    point_distance,
    polygon,
    rectangle,
    segment_distance,
    trays,
)
from banneret.plane.distance import is_beside, meets_segment
from tests.plane.oracle import polygons

TRAY = rectangle(5500, 4800)
ROCK = polygon([(0, 0), (3000, -500), (5000, 1000), (2000, 4000), (-500, 2500)])
BENT = trays({(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)}, 1000)
POSES = st.builds(Pose, st.integers(0, 12_000), st.integers(0, 12_000), st.integers(0, TURN - 1))
SHAPES = st.sampled_from([TRAY, ROCK, BENT])


@pytest.mark.parametrize(("start", "end", "met"), [
    ((-9, 10.5), (9, 10.5), False), ((-9, 10.5), (9, 13), False), ((-9, 13), (9, 10.5), False),
    ((-9, 10), (9, 10), True), ((-9, 9.5), (9, 13), True), ((0, 10.5), (0, 9.5), True), ((0, 9.5), (0, 10.5), True),
    ((0, 10.5), (0, 30), False), ((0, 30), (0, -30), True), ((0, 5), (1, 5), True), ((29.5, 10), (29.5, 11), False),
    ((19.5, 10.5), (20.5, 9.5), True), ((19.5, 10.75), (20.75, 9.5), False),
    ((5, 10), (9, 30), True),
])  # fmt: skip  # several to a line
def test_a_segment_meets_a_piece_or_passes_just_beside_it(
    start: tuple[float, float], end: tuple[float, float], met: bool
) -> None:
    """The piece reaches 20 to each side, 10 ahead and 10 back."""
    for turn in range(4):
        (piece,) = place(rectangle(40, 20), Pose(0, 0, turn * QUARTER)).pieces
        for _ in range(turn):
            start, end = (-start[1], start[0]), (-end[1], end[0])
        assert meets_segment(piece, start, end) is met
        assert meets_segment(piece, end, start) is met
        for _ in range(turn):
            start, end = (start[1], -start[0]), (end[1], -end[0])


@pytest.mark.parametrize("turn", [0, 9000, 18_000, 27_000])
def test_the_nearest_corner_may_be_of_either_polygon(turn: int) -> None:
    """A triangle points at the middle of the long side of another one, ten away; other corners are farther."""
    blunt = place(polygon([(-50, -100), (50, -100), (0, 0)]), Pose(0, 0, turn))
    long = place(polygon([(-200, 10), (200, 10), (0, 90)]), Pose(0, 0, turn))
    assert distance(blunt, long) == pytest.approx(10)
    assert distance(long, blunt) == pytest.approx(10)


@pytest.mark.parametrize(("gap", "within"), [(999, True), (1000, False), (1001, False)])
@pytest.mark.parametrize("quarter", range(4))
def test_exactly_1_is_not_within_1(gap: int, within: bool, quarter: int) -> None:
    pose = Pose(10_000, 10_000, quarter * QUARTER)
    ahead = pose.moved(4800 + gap)
    assert is_below(distance(place(TRAY, pose), place(TRAY, ahead)), 1000) is within
    assert is_within(place(TRAY, pose), place(TRAY, ahead), 1000) is within


@pytest.mark.parametrize(("depth", "counts"), [(0, False), (5, False), (6, True)])
def test_an_overlap_counts_above_what_the_game_lets_pass(depth: int, counts: bool) -> None:
    pose = Pose(10_000, 10_000, 0)
    one, other = place(TRAY, pose), place(TRAY, pose.moved(4800 - depth))
    assert penetration(one, other) == depth
    assert overlaps(one, other, 5) is counts


@pytest.mark.slow
@given(SHAPES, POSES, SHAPES, POSES)
def test_shapes_of_several_pieces_are_measured_as_shapely_does(a: Shape, p: Pose, b: Shape, q: Pose) -> None:
    one, other = place(a, p), place(b, q)
    true = polygons(one).distance(polygons(other))
    assert distance(one, other) == pytest.approx(true, abs=1e-6)
    assert distance(other, one) == pytest.approx(true, abs=1e-6)
    area = polygons(one).intersection(polygons(other)).area
    assert (penetration(one, other) > 1e-3) == (area > 1e-3) or area < 1


@given(SHAPES, POSES, SHAPES, POSES, st.integers(0, 3000))
def test_the_cheap_tests_agree_with_the_distance(a: Shape, p: Pose, b: Shape, q: Pose, gap: int) -> None:
    one, other = place(a, p), place(b, q)
    measured = distance(one, other)
    for limit in (gap, measured, measured - 0.01, measured + 0.01):
        if limit >= 0:
            assert is_at_most(one, other, limit) is (measured <= limit)


@given(SHAPES, POSES, SHAPES, POSES, st.integers(-10, 3000))
def test_an_overlap_is_told_from_the_depth(a: Shape, p: Pose, b: Shape, q: Pose, give: int) -> None:
    one, other = place(a, p), place(b, q)
    depth = penetration(one, other)
    for limit in (give, depth, depth - 2 * SLACK, 0.0):
        assert overlaps(one, other, limit) is (depth > limit + SLACK)


@given(SHAPES, POSES, POSES, POSES)
def test_points_and_edges_are_measured_as_shapely_does(a: Shape, p: Pose, start: Pose, end: Pose) -> None:
    one = place(a, p)
    point = (float(start.x), float(start.y))
    line = shapely.LineString([start[:2], end[:2]])
    assert point_distance(one, point) == pytest.approx(polygons(one).distance(shapely.Point(point)), abs=1e-6)
    found = segment_distance(one, point, (float(end.x), float(end.y)))
    assert found == pytest.approx(polygons(one).distance(line), abs=1e-6)


def test_range_from_the_front_arrow() -> None:
    """12 from the middle of the front edge to any part of the target: 12.000 is in range, 12.001 is not."""
    shooter = Pose(20_000, 10_000, 0)
    arrow = shooter.to_world((0.0, 2400.0))
    for gap, reached in ((12_000, True), (12_001, False)):
        target = place(TRAY, Pose(20_000 + 1_000, 10_000 + 2400 + gap + 2400, 0))
        assert (not is_below(12_000, point_distance(target, arrow))) is reached


class TestTokens:
    """A token of radius 0.7."""

    tray = place(TRAY, Pose(10_000, 10_000, 0))

    @pytest.mark.parametrize(
        ("x", "wholly", "partly"),
        [
            (10_000, True, True),
            (12_050, True, True),
            (12_051, False, True),
            (13_449, False, True),
            (13_450, False, False),
        ],
    )
    def test_wholly_partly_or_not_under_a_tray(self, x: int, wholly: bool, partly: bool) -> None:
        assert covers_disc(self.tray, (float(x), 10_000.0), 700) is wholly
        assert overlaps_disc(self.tray, (float(x), 10_000.0), 700) is partly

    def test_a_token_over_a_seam_lies_wholly_under_the_unit(self) -> None:
        unit = place(BENT, Pose(10_000, 10_000, 0))
        assert covers_disc(unit, (9_500.0, 10_500.0), 400)
        assert not covers_disc(unit, (10_000.0, 10_100.0), 400)  # the gap in the rear rank
        assert not covers_disc(unit, (10_000.0, 9_500.0), 100)

    def test_the_distance_is_to_the_rim(self) -> None:
        assert disc_distance(self.tray, (14_450.0, 10_000.0), 700) == 1000
        assert disc_distance(self.tray, (13_000.0, 10_000.0), 700) == 0

    def test_the_widest_disc_under_a_turned_tray(self) -> None:
        for heading in range(0, TURN, 777):
            tray = place(TRAY, Pose(10_000, 10_000, heading))
            assert covers_disc(tray, (10_000.0, 10_000.0), 2400)
            assert not covers_disc(tray, (10_000.0, 10_000.0), 2400.01)


def test_sides_of_a_shape_are_found_on_the_table() -> None:
    placed = place(TRAY, Pose(10_000, 10_000, QUARTER))
    (front,) = placed.edges_of(Side.FRONT)
    assert front.start == pytest.approx((7600, 12_750))
    assert front.end == pytest.approx((7600, 7250))


def test_rectangles_are_beside_each_other_beyond_a_gap_in_any_direction() -> None:
    one = (0.0, 0.0, 10.0, 6.0)
    for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for gap, beside in ((5.0, False), (5.1, True)):
            x, y = way[0] * (10 + gap), way[1] * (6 + gap)
            other = (x, y, 10 + x, 6 + y)
            assert is_beside(one, other, 5.0) is is_beside(other, one, 5.0) is beside


@pytest.mark.parametrize(("aside", "ahead", "gap", "within"), [
    (900, 900, 1000, False), (700, 700, 1000, True), (0.8, 0.8, 0.9, False), (0.6, 0.6, 0.9, True),
    (-3000, -100, 1000, True), (-3000, -100, 0.0005, False), (-3000, 999, 1000, True), (-3000, 1000, 1000, False),
])  # fmt: skip  # several to a line
def test_two_corners_are_as_far_apart_as_the_way_between_them(
    aside: float, ahead: float, gap: float, within: bool
) -> None:
    """A tray beyond the corner of a long wall, in whose circle it lies; what overlaps is within every gap."""
    wall = place(rectangle(20_000, 1000), Pose(0, 0, 0))
    tray = place(TRAY, Pose(0, 0, 0)).shifted(10_000 + 2750 + aside, 500 + 2400 + ahead)
    assert is_within(wall, tray, gap) is is_within(tray, wall, gap) is within


def test_a_point_on_an_edge_is_held() -> None:
    (piece,) = place(TRAY, Pose(10_000, 10_000, 0)).pieces
    for x, y in ((12_750, 10_000), (7250, 10_000), (10_000, 12_400), (10_000, 7600), (12_750, 12_400)):
        assert piece.holds(x, y)
        away = (x - 10_000) / 1000, (y - 10_000) / 1000
        assert not piece.holds(x + away[0], y + away[1])
        assert piece.holds(x + away[0], y + away[1], 3)


@pytest.mark.parametrize("margin", [300, -300])
def test_a_piece_with_a_margin_lies_within_its_radius(margin: int) -> None:
    (piece,) = place(ROCK, Pose(1000, 2000, 700)).pieces
    grown = piece.grown(margin)
    far = [((x - grown.x) ** 2 + (y - grown.y) ** 2) ** 0.5 for x, y in grown.corners]
    assert grown.radius == pytest.approx(max(far))
    assert (grown.radius > piece.radius) is (margin > 0)
