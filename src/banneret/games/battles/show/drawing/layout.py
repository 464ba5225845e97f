"""Where things lie in the drawing of a battle, and what tells Houses and ranks apart, read from data."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from banneret.games.battles.content.components import HOUSES, RANKS, ZONES
from banneret.games.battles.content.datafile import DataFile
from banneret.games.battles.content.scenario import Scenario
from banneret.hexes import HexLayout
from banneret.hexes.layout import Point
from banneret.show.stylesheet import Colour


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sizes of the sheet."""

    size: float
    margin: float
    panel: float


class Tint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The colour of a rank or a zone; `bars` are drawn for those who see no colours."""

    id: str
    fill: str
    ink: str
    bars: int = 0


class HouseStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a House is shown: never by colour alone."""

    id: str
    letter: str
    fill: str
    ink: str
    pattern: str
    crest: str


_FILE: Final = DataFile.read("drawing.toml")
SHEET: Final = _FILE.table("sheet", Sheet)
COLOURS: Final = _FILE.entries("colour", Colour)
RANK_TINTS: Final = {tint.id: tint for tint in _FILE.entries("rank", Tint)}
ZONE_TINTS: Final = {tint.id: tint for tint in _FILE.entries("zone", Tint)}
HOUSE_STYLES: Final = {style.id: style for style in _FILE.entries("house", HouseStyle)}
_FILE.all_of("rank", "id", tuple(RANK_TINTS), RANKS)
_FILE.all_of("zone", "id", tuple(ZONE_TINTS), ZONES)
_FILE.all_of("house", "id", tuple(HOUSE_STYLES), HOUSES)

SIZE: Final = SHEET.size
PANEL: Final = SHEET.panel


class Places:
    """The board of a plan laid out on the sheet: the map to the left, the panels to the right of it."""

    def __init__(self, plan: Scenario) -> None:
        self.board = plan.board
        size = SHEET.size
        layout = HexLayout(size, (0.0, 0.0))
        self.layout = HexLayout(size, (SHEET.margin + layout.width / 2, SHEET.margin + size))
        centres = [self.layout.centre(hex) for hex in self.board.hexes]
        self.map_width = max(x for x, _ in centres) + layout.width / 2 + SHEET.margin
        self.map_height = max(y for _, y in centres) + size + SHEET.margin
        self.width = self.map_width + SHEET.panel
        self.below = max(self.map_height, PANELS)
        """Where that begins which lies below map and panels."""
        self.height = self.below + BELOW
        self.left = self.map_width
        """Where the panels begin."""

    def at(self, label: str) -> Point:
        """Return the middle of a hex."""
        return self.layout.centre(self.board.hexes[self.board.place(label)])

    def outline(self, place: int, inset: float = 0.0) -> str:
        """Return the outline of a hex as a path."""
        return closed(self.layout.corners(self.board.hexes[place], inset))

    def side(self, a: str, b: str, inset: float = 0.0) -> tuple[Point, Point] | None:
        """Return the ends of the side that two hexes share, as of the first; None if they are no neighbours."""
        one, other = self.board.place(a), self.board.place(b)
        direction = self.board.direction(one, other)
        return self.layout.side(self.board.hexes[one], direction, inset) if direction is not None else None


PANELS: Final = 724.0
"""How high the panels beside the map are."""
BELOW: Final = 244.0
"""What lies below the map: how the battle is won, and the legend."""


def closed(points: tuple[Point, ...]) -> str:
    """Return points as a closed path."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


@cache
def places_of(plan: Scenario) -> Places:
    """Return where the board of a plan lies; made once for each plan."""
    return Places(plan)
