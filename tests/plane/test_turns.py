"""Rotations of single pieces about any point: the angles at which they overlap, by hand and by small steps."""

from __future__ import annotations

import random
from math import acos, asin, degrees, inf, nextafter, sqrt

import pytest

from banneret.plane import HALF, QUARTER, TURN, Piece, Placed, Pose, Shape, place, polygon, rectangle
from banneret.plane.distance import separation
from banneret.plane.turns import _is_out_of_reach, overlap_turns, rotated, turn_contact

BOX = rectangle(2000, 2000)
SAME = polygon([(-1000, -1000), (1000, -1000), (1000, 1000), (-1000, 1000)])
"""The same square as a polygon, which is compared edge by edge."""
WALL = rectangle(8000, 2000)
TRIANGLE = polygon([(-3000, -2000), (4000, -1000), (0, 3000)])
AT = 4500 - degrees(acos(1.2 / sqrt(2))) * 100
"""The corner of the square, 1.414 from its middle, reaches a wall at 1.2."""


def at(shape: Shape, x: float, y: float, heading: int = 0) -> Piece:
    return place(shape, Pose(0, 0, heading)).shifted(x, y).pieces[0]


@pytest.mark.parametrize("square", [BOX, SAME])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_square_sweeps_a_wall_with_each_of_its_corners(square: Shape, sign: int) -> None:
    one, wall = at(square, 5000, 7000), at(WALL, 5000, 7000 + 2200)
    spans = [(AT + QUARTER * corner, QUARTER * (corner + 1) - AT) for corner in range(4)]
    for turn, found in ((TURN, spans), (HALF, spans[:2]), (QUARTER, spans[:1]), (int(AT), [])):
        assert overlap_turns(one, wall, 5000, 7000, sign * turn) == [pytest.approx(span, abs=1e-4) for span in found]
    ((begun, end),) = overlap_turns(one, wall, 5000, 7000, sign * 4500)
    assert begun == pytest.approx(AT, abs=1e-4)
    assert end == 4500
    assert overlap_turns(one, wall, 5000, 7000, 0) == []
    assert overlap_turns(one, at(WALL, 5000, 7000 + 1000 + 1415), 5000, 7000, TURN) == []
    assert len(overlap_turns(one, at(WALL, 5000, 7000 + 1000 + 1414), 5000, 7000, TURN)) == 4


@pytest.mark.parametrize("square", [BOX, SAME])
def test_what_overlaps_at_first_does_so_from_0(square: Shape) -> None:
    one, wall = at(square, 0, 0), at(WALL, 0, 1900)
    ((begun, end),) = overlap_turns(one, wall, 0, 0, TURN)
    assert (begun, end) == (0, TURN)
    begun, end = overlap_turns(one, at(BOX, 1900, 0), -1000, 0, 2 * QUARTER)[0]
    assert begun == 0
    assert 0 < end < QUARTER


@pytest.mark.parametrize("turn", [QUARTER, -QUARTER, TURN])
def test_a_corner_next_to_the_pivot_on_an_edge_does_not_move(turn: int) -> None:
    one = at(BOX, 18233, 3276, 1408)  # the nearest number above is that of the pivot
    x, above = one.corners[1]
    y = nextafter(above, inf)
    wall = at(WALL, x, y + 1000)
    spans = overlap_turns(one, wall, x, y, turn)
    exact = overlap_turns(one, wall, x, above, turn)
    assert spans == [pytest.approx(span, abs=1e-4) for span in exact]


@pytest.mark.parametrize("turn", [TURN + 1, -TURN - 1])
def test_no_more_than_a_whole_turn_is_measured(turn: int) -> None:
    with pytest.raises(ValueError, match="exceeds a full turn"):
        overlap_turns(at(BOX, 0, 0), at(BOX, 9000, 0), 0, 0, turn)
    with pytest.raises(ValueError, match="exceeds a full turn"):
        turn_contact(at(BOX, 0, 0), at(BOX, 9000, 0), 0, 0, turn, 0.0)
    assert overlap_turns(at(BOX, 0, 0), at(BOX, 9000, 0), 0, 0, TURN * (1 if turn > 0 else -1)) == []


@pytest.mark.parametrize("seed", range(4))
def test_rotations_overlap_exactly_within_their_spans(seed: int) -> None:
    """At every degree of twelve rotations, compared with their separation there."""
    rng, met = random.Random(seed), 0
    for _ in range(12):
        one = place(rng.choice([BOX, WALL, TRIANGLE]), Pose(0, 0, rng.randrange(TURN)))
        still = at(rng.choice([BOX, TRIANGLE]), rng.uniform(-7e3, 7e3), rng.uniform(-7e3, 7e3), rng.randrange(TURN))
        x, y = rng.uniform(-4e3, 4e3), rng.uniform(-4e3, 4e3)
        turn = rng.choice((-1, 1)) * rng.randrange(1000, TURN)
        spans = overlap_turns(one.pieces[0], still, x, y, turn)
        met += bool(spans)
        for angle in range(0, abs(turn), 100):
            apart = separation(turned(one, x, y, angle if turn > 0 else -angle), still)
            if abs(apart) > 1e-3:
                assert any(begun <= angle <= end for begun, end in spans) is (apart < 0)
    assert 2 < met < 12


def turned(one: Placed, x: float, y: float, angle: float) -> Piece:
    return one.turned(x, y, angle).pieces[0]


@pytest.mark.parametrize("shape", [BOX, TRIANGLE])
def test_a_piece_is_rotated_with_all_its_parts(shape: Shape) -> None:
    placed = place(shape, Pose(3000, -2000, 1234))
    (before,) = placed.pieces
    (after,) = placed.turned(500, 700, 2500).pieces
    c, s = placed.turned(0, 0, 2500).c, placed.turned(0, 0, 2500).s
    c, s = c * placed.c + s * placed.s, s * placed.c - c * placed.s
    found = rotated(before, 500, 700, c, s)
    for one, other in zip(found.corners, after.corners, strict=True):
        assert one == pytest.approx(other)
    for line, other_line in zip(found.lines, after.lines, strict=True):
        assert line == pytest.approx(other_line)
    assert (found.x, found.y, found.radius) == pytest.approx((after.x, after.y, after.radius))
    assert (found.box is None) is (shape is TRIANGLE)
    if found.box is not None and after.box is not None:
        assert found.box == pytest.approx(after.box)


@pytest.mark.parametrize("square", [BOX, SAME])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_contact_counts_if_it_gets_deep_enough(square: Shape, sign: int) -> None:
    """The corner goes 0.214 into the wall; with a negative depth, what it only comes near to counts too."""
    one, wall = at(square, 0, 0), at(WALL, 0, 2200)
    for give, angle in ((0.0, AT), (100.0, AT), (214.0, AT), (215.0, None)):
        found = turn_contact(one, wall, 0, 0, sign * QUARTER, give)
        assert found == (None if angle is None else pytest.approx(angle, abs=1e-4))
    deep = 4500 - degrees(acos(1.3 / sqrt(2))) * 100
    assert turn_contact(one, wall, 0, 0, sign * (int(deep) - 1), 100.0) is None
    assert turn_contact(one, wall, 0, 0, sign * (int(deep) + 2), 100.0) == pytest.approx(AT, abs=1e-4)
    far = at(WALL, 0, 2500)
    near = 4500 - degrees(acos(1.4 / sqrt(2))) * 100
    assert turn_contact(one, far, 0, 0, sign * QUARTER, 0.0) is None
    assert turn_contact(one, far, 0, 0, sign * QUARTER, -100.0) == pytest.approx(near, abs=1e-4)
    assert turn_contact(one, wall, 0, 0, 0, 0.0) is None


def test_only_the_overlap_that_gets_deep_counts() -> None:
    """The first corner that comes by is short and stays shallow, the second one goes deep."""
    kite = polygon([(-1000, -1400), (1300, 0), (0, 1400), (-1300, 0)])
    one, wall = at(kite, 0, 0), at(WALL, 0, 1250 + 1000)
    first, second = overlap_turns(one, wall, 0, 0, QUARTER + 2000)[:2]
    assert first[0] == 0
    assert turn_contact(one, wall, 0, 0, QUARTER + 2000, 20.0) == 0
    assert turn_contact(one, wall, 0, 0, -QUARTER - 2000, 20.0) == 0
    assert second[0] == pytest.approx(QUARTER - 100 * degrees(acos(1.25 / 1.3)), abs=1e-4)
    low = at(kite, 0, 0, 9000)
    spans = overlap_turns(low, wall, 0, 0, QUARTER + 3000)
    assert spans[0][0] == 0
    assert turn_contact(low, wall, 0, 0, QUARTER + 3000, 100.0) == pytest.approx(spans[1][0], abs=1e-4)


@pytest.mark.parametrize("sign", [1, -1])
def test_circles_that_no_arc_brings_together_are_out_of_reach(sign: int) -> None:
    """Squares in circles of radius 1.414; one goes round at 10 from +x, the other lies elsewhere on that circle."""
    radius = 1000 * sqrt(2)
    moving = at(BOX, 10_000, 0)

    def out(away: float, angle: float, turn: int) -> bool:
        c, s = Placed(BOX, 0, 0, 1, 0).turned(0, 0, angle).c, Placed(BOX, 0, 0, 1, 0).turned(0, 0, angle).s
        return _is_out_of_reach(moving, at(BOX, away * c, sign * away * s), 0, 0, sign * turn)

    assert [out(10_000 + 2 * radius + off, 4500, QUARTER) for off in (-1, 1)] == [False, True]
    assert [out(10_000 - 2 * radius - off, 4500, QUARTER) for off in (-1, 1)] == [False, True]
    width = 200 * degrees(asin(2 * radius / 2 / 10_000))
    assert [out(10_000, QUARTER + width + off, QUARTER) for off in (-1, 1)] == [False, True]
    assert [out(10_000, -width - off, QUARTER) for off in (-1, 1)] == [False, True]
    assert not out(10_000, 3 * QUARTER, HALF + 1)
    assert out(10_000, 3 * QUARTER, HALF)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("touching", "deep", "found"), [
    ([(10, 20), (20, 30)], (25, 30), 10), ([(10, 15), (20, 30)], (25, 30), 20), ([(10, 30)], (25, 30), 10),
    ([(10, 20), (20, 30), (30, 40), (50, 60)], (35, 40), 10), ([(10, 20), (40, 50)], (15, 20), 10),
    ([(10, 20), (20, 25), (26, 30)], (29, 30), 26), ([(10, 20)], None, None), ([], (15, 20), 15), ([], None, None),
])  # fmt: skip  # several to a line
def test_the_contact_is_where_the_overlap_that_gets_too_deep_begins(
    monkeypatch: pytest.MonkeyPatch,
    touching: list[tuple[float, float]],
    deep: tuple[float, float] | None,
    found: float | None,
) -> None:
    """Ranges that follow each other at once are one overlap."""
    ranges = iter([touching, [] if deep is None else [deep]])
    monkeypatch.setitem(turn_contact.__globals__, "_overlapping", lambda *_: iter(next(ranges)))
    ((one,), (other,)) = (place(rectangle(10, 10), Pose(x, 0, 0)).pieces for x in (0, 8))
    give = -1.0 if not touching and deep else 1.0
    assert turn_contact(one, other, 0, 0, 900, give) == found
