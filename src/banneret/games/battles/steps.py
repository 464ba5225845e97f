"""The steps of a match: what the next turn of a checkpoint can be (battles:round.2)."""

from __future__ import annotations

from typing import Final

SKIRMISH: Final = ("commanders", "forces", "strew", "line-up")
"""Before a skirmish, in this order: battles:c15.3 to battles:c15.9."""
PREPARING: Final = ("palisades", "targets", "hiding")
"""Before the battle of a plan that asks for it, in this order."""
ROUND: Final = ("rally", "marshal", "command", "regroup", "discard", "recover")
OVER: Final = "over"
STEPS: Final = (*SKIRMISH, *PREPARING, *ROUND, OVER)
