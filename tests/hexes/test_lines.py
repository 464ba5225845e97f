"""Sight from centre to centre: every hex that the line cuts, against an enumerator made otherwise."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.hexes import Hex, HexBoard, board_of, disc, distance, hexes_between

OFFSETS = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))
BOARD = board_of((13, 12, 13, 12, 13, 12, 13, 12, 13))
PLACES = st.integers(0, len(BOARD) - 1)
SHIFT = Fraction(1, 10**6)


def cut(to: Hex, shift: Fraction) -> set[Hex]:
    """Walk the three strips of parallel sides in which a hex lies, with fractions, on a line really shifted.

    In cube coordinates a hex is where each two of them differ by less than one from its centre's difference.
    """
    far = (Fraction(to.q), Fraction(to.r), Fraction(to.s))
    across = (far[1] - far[2], far[2] - far[0], far[0] - far[1])  # at right angles to the line, in the same plane
    start = tuple(shift * part for part in across)
    found = set()
    for hex in disc(Hex(0, 0), distance(Hex(0, 0), to) + 1):
        centre = (hex.q, hex.r, hex.s)
        low, high = Fraction(0), Fraction(1)
        for one, other in ((0, 1), (1, 2), (2, 0)):
            at = start[one] - start[other] - (centre[one] - centre[other])
            speed = far[one] - far[other]
            if speed == 0:
                if abs(at) >= 1:
                    high = low
                continue
            ends = sorted(((-1 - at) / speed, (1 - at) / speed))
            low, high = max(low, ends[0]), min(high, ends[1])
        if low < high and hex not in (Hex(0, 0), to):
            found.add(hex)
    return found


@pytest.mark.parametrize("to", disc(Hex(0, 0), 7), ids=str)
def test_every_hex_is_found_that_an_exact_walk_finds(to: Hex) -> None:
    sides = hexes_between(to)
    assert {frozenset(sides.left), frozenset(sides.right)} == {
        frozenset(cut(to, SHIFT)),
        frozenset(cut(to, -SHIFT)),
    }


def test_left_and_right_are_where_they_are_said_to_be() -> None:
    """From a hex two rows straight up: the line runs between the two hexes of the row above."""
    up = Hex(1, -2)
    assert hexes_between(up).left == (Hex(0, -1),)
    assert hexes_between(up).right == (Hex(1, -1),)


def test_interpolation_would_miss_a_hex() -> None:
    """Three east and one down: steps of a fifth of the way find three hexes; the line cuts four."""
    to = Hex(3, 1)
    steps = distance(Hex(0, 0), to)
    assert steps == 4
    cut_by_line = {Hex(1, 0), Hex(2, 0), Hex(1, 1), Hex(2, 1)}
    assert set(hexes_between(to).left) == set(hexes_between(to).right) == cut_by_line
    assert len(cut_by_line) > steps - 1


@given(OFFSETS)
def test_sight_is_the_same_both_ways(to: Hex) -> None:
    back = hexes_between(Hex(-to.q, -to.r))

    def turned(hexes: tuple[Hex, ...]) -> set[Hex]:
        return {Hex(to.q + hex.q, to.r + hex.r) for hex in hexes}

    assert turned(back.left) == set(hexes_between(to).right)
    assert turned(back.right) == set(hexes_between(to).left)


@given(OFFSETS)
def test_sight_turns_with_the_board(to: Hex) -> None:
    def turned(hex: Hex) -> Hex:
        return Hex(-hex.r, -hex.s)

    sides = hexes_between(turned(to))
    assert set(sides.left) == {turned(hex) for hex in hexes_between(to).left}
    assert set(sides.right) == {turned(hex) for hex in hexes_between(to).right}


@given(OFFSETS)
def test_a_line_is_unbroken_and_reaches_every_range_between(to: Hex) -> None:
    for side in hexes_between(to):
        ends = (Hex(0, 0), *side, to) if to != Hex(0, 0) else (to,)
        assert all(distance(a, b) == 1 for a, b in pairwise(ends))


@pytest.mark.parametrize("length", [1, 2, 3, 4, 8])
def test_a_straight_row_cuts_the_hexes_of_the_row(length: int) -> None:
    assert hexes_between(Hex(length, 0)).left == tuple(Hex(q, 0) for q in range(1, length))


def test_a_line_through_a_corner_is_treated_like_one_along_an_edge() -> None:
    """Five east and one up meets corners without running along an edge: its sides differ all the same."""
    sides = hexes_between(Hex(5, -1))
    assert set(sides.left) != set(sides.right)
    assert len(sides.left) == len(sides.right)


def test_sight_along_an_edge_is_blocked_only_if_both_sides_are() -> None:
    low, high, left, right = (BOARD.place(label) for label in ("e5", "e3", "d4", "e4"))
    assert BOARD.is_clear(low, high, 0)
    assert BOARD.is_clear(low, high, BOARD.mask([left]))
    assert BOARD.is_clear(low, high, BOARD.mask([right]))
    assert not BOARD.is_clear(low, high, BOARD.mask([left, right]))


def test_a_line_that_changes_sides_is_blocked_by_one_hex_on_each() -> None:
    """Four rows straight up, two edges: blocked on the left of the first and the right of the second."""
    low, high = BOARD.place("e7"), BOARD.place("e3")
    assert not BOARD.is_clear(low, high, BOARD.mask([BOARD.place("d6"), BOARD.place("e4")]))
    assert BOARD.is_clear(low, high, BOARD.mask([BOARD.place("d6"), BOARD.place("d4")]))
    assert not BOARD.is_clear(low, high, BOARD.mask([BOARD.place("e5")]))


@given(PLACES, PLACES, st.sets(PLACES, max_size=30))
def test_sight_on_a_board_is_the_same_both_ways(a: int, b: int, blocked: set[int]) -> None:
    mask = HexBoard.mask(blocked)
    assert BOARD.is_clear(a, b, mask) == BOARD.is_clear(b, a, mask)
    assert BOARD.is_clear(a, b, mask & ~(1 << a) & ~(1 << b)) == BOARD.is_clear(a, b, mask)


@given(PLACES)
def test_neighbours_always_see_each_other(a: int) -> None:
    everything = (1 << len(BOARD)) - 1
    assert all(BOARD.is_clear(a, to, everything) for to in BOARD.neighbours[a])


def test_half_hexes_block_nothing() -> None:
    """Along the left edge of the board the line runs beside half hexes, which are out of play."""
    low, high = BOARD.place("a5"), BOARD.place("a3")
    assert BOARD.between(low, high) == (0, BOARD.mask([BOARD.place("a4")]))
    assert BOARD.is_clear(low, high, BOARD.mask([BOARD.place("a4")]))
