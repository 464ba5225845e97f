"""The running game that rules receive: its state, its chance and its log."""

from __future__ import annotations

from typing import Generic, TypeVar

from banneret.kernel.chance import Chance
from banneret.kernel.events import Event, Log
from banneret.kernel.pile import PUBLIC

S = TypeVar("S")


class Game(Generic[S]):
    """The object that rules work on: `state`, `chance`, and `emit` for events."""

    __slots__ = ("chance", "log", "state")

    def __init__(self, state: S, chance: Chance, log: Log | None = None) -> None:
        self.state = state
        self.chance = chance
        self.log = log

    def emit(self, event: Event, seen: int = PUBLIC) -> None:
        """Emit an event; `seen` is the mask of seats that see its private fields. Cheap if events are not logged."""
        if seen != PUBLIC and event.PRIVATE:
            self.chance.show(0)  # it cannot be undone; what it shows came from chance, or the rule reports it
        if self.log is not None:
            self.log.emit(event, seen)
