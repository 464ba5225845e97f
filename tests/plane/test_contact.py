"""Edges that lie against each other, corners that touch."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.plane import (
    QUARTER,
    TURN,
    CornerTouch,
    Placed,
    Pose,
    SharedEdge,
    Side,
    corner_touches,
    flush,
    heading_out,
    place,
    rectangle,
    shared_edges,
    touch,
    trays,
)

TRAY, SOLO = rectangle(5500, 4800), rectangle(2760, 2760)
SIDES = st.sampled_from([Side.FRONT, Side.RIGHT, Side.REAR, Side.LEFT])
BASE = Pose(30_000, 30_000, 0)


def contacts(first: Placed, second: Placed) -> list[SharedEdge]:
    return shared_edges(first, second, gap=5, parallel=2, least=50)


@given(st.integers(0, TURN - 1), SIDES, SIDES, st.floats(-3600, 3600))
def test_what_is_set_flush_is_in_contact_there(heading: int, own: Side, others: Side, offset: float) -> None:
    """At any heading, with any sides: the edges, the offset and the length that both share."""
    base = Pose(30_000, 30_000, heading)
    target = place(TRAY, base)
    edge = target.edges_of(others)[0]
    charger = place(SOLO, flush(SOLO, own, edge, heading_out(edge, base), offset))
    (found,) = contacts(charger, target)
    assert charger.edges[found.first].side == own
    assert target.edges[found.second].side == others
    assert found.offset == pytest.approx(offset, abs=1.5)
    length = TRAY.width if others in (Side.FRONT, Side.REAR) else TRAY.depth
    assert found.length == pytest.approx(min(2760, (2760 + length) / 2 - abs(offset)), abs=1.5)
    assert abs(found.gap) <= 1
    (back,) = contacts(target, charger)
    assert (back.first, back.second, round(back.length, 6)) == (found.second, found.first, round(found.length, 6))


@pytest.mark.parametrize(("gap", "turn", "across", "found"), [
    (5, 0, 0, True), (6, 0, 0, False), (-5, 0, 0, True), (-6, 0, 0, False),
    (0, 2, 0, True), (0, 3, 0, False), (0, TURN - 2, 0, True), (0, TURN - 3, 0, False),
    (0, 0, 5450, True), (0, 0, 5451, False),
])  # fmt: skip  # several to a line
def test_contact_ends_at_the_margins(gap: int, turn: int, across: int, found: bool) -> None:
    """Gap 0.005, parallel to 0.02 degrees, 0.05 of edge shared."""
    other = place(TRAY, Pose(30_000 + across, 30_000 + 4800 + gap, turn))
    assert bool(contacts(place(TRAY, BASE), other)) is found


def test_trays_side_by_side_face_each_other_and_those_in_a_row_do_not() -> None:
    """Edges on one line that look the same way are no contact."""
    beside = place(TRAY, Pose(35_500, 30_000, 0))
    (found,) = contacts(place(TRAY, BASE), beside)
    assert (place(TRAY, BASE).edges[found.first].side, beside.edges[found.second].side) == (Side.RIGHT, Side.LEFT)


def test_a_tray_in_the_gap_of_a_rank_touches_three_edges() -> None:
    ranks = place(trays({(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)}, 1000), BASE)
    tray = place(rectangle(1000, 1000), Pose(30_000, 29_500, 0))
    sides = sorted(tray.edges[one.first].side for one in contacts(tray, ranks))
    assert sides == [Side.FRONT, Side.RIGHT, Side.LEFT]


def test_a_corner_on_an_edge_and_a_corner_on_a_corner() -> None:
    tray = place(TRAY, BASE)
    standing = place(SOLO, Pose(30_000, 30_000 + 2400 + 1952, 4500))
    assert contacts(standing, tray) == []
    (found,) = corner_touches(standing, tray, 5)
    assert found == CornerTouch(True, found.corner, 1)
    assert found.corner == pytest.approx((30_000, 32_400), abs=0.5)
    diagonal = place(TRAY, Pose(35_500, 34_800, 0))
    assert {(one.of_first, one.edge) for one in corner_touches(diagonal, tray, 5)} == {
        (True, 0), (True, 1), (False, 2), (False, 3),
    }  # fmt: skip  # several to a line
    assert contacts(diagonal, tray) == []
    assert touch(diagonal, tray, 5)


def test_what_is_apart_touches_nowhere() -> None:
    tray, other = place(TRAY, BASE), place(TRAY, Pose(30_000, 34_806, QUARTER * 2))
    assert corner_touches(tray, other, 5) == []
    assert contacts(tray, other) == []
    assert not touch(tray, other, 5)


@pytest.mark.parametrize("gap", [0, 5, 6])
@pytest.mark.parametrize("corner", [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_a_corner_beyond_the_end_of_an_edge_touches_within_the_gap(gap: int, corner: tuple[int, int]) -> None:
    """A corner lies beside each corner of the tray, on both edges that meet there if the gap is no larger than 5."""
    (x, y), (right, up) = BASE[:2], corner
    target = place(TRAY, BASE)
    beside = Pose(x + right * (2750 + gap + 1380), y + up * (2400 + 1380), 0)
    found = corner_touches(target, place(SOLO, beside), 5)
    assert len([one for one in found if not one.of_first]) == (2 if gap <= 5 else 0)


@pytest.mark.parametrize(("gap", "across", "found"), [
    (5.0005, 0, True), (5.002, 0, False), (-5.0005, 0, True), (-5.002, 0, False),
    (0, 5450.0005, True), (0, 5450.002, False), (0, -5450.0005, True), (0, -5450.002, False),
])  # fmt: skip  # several to a line
def test_the_margins_of_contact_allow_for_rounding(gap: float, across: float, found: bool) -> None:
    """A thousandth of a milli-unit, and no more."""
    other = place(TRAY, BASE).shifted(across, 4800 + gap)
    assert bool(contacts(place(TRAY, BASE), other)) is found


@pytest.mark.parametrize("gap", [3, -3])
@pytest.mark.parametrize(("across", "length"), [(700, 2760), (-700, 2760), (2000, 2130), (-4000, 130)])
def test_an_edge_that_is_shared_is_measured(gap: int, across: int, length: int) -> None:
    """Along the rear of the second, from its left to its right; the gap is negative if they overlap."""
    for heading in (0, 3000, 12_345, 20_000):
        base = Pose(0, 0, heading)
        other = place(SOLO, base).shifted(*base.to_world((float(across), 2400.0 + 1380 + gap)))
        for found, edges in (
            (contacts(place(TRAY, base), other), (1, 3)),
            (contacts(other, place(TRAY, base)), (3, 1)),
        ):
            assert [one[:2] for one in found] == [edges]
            assert found[0][2:] == pytest.approx((-across, length, gap))


@pytest.mark.parametrize(("across", "turn", "gap"), [(2000, 2, 4.6508), (-2000, 2, 5.3492), (2000, TURN - 2, 5.3492)])
def test_the_gap_of_edges_askew_is_measured_in_the_middle_of_what_they_share(
    across: int, turn: int, gap: float
) -> None:
    """The middle of the shared part is 1000 beside that of the edge, and 0.02 degrees are 0.35 in 1000."""
    for heading in (0, 4500, 26_000):
        base = Pose(0, 0, heading)
        tray = place(TRAY, base)
        other = place(TRAY, base.facing(heading + turn)).shifted(*base.to_world((float(across), 4805.0)))
        (found,) = shared_edges(tray, other, gap=gap + 0.002, parallel=2, least=50)
        assert found.gap == pytest.approx(gap, abs=1e-3)
        assert shared_edges(tray, other, gap=gap - 0.003, parallel=2, least=50) == []


@pytest.mark.parametrize(("gap", "touches"), [(5.0005, True), (5.002, False)])
@pytest.mark.parametrize("way", [(1, 0), (-1, 0), (0, 1), (0, -1)])
@pytest.mark.parametrize("heading", [0, 3000])
def test_shapes_and_corners_touch_up_to_the_gap(gap: float, touches: bool, way: tuple[int, int], heading: int) -> None:
    """The small tray is set against the middle of a side, half turned: only its corner comes near."""
    x, y = way
    base, away = Pose(0, 0, heading), (2750 if x else 2400) + 1380 * 2**0.5 + gap
    corner = place(SOLO, base.facing(heading + 4500)).shifted(*base.to_world((x * away, y * away)))
    tray = place(TRAY, base)
    assert touch(tray, corner, 5) is touches
    assert touch(corner, tray, 5) is touches
    found = corner_touches(corner, tray, 5)
    assert [(one.of_first, tray.edges[one.edge].side) for one in found] == (
        [(True, {(1, 0): Side.RIGHT, (-1, 0): Side.LEFT, (0, 1): Side.FRONT, (0, -1): Side.REAR}[way])]
        if touches
        else []
    )


@pytest.mark.parametrize(("beyond", "touches"), [(5.0005, True), (5.002, False)])
@pytest.mark.parametrize("end", [1, -1])
def test_a_corner_may_lie_beyond_the_end_of_an_edge_by_the_gap(beyond: float, end: int, touches: bool) -> None:
    """In line with the front, beside either end of it; the flank is as far away."""
    for heading in (0, 5000):
        base = Pose(0, 0, heading)
        corner = place(SOLO, base).shifted(*base.to_world((end * (2750 + 1380 + beyond), 2400.0 + 1380)))
        found = corner_touches(corner, place(TRAY, base), 5)
        assert len([one for one in found if one.of_first]) == (2 if touches else 0)
