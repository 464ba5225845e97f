"""Outlines of areas and borders as smooth curves, with coves along the coasts."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import Final

from banneret.games.thrones.content import board
from banneret.games.thrones.show.drawing.layout import BEYOND, BORDERS, EDGE, MAP_HEIGHT, MAP_WIDTH, Border, Point
from banneret.show.svg import number

COVE: Final = 9.0
"""Length of a cove along the coast."""
DEPTH: Final = 2.4
"""Maximum depth of a cove."""
BEYOND_EDGE: Final = 600.0
"""Distance that the sea continues beyond the printed edge, so that large screens show no edge."""


def kind_of(area: str) -> int:
    """Return the kind of an area; `BEYOND` and `EDGE` count as land."""
    return board.KIND[board.AREA[area]] if area in board.AREA else board.LAND


def is_coast(border: Border) -> bool:
    """Return True if a border separates land from sea."""
    return EDGE not in border.between and {kind_of(area) for area in border.between} == {board.LAND, board.SEA}


@cache
def line_of(border: Border) -> tuple[Point, ...]:
    """Return the points of a border: coasts get coves, lines that meet the printed edge continue beyond it."""
    points = border.points
    if EDGE in border.between:
        return tuple(_beyond(point) for point in points)
    made = [points[0]]
    for one, other in pairwise(points):
        if is_coast(border):
            made += _coves(one, other)
        made.append(other)
    ends = [made[0]] if (start := _beyond(made[0])) == made[0] else [start, made[0]]
    last = [] if (end := _beyond(made[-1])) == made[-1] else [end]
    return (*ends, *made[1:], *last)


def _beyond(point: Point) -> Point:
    x, y = point
    x = -BEYOND_EDGE if x <= 0 else MAP_WIDTH + BEYOND_EDGE if x >= MAP_WIDTH else x
    y = -BEYOND_EDGE if y <= 0 else MAP_HEIGHT + BEYOND_EDGE if y >= MAP_HEIGHT else y
    return x, y


def _coves(one: Point, other: Point) -> list[Point]:
    """Return points between two neighbours on a coast, displaced to either side."""
    length = math.dist(one, other)
    parts = max(1, round(length / COVE))
    across = ((one[1] - other[1]) / length, (other[0] - one[0]) / length)
    found = []
    for part in range(1, parts):
        share = part / parts
        x, y = one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
        aside = DEPTH * math.sin(x * 12.9898 + y * 78.233) * (1 if length > 2 * COVE else 0.6)
        found.append((x + across[0] * aside, y + across[1] * aside))
    return found


@cache
def rings_of(area: str) -> tuple[tuple[tuple[Point, ...], ...], ...]:
    """Return the lines around an area, ring by ring; the widest ring is first, the others are islands in it."""
    left = [line_of(border) for border in BORDERS if area in border.between]
    rings = []
    while left:
        ring = [left.pop(0)]
        while ring[0][0] != ring[-1][-1]:
            end = ring[-1][-1]
            following = next((line for line in left if end in (line[0], line[-1])), None)
            if following is None:
                break
            left.remove(following)
            ring.append(following if following[0] == end else following[::-1])
        rings.append(tuple(ring))
    return tuple(sorted(rings, key=_span, reverse=True))


def _span(ring: tuple[tuple[Point, ...], ...]) -> float:
    xs = [x for line in ring for x, _ in line]
    return max(xs) - min(xs)


def outline_of(area: str) -> str:
    """Return the outline of an area as SVG path data, with holes for islands."""
    return "".join(f"M{_pair(ring[0][0])}{''.join(map(_curve, ring))}Z" for ring in rings_of(area))


def stroke_of(border: Border) -> str:
    """Return a border as SVG path data."""
    line = line_of(border)
    return f"M{_pair(line[0])}{_curve(line)}"


def _curve(line: tuple[Point, ...]) -> str:
    """Return path data that continues along a line, with the same curve in both directions so that areas match."""
    if len(line) == 2:
        return f"L{_pair(line[1])}"
    last = len(line) - 2
    made = []
    for k in range(1, last + 1):
        (x, y), (u, v) = line[k], line[k + 1]
        end = (u, v) if k == last else ((x + u) / 2, (y + v) / 2)
        made.append(f"Q{_pair((x, y))} {_pair(end)}")
    return "".join(made)


def _pair(point: Point) -> str:
    return f"{number(round(point[0], 1))} {number(round(point[1], 1))}"


def sampled(area: str, steps: int = 4) -> tuple[tuple[Point, ...], ...]:
    """Return the rings of an area as points along its curves, `steps` for each curve segment."""
    return tuple(tuple(point for line in ring for point in _sampled(line, steps)[:-1]) for ring in rings_of(area))


def _sampled(line: tuple[Point, ...], steps: int) -> list[Point]:
    if len(line) == 2:
        return list(line)
    last = len(line) - 2
    at, made = line[0], [line[0]]
    for k in range(1, last + 1):
        (x, y), (u, v) = line[k], line[k + 1]
        end = (u, v) if k == last else ((x + u) / 2, (y + v) / 2)
        for step in range(1, steps + 1):
            t = step / steps
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            made.append((a * at[0] + b * x + c * end[0], a * at[1] + b * y + c * end[1]))
        at = end
    return made


AREAS_OF_LAND: Final = (*(board.AREAS[area] for area in board.LAND_AREAS), BEYOND)
