"""Angles: as the library has them, and exactly the same on every machine."""

from __future__ import annotations

import hashlib
import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.plane import HALF, QUARTER, TURN, cosine, heading_towards, sine, turned_between
from banneret.plane.angles import angle_of, unit

HEADINGS = st.integers(0, TURN - 1)
SINES = "42c068dddb80efac6224863d6f7d740d23eccde546f2bd5a7ca0f8fb9fe38339"


def test_every_sine_is_the_nearest_double_or_next_to_it() -> None:
    for heading in range(TURN):
        true = math.sin(math.radians(heading / 100))
        assert abs(sine(heading) - true) <= 2e-15, heading


def test_sines_are_the_same_on_every_machine() -> None:
    """The bits of all 36,000 sines; another machine, another Python: the same number."""
    bits = hashlib.sha256(b"".join(struct.pack("<d", sine(heading)) for heading in range(TURN)))
    assert bits.hexdigest() == SINES


def test_quarter_turns_are_exact() -> None:
    assert [sine(quarter * QUARTER) for quarter in range(4)] == [0, 1, 0, -1]
    assert [cosine(quarter * QUARTER) for quarter in range(4)] == [1, 0, -1, 0]
    assert sine(4500) == cosine(4500)
    assert sine(3000) == 0.5


@given(HEADINGS)
def test_opposite_headings_are_mirrored_exactly(heading: int) -> None:
    assert sine(heading + HALF) == -sine(heading)
    assert cosine(-heading) == cosine(heading)


@given(st.floats(0, TURN, exclude_max=True, allow_subnormal=False))
def test_an_angle_is_found_again_from_its_direction(angle: float) -> None:
    c, s = unit(angle)
    assert math.isclose(c * c + s * s, 1, abs_tol=1e-14)
    found = angle_of(3 * c, 3 * s)
    assert min(abs(found - angle), TURN - abs(found - angle)) < 1e-9
    assert 0 <= found < TURN


@given(HEADINGS)
def test_a_heading_is_found_again_from_a_far_point(heading: int) -> None:
    assert heading_towards(-sine(heading), cosine(heading)) == heading


def test_no_direction_leads_to_where_one_is() -> None:
    with pytest.raises(ValueError, match="no direction"):
        angle_of(0, 0)
    with pytest.raises(ValueError, match="no direction"):
        heading_towards(0, 0)


@given(HEADINGS, HEADINGS)
def test_the_shorter_turn_leads_to_the_other_heading(start: int, end: int) -> None:
    turn = turned_between(start, end)
    assert -HALF < turn <= HALF
    assert (start + turn) % TURN == end
