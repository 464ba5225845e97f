"""The influence tracks: positions, dominance tokens, stars, and moves out of turn."""

from __future__ import annotations

from typing import Final

from banneret.games.thrones.content.components import STARS
from banneret.games.thrones.state import KINGS_COURT, State

TRACKS: Final = ("iron-throne", "fiefdoms", "kings-court")
"""Ids of the influence tracks, by number."""


def position(state: State, track: int, seat: int) -> int:
    """Return the position of a house on a track, 0 for the first."""
    return state.tracks[track].index(seat)


def holder(state: State, track: int) -> int:
    """Return the holder of a track's dominance token: the first house.

    thrones:iron-throne.2, thrones:fiefdoms.2, thrones:kings-court.2, thrones:setup.10
    """
    return state.tracks[track][0]


def stars(state: State, seat: int) -> int:
    """Return how many special orders a house may place: thrones:kings-court.1, thrones:kings-court.3.

    With three or four houses the overlay counts: thrones:kings-court.4, thrones:players.5, thrones:players.8.
    """
    return STARS[state.seats][position(state, KINGS_COURT, seat)]


def move_to(state: State, track: int, seat: int, place: int) -> None:
    """Move a house to a position and shift the others: thrones:tracks.1.

    The first house holds the dominance token, fresh or used (thrones:tracks.2); orders on the board stay
    (thrones:tracks.3).
    """
    houses = state.tracks[track]
    houses.remove(seat)
    houses.insert(place, seat)


def move_to_front(state: State, track: int, seat: int) -> None:
    """Move a house to the first position of a track: thrones:tracks.1, thrones:tracks.2."""
    move_to(state, track, seat, 0)


def move_to_end(state: State, track: int, seat: int) -> None:
    """Move a house to the last position of a track: thrones:tracks.1, thrones:tracks.2."""
    move_to(state, track, seat, state.seats - 1)


def move_down(state: State, track: int, seat: int, places: int) -> None:
    """Move a house down by a number of positions, at most to the last one: thrones:ruling.19."""
    move_to(state, track, seat, min(position(state, track, seat) + places, state.seats - 1))
