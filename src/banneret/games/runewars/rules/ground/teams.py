"""Teams: the seats that play a side together, and the seat that answers a question of the side."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, PLAYERS, SIDES, MatchState, unit_of
from banneret.kernel.choosers import Chooser
from banneret.kernel.flow import Flow, Question, Request


def seats_of(state: MatchState, side: int) -> list[int]:
    """Return the seats of a side; the first makes the decisions that do not concern a single unit."""
    # rule rw:team.1
    return [seat for seat, team in enumerate(state.teams) if team == side]


def seat_names(state: MatchState) -> tuple[str, ...]:
    """Return the name of each seat: its side, followed by its number from the second seat of a side on."""
    places = [state.teams[: seat + 1].count(side) for seat, side in enumerate(state.teams)]
    return tuple(
        PLAYERS[side] if place == 1 else f"{PLAYERS[side]}-{place}"
        for side, place in zip(state.teams, places, strict=True)
    )


def sees(state: MatchState, mask: int, side: int) -> bool:
    """Whether a seat of the mask sees the dials of a side: team members see each other's."""
    # rule rw:team.3
    return any(mask >> seat & 1 for seat in seats_of(state, side))


def sees_dials(state: MatchState, mask: int, unit: int) -> bool:
    """Whether a seat of the mask sees the dials of a unit: it is on its side, or has looked at them."""
    # rules rw:team.3, rw:ruling.76
    return sees(state, mask, state.seat[unit]) or bool(state.seen[unit] & mask)


def addressee(state: MatchState, side: int, chooser: Chooser[Any]) -> int:
    """Return the seat that answers a question of a side.

    The commander of the unit it concerns, or of the active one.
    """
    # rules rw:team.3, rw:ruling.64
    seats = seats_of(state, side)
    about = getattr(chooser, "unit", NO_UNIT)
    unit = unit_of(state, about) if isinstance(about, str) else about
    for one in (unit, state.active):
        if isinstance(one, int) and one != NO_UNIT and state.seat[one] == side:
            return state.controller[one]
    return seats[0]


def addressed(game: Runewars, flow: Flow[None]) -> Flow[None]:
    """Run a flow whose questions are addressed to sides, and ask a seat of that side instead."""
    state = game.state
    if state.seats == SIDES:
        yield from flow
        return
    running: Generator[Request, Any, None] = flow
    answer: Any = None
    while True:
        try:
            request = running.send(answer)
        except StopIteration:
            return
        if isinstance(request, Question):
            request = Question(addressee(state, request.seat, request.chooser), request.chooser)
        answer = yield request
