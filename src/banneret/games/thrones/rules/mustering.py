"""Mustering: new and upgraded units for the mustering points of castles and strongholds."""

from __future__ import annotations

from banneret.games.thrones.actions import Muster, Upgrade
from banneret.games.thrones.content.board import (
    AREA,
    AREAS,
    COASTS,
    FORTIFIED,
    KIND,
    LAND,
    MUSTER_POINTS,
    PORT,
    PORT_OF,
)
from banneret.games.thrones.content.components import (
    FOOTMAN,
    KNIGHT,
    PORT_LIMIT,
    SHIP,
    SIEGE_ENGINE,
    UNIT,
    UNIT_COST,
    UNITS,
)
from banneret.games.thrones.events.westeros import UnitMustered, UnitUpgraded
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.control import (
    add_units,
    controlled,
    controller,
    count_units,
    pool_of,
    remove_units,
)
from banneret.games.thrones.rules.supply import army_sizes, growth
from banneret.games.thrones.state import NOBODY, State
from banneret.kernel.choosers import Chooser, Part, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Done
from banneret.text.message import Message, msg

UPGRADE_COST = UNIT_COST[KNIGHT] - UNIT_COST[FOOTMAN]
"""The cost of upgrading a footman to a knight or siege engine: thrones:mustering.5."""

_DONE = Done()
_BETTER = (KNIGHT, SIEGE_ENGINE)


def _places(area: int) -> tuple[tuple[int, int], ...]:
    """Return (kind, place) of everything an area can ever muster: land units in it, ships beside it."""
    port = [PORT_OF[area]] if PORT_OF[area] >= 0 else []
    ships = [(SHIP, place) for place in (*port, *COASTS[area])]
    return ((FOOTMAN, area), (KNIGHT, area), *ships, (SIEGE_ENGINE, area))


PLACES = {area: _places(area) for area in FORTIFIED}
"""For each castle and stronghold: what it can ever muster, and where."""
_MUSTER = {
    (area, kind, place): Muster(AREAS[area], UNITS[kind], AREAS[place])
    for area in FORTIFIED
    for kind, place in PLACES[area]
}
_UPGRADE = {(area, kind): Upgrade(AREAS[area], UNITS[kind]) for area in FORTIFIED for kind in _BETTER}


def muster_everywhere(game: Thrones, seat: int) -> Flow[int]:
    """Let a house muster in all castles and strongholds it controls, in any order: thrones:mustering.1."""
    return (yield from muster_in(game, seat, controlled(game.state, seat, FORTIFIED)))


def muster_in(game: Thrones, seat: int, areas: list[int], only_here: str = "thrones:special.7") -> Flow[int]:
    """Let a house muster in areas it controls, one unit or upgrade at a time; return how many.

    `only_here` is the rule that keeps the house from mustering in its other areas.
    A stronghold has two points, a castle one (thrones:mustering.2); unspent points are lost (thrones:mustering.7).
    Each footman that was there before can be upgraded once: thrones:ruling.10.
    """
    state = game.state
    points = {area: MUSTER_POINTS[area] for area in areas}
    veterans = {area: state.units[FOOTMAN][area] + state.routed[FOOTMAN][area] for area in areas}
    done = 0
    while any(points.values()):
        answer = yield from ask(seat, MusterChooser(state, seat, points, veterans, only_here))
        if isinstance(answer, Done):
            break
        area, kind = AREA[answer.area], UNIT[answer.unit]
        if isinstance(answer, Muster):
            points[area] -= UNIT_COST[kind]
            _muster(game, seat, area, kind, AREA[answer.place])
        else:
            points[area] -= UPGRADE_COST
            veterans[area] -= 1
            _upgrade(game, seat, area, kind)
        done += 1
    return done


def _muster(game: Thrones, seat: int, area: int, kind: int, place: int) -> None:
    """Place a unit from the pool on the board: thrones:mustering.4."""
    state = game.state
    add_units(state, place, seat, kind)
    game.emit(UnitMustered(house=state.houses[seat], area=AREAS[area], unit=UNITS[kind], place=AREAS[place]))


def _upgrade(game: Thrones, seat: int, area: int, kind: int) -> None:
    """Replace a footman, an upright one first; its piece is available at once: thrones:ruling.80, thrones:ruling.11."""
    state = game.state
    routed = state.units[FOOTMAN][area] == 0
    remove_units(state, area, FOOTMAN, routed=routed)
    add_units(state, area, seat, kind, routed=routed)
    game.emit(UnitUpgraded(house=state.houses[seat], area=AREAS[area], unit=UNITS[kind]))


class MusterChooser(Chooser[Done | Muster | Upgrade]):
    """What is mustered next? Options: done; then what can be mustered, by area; then upgrades by area.

    Within an area: footman, knight, ship (port first, then seas by number), siege engine; upgrades: knight, siege
    engine.
    """

    __slots__ = ("only_here", "points", "seat", "state", "veterans")
    kind = "muster"
    rule = "thrones:mustering.1"
    answers = (Done, Muster, Upgrade)

    def __init__(
        self, state: State, seat: int, points: dict[int, int], veterans: dict[int, int], only_here: str
    ) -> None:
        self.only_here = only_here
        self.state = state
        self.seat = seat
        self.points = points
        self.veterans = veterans

    def prompt(self) -> Message:
        """Name the areas that still have points."""
        areas = tuple(AREAS[area] for area, points in self.points.items() if points)
        return msg("ask.muster", areas=areas)

    def part(self) -> Part:
        """Return the areas with points; unspent points are lost: thrones:mustering.7."""
        areas = tuple(f"area:{AREAS[area]}" for area, points in self.points.items() if points)
        return Part("muster", 0, areas, closing=_DONE)

    def options(self) -> list[Done | Muster | Upgrade]:
        """List `done` and everything that points, pieces, supply and places allow."""
        areas = [area for area, points in self.points.items() if points]
        pool = _Pool(self.state, self.seat)
        listed: list[Done | Muster | Upgrade] = [_DONE]
        listed += [
            _MUSTER[area, kind, place]
            for area in areas
            for kind, place in PLACES[area]
            if self._against(pool, area, kind, place) is None
        ]
        listed += [
            _UPGRADE[area, kind]
            for area in areas
            if self.veterans[area]
            for kind in _BETTER
            if self._against_upgrade(pool, area, kind) is None
        ]
        return listed

    def refusal(self, action: Done | Muster | Upgrade) -> Refusal | None:
        """Refuse what points, pieces, supply or places do not allow."""
        if isinstance(action, Done):
            return None
        area, kind = AREA[action.area], UNIT[action.unit]
        pool = _Pool(self.state, self.seat)
        if area not in self.points:
            rule, reason = _wrong_area(self.state, self.seat, area) or (self.only_here, "other-area")
            return Refusal(rule, msg(f"refuse.muster.{reason}", area=action.area))
        if isinstance(action, Upgrade):
            against = self._against_upgrade(pool, area, kind)
            place = area
        else:
            place = AREA[action.place]
            against = self._against(pool, area, kind, place)
        if against is None:
            return None
        fields = {"area": action.area, "unit": action.unit, "place": AREAS[place]}
        return Refusal(against[0], msg(f"refuse.muster.{against[1]}", **fields))

    def _against(self, pool: _Pool, area: int, kind: int, place: int) -> tuple[str, str] | None:
        """Return rule and reason against a new unit, or None.

        Land units are placed in the area itself (thrones:mustering.4), ships in its port (thrones:ports.5) or an
        adjacent sea (thrones:muster-ships.1).
        """
        if (area, kind, place) not in _MUSTER:
            return _wrong_place(area, kind, place)
        if self.points[area] < UNIT_COST[kind]:  # thrones:mustering.3
            return "thrones:mustering.3", "points"
        if not pool.has(kind):
            return "thrones:limits.1", "pieces"
        if kind == SHIP and (why := _closed_to_ships(self.state, self.seat, place)):
            return why
        return None if pool.may_grow(place) else ("thrones:mustering.6", "supply")

    def _against_upgrade(self, pool: _Pool, area: int, kind: int) -> tuple[str, str] | None:
        """Return rule and reason against upgrading a footman, or None: thrones:mustering.5.

        An upgrade does not change the size of an army, so supply never forbids it (thrones:supply.5).
        """
        if kind not in _BETTER:
            return "thrones:mustering.5", "no-upgrade"
        if self.points[area] < UPGRADE_COST:
            return "thrones:mustering.3", "points"
        if not self.veterans[area]:
            return "thrones:ruling.10", "no-footman"
        return None if pool.has(kind) else ("thrones:limits.1", "pieces")


class _Pool:
    """Remaining pieces of a house, counted once per list of options."""

    __slots__ = ("grows", "pieces", "seat", "state")

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.pieces = pool_of(state, seat)
        self.grows: tuple[bool, ...] = ()

    def has(self, kind: int) -> bool:
        """Return whether a piece of a kind is left: thrones:limits.1."""
        return self.pieces[kind] > 0

    def may_grow(self, place: int) -> bool:
        """Return whether supply allows one more unit in an area: thrones:mustering.6, thrones:supply.7."""
        if not self.grows:
            self.grows = growth(tuple(army_sizes(self.state, self.seat)), self.state.supply[self.seat])
        return self.grows[count_units(self.state, place)]


def _closed_to_ships(state: State, seat: int, place: int) -> tuple[str, str] | None:
    """Return rule and reason why no ship can be placed in an adjacent port or sea, or None.

    Other houses' ships close a sea (thrones:muster-ships.2) but not the port (thrones:ports.6), which holds three
    ships.
    """
    if KIND[place] == PORT:
        return ("thrones:ports.4", "port-full") if count_units(state, place) >= PORT_LIMIT else None
    return None if state.owner[place] in (NOBODY, seat) else ("thrones:muster-ships.2", "enemy-ships")


def _wrong_place(area: int, kind: int, place: int) -> tuple[str, str]:
    """Return rule and reason why an area can never muster a unit of a kind into a place.

    Only ships can be in ports and at sea, and they are never on land: thrones:ports.2, thrones:muster-ships.5.
    """
    if kind != SHIP:
        if KIND[place] != LAND:
            return "thrones:muster-ships.5", "land-unit"
        return "thrones:mustering.4", "elsewhere"
    if not COASTS[area]:
        return "thrones:muster-ships.3", "inland"
    return "thrones:muster-ships.1", "ship-elsewhere"


def _wrong_area(state: State, seat: int, area: int) -> tuple[str, str] | None:
    """Return rule and reason why an area never musters for a house, or None."""
    if not MUSTER_POINTS[area]:
        return "thrones:mustering.2", "no-castle"
    if controller(state, area) != seat:
        return "thrones:mustering.1", "not-controlled"
    return None
