"""The table of a match and its deployment areas."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.units.movement import table_of
from banneret.plane import Placed, Pose, Table, is_below, place, point_distance
from banneret.plane.extents import DOUBT

_ORIGIN: Final = Pose(0, 0, 0)


def table_of_match(state: MatchState) -> Table:
    """Return the table of a match."""
    return table_of(state.size)


def areas_of(state: MatchState, seat: int) -> tuple[Placed, ...]:
    """Return the deployment areas of a seat on the table."""
    # rules rw:13.1, rw:14.1, rw:ruling.42, rw:skirmish.3
    red, blue = _areas(state.deployment or None, state.data_pack)
    return red if seat == state.red else blue


@lru_cache(maxsize=256)
def _areas(card: str | None, pack: str) -> tuple[tuple[Placed, ...], tuple[Placed, ...]]:
    red, blue = tabletop(pack).zones(card)
    return tuple(place(area, _ORIGIN) for area in red), tuple(place(area, _ORIGIN) for area in blue)


def lies_in(placed: Placed, area: Placed) -> bool:
    """Whether a unit is wholly in a convex area."""
    # rule rw:13.2a
    corners = [corner for piece in placed.pieces for corner in piece.corners]
    if len(area.pieces) == 1:
        for nx, ny, off in area.pieces[0].lines:
            for x, y in corners:
                if nx * x + ny * y - off > DOUBT:
                    return False
    return all(not is_below(0.0, point_distance(area, corner)) for corner in corners)
