"""Convex polygons clipped by straight lines, and their areas in square milli-units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from banneret.plane.shapes import Point, area_of


class HalfPlane(NamedTuple):
    """All points p with p * (nx, ny) <= limit; (nx, ny) need not be normalized."""

    nx: float
    ny: float
    limit: float


def clip(corners: Sequence[Point], half: HalfPlane) -> Sequence[Point]:
    """Return the part of a convex polygon in a half plane; if it only touches the line, a point or a segment."""
    nx, ny, limit = half
    outs = [nx * x + ny * y - limit for x, y in corners]
    if max(outs) <= 0:
        return corners
    if min(outs) > 0:
        return ()
    kept: list[Point] = []
    before, out_before = corners[-1], outs[-1]
    for corner, out in zip(corners, outs, strict=True):
        if (out < 0 < out_before) or (out_before < 0 < out):
            part = out_before / (out_before - out)
            kept.append((before[0] + (corner[0] - before[0]) * part, before[1] + (corner[1] - before[1]) * part))
        if out <= 0:
            kept.append(corner)
        before, out_before = corner, out
    return kept


def clip_all(corners: Sequence[Point], region: Sequence[HalfPlane]) -> Sequence[Point]:
    """Return the part of a convex polygon that lies in all the half planes."""
    for half in region:
        corners = clip(corners, half)
        if not corners:
            break
    return corners


def share(corners: Sequence[Point], region: Sequence[HalfPlane]) -> float:
    """Return the area of the part of a convex polygon that lies in all the half planes."""
    return area_of(clip_all(corners, region))


def largest(shares: Sequence[float], whole: float, tie: float) -> tuple[int, ...]:
    """Return the indices of the largest share and of those within `tie` of the whole of it.

    The largest comes first. Empty if all shares are 0.
    """
    most = max(shares)
    if most <= 0:
        return ()
    found = [number for number, one in enumerate(shares) if one > 0 and most - one <= tie * whole]
    return tuple(sorted(found, key=lambda number: -shares[number]))
