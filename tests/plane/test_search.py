"""An exact search finds whatever there is, however narrow, and tries little of what is ruled out."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.plane import HALF, Pose, find_point, find_whole, overlaps, place, rectangle, shrunk, turned_by

RANGES = st.lists(st.tuples(st.integers(0, 400), st.integers(0, 60)).map(lambda one: (one[0], sum(one))), max_size=4)


@given(RANGES, st.sets(st.integers(0, 460), max_size=3), st.integers(1, 40))
def test_what_is_not_found_is_not_there(ranges: list[tuple[int, int]], wanted: set[int], sure: int) -> None:
    """Only what is short enough can be ruled out, as where shapes that turn far could reach anywhere."""

    def rules_out(low: int, high: int) -> bool:
        return high - low < sure and not any(low <= one <= high for one in wanted)

    found = find_whole(ranges, wanted.__contains__, rules_out)
    there = {one for low, high in ranges for one in range(low, high + 1)} & wanted
    assert found in there if there else found is None


def test_little_is_tried_of_what_is_ruled_out() -> None:
    tried: list[int] = []

    def accepts(number: int) -> bool:
        tried.append(number)
        return number == 23_456

    assert find_whole([(0, 36_000)], accepts, lambda low, high: not low <= 23_456 <= high) == 23_456
    assert len(tried) < 40
    assert find_whole([(5, 4)], accepts, lambda *_: False) is None


@pytest.mark.slow
@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.integers(0, 20)), max_size=2),
    st.floats(0.5, 12),
    st.sampled_from([0.1, 1.0]),
)
def test_a_point_of_a_box_is_found_if_there_is_one(
    wanted: list[tuple[int, int, int]], sure: float, last: float
) -> None:
    """Only near the middle of a box is it certain what is not accepted, as where shapes could move far."""
    steps = (1.0, 1.0, 0.5)

    def rules_out(point: tuple[int, ...], offs: Sequence[float]) -> bool:
        near = (
            all(abs(a - b) * step <= off for a, b, step, off in zip(one, point, steps, offs, strict=True))
            for one in wanted
        )
        return sum(offs) < sure and not any(near)

    box = ((0, 30), (0, 20), (3, 17))
    found = find_point(box, steps, lambda point: point in wanted, rules_out, last=last)
    there = [one for one in wanted if all(low <= at <= high for at, (low, high) in zip(one, box, strict=True))]
    assert found in there if there else found is None
    assert find_point([(3, 2)], [1.0], lambda _: True, lambda *_: False) is None


def tried(box: list[tuple[int, int]], steps: list[float], *, finest: float = 0.0, last: float = 1.0) -> list[object]:
    """Return what a search that finds nothing tries, in order."""
    found: list[object] = []

    def accepts(point: tuple[int, ...]) -> bool:
        found.append(point if len(point) > 1 else point[0])
        return False

    assert find_point(box, steps, accepts, lambda *_: False, finest, last) is None
    return found


def test_boxes_are_halved_until_every_point_is_tried() -> None:
    """The lower half holds the middle as well, which is tried once more."""
    assert tried([(0, 4)], [1.0]) == [2, 1, 3, 0, 2, 3, 4, 0, 1]
    assert tried([(5, 5)], [1.0]) == [5]
    assert tried([(5, 6)], [1.0]) == [5, 5, 6]
    assert tried([(5, 4)], [1.0]) == []
    assert set(tried([(2, 4), (0, 3), (7, 8)], [1.0, 2.0, 0.5])) == {
        (x, y, z) for x in (2, 3, 4) for y in range(4) for z in (7, 8)
    }


def test_the_side_along_which_most_moves_is_halved_first() -> None:
    assert tried([(0, 3), (0, 3)], [1.0, 2.0])[:5] == [(1, 1), (1, 0), (1, 2), (0, 0), (2, 0)]
    assert tried([(0, 3), (0, 3)], [2.0, 1.0])[:5] == [(1, 1), (0, 1), (2, 1), (0, 1), (1, 1)]
    late = [(1, 1), (0, 1), (2, 1), (0, 1), (1, 1), (2, 1), (3, 1), (0, 0), (0, 2)]
    assert tried([(0, 3), (0, 3)], [1.0, 1.0], last=0.4)[:9] == late


def test_a_box_is_ruled_out_by_its_middle_and_its_extent() -> None:
    asked: list[tuple[tuple[int, ...], list[float]]] = []

    def rules_out(point: tuple[int, ...], offs: Sequence[float]) -> bool:
        asked.append((point, list(offs)))
        return len(asked) > 1

    assert find_point([(0, 5), (10, 20)], [1.0, 0.25], lambda _: False, rules_out) is None
    assert asked == [((2, 15), [3.0, 1.25]), ((1, 15), [1.0, 1.25]), ((4, 15), [1.0, 1.25])]


@pytest.mark.parametrize(("finest", "found"), [(2.0, [2]), (1.9, [2, 1, 3]), (0.9, [2, 1, 3, 0, 2, 3, 4, 0, 1])])
def test_a_box_as_small_as_the_finest_is_not_divided(finest: float, found: list[int]) -> None:
    """Of five points, the farthest is 2 away from the middle; in the halves, 1."""
    assert tried([(0, 4)], [1.0], finest=finest) == found


@pytest.mark.parametrize(("low", "high", "order"), [(0, 4, [2, 0, 3, 1, 4]), (3, 3, [3]), (3, 4, [3, 4]), (4, 3, [])])
def test_whole_numbers_are_each_tried_once(low: int, high: int, order: list[int]) -> None:
    found: list[int] = []

    def accepts(one: int) -> bool:
        found.append(one)
        return False

    assert find_whole([(low, high)], accepts, lambda *_: False) is None
    assert found == order


def test_ranges_that_are_ruled_out_are_not_divided() -> None:
    asked: list[tuple[int, int]] = []

    def rules_out(low: int, high: int) -> bool:
        asked.append((low, high))
        return (low, high) == (3, 4)

    assert find_whole([(0, 4)], lambda _: False, rules_out) is None
    assert asked == [(0, 4), (0, 1), (3, 4)]


def test_what_is_finer_than_wanted_is_not_looked_for() -> None:
    box = [(0, 1000)]
    assert find_point(box, [1.0], lambda one: one[0] == 501, lambda *_: False) == (501,)
    assert find_point(box, [1.0], lambda one: one[0] == 501, lambda *_: False, finest=20) is None


@pytest.mark.parametrize("turn", [1, 50, 700])
def test_a_shape_that_turns_covers_what_is_left_of_it_when_shrunk(turn: int) -> None:
    shape = rectangle(5500, 4800)
    here, there = (place(shape, Pose(0, 0, heading)) for heading in (0, turn))
    off = turned_by(here.radius, turn)
    for corner in (one for piece in shrunk(here, off) for one in piece.corners):
        assert there.pieces[0].holds(*corner, 1e-6)
    assert shrunk(here, 2400) == []
    (left,) = shrunk(here, 2399)
    assert left.box is not None
    assert left.box[2:] == (351, 1)
    assert turned_by(here.radius, -turn) == off
    assert turned_by(1000, HALF) == pytest.approx(3141.59, abs=0.01)
    assert not overlaps(here, there.shifted(10_000, 0), 0)
