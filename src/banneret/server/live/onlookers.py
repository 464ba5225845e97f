"""Onlookers: the connections of this process, and which table each of them looks at."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

from banneret.server.traces import current


class Looking:
    """One connection that looks at a table: as whom, whether it is drawn to, and in which language."""

    __slots__ = (
        "changed",
        "drawn",
        "language",
        "person",
        "reached",
        "resting",
        "seats",
        "session",
        "signed_out",
        "table",
        "trace",
        "what",
        "who",
    )

    def __init__(
        self,
        table: str,
        person: str | None,
        seats: frozenset[int],
        drawn: bool,
        language: str,
        who: str = "",
        session: str | None = None,
    ) -> None:
        self.table = table
        self.person = person
        self.seats = seats
        self.drawn = drawn
        self.language = language
        self.who = who
        """By whom connections are counted: a person, or an address."""
        self.reached: tuple[int, int] = (0, 0)
        """The number of a message of these seats, and the entry that gave it: from there the next one is found."""
        self.session = session
        """The session with which it was opened; None if nobody is signed in."""
        self.signed_out = False
        """The session is over: the connection ends before anything else is sent."""
        self.resting = False
        """Everything has been sent so far."""
        self.changed = asyncio.Event()
        self.what: set[str] = set()
        self.trace: Any = None  # an OpenTelemetry context
        """The trace of what changed last."""

    def tell(self, what: str) -> None:
        """Say that something changed; it is looked at when the connection has time."""
        self.what.add(what)
        self.trace = current()
        self.changed.set()


class Onlookers:
    """All connections of this process, by table."""

    def __init__(self) -> None:
        self._looking: dict[str, set[Looking]] = {}

    def enter(self, looking: Looking) -> None:
        """Add a connection."""
        self._looking.setdefault(looking.table, set()).add(looking)

    def leave(self, looking: Looking) -> bool:
        """Remove a connection; return whether it was the last one at its table."""
        left = self._looking.get(looking.table)
        if left is None:
            return False
        left.discard(looking)
        if left:
            return False
        del self._looking[looking.table]
        return True

    def at(self, table: str) -> Collection[Looking]:
        """Return the connections at a table."""
        return self._looking.get(table, ())

    def tables(self) -> list[str]:
        """Return the tables that anybody looks at."""
        return list(self._looking)

    def everybody(self) -> list[Looking]:
        """Return all connections."""
        return [one for ones in self._looking.values() for one in ones]

    def people(self, table: str) -> set[str | None]:
        """Return the people who look at a table now, through this process; None for those who are not signed in."""
        return {one.person for one in self.at(table)}

    def looks(self, table: str, person: str) -> bool:
        """Return whether a person looks at a table now, through this process."""
        return any(one.person == person for one in self.at(table))

    def count(self) -> int:
        """Return how many connections there are."""
        return sum(map(len, self._looking.values()))

    def count_of(self, who: str) -> int:
        """Return how many connections a person, or an address, has to this process."""
        return sum(one.who == who for one in self.everybody())
