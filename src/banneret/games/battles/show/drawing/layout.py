"""The layout of a battle's drawing, and the styles that distinguish Houses and ranks, read from data."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from banneret.games.battles.content.components import HOUSES, RANKS, ZONES
from banneret.games.battles.content.datafile import DataFile
from banneret.games.battles.content.scenario import Scenario
from banneret.hexes import HexLayout
from banneret.hexes.layout import Point
from banneret.show.stylesheet import Colour
from banneret.show.tabletop.figures import FIGURES


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sizes of the sheet."""

    size: float
    margin: float


class Tint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The colour of a rank or a zone; `bars` are drawn for people who cannot see colours."""

    id: str
    fill: str
    ink: str
    bars: int = 0


class HouseStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The style of a House, which never relies on colour alone."""

    id: str
    letter: str
    fill: str
    ink: str
    pattern: str
    crest: str


class FigureStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The units that are drawn as a kind of figure."""

    id: str
    units: tuple[str, ...]


_FILE: Final = DataFile.read("drawing.toml")
SHEET: Final = _FILE.table("sheet", Sheet)
COLOURS: Final = _FILE.entries("colour", Colour)
RANK_TINTS: Final = {tint.id: tint for tint in _FILE.entries("rank", Tint)}
ZONE_TINTS: Final = {tint.id: tint for tint in _FILE.entries("zone", Tint)}
HOUSE_STYLES: Final = {style.id: style for style in _FILE.entries("house", HouseStyle)}
_FIGURES: Final = {unit: style.id for style in _FILE.entries("figure", FigureStyle) for unit in style.units}
for _unit, _figure in _FIGURES.items():
    _FILE.one_of(_unit, "figure", _figure, FIGURES)
_FILE.all_of("rank", "id", tuple(RANK_TINTS), RANKS)
_FILE.all_of("zone", "id", tuple(ZONE_TINTS), ZONES)
_FILE.all_of("house", "id", tuple(HOUSE_STYLES), HOUSES)


def figure_of(unit: str) -> str:
    """Return the kind of figure that represents a type of unit."""
    return _FIGURES.get(unit, "sword")


SIZE: Final = SHEET.size


class Places:
    """The board of a plan laid out on the sheet."""

    def __init__(self, plan: Scenario) -> None:
        self.plan = plan
        self.board = plan.board
        size = SHEET.size
        layout = HexLayout(size, (0.0, 0.0))
        self.layout = HexLayout(size, (SHEET.margin + layout.width / 2, SHEET.margin + size))
        centres = [self.layout.centre(hex) for hex in self.board.hexes]
        self.width = max(x for x, _ in centres) + layout.width / 2 + SHEET.margin
        self.height = max(y for _, y in centres) + size + SHEET.margin

    def at(self, label: str) -> Point:
        """Return the centre of a hex."""
        return self.layout.centre(self.board.hexes[self.board.place(label)])

    def outline(self, place: int, inset: float = 0.0) -> str:
        """Return the outline of a hex as a path."""
        return closed(self.layout.corners(self.board.hexes[place], inset))

    def side(self, a: str, b: str, inset: float = 0.0) -> tuple[Point, Point] | None:
        """Return the ends of the side that two hexes share, seen from the first; None if they are not adjacent."""
        one, other = self.board.place(a), self.board.place(b)
        direction = self.board.direction(one, other)
        return self.layout.side(self.board.hexes[one], direction, inset) if direction is not None else None


def closed(points: tuple[Point, ...]) -> str:
    """Return points as a closed path."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


@lru_cache(maxsize=128)
def places_of(plan: Scenario) -> Places:
    """Return the layout of a plan's board, cached per plan."""
    return Places(plan)
