"""The map as tables indexed by area number, which is the position of the area in `map.toml`."""

from collections.abc import Callable
from itertools import chain
from typing import Annotated, Literal

from msgspec import Meta, Struct

from banneret.games.thrones.content.datafile import DataFile

LAND, SEA, PORT = 0, 1, 2
_KINDS = ("land", "sea", "port")

_Count = Annotated[int, Meta(ge=0)]
_Few = Annotated[int, Meta(ge=0, le=2)]


class Area(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An area as described in the data file."""

    id: str
    name: str
    kind: Literal["land", "sea", "port"]
    fortification: Literal["castle", "stronghold"] | None = None
    supply: _Few = 0
    power: _Few = 0
    home_of: str | None = None
    island: bool = False
    land: str | None = None
    sea: str | None = None
    adjacent: tuple[str, ...]


class _MusterPoints(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    castle: _Count
    stronghold: _Count


def read_areas(file: DataFile) -> tuple[Area, ...]:
    """Return the areas of a map file. Raises DataError if they contradict each other."""
    areas = file.entries("area", Area)
    by_id = {area.id: area for area in areas}
    if list(areas) != sorted(areas, key=lambda area: (_KINDS.index(area.kind), area.id)):
        file.fail("area", "id", "areas are not in order: land, sea, ports, each alphabetical")
    for area in areas:
        _check_adjacency(file, area, by_id)
        if area.kind == "port":
            _check_port(file, area, by_id)
        else:
            for field in ("land", "sea"):
                if getattr(area, field) is not None:
                    file.fail(area.id, field, "only a port has one")
        if area.kind != "land":
            for field in ("fortification", "supply", "power", "home_of", "island"):
                if getattr(area, field):
                    file.fail(area.id, field, "only a land area has one")
    _check_single(file, areas, "home_of", lambda area: area.home_of)
    _check_single(file, areas, "land", lambda area: area.land)
    _check_connected(file, by_id)
    return areas


def _check_adjacency(file: DataFile, area: Area, by_id: dict[str, Area]) -> None:
    for other in area.adjacent:
        file.one_of(area.id, "adjacent", other, by_id)
        if other == area.id:
            file.fail(area.id, "adjacent", "an area does not touch itself")
        if area.id not in by_id[other].adjacent:
            file.fail(area.id, "adjacent", f"'{other}' does not list it in return")
    if len(set(area.adjacent)) != len(area.adjacent):
        file.fail(area.id, "adjacent", "an area is listed twice")


def _check_port(file: DataFile, port: Area, by_id: dict[str, Area]) -> None:
    for field, kind, target in (("land", "land", port.land), ("sea", "sea", port.sea)):
        if target is None:
            file.fail(port.id, field, "is missing")
        if by_id[file.one_of(port.id, field, target, by_id)].kind != kind:
            file.fail(port.id, field, f"'{target}' is no {kind} area")
    if set(port.adjacent) != {port.land, port.sea}:
        file.fail(port.id, "adjacent", "a port touches its land area and its sea, nothing else")
    if port.land is not None and port.sea not in by_id[port.land].adjacent:
        file.fail(port.id, "sea", f"'{port.sea}' does not touch '{port.land}'")


def _check_single(file: DataFile, areas: tuple[Area, ...], field: str, value: Callable[[Area], str | None]) -> None:
    seen: set[str] = set()
    for area in areas:
        if (found := value(area)) is None:
            continue
        if found in seen:
            file.fail(area.id, field, f"'{found}' has one already")
        seen.add(found)


def _check_connected(file: DataFile, by_id: dict[str, Area]) -> None:
    start = next(iter(by_id))
    reached, frontier = {start}, [start]
    while frontier:
        for other in by_id[frontier.pop()].adjacent:
            if other not in reached:
                reached.add(other)
                frontier.append(other)
    for area in by_id:
        if area not in reached:
            file.fail(area, "adjacent", f"cannot be reached from '{start}'")


_FILE = DataFile.read("map.toml")
_AREAS = read_areas(_FILE)
_MUSTER = _FILE.table("muster_points", _MusterPoints)

AREAS: tuple[str, ...] = tuple(area.id for area in _AREAS)
AREA: dict[str, int] = {area: number for number, area in enumerate(AREAS)}
NAMES: tuple[str, ...] = tuple(area.name for area in _AREAS)
KIND: tuple[int, ...] = tuple(_KINDS.index(area.kind) for area in _AREAS)

LAND_AREAS: tuple[int, ...] = tuple(number for number, kind in enumerate(KIND) if kind == LAND)
SEA_AREAS: tuple[int, ...] = tuple(number for number, kind in enumerate(KIND) if kind == SEA)
PORT_AREAS: tuple[int, ...] = tuple(number for number, kind in enumerate(KIND) if kind == PORT)

ADJACENT: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(AREA[other] for other in area.adjacent)) for area in _AREAS)
ADJACENT_SETS: tuple[frozenset[int], ...] = tuple(frozenset(others) for others in ADJACENT)


def _neighbours(of: int, kind: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each area of kind `of`, its neighbours of kind `kind`; an empty tuple for areas of other kinds."""
    return tuple(
        tuple(other for other in others if KIND[other] == kind) if KIND[number] == of else ()
        for number, others in enumerate(ADJACENT)
    )


LAND_NEIGHBOURS: tuple[tuple[int, ...], ...] = _neighbours(LAND, LAND)
SEA_NEIGHBOURS: tuple[tuple[int, ...], ...] = _neighbours(SEA, SEA)
# Seas next to each land area, and land areas next to each sea; one part of each pair is always empty.
COASTS: tuple[tuple[int, ...], ...] = tuple(
    tuple(chain(*pair)) for pair in zip(_neighbours(LAND, SEA), _neighbours(SEA, LAND), strict=True)
)

MUSTER_POINTS: tuple[int, ...] = tuple(
    {None: 0, "castle": _MUSTER.castle, "stronghold": _MUSTER.stronghold}[area.fortification] for area in _AREAS
)
FORTIFIED: tuple[int, ...] = tuple(number for number, area in enumerate(_AREAS) if area.fortification is not None)
SUPPLY: tuple[int, ...] = tuple(area.supply for area in _AREAS)
POWER: tuple[int, ...] = tuple(area.power for area in _AREAS)
HOME_OF: tuple[str | None, ...] = tuple(area.home_of for area in _AREAS)
ISLANDS: frozenset[int] = frozenset(number for number, area in enumerate(_AREAS) if area.island)

LAND_OF: tuple[int, ...] = tuple(-1 if area.land is None else AREA[area.land] for area in _AREAS)
SEA_OF: tuple[int, ...] = tuple(-1 if area.sea is None else AREA[area.sea] for area in _AREAS)
_PORT_AT = {LAND_OF[port]: port for port in PORT_AREAS}
PORT_OF: tuple[int, ...] = tuple(_PORT_AT.get(number, -1) for number in range(len(AREAS)))
