"""What dice are worth on average, and what their faces are worth."""

from __future__ import annotations

from functools import cache
from math import fsum
from typing import Final

from banneret.games.runewars.attack_actions import shown
from banneret.games.runewars.content.components import Icon, components

ICONS: Final[dict[Icon, float]] = {"hit": 1.0, "surge": 0.35, "mortal-strike": 0.9, "accuracy": 0.15, "morale": 0.35}
"""The value of icons, in hits."""


@cache
def hits_of(die: str) -> float:
    """Return the average value of a die of this colour, in hits."""
    faces = components().dice[die].faces
    return fsum(fsum(ICONS[icon] for icon in face) for face in faces) / len(faces)


@cache
def bare_hits_of(die: str) -> float:
    """Return the average number of hits of a die of this colour."""
    faces = components().dice[die].faces
    return fsum(face.count("hit") for face in faces) / len(faces)


@cache
def worth_of_shown() -> dict[str, float]:
    """Return the value of each die face in hits, by its id, minus the average of the die."""
    return {
        shown(die.id, face): fsum(ICONS[icon] for icon in face) - hits_of(die.id)
        for die in components().dice.values()
        for face in die.faces
    }
