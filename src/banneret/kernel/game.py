"""The running game that rules receive: its state, its chance and its log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from banneret.compiled import mypyc_attr
from banneret.kernel.chance import Chance
from banneret.kernel.events import Event, Log
from banneret.kernel.pile import PUBLIC

S = TypeVar("S")
T = TypeVar("T")


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """The object that rules work on: `state`, `chance`, `emit` for events, and `once` for what is slow to find."""

    __slots__ = ("_at", "_found", "chance", "log", "state")
    is_checked: ClassVar[bool] = False
    """Whether `once` finds everything again in copies and compares, to show that a result depends on more."""

    def __init__(self, state: S, chance: Chance, log: Log | None = None) -> None:
        self.state = state
        self.chance = chance
        self.log = log
        self._found: list[Any] | None = []  # the results of `once` since the last checkpoint
        self._at = 0

    def emit(self, event: Event, seen: int = PUBLIC) -> None:
        """Emit an event; `seen` is the mask of seats that see its private fields. Cheap if events are not logged."""
        if seen != PUBLIC and event.PRIVATE:
            self.chance.show(0)  # it cannot be undone; what it shows came from chance, or the rule reports it
        if self.log is not None:
            self.log.emit(event, seen)

    def once(self, find: Callable[..., T], *given: Any) -> T:  # whatever the function is given
        """Return `find(*given)`; copies that repeat this moment are given the same result without finding it again.

        The result depends only on the state and what the flow was answered, and is never changed. Call it in the
        flow itself, not in another `find` or in a `together`. Raises RuntimeError if checked and different.
        """
        found, at = self._found, self._at
        if found is None:
            return find(*given)
        self._at = at + 1
        if at == len(found):
            result = find(*given)
            found.append(result)
            return result
        kept: T = found[at]
        if Game.is_checked and (again := find(*given)) != kept:
            raise RuntimeError(f"a copy finds {again!r} instead of {kept!r}")
        return kept

    def forget(self, *, more: bool) -> None:
        """Forget the results of `once`: at a checkpoint, or, without `more`, until the next one keep none."""
        self._found = [] if more else None
        self._at = 0

    def recall(self, other: Game[S]) -> None:
        """Give the results that another game found since the same checkpoint."""
        self._found = None if other._found is None else other._found[:]
