"""Arcs and quarters: by the largest part, with ties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.plane import (
    ARCS,
    QUARTER,
    TURN,
    Pose,
    Side,
    Table,
    arc_shares,
    arcs_of,
    is_in_arc,
    penetration,
    place,
    quadrant_shares,
    quadrants_of,
    rectangle,
    trays,
)
from banneret.plane.arcs import _only_arc

TRAY, SOLO = rectangle(5500, 4800), rectangle(2760, 2760)
TIE = 0.001
BASE = Pose(30_000, 30_000, 0)
HEADINGS = st.integers(0, TURN - 1)
PLACES = st.tuples(st.integers(-20_000, 20_000), st.integers(-20_000, 20_000))


def beside(x: float, y: float, heading: int = 0, base: Pose = BASE) -> Pose:
    """Return a pose of the table for a place in the frame of the tray at `base`."""
    at = base.to_world((x, y))
    return Pose(round(at[0]), round(at[1]), (base.heading + heading) % TURN)


@pytest.mark.parametrize(("x", "y", "side"), [(0, 9e3, 0), (9e3, 0, 1), (0, -9e3, 2), (-9e3, 0, 3)])
@pytest.mark.parametrize("heading", [0, QUARTER, 4500, 1234])
def test_what_lies_straight_before_a_side_is_in_its_arc(x: float, y: float, side: int, heading: int) -> None:
    base = Pose(30_000, 30_000, heading)
    assert arcs_of(place(TRAY, base), place(TRAY, beside(x, y, 777, base)), TIE) == (side,)


def test_a_tray_over_several_arcs_is_in_that_of_its_largest_part() -> None:
    owner = place(TRAY, Pose(30_000, 30_000, 0))
    mostly_right = place(TRAY, beside(7_500, 6_000))
    assert arcs_of(owner, mostly_right, TIE) == (Side.RIGHT,)
    shares = arc_shares(owner, mostly_right)
    assert shares[Side.RIGHT] > shares[Side.FRONT] > 0
    assert sum(shares) == pytest.approx(TRAY.area)


@pytest.mark.parametrize("quarter", range(4))
def test_half_and_half_is_a_tie(quarter: int) -> None:
    """A square tray on the line outward from the front right corner."""
    base = Pose(30_000, 30_000, quarter * QUARTER)
    other = place(SOLO, beside(2750 + 5000, 2400 + 5000, 0, base))
    assert set(arcs_of(place(TRAY, base), other, TIE)) == {Side.FRONT, Side.RIGHT}


@pytest.mark.parametrize(("off", "tied"), [(0, True), (1, True), (2, False), (-1, True), (-2, False)])
def test_a_tie_ends_where_the_parts_differ_by_more_than_a_thousandth(off: int, tied: bool) -> None:
    """Shifted by 0.001 along one axis, the parts of a tray of 2.76 differ by 2/2760; by 0.002, by twice that."""
    owner = place(TRAY, Pose(30_000, 30_000, 0))
    other = place(SOLO, Pose(30_000 + 2750 + 5000 + off, 30_000 + 2400 + 5000, 0))
    found = arcs_of(owner, other, TIE)
    assert (len(found) == 2) is tied
    if off:
        assert found[0] == (Side.RIGHT if off > 0 else Side.FRONT)


@given(PLACES, HEADINGS, HEADINGS)
def test_arcs_turn_with_the_table(where: tuple[int, int], own: int, turn: int) -> None:
    base = Pose(30_000, 30_000, 0)
    straight = arc_shares(place(TRAY, base), place(SOLO, beside(*where, own, base)))
    turned_base = base.facing(turn)
    turned = arc_shares(place(TRAY, turned_base), place(SOLO, beside(*where, own, turned_base)))
    assert turned == pytest.approx(straight, abs=2 * 2760 * 2)  # the lattice shifts it by less than 0.001


@given(PLACES, HEADINGS)
def test_a_tray_outside_is_divided_among_the_arcs(where: tuple[int, int], own: int) -> None:
    owner, other = place(TRAY, Pose(30_000, 30_000, 0)), place(SOLO, beside(*where, own))
    shares = arc_shares(owner, other)
    assert all(share >= 0 for share in shares)
    assert sum(shares) <= SOLO.area * (1 + 1e-9)
    for side in ARCS:
        if shares[side] > 1:
            assert is_in_arc(owner, side, other)
    if sum(shares) > 1:
        assert shares[arcs_of(owner, other, TIE)[0]] == max(shares)


def test_the_lines_of_an_arc_belong_to_it() -> None:
    """A corner that only touches the line from the front right corner is in the front arc."""
    owner = place(TRAY, Pose(30_000, 30_000, 0))
    touching = place(SOLO, Pose(30_000 + 2750 + 5000 + 1380, 30_000 + 2400 + 5000 - 1380, 0))
    assert is_in_arc(owner, Side.FRONT, touching)
    assert not is_in_arc(owner, Side.FRONT, place(SOLO, Pose(39_131, 36_020, 0)))


ARC_CORNERS = {
    Side.FRONT: [(-3.0, 2.0), (3.0, 2.0), (5.0, 4.0), (-5.0, 4.0)],
    Side.RIGHT: [(3.0, 2.0), (3.0, -2.0), (5.0, -4.0), (5.0, 4.0)],
    Side.REAR: [(3.0, -2.0), (-3.0, -2.0), (-5.0, -4.0), (5.0, -4.0)],
    Side.LEFT: [(-3.0, -2.0), (-3.0, 2.0), (-5.0, 4.0), (-5.0, -4.0)],
}
"""A part of each arc of a tray of 6 by 4: two corners at the tray, two on the lines that border the arc."""


@pytest.mark.parametrize("side", ARCS)
def test_what_reaches_the_borders_of_an_arc_lies_in_it_alone(side: Side) -> None:
    """Moved over a border by a hundredth, any of the corners takes the whole out of the arc."""
    corners = ARC_CORNERS[side]
    assert _only_arc(corners, 3.0, 2.0) is side
    x, y = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))[side]
    for number, (px, py) in enumerate(corners):
        aside = 1.0 if px * y - py * x > 0 else -1.0
        moved = [
            (px + 0.01 * aside * y, py - 0.01 * aside * x),  # aside
            (px - 0.01 * x, py - 0.01 * y),  # towards the tray
        ]
        for away in moved:
            assert _only_arc([*corners[:number], away, *corners[number + 1 :]], 3.0, 2.0) is None
    beyond = [(px + 0.01 * x, py + 0.01 * y) for px, py in corners]
    assert _only_arc(beyond, 3.0, 2.0) is side


@pytest.mark.parametrize("side", ARCS)
def test_nearly_all_of_the_ground_of_a_tray_is_in_no_arc(side: Side) -> None:
    """A strip of the tray itself along one of its sides, all of it between the lines that border the arc."""
    x, y = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))[side]
    out = 2.0 if side in (Side.FRONT, Side.REAR) else 3.0
    strip = [(x * away + y * aside, y * away + x * aside) for away in (out, out - 0.01) for aside in (-0.5, 0.5)]
    assert _only_arc(strip, 3.0, 2.0) is None
    assert _only_arc([corner for corner in strip if max(map(abs, corner)) >= out], 3.0, 2.0) is side


def test_what_lies_on_the_tray_is_in_no_arc() -> None:
    owner = place(TRAY, Pose(30_000, 30_000, 0))
    assert arcs_of(owner, place(rectangle(100, 100), Pose(30_000, 30_000, 0)), TIE) == ()


def test_pieces_that_overlap_are_not_counted_twice() -> None:
    bent = trays({(0, 0), (1, 0), (0, 1)}, 1000)
    assert arc_shares(place(TRAY, Pose(30_000, 30_000, 0)), place(bent, Pose(30_000, 39_000, 0)))[0] == 3_000_000


class TestQuadrants:
    middle = (24_000.0, 24_000.0)

    @pytest.mark.parametrize(("x", "y", "quarter"), [(36, 36, 0), (12, 36, 1), (12, 12, 2), (36, 12, 3)])
    def test_a_tray_is_in_the_quarter_of_its_largest_part(self, x: int, y: int, quarter: int) -> None:
        assert quadrants_of(self.middle, place(TRAY, Pose(x * 1000, y * 1000, 555)), TIE) == (quarter,)

    def test_in_the_very_middle_all_four_tie_or_opposite_two(self) -> None:
        assert set(quadrants_of(self.middle, place(TRAY, Pose(24_000, 24_000, QUARTER)), TIE)) == {0, 1, 2, 3}
        assert set(quadrants_of(self.middle, place(TRAY, Pose(24_000, 24_000, 4321)), TIE)) == {0, 2}

    def test_a_hundredth_of_an_inch_decides(self) -> None:
        assert quadrants_of(self.middle, place(TRAY, Pose(24_010, 30_000, 0)), TIE) == (0,)
        assert set(quadrants_of(self.middle, place(TRAY, Pose(24_002, 30_000, 0)), TIE)) == {0, 1}

    @given(st.integers(0, 48_000), st.integers(0, 48_000), HEADINGS)
    def test_the_quarters_make_up_the_tray(self, x: int, y: int, heading: int) -> None:
        assert sum(quadrant_shares(self.middle, place(TRAY, Pose(x, y, heading)))) == pytest.approx(TRAY.area)


class TestTable:
    table = Table(48_000, 48_000)

    def test_edges_and_what_hangs_over(self) -> None:
        inside = place(TRAY, Pose(2750, 2400, 0))
        assert self.table.holds(inside)
        assert self.table.edge_gaps(inside) == (48_000 - 4800, 48_000 - 5500, 0, 0)
        assert self.table.edge_distance(inside, Side.FRONT) == 43_200
        assert not self.table.holds(place(TRAY, Pose(2749, 2400, 0)))
        assert self.table.holds(place(TRAY, Pose(2749, 2400, 0)), give=5)
        assert self.table.edge_distance(place(TRAY, Pose(0, 2400, 0)), Side.LEFT) == 0

    def test_points(self) -> None:
        assert self.table.point_on((0, 48_000))
        assert not self.table.point_on((-0.1, 5))

    @pytest.mark.parametrize(
        ("size", "said"), [((0, 5), "no area"), ((1, 2), "centre"), ((2, 1), "centre"), ((47_001, 48_000), "centre")]
    )
    def test_a_table_that_cannot_be_is_refused(self, size: tuple[int, int], said: str) -> None:
        with pytest.raises(ValueError, match=said):
            Table(*size)

    @given(st.integers(-3000, 51_000), st.integers(-3000, 51_000), HEADINGS)
    def test_the_walls_are_what_lies_beyond_the_edges(self, x: int, y: int, heading: int) -> None:
        tray = place(TRAY, Pose(x, y, heading))
        for gap, wall in zip(self.table.edge_gaps(tray), self.table.walls, strict=True):
            assert (gap < 0) == (penetration(tray, wall) > 0) or abs(gap) < 1e-6
