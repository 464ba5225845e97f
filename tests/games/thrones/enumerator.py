"""Independent reference implementation: all boards that a turn can lead to, by brute force.

It shares only the map and the numbers of pieces with `banneret.games.thrones`, not its rules. A position is the
complete JSON form (see `rulebook.encode`), an area a plain dict. Each function tries everything and filters by the
rulebook. It is slow, and meant to be obviously correct.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import permutations, product
from typing import Any, TypeAlias

from banneret.games.thrones.content import board
from banneret.games.thrones.content.components import ORDER as ORDER_NUMBER
from banneret.games.thrones.content.components import (
    ORDER_COUNT,
    ORDER_MODIFIER,
    ORDER_SPECIAL,
    ORDERS,
    PORT_LIMIT,
    STARS,
    SUPPLY_LIMITS,
    UNIT,
    UNIT_COST,
    UNIT_LIMITS,
    UNIT_SIEGE_STRENGTH,
    UNIT_STRENGTH,
    UNITS,
)

Position: TypeAlias = Mapping[str, Any]
"""A position in its JSON form, every field filled in."""
Area: TypeAlias = dict[str, Any]
"""The contents of an area, as in a position; empty fields may be omitted."""
Areas: TypeAlias = dict[str, Area]
Units: TypeAlias = tuple[tuple[str, int], ...]
"""A group of units as a value: numbers by kind, in the order of kinds, without zeros."""
Board: TypeAlias = frozenset[tuple[Any, ...]]
"""A board as a value: all non-empty areas, without orders."""

MAP: dict[str, frozenset[str]] = {
    area: frozenset(board.AREAS[b] for b in board.ADJACENT[number]) for area, number in board.AREA.items()
}
"""Adjacent areas of each area."""


# Areas and their contents


def kind_of(area: str) -> int:
    """Return whether an area is land, sea or port."""
    return board.KIND[board.AREA[area]]


def port_of(land: str) -> str | None:
    """Return the port of a land area."""
    return next((a for a in MAP[land] if kind_of(a) == board.PORT), None)


def land_of(port: str) -> str:
    """Return the land area of a port."""
    return next(a for a in MAP[port] if kind_of(a) == board.LAND)


def units_in(areas: Areas, area: str, *, routed: bool = False) -> Counter[str]:
    """Return the upright or the routed units in an area."""
    return Counter(areas.get(area, {}).get("routed" if routed else "units", {}))


def size_of(areas: Areas, area: str) -> int:
    """Return the number of units in an area, including routed ones."""
    there = areas.get(area, {})
    size: int = sum(there.get("units", {}).values()) + sum(there.get("routed", {}).values())
    return size


def house_in(areas: Areas, area: str) -> str | None:
    """Return the owner of the units in an area."""
    return areas.get(area, {}).get("house") if size_of(areas, area) else None


def put(areas: Areas, area: str, house: str | None, units: Mapping[str, int], *, routed: bool = False) -> Areas:
    """Return the board with exactly these upright or routed units in an area."""
    new = dict(areas.get(area, {})) | {"routed" if routed else "units": {u: n for u, n in units.items() if n}}
    new["house"] = house if new.get("units") or new.get("routed") else None
    return areas | {area: new}


def add(areas: Areas, area: str, house: str, units: Mapping[str, int], *, routed: bool = False) -> Areas:
    """Return the board with these units added to an area."""
    return put(areas, area, house, units_in(areas, area, routed=routed) + Counter(units), routed=routed)


def changed(areas: Areas, area: str, **fields: Any) -> Areas:  # any field of an area
    """Return the board with other fields in an area."""
    return areas | {area: dict(areas.get(area, {})) | fields}


def as_units(units: Mapping[str, int]) -> Units:
    """Return units as a value."""
    return tuple((u, units[u]) for u in UNITS if units.get(u))


def as_board(areas: Areas) -> Board:
    """Return a board as a value; orders are left out."""
    return frozenset(
        (
            area,
            house_in(areas, area),
            as_units(data.get("units", {})),
            as_units(data.get("routed", {})),
            data.get("power"),
            data.get("garrison", 0),
            data.get("neutral", 0),
        )
        for area, data in areas.items()
        if size_of(areas, area) or data.get("power") or data.get("garrison") or data.get("neutral")
    )


def subsets(units: Mapping[str, int]) -> Iterator[Counter[str]]:
    """Yield all subsets of these units."""
    kinds = [u for u in UNITS if units.get(u)]
    for counts in product(*(range(units[u] + 1) for u in kinds)):
        yield Counter({u: n for u, n in zip(kinds, counts, strict=True) if n})


# Control, supply, pieces


def home_house(position: Position, area: str) -> str | None:
    """Return the house in play whose crest is printed in an area."""
    house = board.HOME_OF[board.AREA[area]]
    return house if house in position["houses"] else None


def controller(position: Position, areas: Areas, area: str) -> str | None:
    """Return the house controlling an area: by units, a power token, or the crest; a port belongs to its land."""
    if kind_of(area) == board.PORT:
        return controller(position, areas, land_of(area))
    if kind_of(area) == board.SEA:
        return house_in(areas, area)
    return house_in(areas, area) or areas.get(area, {}).get("power") or home_house(position, area)


def fits(areas: Areas, house: str, supply: int) -> bool:
    """Return whether the armies of a house (two or more units in one area) fit its supply."""
    armies = sorted((size_of(areas, a) for a in areas if house_in(areas, a) == house), reverse=True)
    armies = [size for size in armies if size >= 2]
    allowed = SUPPLY_LIMITS[supply]
    return len(armies) <= len(allowed) and all(size <= most for size, most in zip(armies, allowed, strict=False))


def supply_of(position: Position, house: str) -> int:
    """Return the place of a house on the supply track."""
    place: int = position["seats"][house]["supply"]
    return place


def within_supply(position: Position, areas: Areas, house: str) -> bool:
    """Return whether a house is within its supply limits."""
    return fits(areas, house, supply_of(position, house))


def pieces_left(areas: Areas, house: str, unit: str) -> int:
    """Return the number of pieces of a kind that a house has off the board."""
    own = [a for a in areas if house_in(areas, a) == house]
    used = sum(units_in(areas, a)[unit] + units_in(areas, a, routed=True)[unit] for a in own)
    return UNIT_LIMITS[UNIT[unit]] - used


# 1. Orders


def placings(position: Position, house: str) -> set[frozenset[tuple[str, str]]]:
    """Return all ways of a house to place its orders: sets of (area, order)."""
    areas: Areas = position["areas"]
    places = [a for a in areas if house_in(areas, a) == house]
    stars = STARS[len(position["houses"])][position["tracks"]["kings-court"].index(house)]
    tokens = {o.id: ORDER_COUNT[ORDER_NUMBER[o.id]] for o in ORDERS if o.id not in position["banned"]}
    special = {o for o in tokens if ORDER_SPECIAL[ORDER_NUMBER[o]]}
    usable = sum(n for o, n in tokens.items() if o not in special) + min(stars, sum(tokens[o] for o in special))
    choices: list[str | None] = [*tokens, None]
    found = set()
    for orders in product(choices, repeat=len(places)):
        placed = Counter(o for o in orders if o is not None)
        if placed.total() != min(usable, len(places)):  # no area may be skipped while there are tokens
            continue
        if any(n > tokens[o] for o, n in placed.items()) or sum(placed[o] for o in special) > stars:
            continue
        found.add(frozenset((a, o) for a, o in zip(places, orders, strict=True) if o is not None))
    return found


# 2. Marches


def sea_bridge(areas: Areas, house: str, area: str) -> set[str]:
    """Return the land areas connected to a land area by chains of seas with the house's ships."""

    def own(seas: Iterable[str]) -> set[str]:
        return {a for a in seas if kind_of(a) == board.SEA and house_in(areas, a) == house}

    seas = own(MAP[area])
    while not (wider := set().union(*(own(MAP[a]) for a in seas))) <= seas:
        seas |= wider
    return {a for sea in seas for a in MAP[sea] if kind_of(a) == board.LAND} - {area}


def within_reach(position: Position, areas: Areas, house: str, area: str, unit: str) -> set[str]:
    """Return where a unit can march or retreat from an area, regardless of other units."""
    if unit == "ship":
        near = {a for a in MAP[area] if kind_of(a) == board.SEA}
        near |= {a for a in MAP[area] if kind_of(a) == board.PORT and controller(position, areas, a) == house}
    else:
        near = {a for a in MAP[area] if kind_of(a) == board.LAND} | sea_bridge(areas, house, area)
    return {a for a in near if areas.get(a, {}).get("neutral", 0) >= 0}


def distributions(units: Mapping[str, int], reach: Mapping[str, set[str]]) -> set[frozenset[tuple[str, Units]]]:
    """Return all ways to send units on or let them stay: sets of (target, units)."""
    each = [unit for unit in UNITS for _ in range(units.get(unit, 0))]
    found = set()
    for goals in product(*([None, *sorted(reach[unit])] for unit in each)):
        groups: dict[str, Counter[str]] = {}
        for unit, goal in zip(each, goals, strict=True):
            if goal is not None:
                groups.setdefault(goal, Counter())[unit] += 1
        found.add(frozenset((goal, as_units(group)) for goal, group in groups.items()))
    return found


def would_fight(position: Position, areas: Areas, house: str, area: str) -> bool:
    """Return whether entering an area starts a combat with a house: enemy units, or only a garrison."""
    if house_in(areas, area) not in (None, house):
        return True
    return bool(areas.get(area, {}).get("garrison")) and home_house(position, area) != house


def attack_strength(areas: Areas, house: str, units: Mapping[str, int], order: str, target: str) -> int:
    """Return the strength of a march into a neutral force, with all support of the house itself."""
    fort = board.AREA[target] in board.FORTIFIED
    each = UNIT_SIEGE_STRENGTH if fort else UNIT_STRENGTH
    total = ORDER_MODIFIER[ORDER_NUMBER[order]] + sum(each[UNIT[u]] * n for u, n in units.items())
    for area in MAP[target]:
        support = areas.get(area, {}).get("order") or ""
        if support.startswith("support") and house_in(areas, area) == house and kind_of(area) != board.PORT:
            total += ORDER_MODIFIER[ORDER_NUMBER[support]]
            total += sum(each[UNIT[u]] * n for u, n in units_in(areas, area).items())
    return total


def move(areas: Areas, house: str, origin: str, units: Mapping[str, int], target: str) -> Areas:
    """Return the board after unrouted units moved from one area to another."""
    left = units_in(areas, origin)
    left.subtract(units)
    return add(put(areas, origin, house, left), target, house, units)


def walks(position: Position, origin: str, groups: Iterable[tuple[str, Units]]) -> Iterator[Areas]:
    """Yield the boards after all groups have moved in turn within supply; a fight comes last."""
    start: Areas = position["areas"]
    house, order = start[origin]["house"], start[origin]["order"]
    into = [g for g in groups if start.get(g[0], {}).get("neutral")]
    for peaceful in permutations(g for g in groups if g not in into):
        areas, allowed = start, True
        for target, units in [*peaceful, *into]:
            if (target, units) in into:
                strength = attack_strength(areas, house, dict(units), order, target)
                allowed = allowed and strength >= start[target]["neutral"]
                areas = changed(areas, target, neutral=0)
            areas = move(areas, house, origin, dict(units), target)
            allowed = allowed and within_supply(position, areas, house)
            allowed = allowed and (kind_of(target) != board.PORT or size_of(areas, target) <= PORT_LIMIT)
        if allowed:
            yield areas


def securings(position: Position, areas: Areas, house: str, origin: str) -> list[Areas]:
    """Return the board and, if all units have marched out, also the board with a power token left behind."""
    free = kind_of(origin) == board.LAND and not size_of(areas, origin) and not areas.get(origin, {}).get("power")
    if free and home_house(position, origin) != house and position["seats"][house]["available"]:
        return [areas, changed(areas, origin, power=house)]
    return [areas]


def settled(position: Position, areas: Areas, left: str) -> list[Areas]:
    """Return all boards after control is settled: enemy tokens are removed, ports change hands or are lost.

    The port of the area of departure comes first, when the army leaves.
    """
    for area in areas:
        power = areas[area].get("power")
        if power and house_in(areas, area) not in (None, power):
            areas = changed(areas, area, power=None)
    boards = [areas]
    ports = [a for a in areas if kind_of(a) == board.PORT and size_of(areas, a)]
    for port in sorted(ports, key=lambda a: a != port_of(left)):
        boards = [after for before in boards for after in _port_settled(position, before, port)]
    return boards


def _port_settled(position: Position, areas: Areas, port: str) -> list[Areas]:
    owner = controller(position, areas, port)
    if owner == house_in(areas, port):
        return [areas]
    ships = size_of(areas, port)
    empty = put(put(areas, port, None, {}), port, None, {}, routed=True)
    if owner is None:
        return [empty]
    most = min(ships, pieces_left(empty, owner, "ship"))
    taken = [empty, *(add(empty, port, owner, {"ship": n}) for n in range(1, most + 1))]
    return [after for after in taken if within_supply(position, after, owner)]


def marches(position: Position, origin: str) -> set[Board]:
    """Return all boards that the march order in an area can lead to without a combat."""
    start: Areas = position["areas"]
    house = start[origin]["house"]
    units = units_in(start, origin)
    reach = {u: within_reach(position, start, house, origin, u) for u in units}
    reach = {u: {t for t in goals if not would_fight(position, start, house, t)} for u, goals in reach.items()}
    found: set[Board] = set()
    for groups in distributions(units, reach):
        if sum(1 for target, _ in groups if start.get(target, {}).get("neutral")) > 1:
            continue
        for moved in walks(position, origin, groups):
            for secured in securings(position, moved, house, origin) if groups else [moved]:
                found.update(as_board(after) for after in settled(position, secured, origin))
    return found


# 3. Mustering


def musterings(position: Position, house: str, only: Iterable[str] | None = None) -> set[Board]:
    """Return all boards that the mustering of a house can lead to, in all its castles and strongholds or in some."""
    start: Areas = position["areas"]
    fortified = [board.AREAS[a] for a in board.FORTIFIED]
    sites = [a for a in fortified if controller(position, start, a) == house and (only is None or a in only)]
    points = {a: board.MUSTER_POINTS[board.AREA[a]] for a in sites}
    old = {a: units_in(start, a)["footman"] for a in sites}
    found: set[Board] = set()
    seen = set()
    midway = [(start, points, old)]
    while midway:
        areas, points, old = midway.pop()
        key = (as_board(areas), tuple(sorted(points.items())), tuple(sorted(old.items())))
        if key in seen:
            continue
        seen.add(key)
        found.add(as_board(areas))
        midway += _musters(position, areas, house, points, old)
        midway += _upgrades(areas, house, points, old)
    return found


_Midway: TypeAlias = tuple[Areas, dict[str, int], dict[str, int]]


def _musters(
    position: Position, areas: Areas, house: str, points: dict[str, int], old: dict[str, int]
) -> Iterator[_Midway]:
    for site, unit in product(points, UNITS):
        left = points[site] - UNIT_COST[UNIT[unit]]
        if left < 0 or not pieces_left(areas, house, unit):
            continue
        for place in [site] if unit != "ship" else [a for a in MAP[site] if kind_of(a) != board.LAND]:
            if house_in(areas, place) not in (None, house) or areas.get(place, {}).get("neutral", 0) < 0:
                continue
            after = add(areas, place, house, {unit: 1})
            full = kind_of(place) == board.PORT and size_of(after, place) > PORT_LIMIT
            if not full and within_supply(position, after, house):
                yield after, points | {site: left}, old


def _upgrades(areas: Areas, house: str, points: dict[str, int], old: dict[str, int]) -> Iterator[_Midway]:
    for site, unit in product(points, ("knight", "siege-engine")):
        if points[site] and old[site] and pieces_left(areas, house, unit):
            units = units_in(areas, site)
            units.subtract(["footman"])
            units[unit] += 1
            yield put(areas, site, house, units), points | {site: points[site] - 1}, old | {site: old[site] - 1}


# 4. Casualties and retreat


def retreats(position: Position, origin: str, target: str, army: Mapping[str, int], swords: int) -> set[Board]:
    """Return all boards after an attack that the defender lost, with this many swords that no tower stopped.

    `army` attacked from `origin`; no other unit moved. The card texts have no effect.
    """
    start: Areas = position["areas"]
    attacker, defender = start[origin]["house"], house_in(start, target)
    left = units_in(start, origin)
    left.subtract(army)
    found: set[Board] = set()
    for secured in securings(position, put(start, origin, attacker, left), attacker, origin):
        for gone in settled(position, secured, origin):
            for beaten in _after_casualties(gone, target, swords):
                for fled in _fled(position, beaten, defender, origin, target):
                    won = add(changed(fled, target, garrison=0), target, attacker, army)
                    found.update(as_board(after) for after in settled(position, won, origin))
    return found


def _after_casualties(areas: Areas, target: str, swords: int) -> Iterator[Areas]:
    units = units_in(areas, target)
    for lost in subsets(units):
        if lost.total() == min(swords, units.total()):
            yield put(areas, target, house_in(areas, target), units - lost)


def _fled(position: Position, areas: Areas, house: str | None, origin: str, target: str) -> Iterator[Areas]:
    """Yield the boards after the retreat of as many beaten units as possible."""
    fleeing = units_in(areas, target)
    del fleeing["siege-engine"]
    empty = put(put(areas, target, None, {}), target, None, {}, routed=True)
    refuges = _refuges(position, areas, house, origin, target, next(iter(fleeing))) if fleeing and house else []
    if not refuges or house is None:
        yield empty
        return

    whole = [add(empty, refuge, house, fleeing, routed=True) for refuge in refuges]
    within = [after for after in whole if within_supply(position, after, house)]
    if within:
        yield from within
        return
    for refuge in refuges:
        for saved in largest(fleeing, partial(_may_arrive, position, empty, house, refuge)):
            yield add(empty, refuge, house, saved, routed=True) if saved else empty


def _may_arrive(position: Position, areas: Areas, house: str, refuge: str, units: Counter[str]) -> bool:
    return not units or within_supply(position, add(areas, refuge, house, units, routed=True), house)


def _refuges(position: Position, areas: Areas, house: str, origin: str, target: str, unit: str) -> list[str]:
    """Return the areas to which a beaten defender may retreat, ignoring supply."""
    return [
        a
        for a in sorted(within_reach(position, areas, house, target, unit))
        if a != origin
        and house_in(areas, a) in (None, house)
        and controller(position, areas, a) in (None, house)
        and not areas.get(a, {}).get("neutral")
        and (kind_of(a) != board.PORT or size_of(areas, a) < PORT_LIMIT)
    ]


# 5. Losses


def largest(units: Mapping[str, int], allowed: Callable[[Counter[str]], bool]) -> list[Counter[str]]:
    """Return the maximal allowed subsets of a group, which involve no needless loss."""
    kept = [part for part in subsets(units) if allowed(part)]
    return [part for part in kept if not any(part < other for other in kept)]


def reconciliations(position: Position, house: str, supply: int) -> set[Board]:
    """Return all boards after a house has reduced its armies to a supply level without needless loss."""
    start: Areas = position["areas"]
    own = [a for a in start if house_in(start, a) == house]
    found = {}
    for lost in product(*(subsets(units_in(start, a)) for a in own)):
        areas = start
        for area, units in zip(own, lost, strict=True):
            areas = put(areas, area, house, units_in(start, area) - units)
        if fits(areas, house, supply):
            found[as_board(areas)] = areas
    return {
        key
        for key, areas in found.items()
        if not any(as_board(back) in found for back in _one_back(start, areas, own, house))
    }


def _one_back(start: Areas, areas: Areas, own: list[str], house: str) -> Iterator[Areas]:
    for area in own:
        for unit in units_in(start, area) - units_in(areas, area):
            yield add(areas, area, house, {unit: 1})


def supply_icons(position: Position, house: str) -> int:
    """Return the supply of a house from the icons in its areas, at most 6."""
    areas: Areas = position["areas"]
    lands = [board.AREAS[a] for a in board.LAND_AREAS]
    icons = sum(board.SUPPLY[board.AREA[a]] for a in lands if controller(position, areas, a) == house)
    return min(icons, len(SUPPLY_LIMITS) - 1)


def with_board(position: Position, found: Board) -> Position:
    """Return a position with another board and without orders, from which another house continues."""
    areas = {
        area: {
            "house": house,
            "units": dict(units),
            "routed": dict(routed),
            "power": power,
            "garrison": g,
            "neutral": n,
        }
        for area, house, units, routed, power, g, n in found
    }
    return dict(position) | {"areas": areas}
