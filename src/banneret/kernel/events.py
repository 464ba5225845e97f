"""What happened: events with one number for all, private fields left out for those who may not see them."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from banneret.kernel.pile import PUBLIC, knows, mask_of


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened. `rule` cites the rule it follows; `PRIVATE` names fields not everybody sees."""

    PRIVATE: ClassVar[tuple[str, ...]] = ()


class Told(msgspec.Struct, frozen=True):
    """An event as it was told: its number, the event, the mask of those who see its private fields."""

    number: int
    event: Event
    seen: int = PUBLIC

    def to(self, mask: int) -> Event:
        """Return the event as the seats of `mask` see it."""
        if self.seen == PUBLIC or knows(self.seen, mask):
            return self.event
        return msgspec.structs.replace(self.event, **dict.fromkeys(self.event.PRIVATE))


class TakenBack(Event, frozen=True, tag="taken-back"):
    """An answer was taken back: events from number `since` on, up to here, no longer count."""

    seat: int
    since: int
    rule: str = "kernel:undo"


class Forfeited(Event, frozen=True, tag="forfeited"):
    """A seat gave up; from here on the default policy answers for it."""

    seat: int
    rule: str = "kernel:forfeit"


class Log:
    """The events of a match in order. Muted while something already told is replayed."""

    __slots__ = ("muted", "told")

    def __init__(self, told: list[Told] | None = None) -> None:
        self.told: list[Told] = told if told is not None else []
        self.muted = False

    def tell(self, event: Event, seen: int = PUBLIC) -> None:
        """Add an event; `seen` says who sees its private fields."""
        if not self.muted:
            self.told.append(Told(len(self.told), event, seen))

    def seen_by(self, seats: frozenset[int]) -> list[tuple[int, Event]]:
        """Return number and event, as those seats together see them (none: a spectator)."""
        mask = mask_of(seats)
        return [(t.number, t.to(mask)) for t in self.told]
