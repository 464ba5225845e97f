"""95% intervals of measured shares and means."""

from __future__ import annotations

import math
from collections.abc import Sequence

Z95 = 1.959963984540054
"""95% of the normal distribution is within this many standard deviations."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the Wilson 95% interval for the share `wins / games`."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    spread = 1 + Z95**2 / games
    centre = (share + Z95**2 / (2 * games)) / spread
    half = Z95 / spread * math.sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2))
    return max(0.0, centre - half), min(1.0, centre + half)


def mean_within(values: Sequence[float], lowest: float, highest: float) -> tuple[float, float, float]:
    """Return the mean of values between two bounds, with its interval: that of their share of the range (Wilson).

    It is too wide rather than too narrow unless all values are at the bounds.
    """
    mean = sum(values) / len(values)
    low, high = wilson(sum((value - lowest) / (highest - lowest) for value in values), len(values))
    return mean, lowest + low * (highest - lowest), lowest + high * (highest - lowest)
