"""Where everything is, as a key for results that follow from it alone."""

from __future__ import annotations

from typing import TypeAlias

from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.rules.table.surroundings import ignores
from banneret.games.icefire.rules.table.units import walls
from banneret.games.icefire.state import State

Layout: TypeAlias = tuple[object, ...]


def layout_for(state: State, unit: int) -> Layout:
    """Return what the ways of a unit depend on, besides its Speed: trays, terrain, walls, and the rules for them."""
    return (
        unit,
        ignores(state, unit, "rough"),
        state.card,
        tuple(state.seat),
        state.sides,
        tuple(state.pose),
        tuple(state.pieces),
        tuple(state.piece_pose),
        tuple([state.health[wall] > 0 for wall in walls(state)]),
        tuple(mode_of(state).barriers(state)),
        state.mode.id,
        state.mode.width,
        state.law.edition,
        state.law.overlap_within_move,
    )
