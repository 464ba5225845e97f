"""Sight along edges, through slits, past corners; and how far a line that sees has to go."""

from __future__ import annotations

import random
from math import sqrt

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.plane import (
    HALF,
    QUARTER,
    TURN,
    Piece,
    Point,
    Pose,
    Side,
    SightLine,
    any_line,
    place,
    polygon,
    rectangle,
    shortest_line,
    shortest_sight,
    sight,
    trays,
)
from banneret.plane.arcs import part_in_arc
from banneret.plane.sight import (
    _bars,
    _between_them,
    _crossing,
    _cut,
    _foot,
    _goals,
    _holds,
    _hull,
    _inside_of,
    _is_free,
    _nearest,
    _reaches,
    _shortest_about,
    _start_on,
    _through,
    _turning_points,
)
from tests.plane import oracle
from tests.plane.scenes import scene

TRAY, SOLO = rectangle(5500, 4800), rectangle(2760, 2760)
WALL = rectangle(20_000, 1000)
MARGIN = 10.0
SHOOTER = place(TRAY, Pose(30_000, 10_000, 0))
FAR = place(TRAY, Pose(30_000, 30_000, HALF))


def test_with_nothing_between_the_line_is_the_shortest() -> None:
    line = sight(SHOOTER, FAR, [], MARGIN)
    assert line is not None
    assert line.length == 20_000 - 4800


def test_what_is_not_in_the_front_arc_is_not_seen() -> None:
    assert sight(SHOOTER, place(TRAY, Pose(30_000, 3_000, 0)), [], MARGIN) is None
    beside = Pose(30_000 + 2750 + 5000 + 1380, 10_000 + 2400 + 5000 - 1380, 0)
    assert sight(SHOOTER, place(SOLO, beside), [], MARGIN) is not None, "a corner on the line of the arc"
    assert sight(SHOOTER, place(SOLO, Pose(beside.x, beside.y - 1, 0)), [], MARGIN) is None


@pytest.mark.parametrize(("slit", "seen"), [(0, False), (1, False), (19, False), (20, True), (21, True)])
def test_touching_trays_leave_no_slit(slit: int, seen: bool) -> None:
    """Each is grown by 0.01: a slit of 0.02 just lets a line through, one of 0.019 does not."""
    walls = [place(WALL, Pose(20_000, 20_000, 0)), place(WALL, Pose(40_000 + slit, 20_000, 0))]
    assert (sight(SHOOTER, FAR, walls, MARGIN) is not None) is seen


def test_without_a_margin_a_line_sees_along_a_seam() -> None:
    walls = [place(WALL, Pose(20_000, 20_000, 0)), place(WALL, Pose(40_000, 20_000, 0))]
    assert sight(SHOOTER, FAR, walls, 0.0) is not None


def test_no_line_sees_along_a_seam_within_a_unit() -> None:
    """Three trays by two: their seams are covered, though each tray alone would let a line pass beside it."""
    unit = place(trays({(c, r) for c in range(12) for r in range(2)} | {(0, 2)}, 1000), Pose(30_000, 20_000, 0))
    tray = rectangle(1000, 1000)
    one, other = place(tray, Pose(30_000, 10_000, 0)), place(tray, Pose(30_000, 30_000, 0))
    assert sight(one, other, [unit], 0.0) is None


def test_centre_to_centre_would_be_blocked_and_the_edge_sees() -> None:
    line = sight(SHOOTER, FAR, [place(SOLO, Pose(30_000, 20_000, 0))], MARGIN)
    assert line is not None
    shortest = shortest_sight(SHOOTER, FAR, [place(SOLO, Pose(30_000, 20_000, 0))], MARGIN)
    assert shortest is not None
    assert shortest.length == 20_000 - 4800


def test_shooter_and_target_never_block() -> None:
    """Also if they are named among the others, also if they touch."""
    touching = place(TRAY, Pose(30_000, 14_800, HALF))
    line = sight(SHOOTER, touching, [SHOOTER, touching], MARGIN)
    assert line is not None
    assert line.length == 0
    assert sight(SHOOTER, FAR, [SHOOTER, FAR], MARGIN) is not None


def test_an_enemy_before_the_whole_front_bars_all_sight_beyond() -> None:
    assert sight(SHOOTER, FAR, [place(TRAY, Pose(30_000, 14_800, HALF))], MARGIN) is None


def test_a_friend_flush_beside_does_not_bar_sight() -> None:
    beside = [place(TRAY, Pose(30_000 + side * 5500, 10_000, 0)) for side in (-1, 1)]
    assert sight(SHOOTER, FAR, beside, MARGIN) is not None


def test_sight_past_three_staggered_walls_needs_a_slanting_line() -> None:
    """The only lines run from the left end of the edge to the far right."""
    walls = [
        place(WALL, Pose(40_500, 14_000, 0)),
        place(WALL, Pose(18_000, 26_000, 0)),
    ]
    target = place(TRAY, Pose(31_000, 30_000, HALF))
    line = sight(SHOOTER, target, walls, MARGIN)
    assert line is not None
    assert line.start[0] < 30_500
    assert line.end[0] > 28_000
    assert sight(SHOOTER, target, [*walls, place(WALL, Pose(36_900, 20_000, 0))], MARGIN) is None


def test_a_near_point_hidden_and_a_visible_part_beyond_reach() -> None:
    """The near part is hidden behind a wall; the line that sees goes by its corner, from the end of the edge."""
    wall = place(rectangle(8000, 400), Pose(30_000, 16_000, 0))
    target = place(TRAY, Pose(33_500, 22_000, 0))
    free = shortest_sight(SHOOTER, target, [], MARGIN)
    line = shortest_sight(SHOOTER, target, [wall], MARGIN)
    assert free is not None
    assert line is not None
    assert free.length == 7200
    assert line.start == pytest.approx((32_750, 12_400))
    assert line.length == pytest.approx(7200 * (1 + (1260 / 3390) ** 2) ** 0.5, abs=1e-6)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000))
def test_no_line_tried_at_random_is_shorter_than_the_shortest(seed: int) -> None:
    """Against four hundred lines from the edge to the target's outline within the arc, each looked at with shapely."""
    one = scene(3 * seed + 2)
    shooter, target, *others = one.placed
    found = shortest_sight(shooter, target, others, MARGIN)
    inside = [oracle.outline(s, p, MARGIN - 0.01) for s, p in zip(one.shapes[2:], one.poses[2:], strict=True)]
    (edge,) = shooter.edges_of(Side.FRONT)
    (area,) = part_in_arc(shooter, Side.FRONT, target) or [()]
    rng = random.Random(seed)
    sides = list(zip(area, [*area[1:], *area[:1]], strict=True))
    for _ in range(400 if sides else 0):
        start, end = on(rng.random(), edge.start, edge.end), on(rng.random(), *rng.choice(sides))
        line = shapely.LineString([start, end])
        if all(line.intersection(one).length == 0 for one in inside):
            assert found is not None
            assert found.length <= line.length + 0.1


def on(part: float, start: Point, end: Point) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def test_what_is_seen_may_be_a_point_or_a_line() -> None:
    edge = ((10.0, 0.0), (-10.0, 0.0))
    (wall,) = place(rectangle(8, 10), Pose(0, 50, 0)).pieces
    assert any_line(edge, [(0.0, 100.0)], [wall]) is not None
    assert any_line(edge, [(0.0, 100.0)], [wall.grown(20)]) is None
    assert any_line(edge, [(-3.0, 100.0), (3.0, 100.0)], [wall]) is not None
    assert any_line(edge, [(0.0, 0.0)], [wall]) == SightLine((0.0, 0.0), (0.0, 0.0))


def test_any_outline_may_look_anywhere() -> None:
    """From the edge of a rock in every direction: an area without an arc."""
    rock = place(polygon([(0, 0), (4000, 0), (4000, 4000)]), Pose(30_000, 30_000, 0))
    (slant,) = [edge for edge in rock.edges if edge.side == 4]
    target = place(SOLO, Pose(20_000, 40_000, 1234))
    line = shortest_line((slant.start, slant.end), target.pieces[0].corners, [])
    assert line is not None
    assert line.length > 0


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 5000), st.integers(0, TURN - 1))
def test_sight_turns_with_the_table(seed: int, turn: int) -> None:
    """Compared where a slightly wider and a slightly narrower margin agree: the lattice moves trays by a thousandth."""
    one = scene(3 * seed + 2)
    pivot = Pose(0, 0, turn)
    turned = []
    for shape, pose in zip(one.shapes, one.poses, strict=True):
        x, y = pivot.to_world((float(pose.x), float(pose.y)))
        turned.append(place(shape, Pose(round(x), round(y), (pose.heading + turn) % TURN)))
    first, second, *others = one.placed
    answers = {sight(first, second, others, margin) is not None for margin in (MARGIN - 4, MARGIN, MARGIN + 4)}
    if len(answers) == 1:
        assert (sight(turned[0], turned[1], turned[2:], MARGIN) is not None) in answers


def test_the_shortest_line_turns_about_a_corner_close_to_the_target() -> None:
    """The corner lies almost on the target, which spreads to both sides of it nearly in one line."""
    shapes = [rectangle(*size) for size in ((5500, 5000), (10_800, 6100), (7500, 2200), (10_800, 6100), (7500, 2200))]
    poses = [
        Pose(12_000, 3_000, 2261),
        Pose(7_282, 12_728, 10_628),
        Pose(15_415, 8_000, 0),
        Pose(14_954, 6_664, 0),
        Pose(11_615, 8_213, 0),
    ]
    shooter, target, *others = [place(shape, pose) for shape, pose in zip(shapes, poses, strict=True)]
    line = shortest_sight(shooter, target, others, MARGIN)
    assert line is not None
    assert line.length < 3043.4, "of 200,000 lines at random the shortest that sees is 3043.38 long"


# The parts of the search, by hand: an edge from (10, 0) to (-10, 0), an area above it, and walls between --------------

EDGE = ((10.0, 0.0), (-10.0, 0.0))
AREA = [(-10.0, 100.0), (10.0, 100.0), (10.0, 120.0), (-10.0, 120.0)]
HULL = [(-10.0, 0.0), (10.0, 0.0), (10.0, 120.0), (-10.0, 120.0)]


def wall(width: int, depth: int, x: float, y: float) -> Piece:
    return place(rectangle(width, depth), Pose(0, 0, 0)).shifted(x, y).pieces[0]


@pytest.mark.parametrize(
    ("points", "corners"),
    [
        ([(0, 0), (4, 0), (4, 4), (0, 4), (2, 2), (2, 0), (4, 2)], [(0, 0), (4, 0), (4, 4), (0, 4)]),
        ([(0, 0), (4, 0), (2, 0)], [(0, 0), (4, 0)]),
        ([(1, 1), (1, 1)], [(1, 1)]),
        ([(0, 0), (2, 5)], [(0, 0), (2, 5)]),
        ([(0, 0), (5, 1), (2, 4), (2, 1)], [(0, 0), (5, 1), (2, 4)]),
    ],
)
def test_a_hull_has_only_corners(points: list[Point], corners: list[Point]) -> None:
    assert _hull(points) == corners


@pytest.mark.parametrize(
    ("x", "y", "inside"),
    [
        (0, 50, True), (13.5, 50, True), (14, 50, False), (-13.5, 50, True), (-14, 50, False),
        (0, -1.5, True), (0, -2, False), (0, 121.5, True), (0, 122, False), (14.5, 122.5, False), (30, 50, False),
    ],
)  # fmt: skip  # several to a line
def test_only_what_reaches_into_the_hull_can_block(x: float, y: float, inside: bool) -> None:
    """A wall of 8 by 4 whose middle is at (x, y)."""
    piece = wall(8, 4, x, y)
    assert _reaches(HULL, piece) is inside
    assert _between_them(HULL, [piece]) == ([piece] if inside else [])


def test_what_has_a_slanting_side_reaches_into_the_hull_by_its_corners() -> None:
    """A square on its corner beside the hull: its circle reaches in, and it does not."""
    turned = place(rectangle(8, 8), Pose(0, 0, 4500))
    for x, y, inside in ((15.6, 50, True), (15.7, 50, False), (14, 124, False), (12.5, 122.5, True)):
        piece = turned.shifted(x, y).pieces[0]
        assert bool(_between_them(HULL, [piece])) is inside


@pytest.mark.parametrize(
    ("line", "free"),
    [
        (((0.0, 0.0), (0.0, 100.0)), False),
        (((0.0, 0.0), (0.0, 48.0)), True), (((0.0, 0.0), (0.0, 48.01)), False),
        (((0.0, 52.0), (0.0, 100.0)), True), (((0.0, 51.99), (0.0, 100.0)), False),
        (((4.0, 0.0), (4.0, 100.0)), True), (((3.99, 0.0), (3.99, 100.0)), False),
        (((-4.0, 0.0), (-4.0, 100.0)), True), (((-3.99, 0.0), (-3.99, 100.0)), False),
        (((2.0, 48.0), (6.0, 52.0)), False), (((2.0, 46.0), (6.0, 50.0)), True), (((0.0, 50.0), (1.0, 50.0)), False),
        (((6.0, 0.0), (6.0, 100.0)), True), (((-5.0, 51.0), (5.0, 49.0)), False),
    ],
)  # fmt: skip  # several to a line
def test_a_line_is_free_that_meets_no_inside(line: tuple[Point, Point], free: bool) -> None:
    """A wall from (-4, 48) to (4, 52): along its sides and past its corners a line is free; in either direction."""
    for one in (SightLine(*line), SightLine(*line[::-1])):
        assert _is_free(one, [wall(8, 4, 0, 50)]) is free
        other = wall(8, 4, 40, 50)
        blockers = [other, wall(8, 4, 0, 50)]
        assert _is_free(one, blockers) is free
        assert (blockers[0] is other) is free, "what blocks is tried first the next time"


@pytest.mark.parametrize(
    ("width", "x", "y", "bars"),
    [
        (30, 0, 50, True), (21, 0, 50, True), (18, 0, 50, False), (30, 4, 50, True), (30, 6, 50, False),
        (30, 0, -3, False), (30, 0, 98, True), (30, 0, 140, False),
    ],
)  # fmt: skip  # several to a line
def test_a_wall_across_the_hull_bars_all_sight(width: int, x: float, y: float, bars: bool) -> None:
    piece = wall(width, 2, x, y)
    assert _bars(EDGE, AREA, HULL, piece) is bars
    if bars:
        assert any_line(EDGE, AREA, [piece]) is None
        assert shortest_line(EDGE, AREA, [piece]) is None


def test_a_point_of_a_line_within_a_wall_is_near_where_it_enters() -> None:
    """A wall from 48 to 52: a sixty-fourth of the way through it."""
    piece = wall(8, 4, 0, 50)
    assert _inside_of((0.0, 0.0), (0.0, 100.0), piece) == pytest.approx((0, 48 + 4 / 64), abs=0.01)
    assert _inside_of((0.0, 100.0), (0.0, 0.0), piece) == pytest.approx((0, 52 - 4 / 64), abs=0.01)
    assert _inside_of((0.0, 50.0), (0.0, 100.0), piece) == pytest.approx((0, 50 + 2 / 64), abs=0.01)
    for start, end in (((5.0, 0.0), (5.0, 100.0)), ((0.0, 0.0), (0.0, 48.0)), ((2.0, 44.0), (6.0, 49.0))):
        assert _inside_of(start, end, piece) is None


@pytest.mark.parametrize(
    ("point", "foot"),
    [((0, 5), (0, 0)), ((3, -7), (3, 0)), ((12, 5), (10, 0)), ((-12, 5), (-10, 0)), ((10, 1), (10, 0))],
)
def test_the_nearest_point_of_an_edge(point: Point, foot: Point) -> None:
    assert _foot(point, EDGE) == foot
    assert _foot(point, ((4.0, 4.0), (4.0, 4.0))) == (4, 4)
    assert _foot((4, 0), ((0.0, 0.0), (8.0, 8.0))) == (2, 2)


@pytest.mark.parametrize(
    ("other", "met"),
    [
        (((3.0, -5.0), (3.0, 5.0)), (3, 0)), (((3.0, 0.0), (3.0, 5.0)), (3, 0)), (((3.0, 5.0), (3.0, 0.0)), (3, 0)),
        (((10.0, -1.0), (10.0, 1.0)), (10, 0)), (((-10.0, -1.0), (-10.0, 1.0)), (-10, 0)),
        (((3.0, 0.1), (3.0, 5.0)), None), (((10.1, -1.0), (10.1, 1.0)), None), (((-10.1, -1.0), (-10.1, 1.0)), None),
        (((3.0, 5.0), (3.0, 0.1)), None), (((-3.0, 1.0), (3.0, 1.0)), None), (((0.0, -2.0), (4.0, 2.0)), (2, 0)),
    ],
)  # fmt: skip  # several to a line
def test_segments_cross_at_a_point_or_not(other: tuple[Point, Point], met: Point | None) -> None:
    assert _crossing(EDGE, other) == met
    assert _crossing(other, EDGE) == met


def test_a_line_through_two_points_starts_on_the_edge() -> None:
    assert _start_on(EDGE, (0.0, 50.0), (0.0, 70.0)) == (0, 0)
    assert _start_on(EDGE, (4.0, 50.0), (2.0, 25.0)) == (0, 0)
    assert _start_on(EDGE, (5.0, 10.0), (5.0, 90.0)) == (5, 0)
    assert _start_on(EDGE, (10.0, 50.0), (10.0, 70.0)) == (10, 0)
    assert _start_on(EDGE, (-10.0, 50.0), (-10.0, 70.0)) == (-10, 0)
    for x in (10.1, -10.1):
        assert _start_on(EDGE, (x, 50.0), (x, 70.0)) is None
    assert _start_on(EDGE, (0.0, 50.0), (5.0, 50.0)) is None


SIDES = list(zip(AREA, [*AREA[1:], AREA[0]], strict=True))


def test_a_line_ends_where_it_enters_the_area() -> None:
    assert _through((0.0, 0.0), (0.0, 50.0), SIDES) == ((0, 0), (0, 100))
    assert _through((0.0, 0.0), (5.0, 50.0), SIDES) == ((0, 0), (10, 100))
    assert _through((0.0, 0.0), (5.2, 50.0), SIDES) is None
    assert _through((0.0, 0.0), (0.0, -50.0), SIDES) is None
    assert _through((0.0, 130.0), (0.0, 125.0), SIDES) == ((0, 130), (0, 120))
    assert _through((20.0, 90.0), (15.0, 100.0), SIDES) == ((20, 90), (10, 110))
    assert _cut((0.0, 0.0), (0.0, 120.0), SIDES) == ((0, 0), (0, 100))
    assert _cut((0.0, 0.0), (10.0, 100.0), SIDES) == ((0, 0), (10, 100))
    assert _cut((0.0, 0.0), (0.0, 90.0), SIDES) == ((0, 0), (0, 90)), "never longer than to its goal"


def test_the_nearest_line_without_blockers() -> None:
    assert _nearest(EDGE, AREA).length == 100
    assert _nearest(EDGE, [(30.0, 15.0)]) == ((10, 0), (30, 15))
    assert _nearest(EDGE, [(-5.0, 3.0), (40.0, 3.0)]).length == 3
    assert _nearest(EDGE, [(0.0, -3.0), (8.0, 5.0), (0.0, 5.0)]).length == 0
    assert _nearest(EDGE, [(3.0, 0.0009), (3.0, 9.0)]) == ((3, 0.0009), (3, 0.0009))
    assert _nearest(EDGE, [(3.0, 0.0011), (3.0, 9.0)]) == ((3, 0), (3, 0.0011))


def test_the_shortest_line_about_a_corner() -> None:
    """To a side straight above, a line about (x, y) is shortest if it is upright; else from the end of the edge."""
    side = ((-10.0, 100.0), (10.0, 100.0))
    for x in (0.0, 4.0, -9.0):
        line = _shortest_about(EDGE, (x, 50.0), side)
        assert line is not None
        assert line.length == pytest.approx(100)
        assert line.start == pytest.approx((x, 0), abs=1e-2)
        assert line.end == pytest.approx((x, 100), abs=1e-2)
    line = _shortest_about(EDGE, (20.0, 50.0), ((20.0, 100.0), (60.0, 100.0)))
    assert line is not None
    assert line.start == pytest.approx((10, 0), abs=1e-5)
    assert line.end == pytest.approx((30, 100), abs=1e-5)
    assert _shortest_about(EDGE, (20.0, 50.0), ((-10.0, 100.0), (10.0, 100.0))) is None
    assert _shortest_about(EDGE, (-20.0, 50.0), ((-10.0, 100.0), (10.0, 100.0))) is None
    assert _shortest_about(EDGE, (0.0, 50.0), ((0.0, 100.0), (0.0, 120.0))) is None


@pytest.mark.parametrize(
    ("walls", "length"),
    [
        ([(20, 4, 0, 50)], 100),  # along either side of it
        ([(21, 4, 0, 50)], None),
        ([(12, 4, -8, 50), (12, 4, 8, 50)], 100),
        ([(16, 4, -8, 30), (16, 4, 8, 70)], 100),
        ([(18, 4, -8, 30), (18, 4, 8, 70)], 100 * sqrt(1 + (2 / 36) ** 2)),  # from (1, 32) to (-1, 68)
        ([(20, 4, -9, 30), (20, 4, 9, 30)], None),
    ],
)
def test_the_shortest_line_past_walls(walls: list[tuple[int, int, int, int]], length: float | None) -> None:
    pieces = [wall(*one) for one in walls]
    seen, shortest = any_line(EDGE, AREA, pieces), shortest_line(EDGE, AREA, pieces)
    if length is None:
        assert seen is shortest is None
        return
    assert seen is not None
    assert shortest is not None
    assert shortest.length == pytest.approx(length, abs=1e-4)
    assert length - 1e-4 <= seen.length < 110
    assert _is_free(seen, pieces)
    assert _is_free(shortest, pieces)


def test_the_last_blocker_is_tried_first_on_the_next_line() -> None:
    pieces = [place(rectangle(10, 10), Pose(x, 50, 0)).pieces[0] for x in (100, 200, 0, 300)]
    blockers = list(pieces)
    assert not _is_free(SightLine((0, 0), (0, 100)), blockers)
    assert blockers == [pieces[2], pieces[0], pieces[1], pieces[3]]
    assert not _is_free(SightLine((0, 0), (0, 100)), blockers)
    assert _is_free(SightLine((50, 0), (50, 100)), blockers)
    assert blockers == [pieces[2], pieces[0], pieces[1], pieces[3]]


@pytest.mark.parametrize(("point", "held"), [
    ((5, 5), True), ((0, 5), True), ((10, 10), True), ((10.5, 5), False), ((5, -0.5), False), ((-0.5, 5), False),
    ((5, 10.5), False),
])  # fmt: skip  # several to a line
def test_a_hull_holds_what_is_inside_or_on_its_border(point: Point, held: bool) -> None:
    assert _holds([(0, 0), (10, 0), (10, 10), (0, 10)], point) is held


def test_lines_turn_about_the_corners_between_an_edge_and_an_area() -> None:
    """A blocker that lies partly beyond them, and over the edge."""
    (piece,) = place(rectangle(8, 30), Pose(0, 10, 0)).pieces
    starts, corners = _turning_points(((0, 0), (10, 0)), [piece], [(0, 0), (10, 0), (10, 30), (0, 30)])
    assert starts == [(0, 0), (10, 0), (4, 0)]
    assert corners == [(4, 25)]


def test_lines_end_at_the_corners_of_an_area_and_where_each_side_of_a_blocker_crosses_it() -> None:
    """The first side of a square is another one after each quarter turn."""
    area = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    for quarter in range(4):
        goals = _goals(area, place(rectangle(4, 4), Pose(0, 5, quarter * QUARTER)).pieces)
        assert goals[:4] == area
        assert sorted(goals[4:]) == [(0, 3), (0, 7)]


@pytest.mark.parametrize("apart", [0.0, 0.0005, 0.5, 2.0])
def test_a_line_along_the_edge_of_a_blocker_or_just_beside_it_is_free(apart: float) -> None:
    (piece,) = place(rectangle(10, 20), Pose(0, 0, 0)).pieces
    for way in (1, -1):
        for sign in (1, -1):
            along = SightLine((sign * (5 + apart), -50 * way), (sign * (5 + apart), 50 * way))
            across = SightLine((-50 * way, sign * (10 + apart)), (50 * way, sign * (10 + apart)))
            assert _is_free(along, [piece])
            assert _is_free(across, [piece])
            inside = SightLine((sign * 4.9, -50 * way), (sign * 4.9, 50 * way))
            assert not _is_free(inside, [piece])


def test_a_line_that_passes_just_by_a_corner_of_a_blocker_is_free() -> None:
    """It ends 0.5 beside the line of an edge, and passes its end by 0.2 or through it."""
    (piece,) = place(rectangle(10, 20), Pose(0, 0, 0)).pieces
    for x, y in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        start = (4.0 * x, 30.0 * y)
        for end, free in (((5.5 * x, 5.0 * y), True), ((5.5 * x, -60.0 * y), False)):
            assert _is_free(SightLine(start, end), [piece]) is free
            assert _is_free(SightLine(end, start), [piece]) is free
