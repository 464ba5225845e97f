"""The drawing's fixed ground: the plan's hexes on grass, with rivers, roads and terrain, the same in every language."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.games.battles.content.scenario import Scenario
from banneret.games.battles.show.drawing import symbols
from banneret.games.battles.show.drawing.layout import HOUSE_STYLES, SIZE, Places, places_of
from banneret.games.battles.show.drawing.style import ROOT, patterns, stylesheet
from banneret.hexes import OUTSIDE
from banneret.show.svg import box, circle, group, path, tag, text, use
from banneret.show.tabletop.figures import FIGURES
from banneret.show.tabletop.ground import stock, texture
from banneret.show.tabletop.terrain import Chance

DESK: Final = 600.0
"""How far the desk under the board continues beyond the sheet."""
WATER: Final = frozenset({"river", "ford"})
LABEL_SIZE: Final = 11.6
PIECES: Final = {
    "forest": ("forest", 84.0, 78.0),
    "hill": ("rise", 76.0, 70.0),
    "building": ("houses", 58.0, 58.0),
    "mountain": ("rocks", 82.0, 76.0),
    "marsh": ("bog", 84.0, 74.0),
}
"""Kinds and sizes of what is drawn in hexes of a terrain."""


@lru_cache(maxsize=128)
def ground(plan: Scenario) -> str:
    """Return the part of the drawing that never changes in a match."""
    places = places_of(plan)
    board = "".join(places.outline(place) for place in range(len(places.board)))
    clip = tag("clipPath", tag("path", d=board), id="clip:board")
    plinths = "".join(group(symbols.plinth(house), id=f"plinth:{house}", class_=ROOT) for house in HOUSE_STYLES)
    return group(
        stylesheet(),
        tag("defs", patterns(), clip, plinths, stock(ROOT, FIGURES, PIECES)),
        box(-DESK, -DESK, places.width + 2 * DESK, places.height + 2 * DESK, "desk rim"),
        path(board, "edge-of-board s-edge-of-board", stroke_width=14),
        group(
            texture("meadow", 0, 0, places.width, places.height),
            _roads(places, plan),
            _water(places, plan),
            clip_path="url(#clip:board)",
        ),
        *(_picture(places, plan, place) for place in range(len(places.board))),
        path(board, "line s-grid net", stroke_width=1.3),
        *(_label(places, place) for place in range(len(places.board))),
        _edges(places, plan),
        id="ground",
    )


def _roads(places: Places, plan: Scenario) -> str:
    lines = "".join("M" + "L".join("{:.1f} {:.1f}".format(*places.at(label)) for label in road) for road in plan.roads)
    if not lines:
        return ""
    strokes = (("s-ruts", 17, 0.7, None), ("s-road", 13, 1, None), ("s-ruts", 1.5, 0.6, "7 6"))
    return "".join(
        path(lines, f"line {colour}", stroke_width=width, opacity=opacity, stroke_dasharray=dashes)
        for colour, width, opacity, dashes in strokes
    )


def _water(places: Places, plan: Scenario) -> str:
    """Return rivers as one body of water, with its shore, waves and fords."""
    wet = [place for place, terrain in enumerate(plan.terrain) if terrain in WATER]
    if not wet:
        return ""
    body = "".join(places.outline(place) for place in wet)
    shore = "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*a, *b)
        for place in wet
        for direction, to in enumerate(places.board.steps[place])
        if to == OUTSIDE or plan.terrain[to] not in WATER
        for a, b in (places.layout.side(places.board.hexes[place], direction),)
    )
    chance, waves, stones = Chance(2), [], []
    for place in wet:
        x, y = places.at(places.board.labels[place])
        ford = plan.terrain[place] == "ford"
        waves += [f"M{x + chance(-34, 18):.0f} {y + chance(-24, 24):.0f}q4 -4 8 0t8 0" for _ in range(2 if ford else 5)]
        if ford:
            stones += [circle(x + dx, y + dy, 5 + k % 3, "t-stone edged") for k, (dx, dy) in enumerate(_STONES)]
    fords = "".join(places.outline(place) for place in wet if plan.terrain[place] == "ford")
    return (
        path(body, "water s-water", stroke_width=1)
        + (path(fords, "wash") if fords else "")
        + path(shore, "line s-shore", stroke_width=11)
        + path(shore, "line s-bank", stroke_width=3)
        + path("".join(waves), "wash-line")
        + "".join(stones)
    )


_STONES: Final = ((-26, -12), (-10, -20), (8, -12), (24, -18), (-20, 10), (-2, 4), (16, 8), (28, 14), (2, 22))


def _picture(places: Places, plan: Scenario, place: int) -> str:
    terrain = plan.terrain[place]
    if terrain not in PIECES:
        return ""
    x, y = places.at(plan.board.labels[place])
    return use(f"terrain:{terrain}", "", x=x, y=y)


def _label(places: Places, place: int) -> str:
    label = places.board.labels[place]
    x, y = places.at(label)
    return text(x, y + SIZE - 15, label, LABEL_SIZE, "ink halo near kept")


def _edges(places: Places, plan: Scenario) -> str:
    """Return the board edge of each House: a bar in its colour and pattern, with its crest."""
    found = []
    for house, side in (("stark", plan.edges.stark), ("lannister", plan.edges.lannister)):
        y = 11.0 if side == "north" else places.height - 11
        width = places.width - 60
        found.append(box(30, y - 5, width, 10, f"h-{house} token", r=5))
        found.append(box(30, y - 5, width, 10, "weave", r=5, fill=f"url(#weave-{house})"))
        found.append(group(symbols.crest_disc(house), at=(places.width / 2, y)))
    return group(*found)
