"""Directions and poses: the names of sides and hands, and the pose of a unit."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.match_state import MatchState, label
from banneret.plane import Pose, Side

TOWARDS: Final = {"front": Side.FRONT, "right": Side.RIGHT, "rear": Side.REAR, "left": Side.LEFT}
HANDS: Final = ("ahead", "left", "right")


def pose_of(state: MatchState, unit: int) -> Pose:
    """Return the pose of a unit. Raises ValueError if it is not on the table."""
    pose = state.poses[unit]
    if pose is None:
        raise ValueError(f"{label(state, unit)} is not on the table")
    return Pose(*pose)
