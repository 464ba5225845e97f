"""Trays set flush: offsets, what bars them, the nearest free one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.plane import (
    QUARTER,
    Pose,
    Side,
    Span,
    Table,
    barred,
    distance,
    flush,
    heading_out,
    is_barred,
    nearest_free,
    offset_of,
    outermost,
    overlap_at,
    overlaps,
    penetration,
    place,
    polygon,
    rectangle,
    rows_meet,
    trays,
)

TRAY, SOLO = rectangle(5500, 4800), rectangle(2760, 2760)
BASE = Pose(30_000, 30_000, 0)
GIVE = 5.0


@pytest.mark.parametrize(
    ("charger", "target", "offset", "overlap"),
    [
        (5500, 5500, 0, 5500),
        (5500, 5500, 2750, 2750),
        (2760, 5500, 0, 2760),
        (2760, 5500, 2750, 1380),
        (5500, 2760, 0, 2760),
    ],
)
def test_the_overlap_of_two_edges(charger: float, target: float, offset: float, overlap: float) -> None:
    assert overlap_at(charger, target, offset) == overlap
    assert overlap_at(charger, target, -offset) == overlap


@given(st.integers(500, 9000), st.integers(500, 9000))
def test_half_of_the_charger_lies_where_it_is_said_to(charger: int, target: int) -> None:
    offset = offset_of(charger, target, charger / 2)
    if offset is None:
        assert charger / 2 > target
    else:
        assert overlap_at(charger, target, offset) == pytest.approx(charger / 2)


@pytest.mark.parametrize(("overlap", "offset"), [(2750, 1375), (2750.0009, 1374.9991), (2750.01, None), (0, 4125)])
def test_edges_share_at_most_the_whole_of_the_shorter_one(overlap: float, offset: float | None) -> None:
    for charger, target in ((5500, 2750), (2750, 5500)):
        assert offset_of(charger, target, overlap) == (None if offset is None else pytest.approx(offset))


@pytest.mark.parametrize("at", [Pose(0, 0, 0), Pose(-20_000, -30_000, 0), Pose(10, 20, 0)])
def test_a_shape_lies_against_an_edge_wherever_it_is(at: Pose) -> None:
    """Also where coordinates are negative; they are rounded to the nearest thousandth."""
    (edge,) = place(TRAY, at).edges_of(Side.LEFT)
    for offset, y in ((0.0, 0), (0.4, 0), (0.6, 1), (-0.6, -1), (1000.0, 1000)):
        found = flush(TRAY, Side.FRONT, edge, heading_out(edge, at), offset)
        assert abs(found.y - at.y) == abs(y), offset
        assert (found.x, found.heading) == (at.x - 2750 - 2400, 3 * QUARTER)


def test_two_trays_of_5_5_do_not_both_fit_a_flank_of_4_8() -> None:
    """The first stands with half of its edge at the front end; a second one finds no place with half of its own."""
    target = place(TRAY, BASE)
    (edge,) = target.edges_of(Side.RIGHT)
    out = heading_out(edge, BASE)
    half = offset_of(5500, 4800, 2750)
    assert half == 2400
    first = place(TRAY, flush(TRAY, Side.FRONT, edge, out, half))
    spans = barred(TRAY, flush(TRAY, Side.FRONT, edge, out, 0), out, [first], GIVE)
    assert nearest_free((0, half, -half), half, spans) == []
    assert nearest_free((0, half, -half), 4000, spans) == pytest.approx([2400 - 5500 + GIVE])


def test_both_do_fit_a_front_of_5_5() -> None:
    target = place(TRAY, BASE)
    (edge,) = target.edges_of(Side.FRONT)
    first = place(TRAY, flush(TRAY, Side.FRONT, edge, 0, 2750))
    spans = barred(TRAY, flush(TRAY, Side.FRONT, edge, 0, 0), 0, [first], GIVE)
    assert nearest_free((0, 2750, -2750), 2750, spans) == [-2750]
    second = place(TRAY, flush(TRAY, Side.FRONT, edge, 0, -2750))
    assert not overlaps(first, second, GIVE)
    assert overlaps(first, place(TRAY, flush(TRAY, Side.FRONT, edge, 0, -2740)), GIVE)


@given(st.integers(0, 35_999), st.integers(-9000, 9000), st.integers(-2000, 6000), st.integers(0, 35_999))
def test_the_spans_hold_exactly_the_offsets_that_overlap(heading: int, across: int, along: int, own: int) -> None:
    base = Pose(30_000, 30_000, heading)
    (edge,) = place(TRAY, base).edges_of(Side.FRONT)
    x, y = base.to_world((float(across), 2400.0 + along))
    obstacle = place(SOLO, Pose(round(x), round(y), own))
    middle = flush(TRAY, Side.FRONT, edge, heading, 0)
    spans = barred(TRAY, middle, heading, [obstacle], 0.0)
    for offset in range(-6000, 6001, 400):
        there = place(TRAY, middle).shifted(*Pose(0, 0, heading).to_world((-float(offset), 0.0)))
        depth = penetration(there, obstacle)
        if not 0 < depth < 1e-2:
            assert is_barred(offset, spans) == (depth > 0)


def test_the_edge_of_the_table_and_a_rock_bar_offsets() -> None:
    table, rock = Table(48_000, 48_000), polygon([(0, 0), (2000, 0), (1000, 2000)])
    base = Pose(45_250, 24_000, 0)
    (edge,) = place(TRAY, base).edges_of(Side.FRONT)
    middle = flush(TRAY, Side.FRONT, edge, 0, 0)
    obstacles = [*table.walls, place(rock, Pose(38_000, 31_000, 0))]
    spans = barred(TRAY, middle, 0, obstacles, 0.0)
    assert is_barred(-1, spans), "to the right lies the edge of the table"
    assert not is_barred(0, spans)
    assert nearest_free((2750,), 2750, spans) == pytest.approx([2500]), "to the left the rock, from 40,000"
    assert distance(place(TRAY, flush(TRAY, Side.FRONT, edge, 0, 2500)), obstacles[-1]) == 0


@pytest.mark.parametrize(
    ("wanted", "spans", "found"),
    [
        ((0, 2750, -2750), [], [2750, 0, -2750]),
        ((0, 2750, -2750), [Span(-100, 50)], [2750, -2750]),
        ((0, 2750, -2750), [Span(-100, 3000)], [-2750]),
        ((0, 2750, -2750), [Span(-3000, -2700), Span(-100, 3000)], [-2700]),
        ((0, 2750, -2750), [Span(-3000, -10), Span(-10, 3000)], [-10]),
        ((0, 2750, -2750), [Span(-3000, 3000)], []),
        ((2750, 0), [Span(2000, 3000)], [0]),
        ((0,), [Span(-40, 40)], [40, -40]),
        ((0,), [Span(-40, 50)], [-40]),
    ],
)
def test_the_nearest_free_offsets(wanted: tuple[float, ...], spans: list[Span], found: list[float]) -> None:
    """Wanted ones that are free; else the ends of spans nearest to one of them, both if they are equally near."""
    assert nearest_free(wanted, 2750, spans) == found


def test_the_outermost_edge_joins_all_in_its_line() -> None:
    """Two trays ahead at either end of three, and what is behind them."""
    unit = trays({(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)}, 1000)
    assert outermost(unit, Side.FRONT) == (Side.FRONT, (1500, 1000), (-1500, 1000))
    assert outermost(unit, Side.REAR) == (Side.REAR, (-1500, -1000), (1500, -1000))


def test_no_shape_has_an_edge_on_no_side() -> None:
    roof = polygon([(0, 0), (10, 5), (0, 10)])
    (edge,) = place(TRAY, BASE).edges_of(Side.FRONT)
    with pytest.raises(ValueError, match="side FRONT"):
        flush(roof, Side.FRONT, edge, 0, 0)


def test_a_tray_lies_flush_against_a_slanting_edge() -> None:
    rock = place(polygon([(0, 0), (4000, 0), (4000, 4000)]), BASE)
    (slant,) = rock.edges_of(Side.NO_SIDE)
    out = heading_out(slant, BASE)
    assert out == 4500
    tray = place(TRAY, flush(TRAY, Side.REAR, slant, out, 0))
    assert distance(tray, rock) < 1
    assert penetration(tray, rock) < 1


def test_seams_meet() -> None:
    """Two trays against two, shifted by 0.3: the seams meet after a slide of 0.3 back or 0.7 on."""
    assert rows_meet([-700, 300, 1300], [-1000, 0, 1000], -1000, 1000) == [-300, 700]
    assert rows_meet([0], [0.0001, 500], 0, 400) == [0.0001]


def test_an_opening_as_wide_as_a_tray_has_one_free_offset() -> None:
    """Between two trays that are just 2.76 apart, the small one fits exactly; a thousandth less, and it does not."""
    (edge,) = place(TRAY, BASE).edges_of(Side.FRONT)
    middle = flush(SOLO, Side.REAR, edge, 0, 0)
    for opening, free in ((2760, [0]), (2759, [])):
        obstacles = [place(TRAY, BASE).shifted(sign * (2750 + opening / 2), 4800) for sign in (-1, 1)]
        spans = barred(SOLO, middle, 0, obstacles, 0.0)
        assert nearest_free((0,), 2000, spans) == free
