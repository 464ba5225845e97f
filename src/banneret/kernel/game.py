"""The running game that rules receive: its state, its chance and its log."""

from __future__ import annotations

from typing import Generic, TypeVar

from banneret.kernel.chance import Chance
from banneret.kernel.events import Event, Log
from banneret.kernel.pile import PUBLIC

S = TypeVar("S")


class Game(Generic[S]):
    """What a rule works on: `state`, `chance`, and `tell` for events. Rules are functions of it."""

    __slots__ = ("chance", "log", "state")

    def __init__(self, state: S, chance: Chance, log: Log | None = None) -> None:
        self.state = state
        self.chance = chance
        self.log = log

    def emit(self, event: Event, seen: int = PUBLIC) -> None:
        """Tell an event; `seen` says who sees its private fields. Costs next to nothing when nobody listens."""
        if seen != PUBLIC and event.PRIVATE:
            self.chance.show(0)  # it cannot be taken back; what it shows, chance gave, or the rule says it
        if self.log is not None:
            self.log.emit(event, seen)
