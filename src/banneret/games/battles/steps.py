"""The steps of a round: what the next turn of a checkpoint can be (battles:round.2)."""

from __future__ import annotations

from typing import Final

STEPS: Final = ("rally", "marshal", "command", "regroup", "discard", "recover", "over")
