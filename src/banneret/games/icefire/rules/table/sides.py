"""Sides: teams and the order of players. A team is one side; without teams every player is a side.

The rulebook's "the opponent" may be several players: each of them scores, any of them may hold a zone, and one of them
decides (`opponent`): icefire:ruling.118.
"""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.state import NOBODY, State

OUT: Final = "out"
"""The mark of the players that are out of the match, in order: icefire:free-for-all.7."""


def sides_of(seats: int, *, teams: bool) -> tuple[int, ...]:
    """Return the side of each seat: teammates sit alternately, so that turns go from one team to the other."""
    return tuple(seat % 2 if teams else seat for seat in range(seats))


def allied(state: State, one: int, other: int) -> bool:
    """Return whether two players are the same or teammates: icefire:team.9."""
    return one == other or (NOBODY not in (one, other) and state.sides[one] == state.sides[other])


def friendly(state: State, unit: int, seat: int) -> bool:
    """Return whether a combat unit is friendly to a player: icefire:team.9."""
    return allied(state, state.seat[unit], seat)


def hostile(state: State, one: int, other: int) -> bool:
    """Return whether two players exist and are on different sides; NOBODY is hostile to nobody."""
    return NOBODY not in (one, other) and state.sides[one] != state.sides[other]


def in_teams(state: State) -> bool:
    """Return whether any side has several players."""
    return len(set(state.sides)) < state.seats


def free_for_all(state: State) -> bool:
    """Return whether more than two sides play."""
    return len(set(state.sides)) > 2  # two sides are the usual match


def out(state: State) -> list[int]:
    """Return the players that are out: icefire:free-for-all.7."""
    return state.marks.get(OUT, [])


def side(state: State, seat: int) -> list[int]:
    """List the players of a seat's side: the seat itself, then the others to its left."""
    return [one for one in _round(state, seat) if state.sides[one] == state.sides[seat]]


def clockwise(state: State, first: int) -> list[int]:
    """List the remaining players, from a player on to the left: icefire:free-for-all.4."""
    gone = out(state)
    return [seat for seat in _round(state, first) if seat not in gone]


def next_player(state: State, seat: int) -> int:
    """Return the next remaining player to the left; with teams it belongs to the other team.

    icefire:free-for-all.4, icefire:team.7.
    """
    return next(one for one in [*clockwise(state, seat), seat] if one != seat)


def opponents(state: State, seat: int) -> list[int]:
    """List the remaining opponents of a player, from the player on to the left."""
    return [one for one in clockwise(state, seat) if state.sides[one] != state.sides[seat]]


def opponent(state: State, seat: int) -> int:
    """Return the opponent who makes the decisions that the rulebook gives to "the opponent": icefire:ruling.118.

    It is the opponent whose turn it is, if any, else the nearest to the left. With two players it is always the other
    one.
    """
    acting = state.turn.seat if state.turn is not None else state.first
    return acting if hostile(state, acting, seat) and acting not in out(state) else opponents(state, seat)[0]


def _round(state: State, first: int) -> list[int]:
    return [(first + step) % state.seats for step in range(state.seats)]
