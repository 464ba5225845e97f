"""Coordinates, rings, labels, boards and the places of a drawing."""

from itertools import pairwise
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.hexes import (
    DIRECTIONS,
    OUTSIDE,
    Hex,
    HexBoard,
    HexLayout,
    LabelError,
    board_of,
    direction_of,
    disc,
    distance,
    format_label,
    from_offset,
    neighbour,
    neighbours,
    parse_label,
    ring,
    to_offset,
)

HEXES = st.builds(Hex, st.integers(-12, 12), st.integers(-12, 12))
BOARD = board_of((13, 12, 13, 12, 13, 12, 13, 12, 13))


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(HEXES)
def test_neighbours_are_one_step_away_and_opposite_ones_three_directions_apart(hex: Hex) -> None:
    assert [distance(hex, to) for to in neighbours(hex)] == [1] * 6
    assert len(set(neighbours(hex))) == 6
    for direction in range(6):
        assert neighbour(neighbour(hex, direction), (direction + 3) % 6) == hex
        assert direction_of(hex, neighbour(hex, direction)) == direction
    assert direction_of(hex, hex) is None


@given(HEXES, st.integers(0, 7))
def test_a_ring_is_what_lies_at_that_distance(centre: Hex, radius: int) -> None:
    found = ring(centre, radius)
    around = [Hex(centre.q + q, centre.r + r) for q in range(-8, 9) for r in range(-8, 9)]
    assert set(found) == {hex for hex in around if distance(centre, hex) == radius}
    assert len(found) == len(set(found)) == (6 * radius or 1)
    assert all(distance(a, b) == 1 for a, b in pairwise(found))
    assert len(disc(centre, radius)) == 1 + 3 * radius * (radius + 1)


def test_a_ring_has_no_negative_radius() -> None:
    with pytest.raises(ValueError, match="must not be negative: -1"):
        ring(Hex(0, 0), -1)


@given(HEXES)
def test_rows_and_columns_are_read_back(hex: Hex) -> None:
    assert from_offset(*to_offset(hex)) == hex


@given(st.integers(0, 25), st.integers(0, 98))
def test_labels_are_read_back(column: int, row: int) -> None:
    assert parse_label(format_label(column, row)) == (column, row)


@pytest.mark.parametrize("label", ["", "g", "5g", "g0", "G5", "gg5", "g05", "g555"])
def test_what_is_no_label_is_refused(label: str) -> None:
    with pytest.raises(ValueError, match="is not a hex label"):
        parse_label(label)


def test_a_hex_beyond_the_letters_has_no_label() -> None:
    with pytest.raises(ValueError, match="has no label"):
        format_label(26, 0)


def test_neighbours_in_rows_and_columns_are_those_of_shifted_rows() -> None:
    """Odd rows lie half a hex to the right: counted by hand from a drawn board."""
    even = {BOARD.labels[to] for to in BOARD.neighbours[BOARD.place("g5")]}
    odd = {BOARD.labels[to] for to in BOARD.neighbours[BOARD.place("g4")]}
    assert even == {"f5", "h5", "f4", "g4", "f6", "g6"}
    assert odd == {"f4", "h4", "g3", "h3", "g5", "h5"}


def test_half_hexes_are_out_of_play() -> None:
    assert len(BOARD) == 5 * 13 + 4 * 12
    with pytest.raises(LabelError, match="'m2' is the half hex at the end of row 2"):
        BOARD.place("m2")
    with pytest.raises(LabelError, match=r"'n1' is not on the board: row 1 runs from a1 to m1"):
        BOARD.place("n1")
    with pytest.raises(LabelError, match="it has 9 rows"):
        BOARD.place("a10")
    with pytest.raises(LabelError, match="is not a hex label"):
        BOARD.place("?")
    assert BOARD.steps[BOARD.place("m1")] == (OUTSIDE, OUTSIDE, OUTSIDE, BOARD.place("l1"), BOARD.place("l2"), OUTSIDE)


def test_hexes_may_be_left_out() -> None:
    board = HexBoard((2, 2), without=[(1, 0)])
    assert board.labels == ("a1", "a2", "b2")
    assert board.neighbours[board.place("a1")] == (board.place("a2"),)
    with pytest.raises(ValueError, match="no hex in play"):
        HexBoard((1,), without=[(0, 0)])


@given(st.data())
def test_tables_agree_with_coordinates(data: st.DataObject) -> None:
    a, b = (data.draw(st.integers(0, len(BOARD) - 1)) for _ in range(2))
    assert BOARD.distance(a, b) == distance(BOARD.hexes[a], BOARD.hexes[b])
    assert (b in BOARD.neighbours[a]) == (BOARD.distance(a, b) == 1) == (BOARD.direction(a, b) is not None)
    assert BOARD.offset(a) == BOARD.offsets[a]
    assert BOARD.row(a) == BOARD.offsets[a][1]
    radius = data.draw(st.integers(0, 4))
    assert set(BOARD.within(a, radius)) == {place for size in range(radius + 1) for place in BOARD.ring(a, size)}
    assert bin(BOARD.mask(BOARD.within(a, radius))).count("1") == len(BOARD.within(a, radius))


def test_a_board_is_made_once() -> None:
    assert board_of((3, 2)) is board_of((3, 2))


@given(HEXES)
def test_neighbours_share_a_side_in_the_drawing(hex: Hex) -> None:
    layout = HexLayout(40.0, (10.0, 20.0))
    for direction in range(len(DIRECTIONS)):
        other = neighbour(hex, direction)
        ours, theirs = layout.side(hex, direction), layout.side(other, (direction + 3) % 6)
        for (x, y), (u, v) in zip(ours, reversed(theirs), strict=True):
            assert isclose(x, u, abs_tol=1e-9)
            assert isclose(y, v, abs_tol=1e-9)
        (x, y), (u, v) = layout.centre(hex), layout.centre(other)
        assert isclose((x - u) ** 2 + (y - v) ** 2, layout.width**2)
