"""The fixed ground of the drawing: land and sea, borders, rivers, names and printed icons."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from banneret.games.thrones.content import board
from banneret.games.thrones.content.components import GARRISON, HOME
from banneret.games.thrones.show.drawing.layout import (
    BEYOND,
    BORDERS,
    BRIDGES,
    EDGE,
    MAP_HEIGHT,
    MAP_WIDTH,
    OUTLINES,
    PANEL_WIDTH,
    PLACES,
    Border,
    Point,
    is_river,
)
from banneret.games.thrones.show.drawing.style import ROOT, patterns, stylesheet
from banneret.games.thrones.show.drawing.symbols import (
    ANCHOR,
    CROWN,
    barrel,
    fortification,
    home,
)
from banneret.games.thrones.show.drawing.words import Words, in_two, words_in
from banneret.show.svg import box, circle, group, named, number, path, tag, text, use

LINE_HEIGHT = 16.0
ICON_STEP = {"stronghold": 25.0, "castle": 18.0, "barrel": 16.0, "crown": 19.0, "crest": 24.0, "garrison": 22.0}
GARRISONED = {area for house, area in HOME.items() if GARRISON[house]}


def ground(blocked: Iterable[str] = (), language: str = "en") -> str:
    """Return what never changes in a match. Areas that nobody may enter are hatched."""
    return _ground(frozenset(blocked), words_in(language))


@lru_cache(maxsize=64)
def _ground(blocked: frozenset[str], words: Words) -> str:
    lands = [board.AREAS[area] for area in board.LAND_AREAS]
    seas = [board.AREAS[area] for area in board.SEA_AREAS]
    shapes = [path_of(area) for area in (*seas, *lands, BEYOND)]
    frame = tag("clipPath", box(0, 0, MAP_WIDTH, MAP_HEIGHT, "clear"), id="frame")
    return group(
        stylesheet(),
        tag("defs", patterns(), frame, *shapes),
        box(0, 0, MAP_WIDTH + PANEL_WIDTH, MAP_HEIGHT, "page"),
        group(*(use(f"shape:{area}", "sea") for area in seas)),
        box(0, 0, MAP_WIDTH, MAP_HEIGHT, "clear", fill="url(#swell)"),
        group(*(use(f"shape:{area}", "land") for area in lands), use(f"shape:{BEYOND}", "snow")),
        group(*(use(f"shape:{area}", "", fill="url(#hatch)", opacity=0.55) for area in lands if area in blocked)),
        group(
            _lines(),
            *(_port(board.AREAS[port], board.AREAS[port] in blocked) for port in board.PORT_AREAS),
            *(_printed(area, words) for area in (*lands, *seas)),
            id="print",
            class_=ROOT,  # CSS rules match it within what `use` repeats, and not beyond
        ),
        id="ground",
    )


def path_of(area: str) -> str:
    """Return the shape of an area, with holes for islands."""
    rings = ("M" + "L".join(f"{number(x)} {number(y)}" for x, y in ring[:-1]) + "Z" for ring in OUTLINES[area])
    return tag("path", id=f"shape:{area}", d="".join(rings), fill_rule="evenodd")


def _kind(area: str) -> int:
    return board.KIND[board.AREA[area]] if area in board.AREA else board.LAND


def _line(border: Border) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in border.points)


def _lines() -> str:
    """Borders between lands and between seas, then coasts, then rivers and the Wall on top."""
    seas, lands, coasts, rivers, walls, bridges = [], [], [], [], [], []
    for border in BORDERS:
        if EDGE in border.between:
            continue
        line, kinds = _line(border), {_kind(area) for area in border.between}
        if kinds == {board.SEA}:
            seas.append(line)
        elif board.SEA in kinds:
            coasts.append(line)
        elif BEYOND in border.between:
            walls.append(line)
        elif is_river(border):
            rivers.append(line)
            bridges += [bridge(border.points[len(border.points) // 2])] if frozenset(border.between) in BRIDGES else []
        else:
            lands.append(line)
    return group(
        path("".join(seas), "line s-swell", stroke_width=2.2, stroke_dasharray="9 5"),
        path("".join(lands), "line s-border", stroke_width=1.8),
        path("".join(coasts), "line s-coast", stroke_width=2.6),
        path("".join(rivers), "line s-river", stroke_width=7.5),
        path("".join(walls), "line s-coast", stroke_width=10),
        path("".join(walls), "line s-snow", stroke_width=6.5, stroke_dasharray="11 9"),
        *bridges,
        box(0, 0, MAP_WIDTH, MAP_HEIGHT, "line s-coast", stroke_width=4),
        clip_path="url(#frame)",
    )


def bridge(at: Point) -> str:
    """Return a bridge over a river that flows from left to right."""
    planks = "M-8 -7V7M-3 -7V7M3 -7V7M8 -7V7"
    return group(
        box(-9, -8, 18, 16, "land"),
        path("M-11 -8H11M-11 8H11", "line s-coast", stroke_width=2.4),
        path(planks, "line s-wood", stroke_width=2.2),
        at=at,
        turn=90,
    )


def _printed(area: str, words: Words) -> str:
    """The name of an area with its icons below."""
    place, a = PLACES[area], board.AREA[area]
    sea = board.KIND[a] == board.SEA
    ink, size = ("sea-ink name sea-name", 17.0) if sea else ("ink name", 14.5)
    halo = " halo s-sea" if sea else " halo s-land"
    x, y = place.at
    name = words.name(area)
    lines = place.lines or (name,)
    if place.lines and name != " ".join(place.lines):
        lines = in_two(name)
    written = [text(x, y + k * LINE_HEIGHT * size / 14.5, line, size, ink + halo) for k, line in enumerate(lines)]
    return group(*written, _icons(area), part=named("label", area))


def icon_row(area: str) -> dict[str, Point]:
    """Return the position of each printed icon of an area and of its garrison: `crown`, `crown2`."""
    a = board.AREA[area]
    kinds: list[str] = [_fort(a)] if a in board.FORTIFIED else []
    kinds += ["garrison"] if a in GARRISONED else []
    kinds += ["crest"] if board.HOME_OF[a] else []
    kinds += ["barrel"] * board.SUPPLY[a] + ["crown"] * board.POWER[a]
    x, y = PLACES[area].at
    y += LINE_HEIGHT * max(1, len(PLACES[area].lines)) + 3
    x -= sum(ICON_STEP[kind] for kind in kinds) / 2
    row: dict[str, Point] = {}
    for kind in kinds:
        name = f"{kind}2" if kind in row else kind
        row[name] = (x + ICON_STEP[kind] / 2, y)
        x += ICON_STEP[kind]
    return row


def _fort(a: int) -> str:
    # A stronghold musters more than a castle: the only difference in the tables.
    return "stronghold" if board.MUSTER_POINTS[a] == max(board.MUSTER_POINTS) else "castle"


def _icons(area: str) -> str:
    house = board.HOME_OF[board.AREA[area]]
    pictures = {"stronghold": fortification("stronghold"), "castle": fortification("castle"), "barrel": barrel()}
    pictures["crown"] = path(CROWN, "gold")
    parts = []
    for icon, at in icon_row(area).items():
        kind = icon.rstrip("2")
        if kind == "crest" and house:
            parts.append(home(house, at))
        elif kind == "garrison":
            parts.append(group(box(-8, -9, 16, 18, "line s-stone", r=3, stroke_dasharray="3 2"), at=at))
        else:
            parts.append(group(pictures[kind], at=at))
    return "".join(parts)


def _port(port: str, blocked: bool) -> str:
    """A port: an anchor on the coast, and the basin for its ships beside it."""
    (x, y), (basin_x, basin_y) = PLACES[port].at, PLACES[port].pieces
    hatch = circle(x, y, 13, "", fill="url(#hatch)") if blocked else ""
    return group(
        box(basin_x - 38, basin_y - 20, 76, 40, "card s-coast", r=20, stroke_width=1.6, fill_opacity=0.55),
        circle(x, y, 14, "card s-coast", stroke_width=2),
        group(path(ANCHOR, "line s-sea-ink", stroke_width=2.2), at=(x, y)),
        hatch,
        part=named("port", port),
    )
