"""The connections of this process, by table."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

from banneret.server.traces import current


class Looking:
    """A connection to a table: its person and seats, whether it receives the drawing, and its language."""

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
        """Key by which connections are counted: a person or an address."""
        self.reached: tuple[int, int] = (0, 0)
        """Number of the last message sent to these seats, and its entry, from which the next one is found."""
        self.session = session
        """The session with which it was opened; None if not signed in."""
        self.signed_out = False
        """Whether the session has ended: the connection is closed before anything else is sent."""
        self.resting = False
        """Whether everything has been sent."""
        self.changed = asyncio.Event()
        self.what: set[str] = set()
        self.trace: Any = None  # an OpenTelemetry context
        """The trace of the latest change."""

    def notify(self, what: str) -> None:
        """Record a change, to be sent when the connection is ready."""
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
        """Return the tables with connections."""
        return list(self._looking)

    def everybody(self) -> list[Looking]:
        """Return all connections."""
        return [one for ones in self._looking.values() for one in ones]

    def people(self, table: str) -> set[str | None]:
        """Return the ids of the people connected to a table through this process; None for anonymous ones."""
        return {one.person for one in self.at(table)}

    def looks(self, table: str, person: str) -> bool:
        """Return whether a person is connected to a table through this process."""
        return any(one.person == person for one in self.at(table))

    def count(self) -> int:
        """Return the number of connections."""
        return sum(map(len, self._looking.values()))

    def count_of(self, who: str) -> int:
        """Return the number of connections of a person or address to this process."""
        return sum(one.who == who for one in self.everybody())
