"""Steps of a match at which a checkpoint can resume; `rules/round.py` has the flow of each."""

from __future__ import annotations

from typing import Final

STEPS: Final = (
    "missions",  # the players choose missions, in some modes
    "terrain",  # the players place terrain, depending on the options
    "zones",  # deployment zones, and what precedes deployment
    "deploy",  # one combat unit
    "first",  # the First Player is named, hands are drawn
    "round-start",
    "turn",
    "score",  # the first half of the Clean-Up Phase
    "refill",  # the second half
    "over",
)
