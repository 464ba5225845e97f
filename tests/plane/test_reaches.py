"""Areas within a distance of a point or an edge, and what of them lies on the table and in an arc."""

from __future__ import annotations

from math import hypot, pi, sin

import pytest

from banneret.plane import Pose, Side, around, on_table, place, rectangle, within_arc
from banneret.plane.reaches import STEPS
from banneret.plane.shapes import area_of

CIRCLE = STEPS * 2 * sin(pi / STEPS) / 2
"""The area of the polygon with 2 * STEPS corners in a circle of radius 1."""


def test_the_area_around_a_point_is_a_circle() -> None:
    found = around((100.0, 50.0), (100.0, 50.0), 10.0)
    assert len(found) == 2 * (STEPS + 1)
    assert [hypot(x - 100, y - 50) for x, y in found] == pytest.approx([10.0] * len(found))
    assert area_of(found) == pytest.approx(100 * CIRCLE)
    assert found[0] == pytest.approx((100, 40))
    assert found[STEPS] == pytest.approx((100, 60))


@pytest.mark.parametrize("end", [(103.0, 54.0), (97.0, 46.0), (105.0, 50.0), (100.0, 45.0)])
def test_the_area_around_an_edge_has_round_ends(end: tuple[float, float]) -> None:
    """An edge 5 long: a rectangle of 5 by 20 between two halves of a circle, first that around its end."""
    start = (100.0, 50.0)
    found = around(start, end, 10.0)
    assert area_of(found) == pytest.approx(100 * CIRCLE + 5 * 20)
    for (px, py), corners in ((end, found[: STEPS + 1]), (start, found[STEPS + 1 :])):
        assert [hypot(x - px, y - py) for x, y in corners] == pytest.approx([10.0] * (STEPS + 1))
    ux, uy = (end[0] - start[0]) / 5, (end[1] - start[1]) / 5
    assert found[STEPS // 2] == pytest.approx((end[0] + 10 * ux, end[1] + 10 * uy))
    assert found[STEPS + 1 + STEPS // 2] == pytest.approx((start[0] - 10 * ux, start[1] - 10 * uy))


def test_what_lies_beyond_the_table_is_cut_off() -> None:
    inside = [(0.0, 0.0), (100.0, 0.0), (100.0, 50.0), (0.0, 50.0)]
    assert on_table(inside, 100, 50) == inside
    wide = [(-5.0, -7.0), (106.0, -7.0), (106.0, 58.0), (-5.0, 58.0)]
    assert sorted(on_table(wide, 100, 50)) == sorted(inside)
    assert on_table([(101.0, 0.0), (110.0, 0.0), (110.0, 9.0)], 100, 50) == ()
    assert on_table([(0.0, -9.0), (9.0, -9.0), (9.0, -1.0)], 100, 50) == ()


@pytest.mark.parametrize(
    ("side", "kept"),
    [
        (Side.FRONT, [(-4, 3), (4, 3), (3, 2), (-3, 2)]),
        (Side.RIGHT, [(3, 2), (4, 3), (4, -3), (3, -2)]),
        (Side.REAR, [(-4, -3), (4, -3), (3, -2), (-3, -2)]),
        (Side.LEFT, [(-3, 2), (-4, 3), (-4, -3), (-3, -2)]),
    ],
)
def test_the_part_in_an_arc_lies_between_the_lines_from_the_corners(side: Side, kept: list[tuple[int, int]]) -> None:
    """Of a rectangle that reaches one beyond a tray of 6 by 4 on all sides."""
    tray = place(rectangle(6, 4), Pose(20, 30, 0))
    found = within_arc(tray, side, [(16.0, 27.0), (24.0, 27.0), (24.0, 33.0), (16.0, 33.0)])
    assert sorted(set(found)) == sorted((20 + x, 30 + y) for x, y in kept)
