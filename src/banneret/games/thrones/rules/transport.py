"""Where marches and retreats lead: adjacent areas, and land areas connected by the house's ships."""

from __future__ import annotations

from functools import cache

from banneret.games.thrones.content.board import (
    ADJACENT,
    COASTS,
    KIND,
    LAND,
    LAND_NEIGHBOURS,
    PORT,
    SEA,
    SEA_NEIGHBOURS,
)
from banneret.games.thrones.rules.control import controller
from banneret.games.thrones.state import BLOCKED, State


def reachable(state: State, seat: int, area: int, ship: bool) -> list[int]:
    """List the areas that units of `seat` in `area` can reach in one march or retreat, by area number.

    The occupants do not matter; areas closed for the whole game are left out (thrones:neutral.11, thrones:ruling.31).
    Land units and ships reach different areas: thrones:march.4, thrones:march.5.
    """
    return reachable_by_ship(state, seat, area) if ship else reachable_by_land(state, seat, area)


def reachable_by_land(state: State, seat: int, area: int) -> list[int]:
    """List adjacent land areas and those connected by an unbroken chain of own ships: thrones:transport.1.

    Never ports or seas (thrones:march.5, thrones:ports.2). Rivers are no borders, except at bridges (thrones:map.1,
    thrones:map.2); islands have no borders and need ships (thrones:map.3).
    """
    neutral = state.neutral
    seas = ship_bridge(state, seat, area)
    return [a for a in _coasts(area, seas) if neutral[a] != BLOCKED] if KIND[area] == LAND else []


def ship_bridge(state: State, seat: int, area: int) -> tuple[int, ...]:
    """Return the seas, by area number, that the house's ships connect to the coast of a land area.

    The order of the ships does not matter (thrones:transport.4); routed ships count (thrones:transport.5), enemy ships
    (thrones:transport.3) and ships in ports (thrones:ruling.32) do not. Transport uses up nothing
    (thrones:transport.2).
    """
    owner = state.owner
    found = [sea for sea in COASTS[area] if owner[sea] == seat]
    if not found:
        return ()
    for sea in found:  # grows during the iteration
        for other in SEA_NEIGHBOURS[sea]:
            if owner[other] == seat and other not in found:
                found.append(other)
    return tuple(sorted(found))


@cache
def _coasts(area: int, seas: tuple[int, ...]) -> tuple[int, ...]:
    """Return the land areas adjacent to an area or one of the seas, by area number."""
    beside = {*LAND_NEIGHBOURS[area], *(land for sea in seas for land in COASTS[sea])}
    return tuple(sorted(beside - {area}))


def reachable_by_ship(state: State, seat: int, area: int) -> list[int]:
    """List adjacent seas, and the house's ports of a sea: thrones:march.5, thrones:ports.7, thrones:transport.7.

    Therefore a port is never attacked: thrones:port-orders.2.
    """
    if KIND[area] == LAND:
        return []
    return [
        a for a in _WATERS[area] if state.neutral[a] != BLOCKED and (KIND[a] == SEA or controller(state, a) == seat)
    ]


_WATERS: tuple[tuple[int, ...], ...] = tuple(tuple(a for a in others if KIND[a] in (SEA, PORT)) for others in ADJACENT)
"""For each area the adjacent seas and ports."""
