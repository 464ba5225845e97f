"""Decisions based on the bounding circles of shapes always agree with measurements."""

from __future__ import annotations

from random import Random

from banneret.plane import (
    SLACK,
    Placed,
    Pose,
    Straight,
    Table,
    distance,
    is_at_most,
    is_within,
    meets,
    overlaps,
    penetration,
    place,
    rectangle,
)
from banneret.plane.distance import is_far, least_separation, piece_distance, separation
from banneret.plane.motion import way_of
from banneret.plane.sweep import may_leave, passes_far

SHAPES = [rectangle(5500, 4800), rectangle(2760, 5550), rectangle(10_800, 6100)]
TABLE = Table(48_000, 48_000)
GIVE = 5.0


def laid(random: Random, within: int) -> Placed:
    """Return a shape that lies anywhere in a square, turned anyhow."""
    pose = Pose(random.randrange(within), random.randrange(within), random.randrange(36_000))
    return place(random.choice(SHAPES), pose)


def test_a_circle_that_touches_edges_lies_on_the_table() -> None:
    table = Table(100, 60)
    for x, y in ((10, 10), (90, 10), (10, 50), (90, 50)):
        assert table.surrounds(x, y, 10)
        assert not table.surrounds(x, y, 10.5)
    for x, y in ((9, 30), (91, 30), (50, 9), (50, 51)):
        assert not table.surrounds(x, y, 10)


def test_what_the_circles_call_far_is_far() -> None:
    random = Random(4)
    far = near = 0
    for _ in range(2000):
        one, other = laid(random, 20_000), laid(random, 20_000)
        gap = random.randrange(3000)
        if is_far(one, other, gap):
            far += 1
            assert distance(one, other) >= gap
            assert not overlaps(one, other, GIVE)
        else:
            near += 1
    assert min(far, near) > 500


def test_rectangles_are_compared_as_their_pieces_are() -> None:
    random = Random(8)
    apart = over = 0
    for _ in range(2000):
        one, other = laid(random, 16_000), laid(random, 16_000)
        (first,), (second,), gap = one.pieces, other.pieces, random.randrange(3000)
        assert least_separation(one, other) == separation(first, second)
        assert distance(one, other) == piece_distance(first, second)
        assert penetration(one, other) == max(0.0, -separation(first, second))
        assert is_within(one, other, gap) == (gap > SLACK and piece_distance(first, second) < gap - SLACK)
        assert is_at_most(one, other, gap) == (piece_distance(first, second) <= gap)
        if separation(first, second) > 0:
            apart += 1
        else:
            over += 1
    assert min(apart, over) > 500


def test_what_the_circles_let_pass_meets_nothing() -> None:
    random = Random(5)
    passing = met = 0
    for _ in range(2000):
        moving, still = laid(random, 30_000), laid(random, 30_000)
        motion = Straight(random.randrange(1, 12_000), random.choice((0, 9000, 18_000, 27_000)))
        way = way_of(moving, motion)
        if passes_far(moving, still, *way):
            passing += 1
            assert meets(moving, motion, still.pieces, GIVE) is None
            assert may_leave(moving, still, *way)
            assert not overlaps(moving, still, GIVE)
        else:
            met += 1
    assert min(passing, met) > 500


def test_a_shape_whose_circle_lies_on_the_table_lies_on_it() -> None:
    random = Random(6)
    inside = 0
    for _ in range(2000):
        tray = place(
            random.choice(SHAPES), Pose(random.randrange(48_001), random.randrange(48_001), random.randrange(36_000))
        )
        if TABLE.surrounds(tray.x, tray.y, tray.radius):
            inside += 1
            assert TABLE.holds(tray)
            assert not any(overlaps(tray, wall, GIVE) for wall in TABLE.walls)
    assert 500 < inside < 1900
