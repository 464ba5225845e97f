"""The table, its measures and templates, and what is placed on it: terrain, deployment areas, objectives."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

from banneret.content.datapack import convert_pack
from banneret.games.runewars.content.components import Count, Id, Positive, Text
from banneret.games.runewars.content.datafile import DataFile
from banneret.plane import Pose, Shape, distance, is_below, place, polygon
from banneret.text.rules_index import Provenance

TRAY: Final = 1000
"""The side of a tray in the tabletop's unit of length, a thousandth of a tray."""

TemplateId: TypeAlias = Literal["straight", "turn", "wheel"]
TerrainKeyword: TypeAlias = Literal["cover", "deadly", "elevated", "exposed", "fortified", "taxing"]
TerrainType: TypeAlias = Literal["defensive", "dangerous"]
Coordinate: TypeAlias = Annotated[str, Meta(pattern=r"^(\d+|[wd](-\d+)?)$")]
"""A number of range bands, or the width or depth of the table minus a number of bands: "2", "w", "d-2"."""
_Outline: TypeAlias = Annotated[tuple[tuple[int, int], ...], Meta(min_length=3)]
_Area: TypeAlias = Annotated[tuple[tuple[Coordinate, Coordinate], ...], Meta(min_length=3)]
_VALUED: Final = ("cover", "deadly", "fortified", "taxing")


class Tray(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The physical size of a tray."""

    provenance: Provenance
    millimetres: Annotated[float, Meta(gt=0)]


class Ruler(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The range ruler: the length of a band in thousandths of a tray, and the number of bands."""

    provenance: Provenance
    band: Positive
    bands: Positive


class TokenSize(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Objective tokens, which are round: their radius in thousandths of a tray."""

    provenance: Provenance
    radius: Positive


class Size(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A size of the match: width and depth of the table in thousandths of a tray, and the points of the armies."""

    provenance: Provenance
    width: Positive
    depth: Positive
    points: Positive


class Template(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The movement templates of a kind.

    `length` per step of speed, bent by `angle` degrees, available at these speeds.
    """

    id: TemplateId
    provenance: Provenance
    length: Positive
    angle: Annotated[int, Meta(ge=0, le=90)]
    lowest: Positive
    highest: Positive


class TerrainKeywordOf(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A terrain keyword with its value."""

    keyword: TerrainKeyword
    value: Positive | None = None


class TerrainSide(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side of a terrain piece: the number of trays of the largest unit that may enter it, and its keywords."""

    id: Id
    name: Text
    provenance: Provenance
    capacity: Count
    keywords: tuple[TerrainKeywordOf, ...] = ()

    def value(self, keyword: TerrainKeyword) -> int:
        """Return the value of a keyword; 0 without the keyword, 1 for a keyword without a value."""
        return next(((one.value or 1) for one in self.keywords if one.keyword == keyword), 0)


class Piece(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A terrain piece with its two sides, and its outline in thousandths of a tray."""

    id: Id
    provenance: Provenance
    outline: _Outline
    defensive: TerrainSide
    dangerous: TerrainSide


class Areas(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The deployment areas of both colours: polygons with counter-clockwise corners."""

    provenance: Provenance
    red: tuple[_Area, ...]
    blue: tuple[_Area, ...]
    between: Count | None = None
    """The minimum number of bands between the areas of the two colours on any card."""
    defensive: Count = 0
    """The number of terrain pieces of each type if no card specifies it."""
    dangerous: Count = 0


class Deployment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deployment card: the number of terrain pieces of each type, and its areas if it has its own."""

    id: Id
    name: Text
    defensive: Count
    dangerous: Count
    provenance: Provenance
    areas_provenance: Provenance | None = None
    red: tuple[_Area, ...] = ()
    blue: tuple[_Area, ...] = ()


class Objective(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An objective card: the value of a token, and its text for setup, play and the end of the match."""

    id: Id
    name: Text
    provenance: Provenance
    points: Count
    setup: Text | None = None
    during: Text | None = None
    end: Text | None = None


class Zones(NamedTuple):
    """The deployment areas on a table, as polygons in thousandths of a tray."""

    red: tuple[Shape, ...]
    blue: tuple[Shape, ...]


class Tabletop:
    """All measures and everything placed on the table, by id."""

    def __init__(self) -> None:
        self.tray: Tray
        self.ruler: Ruler
        self.token: TokenSize
        self.sizes: Mapping[Literal["standard", "skirmish"], Size]
        self.templates: dict[TemplateId, Template] = {}
        self.pieces: dict[str, Piece] = {}
        self.usual: Areas
        self.skirmish: Areas
        self.deployments: dict[str, Deployment] = {}
        self.objectives: dict[str, Objective] = {}

    def zones(self, card: str | None) -> Zones:
        """Return the deployment areas of a card, or, for None, of a skirmish, which has no cards."""
        size = self.sizes["skirmish" if card is None else "standard"]
        areas = self.skirmish if card is None else self.usual
        own = None if card is None else self.deployments[card]
        red = own.red if own is not None and own.red else areas.red
        blue = own.blue if own is not None and own.blue else areas.blue
        return Zones(*(tuple(self._polygon(area, size) for area in colour) for colour in (red, blue)))

    def _polygon(self, area: _Area, size: Size) -> Shape:
        return polygon([(self._length(x, size), self._length(y, size)) for x, y in area])

    def _length(self, written: str, size: Size) -> int:
        if written[0] not in "wd":
            return int(written) * self.ruler.band
        whole = size.width if written[0] == "w" else size.depth
        return whole - int(written[2:] or 0) * self.ruler.band


def piece_of(side: str) -> Piece:
    """Return the terrain piece that has a side with this id. Raises KeyError."""
    for piece in tabletop().pieces.values():
        if side in (piece.defensive.id, piece.dangerous.id):
            return piece
    raise KeyError(f"no terrain piece has a side {side!r}")


def side_of(side: str) -> TerrainSide:
    """Return a side of a terrain piece by its id. Raises KeyError."""
    piece = piece_of(side)
    return piece.defensive if piece.defensive.id == side else piece.dangerous


PACKED: Final = ("deployments",)
"""The data files that a data pack can correct."""


def tabletop(pack: str = "") -> Tabletop:
    """Return all of it, with the corrections of a data pack in the format that `packed` writes.

    Raises `DataError` for a mistake in the data files, with its place, and `DataPackError` for one in the pack.
    """
    return _tabletop(pack)


def packed(raw: object) -> str:
    """Convert a data pack from a match option to the format stored in the match. Raises `DataPackError`."""
    pack = convert_pack(raw)
    pack.check("runewars", PACKED)
    return msgspec.json.encode(pack, order="sorted").decode()


@lru_cache(maxsize=16)
def _tabletop(pack: str) -> Tabletop:
    found = Tabletop()
    read_table(DataFile.read("table.toml"), found)
    read_terrain(DataFile.read("terrain.toml"), found)
    deployments = DataFile.read("deployments.toml")
    if pack:
        corrections = convert_pack(msgspec.json.decode(pack))
        deployments = DataFile(deployments.name, corrections.apply("deployments", deployments.content))
    read_deployments(deployments, found)
    objectives = DataFile.read("objectives.toml")
    objectives.keys("objective")
    for one in objectives.entries("objective", Objective):
        if one.setup is None and one.during is None and one.end is None:
            objectives.fail(one.id, "entry", "has no text for setup, play or the end of the match")
        found.objectives[one.id] = one
    return found


def read_table(file: DataFile, found: Tabletop) -> None:
    """Read measures and templates. Raises `DataError`."""
    file.keys("tray", "ruler", "token", "standard", "skirmish", "template")
    found.tray = file.table("tray", Tray)
    found.ruler = file.table("ruler", Ruler)
    found.token = file.table("token", TokenSize)
    found.sizes = {"standard": file.table("standard", Size), "skirmish": file.table("skirmish", Size)}
    for name, size in found.sizes.items():
        if size.width % 2 or size.depth % 2:
            file.fail(name, "width", "and depth must be even, so that the table has a centre")
    found.templates = {one.id: one for one in file.entries("template", Template)}
    for id in get_args(TemplateId):
        if id not in found.templates:
            file.fail(id, "id", "is missing")
    for one in found.templates.values():
        if (one.angle == 0) != (one.id == "straight"):
            file.fail(one.id, "angle", "must be 0 for straight templates, and for no others")
        if one.lowest > one.highest:
            file.fail(one.id, "highest", f"is below the lowest speed, {one.lowest}")


def read_terrain(file: DataFile, found: Tabletop) -> None:
    """Read the terrain pieces. Raises `DataError`."""
    file.keys("piece")
    sides: set[str] = set()
    for piece in file.entries("piece", Piece):
        try:
            polygon(piece.outline)
        except ValueError as error:
            file.fail(piece.id, "outline", str(error))
        for side in (piece.defensive, piece.dangerous):
            if side.id in sides:
                file.fail(piece.id, side.id, "is a side of another piece too")
            sides.add(side.id)
            for one in side.keywords:
                if (one.value is None) == (one.keyword in _VALUED):
                    file.fail(side.id, "keywords", f"{one.keyword}: has a value it should not have, or lacks one")
        found.pieces[piece.id] = piece


def read_deployments(file: DataFile, found: Tabletop) -> None:
    """Read the deployment cards, after measures and terrain. Raises `DataError`."""
    file.keys("usual", "skirmish", "card")
    found.usual, found.skirmish = file.table("usual", Areas), file.table("skirmish", Areas)
    for card in file.entries("card", Deployment):
        found.deployments[card.id] = card
        if bool(card.red) != bool(card.blue) or bool(card.red) != (card.areas_provenance is not None):
            file.fail(card.id, "red", "a card must have areas of both colours and their provenance, or neither")
        if card.defensive + card.dangerous > len(found.pieces):
            file.fail(card.id, "defensive", f"with dangerous, asks for more than the {len(found.pieces)} pieces")
    for id in (None, *found.deployments):
        _check_zones(file, id, found)


def _check_zones(file: DataFile, card: str | None, found: Tabletop) -> None:
    name = "skirmish" if card is None else card
    size = found.sizes["skirmish" if card is None else "standard"]
    try:
        zones = found.zones(card)
    except ValueError as error:
        file.fail(name, "areas", str(error))
    there = Pose(0, 0, 0)
    for colour in zones:
        for area in colour:
            for x, y in area.pieces[0].corners:
                if not (0 <= x <= size.width and 0 <= y <= size.depth):
                    file.fail(name, "areas", f"the corner ({x:g}, {y:g}) is not on the table")
    least = (found.usual.between or 0) * found.ruler.band
    for one in zones.red:
        for other in zones.blue:
            if is_below(distance(place(one, there), place(other, there)), least):
                file.fail(name, "areas", f"the areas of the two sides are closer than {found.usual.between} bands")
