"""Decisions based on the bounding circles of shapes always agree with measurements."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from random import Random
from types import FunctionType

import pytest

from banneret.plane import (
    HALF,
    SLACK,
    TURN,
    Placed,
    Pose,
    Straight,
    Table,
    any_line,
    distance,
    heading_towards,
    is_at_most,
    is_within,
    meets,
    overlaps,
    penetration,
    place,
    rectangle,
    shared_edges,
)
from banneret.plane.distance import is_far, least_separation, piece_distance, separation
from banneret.plane.motion import way_of
from banneret.plane.sweep import enters, may_leave, passes_far, sweep_contact

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


# What is decided quickly is not measured ------------------------------------------------------------------------------


@pytest.fixture
def unmeasured(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function after whose call these functions fail if another one calls them."""

    def measured(*_: object) -> None:
        raise AssertionError("measured, although a quick check decides")

    def forbid(of: FunctionType, *names: str) -> None:
        for name in names:
            monkeypatch.setitem(of.__globals__, name, measured)

    return forbid


AROUND = [(round(6000 * cos(turn * pi / 8)), round(6000 * sin(turn * pi / 8))) for turn in range(16)]
"""Steps in sixteen directions."""


@pytest.mark.usefixtures("interpreted")
def test_shapes_whose_circles_are_apart_are_not_measured(unmeasured: Callable[..., None]) -> None:
    unmeasured(distance, "_separation_of_placed", "separation", "_distance_apart", "is_beside")
    one = place(SHAPES[0], Pose(20_000, 20_000, 1000))
    for dx, dy in AROUND:
        other = place(SHAPES[0], Pose(20_000 + 2 * dx, 20_000 + 2 * dy, 2000))
        assert penetration(one, other) == 0
        assert not overlaps(one, other, GIVE)
        for gap in (0, 1000, 4600):
            assert not is_within(one, other, gap)
            assert not is_at_most(one, other, gap)


@pytest.mark.usefixtures("interpreted")
def test_edges_of_shapes_whose_circles_are_apart_are_not_compared(unmeasured: Callable[..., None]) -> None:
    unmeasured(shared_edges, "_shared")
    one = place(SHAPES[0], Pose(20_000, 20_000, 1000))
    for dx, dy in AROUND:
        other = place(SHAPES[0], Pose(20_000 + 2 * dx, 20_000 + 2 * dy, 2000))
        assert shared_edges(one, other, gap=GIVE, parallel=50, least=1) == []


@pytest.mark.usefixtures("interpreted")
def test_trays_beside_each_other_are_not_measured_from_corner_to_corner(unmeasured: Callable[..., None]) -> None:
    unmeasured(distance, "separation", "_distance_apart")
    tray = place(SHAPES[0], Pose(20_000, 20_000, 0))
    for apart, near in ((5000, False), (1010, False), (0, True), (-1000, True)):
        for heading, x in ((0, 25_500), (9000, 25_150)):
            other = place(SHAPES[0], Pose(x + apart, 20_000, heading))
            assert is_at_most(tray, other, 1000) is near
            assert is_within(tray, other, 1000) is near
    turned = place(SHAPES[0], Pose(25_000, 25_000, 4500))
    assert not is_at_most(tray, turned, 100)
    assert not is_within(tray, turned, 100)


@pytest.mark.usefixtures("interpreted")
def test_moves_that_pass_far_by_are_not_measured(unmeasured: Callable[..., None]) -> None:
    unmeasured(enters, "overlap_span")
    (piece,) = place(SHAPES[0], Pose(20_000, 20_000, 1000)).pieces
    for (x, y), (dx, dy) in zip(AROUND, AROUND[4:] + AROUND[:4], strict=True):
        (other,) = place(SHAPES[0], Pose(20_000 + 2 * x, 20_000 + 2 * y, 2000)).pieces
        for sign in (1, -1):
            assert not enters(piece, other, sign * dx, sign * dy, GIVE)
            assert sweep_contact(piece, other, sign * dx, sign * dy, GIVE) is None
        assert not enters(piece, other, -x, -y, GIVE)
        assert not enters(piece, other, 0, 0, GIVE)


@pytest.mark.usefixtures("interpreted")
def test_headings_that_are_not_between_two_are_not_computed_exactly(unmeasured: Callable[..., None]) -> None:
    unmeasured(heading_towards, "angle_of")
    for heading in range(0, TURN, 500):
        turned = (heading + 0.1) * pi / HALF
        assert heading_towards(-sin(turned), cos(turned)) == heading


@pytest.mark.usefixtures("interpreted")
def test_lines_without_anything_near_are_not_searched(unmeasured: Callable[..., None]) -> None:
    edge, area = ((0.0, 0.0), (1000.0, 0.0)), [(0.0, 5000.0), (1000.0, 5000.0)]
    (aside,) = place(SHAPES[0], Pose(9000, 2500, 0)).pieces
    expected = any_line(edge, area, [])
    unmeasured(any_line, "_hull")
    for blockers in ([], [aside]):
        assert any_line(edge, area, blockers) == expected
    assert any_line(edge, [(500.0, -10.0), (500.0, 10.0)], [aside]) is not None
