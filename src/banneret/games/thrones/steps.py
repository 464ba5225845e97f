"""Steps of a round at which a checkpoint can resume: thrones:round.1."""

from __future__ import annotations

from typing import Final

STEPS: Final = (
    "westeros",
    "westeros-1",
    "mustering",
    "westeros-2",
    "clash",
    "westeros-3",
    "planning",
    "shortage",
    "raven",
    "raid",
    "march",
    "power",
    "clean-up",
    "over",
)
