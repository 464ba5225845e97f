"""Positions on the sheet, and what distinguishes players, terrain and dials, read from data."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from banneret.games.runewars.content.components import UnitType, components
from banneret.games.runewars.content.datafile import DataFile
from banneret.games.runewars.content.tabletop import TRAY, tabletop
from banneret.games.runewars.view import PlaceView, RunewarsView
from banneret.show.card_pictures import CardPictures
from banneret.show.stylesheet import Colour, PlayerStyle, Weave
from banneret.show.tabletop.figures import FIGURES
from banneret.show.tabletop.sides import sides_of, styles_of
from banneret.show.tabletop.terrain import PIECES

Point: TypeAlias = tuple[float, float]


class SheetSizes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dimensions of the sheet."""

    standard: float
    skirmish: float
    margin: float


class AreaStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The appearance of the deployment areas of a colour."""

    id: str
    fill: str
    pattern: str


class StanceStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The colour and outline of a stance."""

    id: str
    fill: str
    outline: str


class Mark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The symbol of an action, a modifier, a die icon or a rune."""

    id: str
    path: str


class TokenMark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The symbol on a boon or bane token."""

    id: str
    kind: Literal["boon", "bane"]
    path: str


class PieceStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a side of a terrain piece is drawn: its kind, and the colour and pattern that mark it in lists."""

    id: str
    kind: str
    colour: str
    pattern: str


class FigureStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The units that are drawn as a kind of figure."""

    id: str
    cards: tuple[str, ...]


_FILE: Final = DataFile.read("drawing.toml")
_FILE.keys("sheet", "colour", "player", "area", "stance", "mark", "token", "terrain", "figure", "weave")
_SIZES: Final = _FILE.table("sheet", SheetSizes)
COLOURS: Final = _FILE.entries("colour", Colour)
PLAYERS: Final = {style.id: style for style in _FILE.entries("player", PlayerStyle)}
_WEAVES: Final = {weave.id: weave.pattern for weave in _FILE.entries("weave", Weave)}
SIDES: Final = styles_of(PLAYERS.values(), CardPictures("banneret.games.runewars").factions.values(), _WEAVES)
"""The marks of players, and of factions instead where no two players have the same."""
AREAS: Final = {style.id: style for style in _FILE.entries("area", AreaStyle)}
STANCES: Final = {style.id: style for style in _FILE.entries("stance", StanceStyle)}
MARKS: Final = {mark.id: mark.path for mark in _FILE.entries("mark", Mark)}
TOKENS: Final = {mark.id: mark for mark in _FILE.entries("token", TokenMark)}
TERRAIN: Final = {style.id: style for style in _FILE.entries("terrain", PieceStyle)}
_FIGURES: Final = {card: style.id for style in _FILE.entries("figure", FigureStyle) for card in style.cards}
for _style in TERRAIN.values():
    _FILE.one_of(_style.id, "colour", _style.colour, [colour.id for colour in COLOURS])
    _FILE.one_of(_style.id, "kind", _style.kind, PIECES)
for _card, _figure in _FIGURES.items():
    _FILE.one_of(_card, "figure", _figure, FIGURES)
for _token in components().tokens:
    _FILE.one_of(_token, "token", _token, TOKENS)

MARGIN: Final = _SIZES.margin


class Box(NamedTuple):
    """A rectangle on the sheet."""

    x: float
    y: float
    width: float
    height: float


class Sheet(NamedTuple):
    """The position of the table on the sheet; `tray` is the side of a tray there."""

    tray: float
    table: Box
    width: float
    height: float

    def long(self, thousandths: float) -> float:
        """Convert a length in thousandths of a tray to the sheet."""
        return thousandths * self.tray / TRAY

    def spot(self, x: float, y: float) -> Point:
        """Convert a point of the table to the sheet, where the red edge is at the bottom."""
        return self.table.x + self.long(x), self.table.y + self.table.height - self.long(y)


Size: TypeAlias = Literal["standard", "skirmish"]


def sheet_of(view: RunewarsView) -> Sheet:
    """Return the sheet of a match."""
    return sheet_at(next(size for size in get_args(Size) if size == view.size))


def sheets() -> tuple[Sheet, ...]:
    """Return the sheets of all sizes of matches."""
    return tuple(sheet_at(size) for size in get_args(Size))


@cache
def sheet_at(name: Size) -> Sheet:
    """Return the sheet of matches of a size."""
    size = tabletop().sizes[name]
    tray = _SIZES.standard if name == "standard" else _SIZES.skirmish
    table = Box(MARGIN, MARGIN, size.width * tray / TRAY, size.depth * tray / TRAY)
    return Sheet(tray, table, table.width + 2 * MARGIN, table.height + 2 * MARGIN)


def figure_of(card: str, type: UnitType) -> str:
    """Return the kind of figure that represents a unit."""
    others = {"infantry": "sword", "cavalry": "rider", "siege": "engine"}
    return _FIGURES.get(card, others[type])


def turn_of(place: PlaceView) -> float:
    """Return a rotation in degrees, clockwise as in SVG."""
    return -place.heading / 100


def sides(view: RunewarsView) -> dict[str, str]:
    """Return the marks of each player, whose units are all of one faction but for a few."""
    factions = {player: Counter[str | None]() for player in view.players}
    for unit in view.units:
        factions[unit.player][components().faction[unit.card]] += 1
    return sides_of(
        {player: next((one for one, _ in found.most_common(1)), None) for player, found in factions.items()}, SIDES
    )
