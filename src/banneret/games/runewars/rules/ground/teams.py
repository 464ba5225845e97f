"""Teams: which seats play a side together, and whom of them a question of the side goes to."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, PLAYERS, SIDES, MatchState, unit_of
from banneret.kernel.choosers import Chooser
from banneret.kernel.flow import Flow, Question, Request


def seats_of(state: MatchState, side: int) -> list[int]:
    """The seats of a side; the first of them decides what is no matter of one unit."""
    # rule rw:team.1
    return [seat for seat, team in enumerate(state.teams) if team == side]


def seat_names(state: MatchState) -> tuple[str, ...]:
    """What each seat goes by: its side, and from the second of a side on its number there."""
    places = [state.teams[: seat + 1].count(side) for seat, side in enumerate(state.teams)]
    return tuple(
        PLAYERS[side] if place == 1 else f"{PLAYERS[side]}-{place}"
        for side, place in zip(state.teams, places, strict=True)
    )


def sees(state: MatchState, mask: int, side: int) -> bool:
    """Whether one of the seats of a mask sees the dials of a side: those of a team see each other's."""
    # rule rw:team.3
    return any(mask >> seat & 1 for seat in seats_of(state, side))


def sees_dials(state: MatchState, mask: int, unit: int) -> bool:
    """Whether one of the seats of a mask sees the dials of a unit: they are of its side, or it has looked at them."""
    # rules rw:team.3, rw:ruling.76
    return sees(state, mask, state.seat[unit]) or bool(state.seen[unit] & mask)


def addressee(state: MatchState, side: int, chooser: Chooser[Any]) -> int:
    """The seat that answers a question of a side: who commands the unit that it is about, or the active one."""
    # rules rw:team.3, rw:ruling.64
    seats = seats_of(state, side)
    about = getattr(chooser, "unit", NO_UNIT)
    unit = unit_of(state, about) if isinstance(about, str) else about
    for one in (unit, state.active):
        if isinstance(one, int) and one != NO_UNIT and state.seat[one] == side:
            return state.controller[one]
    return seats[0]


def addressed(game: Runewars, flow: Flow[None]) -> Flow[None]:
    """Carry a flow out whose questions go to sides, and ask a seat of that side instead."""
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
