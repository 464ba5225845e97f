"""Poses of the lattice and what is placed there."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.plane import QUARTER, TURN, Pose, place, polygon, rectangle

POSES = st.builds(Pose, st.integers(0, 72_000), st.integers(0, 72_000), st.integers(0, TURN - 1))
TRAY = rectangle(5500, 4800)


def test_heading_0_looks_away_from_the_near_edge_and_left_is_positive() -> None:
    assert Pose(100, 100, 0).moved(50) == Pose(100, 150, 0)
    assert Pose(100, 100, QUARTER).moved(50) == Pose(50, 100, QUARTER)
    assert Pose(100, 100, 0).moved(50, 3 * QUARTER) == Pose(150, 100, 0)


@given(POSES, st.integers(0, 20_000), st.integers(0, TURN - 1))
def test_nothing_moves_farther_than_it_may(pose: Pose, distance: int, bearing: int) -> None:
    """Both coordinates are rounded back: the way is never longer, and shorter by less than two thousandths."""
    end = pose.moved(distance, bearing)
    gone = math.hypot(end.x - pose.x, end.y - pose.y)
    assert distance - 1.5 < gone <= distance + 1e-9


@given(POSES, st.tuples(st.floats(-9e3, 9e3), st.floats(-9e3, 9e3)))
def test_a_point_is_found_again_in_its_own_frame(pose: Pose, point: tuple[float, float]) -> None:
    there = pose.to_world(point)
    assert pose.to_local(there) == pytest.approx(point, abs=1e-9)
    placed = place(TRAY, pose)
    assert placed.to_world(point) == there
    assert placed.to_local(there) == pytest.approx(point, abs=1e-9)


@given(POSES)
def test_a_point_of_every_corner_lies_in_the_piece(pose: Pose) -> None:
    (piece,) = place(TRAY, pose).pieces
    for x, y in piece.corners:
        assert piece.holds(x, y, 1e-6)
        assert not piece.holds(x + (x - piece.x) * 1e-3, y + (y - piece.y) * 1e-3)


@given(POSES)
def test_the_circle_of_a_piece_goes_through_its_farthest_corner(pose: Pose) -> None:
    for shape in (TRAY, polygon([(0, 0), (3000, -500), (5000, 1000), (2000, 4000), (-500, 2500)])):
        for piece in place(shape, pose).pieces:
            farthest = max(math.hypot(x - piece.x, y - piece.y) for x, y in piece.corners)
            assert piece.radius == pytest.approx(farthest)


@given(POSES)
def test_a_grown_piece_has_its_edges_farther_out(pose: Pose) -> None:
    (piece,) = place(TRAY, pose).pieces
    (bigger,) = place(rectangle(5520, 4820), pose).pieces
    for one, other in zip(piece.grown(10).corners, bigger.corners, strict=True):
        assert one == pytest.approx(other, abs=1e-9)
    assert piece.grown(10).box is not None
    assert piece.grown(10).radius == pytest.approx(bigger.radius, abs=1e-9)
    for one, other in zip(piece.grown(10).grown(-10).corners, piece.corners, strict=True):
        assert one == pytest.approx(other, abs=1e-9)
    with pytest.raises(ValueError, match="nothing is left"):
        piece.grown(-2400)
    assert piece.grown(0) is piece


def test_nothing_shrinks_to_less_than_nothing() -> None:
    (piece,) = place(polygon([(0, 0), (10, 0), (0, 10)]), Pose(0, 0, 0)).pieces
    assert piece.grown(-1).holds(2, 2)
    with pytest.raises(ValueError, match="nothing is left"):
        piece.grown(-5)


def test_a_placed_shape_is_made_once() -> None:
    assert place(TRAY, Pose(1, 2, 3)) is place(TRAY, Pose(1, 2, 3))


@given(POSES)
def test_the_bounds_of_the_circle_hold_a_shape_whatever_its_heading(pose: Pose) -> None:
    left, near, right, far = place(TRAY, pose).circled
    reach = math.hypot(2750, 2400)
    assert (left, near, right, far) == pytest.approx(
        (pose.x - reach, pose.y - reach, pose.x + reach, pose.y + reach), abs=1e-6
    )
