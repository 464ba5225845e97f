"""Layout of the drawing, read from data files: borders, outlines, and positions of names and pieces."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from banneret.games.thrones.content import board
from banneret.games.thrones.content.components import HOUSES
from banneret.games.thrones.content.datafile import DataFile
from banneret.show.stylesheet import Colour

Point = tuple[float, float]
EDGE = "edge"
BEYOND = "beyond-the-wall"


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Positions of an area's name and pieces; icons are placed below the name."""

    id: str
    at: tuple[float, float]
    pieces: tuple[float, float]
    row: int = 4
    """Number of pieces that fit side by side."""
    lines: tuple[str, ...] = ()
    """Lines of the name, if it does not fit in one."""


class HouseStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Colours, pattern, letter and crest of a house, so that it is recognizable without colour vision."""

    id: str
    letter: str
    fill: str
    ink: str
    day: str
    """Colour on the map in light mode."""
    night: str
    """Colour on the map in dark mode."""
    pattern: str
    crest: str


class _Border(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    between: tuple[str, str]
    points: str


class Border(msgspec.Struct, frozen=True):
    """A line between two areas, or between an area and `EDGE`."""

    between: tuple[str, str]
    points: tuple[Point, ...]


def _read_borders(file: DataFile) -> tuple[Border, ...]:
    known = {*board.AREAS, EDGE, BEYOND}
    borders = []
    for raw in file.entries("border", _Border, by="points"):
        pairs = (pair.split(",") for pair in raw.points.split())
        for area in raw.between:
            file.one_of("border", "between", area, known)
        borders.append(Border(raw.between, tuple((float(x), float(y)) for x, y in pairs)))
    return tuple(borders)


def _outlines(borders: tuple[Border, ...]) -> dict[str, tuple[tuple[Point, ...], ...]]:
    """Join the borders of each area into rings. The first, the widest, is its outline; the others are islands in it."""
    lines: dict[str, list[tuple[Point, ...]]] = defaultdict(list)
    for border in borders:
        for area in border.between:
            lines[area].append(border.points)
    rings = {area: _rings(parts) for area, parts in lines.items() if area != EDGE}
    return {area: tuple(sorted(found, key=_span, reverse=True)) for area, found in rings.items()}


def _rings(lines: list[tuple[Point, ...]]) -> list[tuple[Point, ...]]:
    left, rings = list(lines), []
    while left:
        ring = list(left.pop(0))
        while ring[0] != ring[-1]:
            end = ring[-1]
            following = next(line for line in left if end in (line[0], line[-1]))
            left.remove(following)
            ring += following[1:] if following[0] == end else following[-2::-1]
        rings.append(tuple(ring))
    return rings


def _span(ring: tuple[Point, ...]) -> float:
    xs = [x for x, _ in ring]
    return max(xs) - min(xs)


def _read_places(file: DataFile) -> dict[str, Place]:
    places = {place.id: place for place in file.entries("place", Place)}
    file.all_of("place", "id", tuple(places), board.AREAS)
    for area, name in zip(board.AREAS, board.NAMES, strict=True):
        if places[area].lines and " ".join(places[area].lines) != name:
            file.fail(area, "lines", f"do not make up '{name}'")
    return places


def _read_houses(file: DataFile) -> dict[str, HouseStyle]:
    styles = {style.id: style for style in file.entries("house", HouseStyle)}
    file.all_of("house", "id", tuple(styles), HOUSES)
    return styles


def _read_bridges(file: DataFile) -> frozenset[frozenset[str]]:
    bridges = frozenset(frozenset(pair) for pair in file.content.get("bridges", ()))
    for bridge in bridges:
        one, other = sorted(bridge)
        if board.AREA[other] not in board.ADJACENT_SETS[board.AREA[one]]:
            file.fail("bridges", one, f"a bridge to '{other}', which it does not touch")
    return bridges


_GROUND = DataFile.read("ground.toml")
_DRAWING = DataFile.read("drawing.toml")

MAP_WIDTH: float = _GROUND.content["width"]
MAP_HEIGHT: float = _GROUND.content["height"]
TINT: tuple[float, float] = (_DRAWING.content["tint"]["light"], _DRAWING.content["tint"]["dark"])
"""Opacity of the controlling house's colour on an area, in light and dark mode."""

BORDERS: tuple[Border, ...] = _read_borders(_GROUND)
OUTLINES: dict[str, tuple[tuple[Point, ...], ...]] = _outlines(BORDERS)
PLACES: dict[str, Place] = _read_places(_DRAWING)
COLOURS: tuple[Colour, ...] = _DRAWING.entries("colour", Colour)
HOUSE_STYLES: dict[str, HouseStyle] = _read_houses(_DRAWING)
MAP_COLOURS: tuple[Colour, ...] = tuple(
    Colour(id=f"m-{style.id}", light=style.day, dark=style.night) for style in HOUSE_STYLES.values()
)
BRIDGES: frozenset[frozenset[str]] = _read_bridges(_DRAWING)


def is_river(border: Border) -> bool:
    """Return True if a border is a river: it has a bridge, or the land areas are not adjacent on the map."""
    one, other = border.between
    if one not in board.AREA or other not in board.AREA:
        return False
    a, b = board.AREA[one], board.AREA[other]
    if board.KIND[a] != board.LAND or board.KIND[b] != board.LAND:
        return False
    return b not in board.ADJACENT_SETS[a] or frozenset(border.between) in BRIDGES
