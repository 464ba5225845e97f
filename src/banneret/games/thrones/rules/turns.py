"""Turns of the action phase: one order per turn, by position on the Iron Throne track."""

from __future__ import annotations

from itertools import compress
from typing import Final

from banneret.games.thrones.content.board import AREAS
from banneret.games.thrones.content.components import ORDER_TYPE
from banneret.games.thrones.state import IRON_THRONE, NOBODY, State

TYPE_IN: Final[tuple[int, ...]] = (*ORDER_TYPE, -1)
"""Type by order number; -1 for NO_ORDER, the last entry."""
_IS_OF: Final = {type: tuple([one == type for one in TYPE_IN]).__getitem__ for type in ORDER_TYPE}
"""By type: whether an order, by number, is of it."""
_AREAS: Final = range(len(AREAS))


def next_turn(state: State, order_type: int) -> tuple[int, list[int]]:
    """Return the house that carries out the next order of a type, and the areas of its orders; NOBODY if none is left.

    Houses take turns carrying out one order; houses without one are skipped: thrones:raid.1, thrones:march.1,
    thrones:power.1. Turn order is that of the Iron Throne track: thrones:terms.12, thrones:iron-throne.1. The next
    position acts, whichever house is there by then: thrones:ruling.1.
    """
    owner = state.owner
    areas = list(compress(_AREAS, map(_IS_OF[order_type], state.orders)))
    if areas:
        track = state.tracks[IRON_THRONE]
        for place in (*range(state.turn, len(track)), *range(state.turn)):
            seat = track[place]
            own = [area for area in areas if owner[area] == seat]
            if own:
                state.turn = (place + 1) % len(track)
                return seat, own
    return NOBODY, []


def go_on_to(state: State, step: str) -> None:
    """Continue with the first turn of another step: thrones:action.1."""
    state.step = step
    state.turn = 0
