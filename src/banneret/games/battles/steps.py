"""The steps of a match, which are the kinds of turn that can follow a checkpoint (battles:round.2)."""

from __future__ import annotations

from typing import Final

SKIRMISH: Final = ("commanders", "forces", "strew", "line-up")
"""The steps before a skirmish, in order: battles:c15.3 to battles:c15.9."""
PREPARING: Final = ("palisades", "targets", "hiding")
"""The steps before the battle of a plan that requires them, in order."""
ROUND: Final = ("rally", "marshal", "command", "regroup", "discard", "recover")
OVER: Final = "over"
STEPS: Final = (*SKIRMISH, *PREPARING, *ROUND, OVER)
