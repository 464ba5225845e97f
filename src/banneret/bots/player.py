"""What a bot gets: a player is a view, an ask and imagined worlds of its seats, never the match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from banneret.kernel.asks import Ask, MatchView
from banneret.kernel.choosers import Action
from banneret.kernel.match import Match, Seats, as_seats


class Player:
    """One seat's side of a match at one question.

    It is made from an imagined world, not from the match: imagining that world again gives the same worlds as
    imagining the match would, so nothing is lost, and there is no truth in here to be found.
    """

    __slots__ = ("_world", "seat", "seats")

    def __init__(self, match: Match[Any], seat: int, seed: int | bytes, seats: Seats = None) -> None:
        self.seat = seat
        self.seats = as_seats(seats) | {seat}
        self._world = match.imagine(self.seats, seed)

    @property
    def view(self) -> MatchView[Any]:
        """What these seats may know; a new copy each time."""
        return self._world.view(self.seats)

    @property
    def ask(self) -> Ask:
        """The question to answer."""
        return self._world.asking[self.seat]

    def imagine(self, seed: int | bytes) -> Match[Any]:
        """Return a match in a world that agrees with all these seats have been shown; it may be played at will."""
        return self._world.imagine(self.seats, seed)


class Bot(Protocol):
    """Somebody who can play: given a player, an answer (an action or its notation)."""

    def choose(self, player: Player) -> Action | str:
        """Return the answer to `player.ask`."""
        ...


BotFactory = Callable[[int], Bot]
