"""Sight along edges, through slits, past corners; and how far a line that sees has to go."""

from __future__ import annotations

import random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.plane import (
    HALF,
    TURN,
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
