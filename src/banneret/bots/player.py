"""What bots are given: the view, the question and imagined worlds of their seats, but never the match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from banneret.compiled import mypyc_attr
from banneret.kernel.asks import Ask, MatchView
from banneret.kernel.choosers import Action
from banneret.kernel.match import Match, Seats, as_seats
from banneret.kernel.rulebook import Rulebook


@mypyc_attr(allow_interpreted_subclasses=True)  # pickled, and users' bots may inherit from it
class Player:
    """One seat's side of a match at one question.

    It is created from an imagined world rather than from the match. Imagining that world again yields the same worlds
    as imagining the match, so nothing is lost, but the true hidden information is not in here.
    """

    __slots__ = ("_world", "seat", "seats")

    def __init__(self, match: Match[Any], seat: int, seed: int | bytes, seats: Seats = None) -> None:
        self.seat = seat
        self.seats = as_seats(seats) | {seat}
        self._world = match.imagine(self.seats, seed)

    @property
    def rulebook(self) -> Rulebook[Any]:
        """The game."""
        return self._world.rulebook

    @property
    def view(self) -> MatchView[Any]:
        """The information available to these seats; a new copy each time."""
        return self._world.view(self.seats)

    @property
    def ask(self) -> Ask:
        """The question to answer."""
        return self._world.asking[self.seat]

    def imagine(self, seed: int | bytes) -> Match[Any]:
        """Return a match in a world consistent with all that these seats have seen; it can be played freely."""
        return self._world.imagine(self.seats, seed)


class Bot(Protocol):
    """A player of a seat: chooses an action, or its notation."""

    def choose(self, player: Player) -> Action | str:
        """Return the answer to `player.ask`."""
        ...


BotFactory = Callable[[int], Bot]
