"""The steps of a match: what the next turn of a checkpoint can be. `rules/round.py` has the flow of each."""

from __future__ import annotations

from typing import Final

STEPS: Final = (
    "missions",  # the players choose missions, in modes in which they do
    "terrain",  # the players place terrain, if they do
    "zones",  # who deploys where, and what is done before deployment
    "deploy",  # one combat unit
    "first",  # the First Player is named, hands are drawn
    "round-start",
    "turn",
    "score",  # the first half of the Clean-Up Phase
    "refill",  # the second half
    "over",
)
