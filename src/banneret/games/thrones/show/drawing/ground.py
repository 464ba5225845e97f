"""The static background: sea and land with its relief, and the definitions that other layers reference."""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.games.thrones.content import board
from banneret.games.thrones.show.drawing import terrain
from banneret.games.thrones.show.drawing.figures import figures
from banneret.games.thrones.show.drawing.layout import (
    BEYOND,
    BORDERS,
    BRIDGES,
    EDGE,
    MAP_HEIGHT,
    MAP_WIDTH,
    Point,
    is_river,
)
from banneret.games.thrones.show.drawing.shapes import BEYOND_EDGE, is_coast, kind_of, line_of, outline_of, stroke_of
from banneret.games.thrones.show.drawing.style import ROOT, patterns, stylesheet
from banneret.show.svg import box, group, path, tag, use

SHADOWS: Final = ((16, 0.08), (11, 0.1), (7, 0.14), (4, 0.2))
"""Width and opacity of the strokes that form the shadow of the land on the sea."""


@cache
def ground() -> str:
    """Return the background layer, which is the same in every match and language."""
    lands = [board.AREAS[area] for area in board.LAND_AREAS]
    seas = [board.AREAS[area] for area in board.SEA_AREAS]
    areas = (*seas, *lands, BEYOND)
    whole = (-BEYOND_EDGE, -BEYOND_EDGE, MAP_WIDTH + 2 * BEYOND_EDGE, MAP_HEIGHT + 2 * BEYOND_EDGE)
    return group(
        stylesheet(),
        tag(
            "defs",
            patterns(),
            *(tag("path", id=f"shape:{area}", d=outline_of(area), fill_rule="evenodd") for area in areas),
            *(tag("clipPath", use(f"shape:{area}", ""), id=f"clip:{area}") for area in (*seas, *lands)),
            _coasts(),
            figures(),
            terrain.markers(),
            _print(),
        ),
        box(*whole, "sea"),
        box(*whole, "", fill="url(#depths)"),
        box(*whole, "", fill="url(#swell)"),
        terrain.rings(),
        _shadow(),
        group(*(use(f"shape:{area}", "land") for area in lands), use(f"shape:{BEYOND}", "snow")),
        terrain.shade(),
        id="ground",
    )


def _shadow() -> str:
    """Return the shadow that the land casts on the sea."""
    strokes = (use("coasts", "line", stroke="#06222b", stroke_width=wide, opacity=pale) for wide, pale in SHADOWS)
    return group(*strokes, at=(0, 3))


def _coasts() -> str:
    return tag("path", id="coasts", d="".join(stroke_of(border) for border in BORDERS if is_coast(border)))


def _print() -> str:
    """Return the part of the map drawn above the colours of the houses: glyphs, borders, coasts, rivers, the Wall."""
    seas, lands, rivers, walls, bridges = [], [], [], [], []
    for border in BORDERS:
        if EDGE in border.between:
            continue
        stroke, kinds = stroke_of(border), {kind_of(area) for area in border.between}
        if kinds == {board.SEA}:
            seas.append(stroke)
        elif board.SEA in kinds:
            continue
        elif BEYOND in border.between:
            walls.append(stroke)
        elif is_river(border):
            rivers.append(stroke)
            if frozenset(border.between) in BRIDGES:
                line = line_of(border)
                bridges.append(bridge(line[len(line) // 2]))
        else:
            lands.append(stroke)
    return group(
        terrain.glyphs(),
        path("".join(seas), "line s-sea-ink", stroke_width=1.6, stroke_dasharray="2 7", stroke_opacity=0.75),
        path("".join(lands), "line s-border", stroke_width=1.7, stroke_opacity=0.9),
        use("coasts", "line s-coast", stroke_width=2),
        path("".join(rivers), "line s-bank", stroke_width=8),
        path("".join(rivers), "line s-river", stroke_width=5.2),
        path("".join(walls), "line s-coast", stroke_width=11),
        path("".join(walls), "line s-wall", stroke_width=8),
        path("".join(walls), "line s-swell", stroke_width=8, stroke_dasharray="1.5 9", stroke_linecap="butt"),
        *bridges,
        id="print",
        class_=ROOT,  # needed for CSS rules to match inside the shadow tree of a `use` element
    )


def bridge(at: Point) -> str:
    """Return a bridge, centred on a point of a river that flows from left to right."""
    return group(
        box(-10, -7, 20, 14, "land"),
        path("M-12 -8H12M-12 8H12", "line s-coast", stroke_width=2.2),
        path("M-7 -7V7M-2.5 -7V7M2.5 -7V7M7 -7V7", "line s-border", stroke_width=1.4),
        at=at,
        turn=90,
    )
