"""Events: numbered the same for all viewers, with private fields removed for those who may not see them."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from banneret.compiled import mypyc_attr
from banneret.kernel.pile import PUBLIC, knows, mask_of


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened. `rule` cites the rule it follows; `PRIVATE` names the fields with limited visibility."""

    PRIVATE: ClassVar[tuple[str, ...]] = ()


class LoggedEvent(msgspec.Struct, frozen=True):
    """An event in the log: its number, the event, and the mask of seats that see its private fields."""

    number: int
    event: Event
    seen: int = PUBLIC

    def to(self, mask: int) -> Event:
        """Return the event as seen by the seats of `mask`."""
        if self.seen == PUBLIC or knows(self.seen, mask):
            return self.event
        return msgspec.structs.replace(self.event, **dict.fromkeys(self.event.PRIVATE))


class Forfeited(Event, frozen=True, tag="forfeited"):
    """A seat was forfeited; from now on the default policy answers for it."""

    seat: int
    name: str = ""
    """The id of the seat, such as its house or side."""
    rule: str = "kernel:forfeit"


@mypyc_attr(allow_interpreted_subclasses=True)
class Log:
    """The events of a match, in order: exactly those that a replay of the current answers emits."""

    __slots__ = ("events",)

    def __init__(self, events: list[LoggedEvent] | None = None) -> None:
        self.events: list[LoggedEvent] = events if events is not None else []

    def emit(self, event: Event, seen: int = PUBLIC) -> None:
        """Add an event; `seen` is the mask of seats that see its private fields."""
        self.events.append(LoggedEvent(len(self.events), event, seen))

    def seen_by(self, seats: frozenset[int], since: int = 0) -> list[tuple[int, Event]]:
        """Return (number, event) pairs from `since` on, as seen by these seats together; no seats mean a spectator."""
        mask = mask_of(seats)
        return [(t.number, t.to(mask)) for t in self.events[since:]]
