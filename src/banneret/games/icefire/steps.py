"""The steps of a match: the possible next turns of a checkpoint. `rules/round.py` has the flow of each."""

from __future__ import annotations

from typing import Final

STEPS: Final = (
    "missions",  # the players choose missions, in some modes
    "terrain",  # the players place terrain, if they do
    "zones",  # deployment zones, and what precedes deployment
    "deploy",  # one combat unit
    "first",  # the First Player is named, hands are drawn
    "round-start",
    "turn",
    "score",  # the first half of the Clean-Up Phase
    "refill",  # the second half
    "over",
)
