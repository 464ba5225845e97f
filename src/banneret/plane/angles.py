"""Headings and angles in hundredths of a degree, counterclockwise; 0 is +y, away from the near edge.

Uses only + - * / and square roots of doubles, which IEEE 754 rounds identically everywhere. The math library, which may
round differently on another machine, is only asked where its last digits do not matter.
"""

from __future__ import annotations

from math import atan2, sqrt
from typing import Final

from banneret.plane.sines import COSINES_OF_HUNDREDTHS, OF_DEGREES, OF_HUNDREDTHS, SCALE

TURN: Final = 36_000
"""A full turn in hundredths of a degree."""
QUARTER: Final = 9_000
HALF: Final = 18_000
RADIAN: Final = 3.141592653589793 / HALF
"""A hundredth of a degree in radians."""


def _sine_in_quarter(angle: int) -> float:
    degrees, rest = divmod(angle, 100)
    if rest == 0:
        return OF_DEGREES[degrees] / SCALE
    whole = OF_DEGREES[degrees] * COSINES_OF_HUNDREDTHS[rest] + OF_DEGREES[90 - degrees] * OF_HUNDREDTHS[rest]
    return whole / (SCALE * SCALE)


_UNKNOWN: Final = 2.0
_SINES: Final[list[float]] = [_UNKNOWN] * TURN
"""The sines that have been asked for, by angle."""


def _find_sine(angle: int) -> float:
    """Find the sine of an angle from 0 up to TURN, and with it those of the angles mirrored in the axes."""
    low = angle % HALF
    if low > QUARTER:
        low = HALF - low
    found = _sine_in_quarter(low)
    _SINES[low] = _SINES[HALF - low] = found
    _SINES[HALF + low] = _SINES[-low] = -found
    _SINES[0] = 0.0  # and not -0.0
    return _SINES[angle]


def sine(angle: int) -> float:
    """Return the sine of an angle in hundredths of a degree; exact for quarter turns."""
    found = _SINES[angle % TURN]
    return _find_sine(angle % TURN) if found == _UNKNOWN else found


def cosine(angle: int) -> float:
    """Return the cosine of an angle in hundredths of a degree; exact for quarter turns."""
    found = _SINES[(angle + QUARTER) % TURN]
    return _find_sine((angle + QUARTER) % TURN) if found == _UNKNOWN else found


_DIRECTIONS: Final[list[tuple[float, float] | None]] = [None] * TURN
"""The cosines and sines that have been asked for together, by angle."""


def direction(angle: int) -> tuple[float, float]:
    """Return the cosine and sine of an angle in hundredths of a degree."""
    angle %= TURN
    found = _DIRECTIONS[angle]
    if found is None:
        found = _DIRECTIONS[angle] = cosine(angle), sine(angle)
    return found


def unit(angle: float) -> tuple[float, float]:
    """Return the cosine and sine of any angle in hundredths of a degree, including fractions."""
    whole = int(angle // 1)
    c, s = cosine(whole), sine(whole)
    rest = (angle - whole) * RADIAN
    if rest == 0:
        return c, s
    square = rest * rest
    fine_s = rest * (1 - square / 6)  # below 2e-4 the next term is beyond the last digit
    fine_c = 1 - square / 2 + square * square / 24
    return c * fine_c - s * fine_s, s * fine_c + c * fine_s


def angle_of(x: float, y: float) -> float:
    """Return the angle from +x to (x, y), in hundredths of a degree from 0 up to TURN. Raises ValueError at (0, 0)."""
    length = sqrt(x * x + y * y)
    if length == 0:
        raise ValueError("the point (0, 0) lies in no direction")
    wide, high = abs(x), abs(y)
    low = min(wide, high) / max(wide, high)
    rough = low * (0.7853981633974483 + 0.273 * (1 - low)) / RADIAN  # accurate to a quarter of a degree
    if high > wide:
        rough = QUARTER - rough
    if x < 0:
        rough = HALF - rough
    if y < 0:
        rough = TURN - rough
    guess = int(rough)
    c, s = cosine(guess), sine(guess)
    rest = (y * c - x * s) / length
    square = rest * rest
    found = guess + rest * (1 + square * (1 / 6 + square * (0.075 + square / 22.4))) / RADIAN
    if found < 0:
        return found + TURN if found + TURN < TURN else 0.0
    return found - TURN if found >= TURN else found


_PER_RADIAN: Final = HALF / 3.141592653589793
_DOUBT: Final = 1e-6
"""Angles in hundredths of a degree that differ by less are not told apart by the math library."""


def heading_towards(x: float, y: float) -> int:
    """Return the heading nearest to the direction (x, y). Raises ValueError at (0, 0)."""
    rough = atan2(-x, y) * _PER_RADIAN + (TURN + 0.5)
    found = int(rough)
    if _DOUBT < rough - found < 1 - _DOUBT and (x or y):
        return found % TURN
    return int(angle_of(x, y) - QUARTER + TURN + 0.5) % TURN


def turned_between(start: int, end: int) -> int:
    """Return the angle from `start` to `end` the shorter way: above -HALF, at most HALF; positive to the left."""
    turn = (end - start) % TURN
    return turn - TURN if turn > HALF else turn
