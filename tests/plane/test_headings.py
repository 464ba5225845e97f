"""From which headings a tray reaches a target: every one of the 36,000, also in bands of less than a degree."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.plane import (
    TURN,
    Placed,
    Pose,
    Straight,
    find_heading,
    first_contact,
    headings,
    meets,
    penetration,
    place,
    reach_bands,
    rectangle,
    trays,
)
from banneret.plane.headings import _bands, count, in_order

TRAY, SOLO = rectangle(5500, 4800), rectangle(2760, 2760)
BASE = Pose(30_000, 30_000, 0)


def reaches(pose: Pose, heading: int, target: Placed, distance: int) -> bool:
    turned = place(TRAY, pose.facing(heading))
    return penetration(turned, target) > 1e-6 or meets(turned, Straight(distance), target.pieces, 0.0) is not None


@settings(max_examples=25, deadline=None)
@given(st.integers(-12_000, 12_000), st.integers(-12_000, 12_000), st.integers(0, TURN - 1), st.integers(1000, 11_000))
def test_the_bands_hold_the_headings_that_a_sweep_reaches_from(x: int, y: int, own: int, distance: int) -> None:
    """Every fortieth heading, and those at both ends of every band."""
    target = place(SOLO, Pose(30_000 + x, 30_000 + y, own))
    if penetration(place(rectangle(7300, 7300), BASE), target) > 0:
        return
    bands = reach_bands(TRAY, BASE, target, distance)
    inside = {heading % TURN for low, high in bands for heading in range(low, high + 1)}
    assert len(inside) == count(bands)
    ends = [end + step for band in bands for end in band for step in (-2, 2)]
    for heading in (*range(0, TURN, 40), *ends):
        assert reaches(BASE, heading, target, distance) == (heading % TURN in inside), heading


@given(st.integers(0, 12_000), st.integers(0, TURN - 1), st.integers(0, TURN - 1), st.integers(1000, 11_000))
def test_whether_any_heading_reaches_is_known_without_the_bands(gap: int, way: int, own: int, distance: int) -> None:
    target = place(SOLO, BASE.facing(way).moved(gap).facing(own))
    assert headings.reaches(TRAY, BASE, target, distance) is bool(reach_bands(TRAY, BASE, target, distance))


@pytest.mark.parametrize("off", range(-30, 31, 2))
def test_a_target_at_the_end_of_the_reach_is_measured_exactly(off: int) -> None:
    """A corner of the tray just reaches it: whole headings may do so, or none."""
    target = place(SOLO, Pose(30_000, 30_000 + 1380 + 10_757 + off, 0))
    assert headings.reaches(TRAY, BASE, target, 8000) is bool(reach_bands(TRAY, BASE, target, 8000))


@pytest.mark.parametrize(("part", "found"), [(0.9985, True), (0.9995, None), (1.0005, None), (1.0015, False)])
@pytest.mark.parametrize("way", [(0, 1), (1, 0), (0.6, 0.8), (-0.8, -0.6)])
def test_only_what_is_near_the_end_of_the_reach_is_measured(
    part: float, found: bool | None, way: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The farthest corner goes round at a distance of 5 (3 aside, 4 ahead): in doubt is a thousandth of it."""
    tray, target = rectangle(6000, 4000), rectangle(2000, 2000)
    x, y = (5000 * part * one for one in way)
    aside, ahead = ((0 if one == 0 else 1000 if one > 0 else -1000) for one in way)
    there = place(target, Pose(0, 0, 0)).shifted(x + aside, y + ahead)
    measured: list[int] = []

    def bands(*_: object) -> list[tuple[int, int]]:
        measured.append(1)
        return [(0, 0)]

    monkeypatch.setattr(headings, "reach_bands", bands)
    answer = headings.reaches(tray, Pose(0, 0, 0), there, 2000)
    assert (None if measured else answer) is found


@pytest.mark.parametrize("where", [(7000, 7000), (-9000, 2000), (500, -11_000)])
@pytest.mark.parametrize("distance", [6000, 9000])
def test_the_bands_of_a_target_of_several_pieces_are_joined(where: tuple[int, int], distance: int) -> None:
    """A target with an angle: the bands of both of its arms, in order, none of which touches the next."""
    bent = place(trays({(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)}, 1500), Pose(30_000 + where[0], 30_000 + where[1], 700))
    bands = reach_bands(TRAY, BASE, bent, distance)
    arms = [set(range(TURN)) for _ in bent.pieces]
    for arm, (x0, y0, x1, y1) in zip(arms, [(-2250, 750, 2250, 2250), (750, -2250, 2250, 2250)], strict=True):
        middle = bent.to_world(((x0 + x1) / 2, (y0 + y1) / 2))
        piece = place(rectangle(x1 - x0, y1 - y0), Pose(0, 0, 700)).shifted(*middle)
        arm &= {h % TURN for low, high in reach_bands(TRAY, BASE, piece, distance) for h in range(low, high + 1)}
    assert sorted(h % TURN for low, high in bands for h in range(low, high + 1)) == sorted(arms[0] | arms[1])
    for (_, end), (begun, _) in pairwise(bands):
        assert begun > end + 1


def test_a_band_over_the_heading_0_is_one() -> None:
    target = place(TRAY, Pose(30_000, 42_800, 0))
    ((low, high),) = reach_bands(TRAY, BASE, target, 8000)
    assert low > TURN // 2
    assert high > TURN
    assert reach_bands(TRAY, BASE, target, 7000) == []


def test_every_heading_of_the_bands_comes_once() -> None:
    bands = [(35_990, 36_010), (100, 100), (200, 777)]
    order = list(in_order(bands))
    assert len(order) == len(set(order)) == count(bands)
    assert order[0] == 0
    assert list(in_order([])) == []


@pytest.mark.parametrize(
    ("bands", "order"),
    [
        ([(10, 14)], [12, 10, 14, 11, 13]),
        ([(7, 7)], [7]),
        ([(7, 8)], [7, 8]),
        ([(0, 2), (35_999, 36_003)], [1, 0, 2, 35_999, 3]),
        ([(100, 108)], [104, 100, 108, 102, 106, 101, 103, 105, 107]),
    ],
)
def test_the_middles_and_ends_of_bands_come_first(bands: list[tuple[int, int]], order: list[int]) -> None:
    assert list(in_order(bands)) == order


@pytest.mark.parametrize(("opening", "found"), [(6200, True), (5520, True), (5500, True), (5490, False)])
def test_a_legal_band_of_less_than_a_degree_is_found(opening: int, found: bool) -> None:
    """Two trays leave an opening for one of 5.5 to pass: at 5.52 only a fifth of a degree lets it through."""
    far = place(SOLO, Pose(30_000, 30_000 + 2400 + 9500 + 1380, 0))
    wall = rectangle(20_000, 1000)
    walls = [place(wall, Pose(30_000 + sign * (10_000 + opening // 2), 36_000, 0)) for sign in (-1, 1)]

    def accepts(tray: Placed) -> bool:
        met = first_contact(tray, Straight(9600), [far, *walls], 1e-3)
        return met is not None and met.obstacle == 0

    heading = find_heading(TRAY, BASE, far, 9600, accepts)
    assert (heading is not None) is found
    if heading is not None:
        assert accepts(place(TRAY, BASE.facing(heading)))
    if opening < 6000:
        legal = [h for h in in_order(reach_bands(TRAY, BASE, far, 9600)) if accepts(place(TRAY, BASE.facing(h)))]
        assert len(legal) < 100, "a band of less than a degree"


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("turns", "bands"), [
    ([(10.0, 20.0), (21.0, 30.0)], [(10, 30)]), ([(10.0, 20.0), (21.5, 30.0)], [(10, 20), (22, 30)]),
    ([(10.5, 20.9), (20.95, 30.2)], [(11, 30)]), ([(10.1, 10.9)], []), ([(10.0, 10.0)], [(10, 10)]),
    ([(21.5, 30.0), (10.0, 20.0)], [(10, 20), (22, 30)]), ([(10.0, 40.0), (12.0, 20.0)], [(10, 40)]),
    ([(0.0, 10.0), (35_990.0, 36_000.0)], [(35_990, 36_010)]),
    ([(0.0, 10.0), (35_990.0, 35_998.5)], [(0, 10), (35_990, 35_998)]),
])  # fmt: skip  # several to a line
def test_whole_headings_between_which_none_is_missing_are_one_band(
    monkeypatch: pytest.MonkeyPatch, turns: list[tuple[float, float]], bands: list[tuple[int, int]]
) -> None:
    monkeypatch.setitem(_bands.__globals__, "overlap_turns", lambda *_: turns)
    assert _bands(TRAY, BASE, place(TRAY, BASE.moved(9000)), 5000) == bands
