"""Terrain in the way of a unit."""

from __future__ import annotations

from functools import cache, lru_cache
from math import fsum, hypot
from typing import Final

from banneret.games.runewars.content.tabletop import TRAY, piece_of, side_of
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.state import cells_of
from banneret.games.runewars.units.formation import Cells
from banneret.plane import Pose, cosine, sine

FREE: Final = 4.0 * TRAY
"""The distance ahead of a unit that should be clear."""


def barred(state: MatchState, unit: int, pose: Pose, free: float = FREE) -> float:
    """Return how much terrain that the unit cannot enter blocks its front: 1 directly ahead, 0 from `free` on."""
    cells = cells_of(state, unit)
    wide, deep = size_of(cells)
    nearest = free
    c, s = cosine(pose.heading), sine(pose.heading)
    for piece, there in zip(state.pieces, state.piece_poses, strict=True):
        if there is None:
            continue
        dx, dy = there[0] - pose.x, there[1] - pose.y
        right, ahead = dx * c + dy * s, dy * c - dx * s  # `to_local`, with one heading for all pieces
        if ahead <= 0:
            continue
        radius = radius_of(piece)
        gap = max(0.0, ahead - deep * TRAY / 2 - radius)
        # a unit does not enter what it already touches
        can_enter = gap > TRAY / 4 and side_of(piece).capacity >= len(cells)
        if abs(right) < wide * TRAY / 2 + radius and not can_enter:
            nearest = min(nearest, gap)
    return 1.0 - nearest / free


@lru_cache(maxsize=1 << 10)
def size_of(cells: Cells) -> tuple[int, int]:
    """Return the number of columns and rows that the trays of a unit take up."""
    wide, deep = (max(one) - min(one) + 1 for one in zip(*cells, strict=True)) if cells else (0, 0)
    return wide, deep


@cache
def radius_of(piece: str) -> float:
    """Return the approximate radius of a terrain piece from its centre."""
    outline = piece_of(piece).outline
    return fsum(hypot(x, y) for x, y in outline) / len(outline)
