"""Objects on and beside the table: trays, terrain, tokens, objectives, missions, game modes and the siege."""

from functools import cache
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from banneret.games.icefire.content.components import FOLDERS, TrayId, Zone
from banneret.games.icefire.content.datafile import DataFile
from banneret.games.icefire.content.editions import SEASON_6, Edition, rule_index

PieceId: TypeAlias = Literal[
    "forest", "weirwood", "corpse-pile", "palisade", "bog", "stakes", "low-wall", "hedge", "castle-wall"
]
Keyword: TypeAlias = Literal[
    "blocks-line-of-sight",
    "cover",
    "dangerous",
    "destructible",
    "elevated",
    "fortified",
    "hindering",
    "horrific",
    "impassable",
    "inspiring",
    "rough",
]
ModeId: TypeAlias = Literal[
    "game-of-thrones",
    "clash-of-kings",
    "storm-of-swords",
    "feast-for-crows",
    "dance-with-dragons",
    "winds-of-winter",
    "honed-and-ready",
    "fire-and-blood",
    "here-we-stand",
    "dark-wings",
    "banners-and-butchery",
]

_Text = Annotated[str, Meta(min_length=1)]
_Positive = Annotated[int, Meta(ge=1)]
_Length = Annotated[float, Meta(gt=0, le=72)]
_Point = tuple[float, float]


class Table(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Measures in inches. The battlefield is `width` (or `wide`) by `depth`; the size of an objective is inferred."""

    short_range: _Positive
    long_range: _Positive
    shooting_shift: _Positive
    rounds: _Positive
    width: _Positive
    wide: _Positive
    depth: _Positive
    objective_diameter: _Length
    provenance: Literal["inferred"]


class BoardZone(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A zone of the Tactics Board; `rule` describes its effect."""

    id: Zone
    rule: str


class Token(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of token: a unit has each condition at most once, a marker is on or off, counters add up."""

    id: Literal[
        "panicked",
        "vulnerable",
        "weakened",
        "activation",
        "order",
        "wound",
        "victory-point",
        "first-player",
        "faith",
        "pillage",
        "banner",
    ]
    kind: Literal["condition", "marker", "counter"]
    name: _Text
    rule: str


class Objective(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An objective card, which takes effect when its token scores or while it is controlled."""

    number: Annotated[int, Meta(ge=1, le=10)]
    when: Literal["scoring", "controlling"]
    rule: str


class Mission(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mission card and when it is checked."""

    number: Annotated[int, Meta(ge=1, le=12)]
    when: Literal["round-end", "each-time", "once", "event", "reveal"]
    rule: str


class Tray(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tray: its front edge is `width` inches long; its models form `files` and `ranks`."""

    id: TrayId
    width: _Length
    depth: _Length
    files: _Positive
    ranks: _Positive


class Piece(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece of terrain, treated as a rectangle; `rolls` are the sums of two dice that select it."""

    id: PieceId
    name: _Text
    width: _Length
    depth: _Length
    keywords: Annotated[tuple[Keyword, ...], Meta(min_length=1)]
    rolls: tuple[Annotated[int, Meta(ge=2, le=12)], ...] = ()


class Layout(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A battlefield layout: the pieces allowed at each place."""

    id: _Text
    name: _Text
    rule: str
    places: Annotated[tuple[tuple[PieceId, ...], ...], Meta(min_length=4, max_length=4)]


class Mode(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game mode. Points are centers in inches from the center of the table; walls also have a rotation in degrees."""

    id: ModeId
    name: _Text
    zones: tuple[_Positive, _Positive]
    tokens: tuple[_Point, ...] = ()
    cards: Literal["random", "commanders", "marked"] | None = None
    missions: bool = False
    walls: tuple[tuple[float, float, float], ...] = ()
    corpse_piles: tuple[_Point, ...] = ()
    wide_walls: tuple[tuple[float, float, float], ...] = ()
    """Positions of walls on the wider table if they differ: those at a flank edge."""
    width: _Positive = 48
    """The width of the table on which it is played, in inches."""


class Wall(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A castle wall. Most of its values are our own, as `provenance` records."""

    width: _Length
    depth: _Length
    wounds: _Positive
    hits_a_wound: _Positive
    rams: _Positive
    victory_points: _Positive
    dice: _Positive
    hit: Annotated[int, Meta(ge=2, le=6)]
    range: _Positive
    rule: str
    provenance: Literal["project"]


class Strategy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of Siege Strategy card."""

    id: _Text
    side: Literal["attacker", "defender"]
    copies: _Positive
    rule: str


class Tabletop(Struct, frozen=True, kw_only=True):
    """All tabletop data of one edition, in the order of the files."""

    table: Table
    zones: tuple[BoardZone, ...]
    tokens: tuple[Token, ...]
    objectives: tuple[Objective, ...]
    missions: tuple[Mission, ...]
    trays: tuple[Tray, ...]
    pieces: tuple[Piece, ...]
    layouts: tuple[Layout, ...]
    modes: tuple[Mode, ...]
    wall: Wall
    strategies: tuple[Strategy, ...]

    def mode(self, id: str, *, wide: bool = False) -> Mode:
        """Return a game mode as set up on the usual table or on the wide one: icefire:ruling.116.

        Raises KeyError for a mode that this edition does not have.
        """
        for mode in self.modes:
            if mode.id == id:
                return _wider(mode, self.table.wide) if wide else mode
        raise KeyError(f"game mode '{id}' is not in this edition; available: {', '.join(one.id for one in self.modes)}")


@cache
def _wider(mode: Mode, width: int) -> Mode:
    """Return a mode adapted to a wider table: the rulebook measures tokens and corpse piles from the flank edges."""

    def at(point: _Point) -> _Point:
        x, y = point
        return (x + ((x > 0) - (x < 0)) * (width - mode.width) / 2, y)

    return replace(
        mode,
        width=width,
        tokens=tuple(map(at, mode.tokens)),
        corpse_piles=tuple(map(at, mode.corpse_piles)),
        walls=mode.wide_walls or mode.walls,
    )


class Pieces(Struct, frozen=True, kw_only=True):
    """Objects that both editions share: measures, trays, terrain, castle walls and Siege Strategy cards."""

    table: Table
    trays: tuple[Tray, ...]
    pieces: tuple[Piece, ...]
    wall: Wall
    strategies: tuple[Strategy, ...]


@cache
def pieces() -> Pieces:
    """Return the data shared by both editions. Raises `DataError` for a mistake in the files."""
    board, terrain, siege = (DataFile.read(name) for name in ("board.toml", "terrain.toml", "siege.toml"))
    return Pieces(
        table=board.table("table", Table),
        trays=terrain.entries("tray", Tray),
        pieces=terrain.entries("piece", Piece),
        wall=siege.table("wall", Wall),
        strategies=siege.entries("strategy", Strategy),
    )


@cache
def tabletop(edition: Edition) -> Tabletop:
    """Return the tabletop of an edition.

    Raises `DataError` for a mistake in the files, naming file, entry and fault.
    """
    rules = rule_index(edition)
    board, terrain, modes = (DataFile.read(name) for name in ("board.toml", "terrain.toml", "modes.toml"))
    siege = DataFile.read("siege.toml")
    board.keys("table", "zone", "token", "objective", "mission")
    terrain.keys("tray", "piece")
    siege.keys("wall", "strategy")
    all_modes = modes.entries("mode", Mode)
    layouts: tuple[Layout, ...] = ()
    if edition == SEASON_6:
        own_modes = DataFile.read(f"{FOLDERS[SEASON_6]}/modes.toml")
        all_modes += own_modes.entries("mode", Mode)
        layout_file = DataFile.read(f"{FOLDERS[SEASON_6]}/layouts.toml")
        layouts = layout_file.entries("layout", Layout)
        for layout in layouts:
            layout_file.one_of(layout.id, "rule", layout.rule, rules)
    found = Tabletop(
        table=board.table("table", Table),
        zones=board.entries("zone", BoardZone),
        tokens=board.entries("token", Token),
        objectives=board.entries("objective", Objective, by="number"),
        missions=board.entries("mission", Mission, by="number"),
        trays=terrain.entries("tray", Tray),
        pieces=terrain.entries("piece", Piece),
        layouts=layouts,
        modes=all_modes,
        wall=siege.table("wall", Wall),
        strategies=siege.entries("strategy", Strategy),
    )
    siege.one_of("wall", "rule", found.wall.rule, rules)
    for strategy in found.strategies:
        siege.one_of(strategy.id, "rule", strategy.rule, rules)
    for id, rule in (
        *((zone.id, zone.rule) for zone in found.zones),
        *((token.id, token.rule) for token in found.tokens),
        *((f"objective {card.number}", card.rule) for card in found.objectives),
        *((f"mission {card.number}", card.rule) for card in found.missions),
    ):
        board.one_of(id, "rule", rule, rules)
    rolls = sorted(roll for piece in found.pieces for roll in piece.rolls)
    if rolls != [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]:  # rule icefire:setup.12: on a 7 the player chooses
        terrain.fail("piece", "rolls", f"must contain each sum of two dice except 7 exactly once, not {rolls}")
    return found
