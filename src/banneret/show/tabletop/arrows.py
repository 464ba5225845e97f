"""The arrow of an attack, from the attacker to the defender."""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from banneret.show.svg import number, path

Point: TypeAlias = tuple[float, float]

LEAST: Final = 1.0
"""The length below which there is no arrow, in units of the drawing."""


def attack_arrow(start: Point, end: Point, side: str) -> str:
    """Return an arrow between two points in the colors of a side."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay)
    if length < LEAST:
        return ""
    dx, dy = (bx - ax) / length, (by - ay) / length
    heads = ((bx - dx * 14 - dy * 8, by - dy * 14 + dx * 8), (bx - dx * 14 + dy * 8, by - dy * 14 - dx * 8))
    line = f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}" + "".join(
        f"M{number(x)} {number(y)}L{number(bx)} {number(by)}" for x, y in heads
    )
    return path(line, f"line pis-{side}", stroke_width=8) + path(line, f"line ps-{side}", stroke_width=4.5)
