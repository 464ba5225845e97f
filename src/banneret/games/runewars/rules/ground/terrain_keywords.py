"""The keywords of terrain, and their effect on a unit that occupies it."""

from __future__ import annotations

from banneret.games.runewars.content.tabletop import TerrainKeyword, side_of
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.state import is_inside
from banneret.games.runewars.units.combat import AttackKind


def keyword_of(state: MatchState, piece: int, keyword: TerrainKeyword) -> int:
    """Return the value of a keyword of a terrain piece; 0 without the keyword."""
    # rules rw:41.9, rw:41.10, rw:ruling.44
    return side_of(state.pieces[piece]).value(keyword)


def occupied(state: MatchState, unit: int, keyword: TerrainKeyword) -> int:
    """Return the value of a keyword of the terrain that a unit occupies; 0 if it occupies none."""
    # rule rw:41.9
    return keyword_of(state, state.inside[unit], keyword) if is_inside(state, unit) else 0


def cover(state: MatchState, unit: int, kind: AttackKind) -> int:
    """Return what the terrain that a unit occupies adds to its defense against a kind of attack."""
    # rules rw:41.9a, rw:41.9d
    return occupied(state, unit, "cover" if kind == "ranged" else "fortified")
