"""The typed components of the box, with the origin of each value: units, commanders, cards, dice, morale and terrain.

`BOX` holds the values of the data files; `box(pack)` returns them with the corrections of a data pack, cached per pack.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field

from banneret.content.datapack import DataPack
from banneret.games.battles.content.datafile import DataFile

FILES: Final = ("units", "commanders", "leadership", "dice", "morale", "terrain")
"""The data files that a data pack can correct."""

Rank: TypeAlias = Literal["green", "blue", "red"]

HOUSES: Final = ("stark", "lannister")
"""The Houses of seat 0 and seat 1."""

GREEN, BLUE, RED = 0, 1, 2
RANKS: Final[tuple[Rank, ...]] = ("green", "blue", "red")
INFANTRY, ARCHER, CAVALRY = 0, 1, 2
CLASSES: Final = ("infantry", "archer", "cavalry")
VALOR, MORALE = 3, 4
TOKENS: Final = ("green", "blue", "red", "valor", "morale")
"""Kinds of order tokens, equal to the symbols of the die; the first three are the ranks."""
ZONES: Final = ("grey", "green", "yellow", "red")

Origin: TypeAlias = Literal["rulebook", "sourced", "inferred", "project"]
Provenance: TypeAlias = Mapping[str, Origin]
Class: TypeAlias = Literal["infantry", "archer", "cavalry"]
Zone: TypeAlias = Literal["grey", "green", "yellow", "red"]
Token: TypeAlias = Literal["green", "blue", "red", "valor", "morale"]
House: TypeAlias = Literal["stark", "lannister"]

_Count = Annotated[int, Meta(ge=0)]
_Positive = Annotated[int, Meta(ge=1)]
_Text = Annotated[str, Meta(min_length=1)]


class Keyword(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A keyword and the rule that defines its effect."""

    id: str
    rule: str
    provenance: Origin


class Unit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit type. `keywords` maps each keyword to its value; keywords without a value map to 1."""

    id: str
    name: _Text
    house: House
    class_: Class = field(name="class")
    strength: _Positive
    figures: _Positive
    range: _Positive
    ranged: bool
    valor_hits: bool
    attack_after_move: bool
    keywords: dict[str, _Positive]
    move: dict[Rank, _Count]
    dice: dict[Rank, _Positive]
    provenance: Provenance


class Commander(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A commander card; several cards may depict the same person."""

    id: str
    person: str
    name: _Text
    title: _Text
    house: House
    unit: str
    command_limit: _Positive
    capture_rating: _Positive
    zone: _Positive
    unit_ability: str
    commit_ability: str
    provenance: Provenance


class Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card's command, which orders up to `order` matching units or rallies all own inactive units."""

    cost: _Positive
    order: _Count = 0
    rally_all: bool = False
    ranks: tuple[Rank, ...] = ()
    classes: tuple[Class, ...] = ()
    units: tuple[str, ...] = ()
    or_rank_class: tuple[tuple[Rank, Class], ...] = ()
    adjacent_uncontrolled: _Count = 0
    """Number of own units outside the zone of control that may be ordered if adjacent to an ordered unit."""


class Condition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The condition of a tactic; everything given must hold."""

    pool: tuple[Token, ...] = ()
    own_morale_at_least: Zone | None = None
    enemy_morale_at_most: Zone | None = None
    own_unit_destroyed_this_round: bool = False
    enemy_unit_destroyed_this_turn: bool = False


class Tactic(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card's tactic, with its timing, condition, effect and target."""

    timing: Literal["before", "after"]
    effect: str
    amount: int
    condition: Condition
    target: Literal["ordered", "one-ordered", "one-enemy", "enemies-of-ordered", "commander-unit"] | None = None
    until: Literal["turn-end", "round-end"] | None = None
    token: Literal["green", "blue", "red", "valor", "morale", "shield"] | None = None
    keyword: str | None = None


class Card(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Leadership card. Identical cards share a `kind`; basic cards have no `person`."""

    id: str
    kind: str
    name: _Text
    house: House
    person: str | None = None
    commands: Annotated[tuple[Command, ...], Meta(min_length=1, max_length=2)]
    tactic: Tactic | None = None
    provenance: Provenance


class Die(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The die: its faces, and how many dice are in the box."""

    sides: _Positive
    count: _Positive
    faces: tuple[Token, ...]
    provenance: Provenance


class Supply(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The number of order tokens of each kind in the box."""

    each: _Positive
    provenance: Provenance


class Track(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The morale track: the last space of a segment without Rout, and the space of Rout."""

    end: _Positive
    rout: _Positive
    provenance: Provenance


class MoraleZone(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A coloured part of a segment of the morale track."""

    id: Zone
    first: _Count
    last: _Count
    break_point: _Positive | None = None
    provenance: Origin


class Loss(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Morale lost for a destroyed unit of each rank."""

    green: _Count
    blue: _Count
    red: _Count
    provenance: Provenance


class Terrain(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The effects of a kind of terrain."""

    id: str
    blocks_sight: bool = False
    stops: bool = False
    impassable: bool = False
    cover: _Count = 0
    dice_cap: _Count = 0
    """Maximum number of dice in an attack into or out of this terrain; 0 means no limit."""
    high: bool = False
    """Whether a line of sight along hexes of this terrain is open when seen from one of them."""
    defence_die: _Count = 0
    """Dice subtracted from an attack on a unit in this terrain from a different terrain."""
    range_bonus: _Count = 0
    leaving_die: _Count = 0
    """Dice subtracted from an attack out of this terrain."""
    burn_limit: _Count = 0
    provenance: Provenance


class Overlay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The effects of a terrain token."""

    id: str
    bridge: bool = False
    """Whether units can cross: the hex counts as plains while the token is there."""
    hexside: bool = False
    """Whether the token is on the border of two hexes, which blocks movement and melee attacks across it."""
    burn_limit: _Count = 0
    removed: bool = False
    """Whether the token is removed when it has burnt down."""
    provenance: Provenance


class Fire(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The level from which fire spreads, and the level at which a new fire starts."""

    spread_level: _Positive
    spread_adds: _Positive
    provenance: Provenance


class Box:
    """All components, with lookup tables by number. Immutable after creation."""

    __slots__ = (
        "card",
        "cards",
        "cheapest",
        "classes",
        "commander",
        "commander_number",
        "commanders",
        "dice",
        "die",
        "fire",
        "keywords",
        "loss",
        "move",
        "overlay",
        "pack",
        "supply",
        "terrain",
        "terrain_number",
        "terrains",
        "track",
        "unit_number",
        "units",
        "zone_at",
        "zones",
    )

    def __init__(self, pack: DataPack | None = None) -> None:
        self.pack = pack
        files = {name: _file(name, pack) for name in FILES}
        self.keywords = {keyword.id: keyword for keyword in files["units"].entries("keyword", Keyword)}
        self.units = _units(files["units"], self.keywords)
        self.unit_number = {unit.id: number for number, unit in enumerate(self.units)}
        self.classes = tuple(CLASSES.index(unit.class_) for unit in self.units)
        self.move = tuple(tuple(unit.move[rank] for rank in RANKS) for unit in self.units)
        self.dice = tuple(tuple(unit.dice[rank] for rank in RANKS) for unit in self.units)
        self.commanders = _commanders(files["commanders"], self.unit_number, self.units)
        self.commander = {commander.id: commander for commander in self.commanders}
        self.commander_number = {commander.id: number for number, commander in enumerate(self.commanders)}
        self.cards = _cards(files["leadership"], {c.person for c in self.commanders}, self.unit_number, self.keywords)
        self.card = {card.id: card for card in self.cards}
        self.cheapest = {card.id: min([command.cost for command in card.commands]) for card in self.cards}
        """The tokens that the cheaper command of each card costs."""
        self.die = files["dice"].table("die", Die)
        if len(self.die.faces) != self.die.sides:
            files["dice"].fail("die", "faces", f"has {len(self.die.faces)} faces for {self.die.sides} sides")
        self.supply = files["dice"].table("tokens", Supply)
        self.track = files["morale"].table("track", Track)
        self.zones = _zones(files["morale"], self.track)
        self.zone_at = tuple(
            next(number for number, zone in enumerate(self.zones) if zone.first <= space <= zone.last)
            for space in range(max(self.track.end, self.track.rout) + 1)
        )
        loss = files["morale"].table("loss", Loss)
        self.loss = (loss.green, loss.blue, loss.red)
        self.terrains = files["terrain"].entries("terrain", Terrain)
        self.terrain_number = {terrain.id: number for number, terrain in enumerate(self.terrains)}
        if self.terrains[0].id != "plains":
            files["terrain"].fail(self.terrains[0].id, "id", "the first terrain must be plains")
        self.terrain = {terrain.id: terrain for terrain in self.terrains}
        self.overlay = {overlay.id: overlay for overlay in files["terrain"].entries("overlay", Overlay)}
        self.fire = files["terrain"].table("fire", Fire)

    def __reduce__(self) -> tuple[Callable[[DataPack | None], Box], tuple[DataPack | None]]:
        """Pickle and copy as the data pack it was made from: there is one box per data pack."""
        return box, (self.pack,)


def _file(name: str, pack: DataPack | None) -> DataFile:
    file = _read(f"{name}.toml")
    if pack is None or name not in pack.change:
        return file
    return DataFile(file.name, pack.apply(name, file.content))


@cache
def _read(name: str) -> DataFile:
    """Return a data file as it is in the box; packs change a copy."""
    return DataFile.read(name)


def _units(file: DataFile, keywords: Mapping[str, Keyword]) -> tuple[Unit, ...]:
    units = file.entries("unit", Unit)
    for unit in units:
        for keyword in unit.keywords:
            file.one_of(unit.id, "keywords", keyword, keywords)
        for name, chart in (("move", unit.move), ("dice", unit.dice)):
            file.all_of(unit.id, name, list(chart), RANKS)
        if unit.range > 1 and not unit.ranged:
            file.fail(unit.id, "range", f"is {unit.range}, but the unit is not ranged")
    return units


def _commanders(file: DataFile, units: Mapping[str, int], types: tuple[Unit, ...]) -> tuple[Commander, ...]:
    commanders, printed = file.entries("commander", Commander), _read(file.name).entries("commander", Commander)
    for commander in commanders:
        file.one_of(commander.id, "unit", commander.unit, units)
        for name in ("unit_ability", "commit_ability"):  # data packs can exchange abilities, not add any
            file.one_of(commander.id, name, getattr(commander, name), {getattr(one, name) for one in printed})
        if types[units[commander.unit]].house != commander.house:
            file.fail(commander.id, "unit", f"'{commander.unit}' is a unit of the other House")
    return commanders


BASIC_CARDS: Final = 10
OWN_CARDS: Final = 5


def _cards(
    file: DataFile, persons: set[str], units: Mapping[str, int], keywords: Mapping[str, Keyword]
) -> tuple[Card, ...]:
    cards = file.entries("card", Card)
    for card in cards:
        if card.person is not None:
            file.one_of(card.id, "person", card.person, persons)
        for command in card.commands:
            for unit in command.units:
                file.one_of(card.id, "units", unit, units)
            if bool(command.order) == command.rally_all:
                file.fail(card.id, "commands", "a command must either order units or rally all")
        if card.tactic is not None and card.tactic.keyword is not None:
            file.one_of(card.id, "tactic.keyword", card.tactic.keyword, keywords)
    for house in HOUSES:
        basic = [card for card in cards if card.house == house and card.person is None]
        if len(basic) != BASIC_CARDS:
            file.fail(house, "cards", f"has {len(basic)} basic cards instead of {BASIC_CARDS}")
    for person in persons:
        own = [card for card in cards if card.person == person]
        if len(own) != OWN_CARDS:
            file.fail(person, "cards", f"has {len(own)} cards instead of {OWN_CARDS}")
    return cards


def _zones(file: DataFile, track: Track) -> tuple[MoraleZone, ...]:
    zones = file.entries("zone", MoraleZone)
    file.all_of("zones", "id", [zone.id for zone in zones], ZONES)
    start = 0
    for zone, name in zip(zones, ZONES, strict=True):
        if zone.id != name:
            file.fail(zone.id, "id", f"is in the place of '{name}'")
        if zone.first != start or zone.last < zone.first:
            file.fail(zone.id, "first", f"is {zone.first}, but {start} is the next space")
        if zone.break_point is not None and not zone.first <= zone.break_point <= zone.last:
            file.fail(zone.id, "break_point", f"{zone.break_point} is outside the zone")
        start = zone.last + 1
    if start <= max(track.end, track.rout):
        file.fail("zones", "last", f"the track ends at {max(track.end, track.rout)}, the zones at {start - 1}")
    return zones


_boxes: OrderedDict[str, Box] = OrderedDict()
KEPT: Final = 16
"""Number of boxes with data packs that are kept; a pack can be anybody's option of a match."""


def box(pack: DataPack | None = None) -> Box:
    """Return the components, corrected by a data pack if there is one. Raises DataPackError or DataError."""
    if pack is None:
        return BOX
    pack.check("battles", FILES)
    found = _boxes.get(pack.digest)
    if found is None:
        found = _boxes[pack.digest] = Box(pack)
    _boxes.move_to_end(pack.digest)
    while len(_boxes) > KEPT:
        _boxes.popitem(last=False)
    return found


BOX: Final = Box()
"""The components with the values of the data files."""

UNITS: Final = tuple(unit.id for unit in BOX.units)
COMMANDERS: Final = tuple(commander.id for commander in BOX.commanders)
CARDS: Final = tuple(card.id for card in BOX.cards)
TERRAINS: Final = tuple(terrain.id for terrain in BOX.terrains)
OVERLAYS: Final = tuple(BOX.overlay)


def deck_of(box: Box, house: str, commanders: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards of a House's deck in the order of the box.

    These are its basic cards (battles:setup.12) and those of its commanders (battles:setup.13): battles:setup.14,
    battles:pieces.8. Cards belong to the person, whichever version of the card leads: battles:pieces.7.
    """
    persons = {box.commander[commander].person for commander in commanders}
    return tuple(c.id for c in box.cards if c.house == house and (c.person is None or c.person in persons))
