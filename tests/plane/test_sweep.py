"""Straight moves of single pieces: when they overlap, meet, come too near or get deeper, with numbers by hand."""

from __future__ import annotations

import random
from itertools import product
from math import inf, sqrt

import pytest

from banneret.plane import Placed, Pose, Shape, Span, may_leave, place, polygon, rectangle, stop_before
from banneret.plane.distance import separation
from banneret.plane.pose import Piece
from banneret.plane.sweep import deepens, last_clear, overlap_span, passes_far, sweep_contact

BOX = rectangle(2, 2)
SAME = polygon([(-1, -1), (1, -1), (1, 1), (-1, 1)])
"""The same square as a polygon, which is compared edge by edge."""
SQUARES = [(BOX, BOX), (SAME, BOX), (BOX, SAME), (SAME, SAME)]
WAYS = [(1, 0), (-1, 0), (0, 1), (0, -1)]
EVERY = list(product(SQUARES, WAYS))
TRIANGLE = polygon([(-3, -2), (4, -1), (0, 3)])


def at(shape: Shape, x: float, y: float, heading: int = 0) -> Piece:
    return place(shape, Pose(0, 0, heading)).shifted(x, y).pieces[0]


def two(shapes: tuple[Shape, Shape], way: tuple[int, int], ahead: float, aside: float = 0.0) -> tuple[Piece, Piece]:
    """Return a square at the origin and another one, so far ahead on a way and so far aside, to its left."""
    x, y = way
    return at(shapes[0], 0, 0), at(shapes[1], x * ahead - y * aside, y * ahead + x * aside)


@pytest.mark.parametrize(
    ("aside", "give", "span"),
    [
        (0, 0, (0.4, 0.6)),  # 8 of 20 to meet it, 4 more to pass it
        (0, 1, (0.45, 0.55)),
        (0, -1, (0.35, 0.65)),
        (1.999, 0, (0.4, 0.6)),
        (2, 0, None),
        (-2, 0, None),
        (2, -0.5, (0.375, 0.625)),
        (-1.5, 0.5, None),
        (-1.5, 0.25, (0.4125, 0.5875)),
        (0, 2, None),
    ],
)
def test_pieces_overlap_from_one_time_to_another(aside: float, give: float, span: tuple[float, float] | None) -> None:
    """Two squares of 2 by 2, one at 10 from the other, moving by 20."""
    for shapes, way in EVERY:
        found = overlap_span(*two(shapes, way, 10, aside), 20 * way[0], 20 * way[1], give)
        assert found == (None if span is None else pytest.approx(Span(*span)))
        back = overlap_span(*two(shapes, way, -10, aside), 20 * way[0], 20 * way[1], give)
        assert back == (None if span is None else pytest.approx(Span(-span[1], -span[0])))


def test_pieces_that_do_not_move_overlap_always_or_never() -> None:
    for shapes in SQUARES:
        for way in WAYS:
            always = overlap_span(*two(shapes, way, 1), 0, 0)
            assert always is not None
            assert always.enter < -1e200 < 1e200 < always.leave
            assert overlap_span(*two(shapes, way, 2), 0, 0) is None
            assert overlap_span(*two(shapes, way, 3), 0, 0) is None


def test_a_slanting_way_meets_only_while_both_directions_overlap() -> None:
    """Across at 0.4 to 0.6, along at 0.45 to 0.85; and in the other case, past it."""
    for shapes in SQUARES:
        there = at(shapes[1], 10, 6.5)
        assert overlap_span(at(shapes[0], 0, 0), there, 20, 10) == pytest.approx(Span(0.45, 0.6))
        assert overlap_span(at(shapes[0], 0, 0), there, 20, 20) == pytest.approx(Span(0.4, 0.425))
        assert overlap_span(at(shapes[0], 0, 0), there, 20, 22) is None
        assert overlap_span(at(shapes[0], 0, 0), there, 20, 7) is None


@pytest.mark.parametrize("seed", range(4))
def test_turned_pieces_overlap_exactly_within_their_span(seed: int) -> None:
    """At a hundred times of each of twenty moves, compared with their separation there."""
    rng, met = random.Random(seed), 0
    for _ in range(20):
        shapes = rng.choice(
            [(BOX, rectangle(6, 3)), (rectangle(5, 1), TRIANGLE), (TRIANGLE, BOX), (TRIANGLE, TRIANGLE)]
        )
        one = place(shapes[0], Pose(0, 0, rng.randrange(36_000)))
        still = at(shapes[1], rng.uniform(-9, 9), rng.uniform(-9, 9), rng.randrange(36_000))
        dx, dy, give = rng.uniform(-20, 20), rng.uniform(-20, 20), rng.choice((0.0, 0.3, -0.3))
        span = overlap_span(one.pieces[0], still, dx, dy, give) or Span(inf, -inf)
        met += span.enter < span.leave
        for step in range(-50, 150):
            apart = separation(one.shifted(dx * step / 100, dy * step / 100).pieces[0], still)
            if abs(apart + give) > 1e-9:
                assert (span.enter < step / 100 < span.leave) == (apart < -give)
    assert 3 < met < 20


@pytest.mark.parametrize(
    ("ahead", "aside", "give", "contact"),
    [
        (10, 0, 0, 0.8),  # 8 of 10
        (10, 0, 0.5, 0.8),  # it stops where it touches, however deep it may go
        (11.999, 0, 0, 0.9999),
        (12, 0, 0, None),  # touches at the end
        (11.6, 0, 0.5, None),  # would be less deep at the end
        (11.4, 0, 0.5, 0.94),
        (10, 2, 0, None),  # along it
        (10, 1.9, 0.2, None),  # less deep all along
        (10, 1.7, 0.2, 0.8),
        (2, 0, 0, 0.0),  # touches already and enters
        (1, 0, 0, 0.0),
        (1, 0, 0.5, 0.0),
        (-1, 0, 0, 0.0),  # leaves, but is in it
        (-2, 0, 0, None),
        (-1.6, 0, 0.5, None),
        (-10, 0, 0, None),
        (12, 0, -0.5, 1.0),  # comes near enough just before the end
        (12.4, 0, -0.5, 1.0),
        (12.5, 0, -0.5, None),
        (10, 0, -0.5, 0.8),
        (10, 2.3, -0.5, 0.75),  # passes by it, near enough
        (10, 2.5, -0.5, None),
        (-2.3, 0, -0.5, 0.0),
        (-2.5, 0, -0.5, None),
    ],
)
def test_a_contact_is_the_first_touch_of_what_is_entered(
    ahead: float, aside: float, give: float, contact: float | None
) -> None:
    """Two squares of 2 by 2, moving by 10."""
    for shapes, way in EVERY:
        found = sweep_contact(*two(shapes, way, ahead, aside), 10 * way[0], 10 * way[1], give)
        assert found == (None if contact is None else pytest.approx(contact, abs=1e-12))


@pytest.mark.parametrize("way", WAYS)
def test_circles_that_touch_are_not_far(way: tuple[int, int]) -> None:
    """Squares in circles of radius 1.414: far is what stays more than 2.828 away from the way, or from its ends."""
    one, radius = place(BOX, Pose(0, 0, 0)), sqrt(2)
    x, y = way

    def far(ahead: float, aside: float, by: float = 10) -> bool:
        there = one.shifted(x * ahead - y * aside, y * ahead + x * aside)
        return passes_far(one, there, x * by, y * by)

    assert [far(5, 2 * radius + off) for off in (-0.01, 0.01)] == [False, True]
    assert [far(5, -2 * radius - off) for off in (-0.01, 0.01)] == [False, True]
    assert [far(10 + 2 * radius + off, 0) for off in (-0.01, 0.01)] == [False, True]
    assert [far(-2 * radius - off, 0) for off in (-0.01, 0.01)] == [False, True]
    assert [far(2 * radius + off, 0, by=0) for off in (-0.01, 0.01)] == [False, True]


@pytest.mark.parametrize(
    ("x", "y", "dx", "dy", "deeper"),
    [
        (1.5, 0, 1, 0, True),  # half deep at the right
        (1.5, 0, -1, 0, False),
        (1.5, 0, 0, 1, False),  # as deep as before
        (1.5, 0, -1, 1, False),
        (1.5, 0, 0.1, 1, True),
        (1.5, 1.5, 1, 0, False),  # as deep at the top
        (1.5, 1.5, 1, 1, True),
        (1.5, 1.5, 1, -1, False),
        (1.5, 1.6, 1, 0, False),  # the top is less deep
        (1.5, 1.6, 0, 1, True),
        (2, 0, 1, 0, True),  # touches: would it enter
        (2, 0, -1, 0, False),
        (2, 0, 0, 1, False),
        (3, 0, 1.5, 0, True),
        (3, 0, 0.9, 0, False),
    ],
)
def test_an_overlap_deepens_if_its_shortest_way_out_gets_longer(
    x: float, y: float, dx: float, dy: float, deeper: bool
) -> None:
    for shapes in SQUARES:
        for sign in (1, -1):
            moving, still = at(shapes[0], 0, 0), at(shapes[1], sign * x, sign * y)
            assert deepens(moving, still, sign * dx, sign * dy) is deeper


def test_a_shape_may_leave_what_it_overlaps() -> None:
    one = place(BOX, Pose(0, 0, 0))
    assert may_leave(one, one.shifted(1.5, 0), -5, 0)
    assert not may_leave(one, one.shifted(1.5, 0), 5, 0)
    assert not may_leave(one, one.shifted(3, 0), 5, 0)
    assert may_leave(one, one.shifted(3, 0), -5, 0)


@pytest.mark.parametrize(
    ("ahead", "aside", "clear"),
    [
        (10, 0, 0.7),  # 8 apart, 1 is left
        (10, 1.9, 0.7),
        (10, 2.6, 0.72),  # 0.6 beside it and 0.8 before its corner: a triangle of 3, 4 and 5
        (10, 2.8, 0.74),
        (10, 3.1, 1.0),  # passes it by
        (13.1, 0, 1.0),
        (12.9, 0, 0.99),
        (3, 0, 0.0),  # is as near as it may be already
        (2.9, 0, 0.0),
        (-2.9, 0, 0.0),  # is too near, although it goes away
        (-3.1, 0, 1.0),
        (-10, 0, 1.0),
    ],
)
def test_a_move_ends_where_a_gap_is_left(ahead: float, aside: float, clear: float) -> None:
    """Two squares of 2 by 2, moving by 10, with a gap of 1 to be left."""
    for shapes, way in EVERY:
        for mirrored in (aside, -aside):
            found = last_clear(*two(shapes, way, ahead, mirrored), 10 * way[0], 10 * way[1], 1)
            assert found == pytest.approx(clear, abs=1e-12)


def test_the_gap_may_be_short_by_a_rounding_error() -> None:
    """By half a thousandth of a milli-unit, not by two."""
    one = at(BOX, 0, 0)
    assert last_clear(one, at(BOX, -2.9995, 0), 10, 0, 1) == 1
    assert last_clear(one, at(BOX, -2.998, 0), 10, 0, 1) == 0
    assert last_clear(one, at(BOX, 9, 0), 0, 0, 1) == 1
    assert last_clear(one, at(BOX, 3.5, 0), 1, 0, 1) == pytest.approx(0.5)  # the shortest of moves, too


def test_the_nearest_of_several_pieces_stops_a_shape() -> None:
    def there(*pieces: Placed) -> float:
        return min(stop_before(place(BOX, Pose(0, 0, 0)), piece, 10, 0, 1) for piece in pieces)

    far, near = (place(BOX, Pose(0, 0, 0)).shifted(x, 0) for x in (12, 8))
    assert there(far, near) == pytest.approx(0.5)
    assert there(far) == pytest.approx(0.9)
