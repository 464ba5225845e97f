"""The layout of the sheet, and the marks of players, terrain and zones, read from data."""

from __future__ import annotations

from typing import Final

import msgspec

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.datafile import DataFile
from banneret.games.icefire.content.editions import SEASON_6, Edition
from banneret.games.icefire.content.tabletop import Tray, pieces, tabletop
from banneret.games.icefire.view import IcefireView, PlaceView, UnitView
from banneret.show.card_pictures import CardPictures
from banneret.show.stylesheet import Colour, PlayerStyle, Weave
from banneret.show.tabletop.figures import FIGURES
from banneret.show.tabletop.sides import sides_of, styles_of
from banneret.show.tabletop.terrain import PIECES

Point = tuple[float, float]


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sizes of the sheet."""

    inch: float
    margin: float


class ZoneMark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sign of a zone of the Tactics Board."""

    id: str
    mark: str


class ConditionMark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The outline of a Condition token, and the letter in it."""

    id: str
    outline: str
    letter: str


class PieceStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a piece of terrain is drawn: its kind, and the colour and pattern that mark it in lists."""

    id: str
    kind: str
    colour: str
    pattern: str


class FigureStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The units whose models are drawn as a kind of figure."""

    id: str
    cards: tuple[str, ...]


_FILE: Final = DataFile.read("drawing.toml")
_FILE.keys("sheet", "colour", "player", "terrain", "zone", "condition", "figure", "weave")
SHEET: Final = _FILE.table("sheet", Sheet)
COLOURS: Final = _FILE.entries("colour", Colour)
PLAYERS: Final = {style.id: style for style in _FILE.entries("player", PlayerStyle)}
_WEAVES: Final = {weave.id: weave.pattern for weave in _FILE.entries("weave", Weave)}
SIDES: Final = styles_of(PLAYERS.values(), CardPictures("banneret.games.icefire").factions.values(), _WEAVES)
"""The marks of players, and of factions instead where no two players have the same."""
TERRAIN: Final = {style.id: style for style in _FILE.entries("terrain", PieceStyle)}
_FIGURES: Final = {card: figure.id for figure in _FILE.entries("figure", FigureStyle) for card in figure.cards}
ZONES: Final = {mark.id: mark for mark in _FILE.entries("zone", ZoneMark)}
CONDITIONS: Final = {mark.id: mark for mark in _FILE.entries("condition", ConditionMark)}
for _style in TERRAIN.values():
    _FILE.one_of(_style.id, "colour", _style.colour, [colour.id for colour in COLOURS])
    _FILE.one_of(_style.id, "kind", _style.kind, PIECES)
for _kind in _FIGURES.values():
    _FILE.one_of(_kind, "id", _kind, FIGURES)

MARGIN: Final = SHEET.margin
DEEP: Final = pieces().table.depth * SHEET.inch
"""Depth of the battlefield on the sheet."""
HEIGHT: Final = DEEP + 2 * MARGIN


def long(thousandths: float) -> float:
    """Convert a length from thousandths of an inch to sheet units."""
    return thousandths * SHEET.inch / 1000


def sides(view: IcefireView) -> dict[str, str]:
    """Return the marks of each player."""
    return sides_of({player: found.faction for player, found in view.players.items()}, SIDES)


def wide(view: IcefireView) -> float:
    """Return the width of the battlefield on the sheet."""
    return long(view.width)


def spot(x: float, y: float) -> Point:
    """Convert a point of the table to the sheet, where the near edge is at the bottom."""
    return MARGIN + long(x), MARGIN + DEEP - long(y)


def turn_of(place: PlaceView) -> float:
    """Return the rotation of a thing in degrees, clockwise as in SVG."""
    return -place.heading / 100


def tray_of(edition: str, unit: UnitView) -> Tray:
    """Return the tray of a unit with the arrangement of its models."""
    known: Edition = SEASON_6 if edition == SEASON_6 else "icefire-2021"
    id = components(known).units[unit.card].tray
    return next(tray for tray in tabletop(known).trays if tray.id == id)


def figure_of(card: str, tray: str) -> str:
    """Return the kind of figure that represents the models of a unit."""
    others = {"infantry": "sword", "cavalry": "rider"}
    return _FIGURES.get(card, others.get(tray, "beast"))


def deployment(edition: str, mode: str) -> tuple[float, float]:
    """Return the depths of both deployment zones on the sheet, the near one first."""
    known: Edition = SEASON_6 if edition == SEASON_6 else "icefire-2021"
    near, far = tabletop(known).mode(mode).zones
    return near * SHEET.inch, far * SHEET.inch
