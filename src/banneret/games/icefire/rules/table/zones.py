"""Deployment zones: two strips at opposite edges, or in a free-for-all a place for each player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from banneret.games.icefire.rules.table.ground import DEPTH, GIVE, INCH, table_of, width
from banneret.games.icefire.rules.table.sides import allied, free_for_all
from banneret.games.icefire.state import NOBODY, State
from banneret.plane import HALF, QUARTER, Placed, Pose, Shape, Table, overlaps, place, rectangle

PLACES: Final = "places"
"""The mark of a free-for-all: by seat, the index of the zone in `law.free_zones`, or NOBODY."""
FREE: Final = 12 * INCH
"""Depth of zones in a free-for-all, and width of those in corners: icefire:free-for-all.2."""
AHEAD: Final[Mapping[str, int]] = {"near": 0, "far": HALF, "left": 3 * QUARTER, "right": QUARTER}
"""The heading inwards from an edge."""
ACROSS: Final[Mapping[str, str]] = {"near": "far", "far": "near", "left": "right", "right": "left"}


class Zone(NamedTuple):
    """A zone on the table, in thousandths of an inch."""

    left: int
    bottom: int
    right: int
    top: int


def at_far_edge(state: State, seat: int) -> bool:
    """Return whether a player deploys at the far edge, with the team: icefire:team.5."""
    return state.far != NOBODY and allied(state, seat, state.far)


def place_of(state: State, seat: int) -> str:
    """Return a player's zone: an edge (near, far, left, right) or a corner ("near-left"); "" if none."""
    if not free_for_all(state):
        return "" if state.far == NOBODY else "far" if at_far_edge(state, seat) else "near"
    taken = state.marks.get(PLACES, [NOBODY] * state.seats)[seat]
    return "" if taken == NOBODY else state.law.free_zones[taken]


def own_edge(state: State, seat: int) -> str:
    """Return the edge of a player; for a corner, the near or the far one: icefire:ruling.124."""
    return place_of(state, seat).partition("-")[0] or "near"


def flanks(state: State, seat: int) -> tuple[str, str]:
    """Return the edges to the left and right of a player's own."""
    return ("left", "right") if own_edge(state, seat) in ("near", "far") else ("near", "far")


def zone_depth(state: State, seat: int) -> int:
    """Return the depth of a seat's deployment zone: icefire:game-of-thrones.1, icefire:setup.3.

    icefire:dark-wings.1, icefire:honed-and-ready.1, icefire:banners-and-butchery.1, icefire:clash-of-kings.1,
    icefire:fire-and-blood.1, icefire:here-we-stand.1, icefire:storm-of-swords.2, icefire:free-for-all.2,
    icefire:ruling.82.
    """
    if free_for_all(state):
        return FREE
    return state.mode.zones[int(at_far_edge(state, seat))] * INCH


def zone_of(state: State, seat: int) -> Zone:
    """Return the deployment zone of a player."""
    return zone_at(width(state), place_of(state, seat) or "near", zone_depth(state, seat))


def all_zones(state: State) -> list[Zone]:
    """Return every deployment zone; in a free-for-all all that can be chosen, taken or not: icefire:ruling.123."""
    if free_for_all(state):
        return [zone_at(width(state), one, FREE) for one in state.law.free_zones]
    near, far = state.mode.zones
    wide = width(state)
    return [zone_at(wide, "near", near * INCH), zone_at(wide, "far", far * INCH)]


@cache
def zone_at(wide: int, at: str, depth: int) -> Zone:
    """Return the zone of a depth at an edge or in a corner of a battlefield of a width."""
    left, bottom, right, top = 0, 0, wide, DEPTH
    sides = at.split("-")
    if "near" in sides:
        top = depth
    if "far" in sides:
        bottom = DEPTH - depth
    if "left" in sides:
        right = depth
    if "right" in sides:
        left = wide - depth
    return Zone(left, bottom, right, top)


def lies_within(zone: Zone, tray: Placed) -> bool:
    """Return whether a tray is wholly within a zone."""
    left, rear, right, front = tray.bounds
    return (
        rear >= zone.bottom - 0.001
        and front <= zone.top + 0.001
        and left >= zone.left - 0.001
        and right <= zone.right + 0.001
    )


@lru_cache(maxsize=1 << 8)
def rows(table: Table, zone: Zone, edge: str, shape: Shape, step: int) -> tuple[Pose, ...]:
    """Return poses along the front of a zone at an edge of the table, then along its back, a step apart.

    Trays of that shape face inwards there, wholly within the zone and the battlefield.
    """
    is_across, half = edge in ("near", "far"), int(shape.depth) // 2 + 1
    deep = zone.top - zone.bottom if is_across else zone.right - zone.left
    found = []
    for row in dict.fromkeys((deep - half, half)):
        if is_across:
            y = row if edge == "near" else table.depth - row
            found += [Pose(x, y, AHEAD[edge]) for x in range(zone.left, zone.right, step)]
        else:
            x = row if edge == "left" else table.width - row
            found += [Pose(x, y, AHEAD[edge]) for y in range(zone.bottom, zone.top, step)]
    return tuple([pose for pose in found if table.holds(tray := place(shape, pose)) and lies_within(zone, tray)])


def meets(state: State, zone: Zone, placed: Placed) -> bool:
    """Return whether the bounding box of a piece of terrain is not wholly outside a zone."""
    front, right, rear, left = table_of(state).edge_gaps(placed)
    beside = left >= zone.right or width(state) - right <= zone.left
    return not (beside or rear >= zone.top or DEPTH - front <= zone.bottom)


def reaches_into(zone: Zone, tray: Placed) -> bool:
    """Return whether any part of a tray or a piece is in a zone."""
    wide, deep = zone.right - zone.left, zone.top - zone.bottom
    area = place(rectangle(wide, deep), Pose(zone.left + wide // 2, zone.bottom + deep // 2, 0))
    return overlaps(tray, area, GIVE)


def reaches(state: State, tray: Placed) -> dict[str, float]:
    """Return, for each edge, the distance of the farthest point of a tray from it."""
    front, right, rear, left = table_of(state).edge_gaps(tray)
    return {"near": DEPTH - front, "far": DEPTH - rear, "left": width(state) - right, "right": width(state) - left}


def beside(state: State, edge: str, along: int, deep: int) -> tuple[int, int] | None:
    """Return the point at a distance along an edge and from it, or None if the edge is not that long."""
    wide = width(state)
    if along >= (wide if edge in ("near", "far") else DEPTH):
        return None
    return {"near": (along, deep), "far": (along, DEPTH - deep), "left": (deep, along), "right": (wide - deep, along)}[
        edge
    ]


def ground_of(state: State, x: int, y: int) -> int:
    """Return the player whose side of the battlefield a point is on, or NOBODY on a border: icefire:ruling.111.

    Two sides each have their half; in a free-for-all the nearest zone counts: icefire:ruling.125.
    """
    if not free_for_all(state):
        if 2 * y == DEPTH or state.far == NOBODY:
            return NOBODY
        return next(seat for seat in range(state.seats) if at_far_edge(state, seat) == (2 * y > DEPTH))
    apart = sorted((_square_to(zone_of(state, seat), x, y), seat) for seat in range(state.seats))
    return apart[0][1] if apart[0][0] < apart[1][0] else NOBODY


def _square_to(zone: Zone, x: int, y: int) -> int:
    dx, dy = max(zone.left - x, 0, x - zone.right), max(zone.bottom - y, 0, y - zone.top)
    return dx * dx + dy * dy
