"""Approximate chances of attacks, house cards unknown."""

from __future__ import annotations

import math
from typing import Final

SPAN: Final = 9
"""Surpluses of strength beyond this make no further difference."""
CHANCE: Final = tuple(1 / (1 + math.exp(0.3 - 0.9 * d)) for d in range(-SPAN, SPAN + 1))
"""Over surpluses of strength: the chance of an attack."""
OPEN: Final = 0.85
"""Chance that an army takes an area which nobody defends: there is no combat."""
SEIZED: Final = 1.0
"""The same for a house that fears for its own area."""
RISK: Final = tuple(0.82 / (1 + math.exp(0.2 - 0.75 * d)) for d in range(-SPAN, SPAN + 1))
"""Over surpluses of strength: how often castles and strongholds were lost in matches of bots."""


def chance_of(difference: int) -> float:
    """Return the approximate chance of an attack with this surplus of strength, house cards unknown."""
    return CHANCE[max(-SPAN, min(SPAN, difference)) + SPAN]


def risk_of(difference: int) -> float:
    """Return how likely an army next to a guarded castle or stronghold takes it, if it is to march."""
    return RISK[max(-SPAN, min(SPAN, difference)) + SPAN]


def open_chance(difference: int) -> float:  # noqa: ARG001  # in place of `chance_of`
    """Return the chance to take an area that nobody defends."""
    return OPEN
