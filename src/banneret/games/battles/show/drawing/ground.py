"""The drawing's fixed ground: the plan's hexes, distinguished by picture, letter and colour, and the roads."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.games.battles.content.scenario import Scenario
from banneret.games.battles.show.drawing.layout import SIZE, Places, places_of
from banneret.games.battles.show.drawing.style import patterns, stylesheet
from banneret.games.battles.show.drawing.words import Words, words_in
from banneret.show.svg import box, fitting, group, path, tag, text

_TREE: Final = "M0 -11L7 2H2V7H-2V2H-7Z"
_HILL: Final = "M-26 -8Q-14 -26 0 -12Q12 -30 26 -8M-14 -16Q-12 -20 -9 -19"
_WAVE: Final = "M-34 {y}q8 -6 16 0t16 0t16 0t16 0"
_HOUSE: Final = "M-16 4V-8L0 -22L16 -8V4H5V-5H-5V4Z"
_PEAKS: Final = "M-28 6L-12 -24L-2 -8L8 -28L28 6ZM-16 -16L-12 -12L-8 -17M3 -18L8 -13L13 -19"
_REED: Final = "M-6 4V-8M0 4V-12M6 4V-8M-9 4H9"
SPOTS: Final = ((-25, -17), (24, -19), (-2, -30), (-31, 5), (31, 4))
"""Positions of small pictures in a hex, around its centre."""


def ground(plan: Scenario, language: str = "en") -> str:
    """Return the part of the drawing that never changes in a match."""
    return _ground(plan, words_in(language))


@lru_cache(maxsize=128)
def _ground(plan: Scenario, words: Words) -> str:
    places = places_of(plan)
    return group(
        stylesheet(),
        tag("defs", patterns()),
        box(0, 0, places.width, places.height, "page"),
        group(*(_hex(places, plan, place) for place in range(len(places.board)))),
        _roads(places, plan),
        group(*(_picture(places, plan, place, words) for place in range(len(places.board)))),
        _edges(places, plan, words),
        id="ground",
    )


def _hex(places: Places, plan: Scenario, place: int) -> str:
    terrain = plan.terrain[place]
    return path(places.outline(place), f"{terrain} s-grid", stroke_width=1.2)


def _roads(places: Places, plan: Scenario) -> str:
    lines = "".join("M" + "L".join("{:.1f} {:.1f}".format(*places.at(label)) for label in road) for road in plan.roads)
    return path(lines, "line s-road", stroke_width=9, opacity=0.75) if lines else ""


def _picture(places: Places, plan: Scenario, place: int, words: Words) -> str:
    terrain, label = plan.terrain[place], plan.board.labels[place]
    at = places.at(label)
    name = "" if terrain == "plains" else words.name(terrain)
    return group(
        _symbol(terrain),
        text(0, SIZE - 9, label, 9.5, "soft"),
        text(0, SIZE - 20, name, fitting(name, 10, 58), "ink strong") if name else "",
        at=at,
    )


def _symbol(terrain: str) -> str:
    match terrain:
        case "forest":
            return group(*(path(_TREE, "leaf", transform=f"translate({x} {y})") for x, y in SPOTS))
        case "hill":
            return path(_HILL, "line s-earth", stroke_width=2.4)
        case "river":
            return path("".join(_WAVE.format(y=y) for y in (-22, -4, 14)), "line s-wave", stroke_width=2)
        case "ford":
            stones = "".join(f"M{x} {y}h7" for x, y in ((-28, -14), (-8, -20), (14, -14), (-20, 8), (4, 12), (22, 4)))
            return path(_WAVE.format(y=-4), "line s-wave", stroke_width=1.6) + path(
                stones, "line s-rock", stroke_width=4.5
            )
        case "building":
            return path(_HOUSE, "wall", transform="translate(0 -12)")
        case "mountain":
            return path(_PEAKS, "line s-rock", stroke_width=2.4)
        case "marsh":
            return group(
                *(path(_REED, "line s-leaf", stroke_width=1.6, transform=f"translate({x} {y})") for x, y in SPOTS[:3])
            )
        case _:
            return ""


def _edges(places: Places, plan: Scenario, words: Words) -> str:
    """Return the board edge of each House."""
    found = []
    for house, side in (("stark", plan.edges.stark), ("lannister", plan.edges.lannister)):
        y = 13 if side == "north" else places.map_height - 13
        width = places.map_width - 60
        found.append(box(30, y - 6, width, 12, f"h-{house}", r=6))
        found.append(box(30, y - 6, width, 12, "weave", r=6, fill=f"url(#weave-{house})"))
        name = words.name(house)
        found.append(box(places.map_width / 2 - 45, y - 9, 90, 18, f"h-{house} token", r=9))
        found.append(text(places.map_width / 2, y, name, 12, f"hi-{house} strong"))
    return group(*found)
