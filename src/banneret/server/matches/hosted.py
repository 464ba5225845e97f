"""A match in memory, with its history and the cached data of its table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from banneret.kernel.match import Match
from banneret.server.matches.kept import Kept
from banneret.server.matches.revival import Earlier, Stored, revive
from banneret.server.matches.stream import Before, Step, read_step, rewinds
from banneret.server.problems import Problem
from banneret.server.store.entries import Entry, ask_id, enter
from banneret.server.store.leases import Lease
from banneret.server.store.writer import Change, Kind
from banneret.server.tables.table import Sitting


class Gone(Problem, LookupError):
    """An earlier position of a match can no longer be shown because the rules have changed."""

    def __init__(self, table: str) -> None:
        super().__init__("conflict", f"Table {table} continues under newer rules: earlier positions cannot be shown.")


class Turn(NamedTuple):
    """The changes by a new entry, for listeners."""

    table: str
    seq: int
    entry: Entry
    before: dict[int, str]
    """Id of the open question before the entry, by seat."""
    after: dict[int, str]
    """Id of the open question after the entry, by seat."""
    ended: bool


class Hosted:
    """A match in memory, and the last stored entry that it includes."""

    __slots__ = (
        "_asks",
        "_begin",
        "_behind",
        "base",
        "earlier",
        "entries",
        "hash",
        "head",
        "kept",
        "keys",
        "lease",
        "lock",
        "match",
        "rewinds",
        "rewound",
        "rounds",
        "saved",
        "steps",
        "stored",
        "used_at",
    )

    def __init__(
        self,
        stored: Stored,
        match: Match[Any],
        earlier: Earlier | None = None,
        begin: Callable[[], Match[Any]] | None = None,
    ) -> None:
        self.stored = stored
        self._begin = begin or partial(revive, stored, earlier)
        self.kept: Kept
        """Cached data of the table, its seats and its people."""
        self.keys: dict[tuple[str | None, str], int] = {}
        """Entry by person and idempotency key."""
        self.lease: Lease | None = None
        """The lease under which the match was last read; None if unread, or if there is only one process."""
        self.match = match
        self.earlier = earlier
        self.used_at = 0.0
        """Time of last use, in seconds of the monotonic clock."""
        self._asks: dict[int, str] | None = None
        self.base = 0
        """The last upgrade to newer rules, before which no position can be shown; 0 if there is none."""
        self.head = 0
        self.hash = ""
        self.saved = 0
        """The entry of the last snapshot known to this process; 0 if there is none."""
        self.rewinds = 0
        self.entries: list[Entry] = []
        """All entries, from the first one; entry `seq` is at `seq - 1`."""
        self.steps: list[Step] = []
        """The public changes by each entry."""
        self.rewound: list[int] = [0]
        """Number of rewinds up to each entry; the first number is that before all entries."""
        self._behind: tuple[int, Match[Any]] | None = None
        self.rounds: list[tuple[int, str]] = [(0, match.label)]
        """The labels (rounds), each with the entry that reached it."""
        self.lock = asyncio.Lock()
        if earlier is not None:
            self._skip(earlier)

    def _skip(self, earlier: Earlier) -> None:
        self.rounds.clear()
        self._pass(earlier.entries, earlier.hash)
        self.base = self.head

    def restored(self, entries: Sequence[Entry], hash_: str, first: str) -> None:
        """Record that the match was restored after these entries; `first` is the label at its beginning."""
        if not self.base:
            self.rounds = [(0, first)]
        self._pass(entries[self.head :], hash_)
        self.saved = self.head

    def _pass(self, entries: Sequence[Entry], hash_: str) -> None:
        """Skip entries without replaying them, using their stored steps."""
        for entry in entries:
            step, label = read_step(entry)
            self.head += 1
            self.steps.append(step)
            self.rewinds += "version" in entry or ("take_back" in entry and not step.sealed)
            self.rewound.append(self.rewinds)
            if not self.rounds or label != self.rounds[-1][1]:
                self.rounds.append((self.head if self.rounds else 0, label))
        self.entries += entries
        self.hash = hash_

    def asks(self) -> dict[int, str]:
        """Return the id of each seat's open question, which changes exactly when the seat is asked again."""
        if self._asks is None:
            self._asks = {seat: ask_id(self.match, self.rewinds, seat) for seat in self.match.asking}
        return self._asks

    def at(self, entry: int) -> Match[Any]:
        """Return the match after an entry; do not change it. Moving forward is cheap. Raises Gone."""
        if entry == self.head:
            return self.match
        at, begin = self.replayed_from(entry)
        match = begin() if callable(begin) else begin
        for done in self.entries[at:entry]:
            enter(match, done)
        self._behind = (entry, match)
        return match

    def replayed_from(self, entry: int) -> tuple[int, Match[Any] | Callable[[], Match[Any]]]:
        """Return a match at or before an entry, or a function that creates it, and its entry. Raises Gone."""
        if entry == self.head:
            return entry, self.match
        if entry < self.base:
            raise Gone(self.stored.id)
        if self._behind is None or self._behind[0] > entry:
            return self.base, self._begin
        return self._behind

    def cache_position(self, entry: int, match: Match[Any]) -> None:
        """Cache the match after an entry, from which later positions are replayed."""
        self._behind = (entry, match)

    def remember(self, rows: Iterable[Any]) -> None:  # rows of `entries`
        """Record the idempotency keys of stored entries."""
        self.keys.update({(row.person_id, row.idempotency): row.seq for row in rows if row.idempotency is not None})

    def keep(self, change: Change, seats: tuple[Sitting, ...]) -> None:
        """Update the cached data of the table after an entry was stored."""
        names = ("label", "status", "ended_at", "version")
        head = {name: change.head[name] for name in names}
        table = msgspec.structs.replace(self.kept.table, seats=seats, **head)
        open_ = self.kept.consents and not any(kind == Kind.CONSENTS for kind, _ in change.rows)
        self.kept = self.kept._replace(table=table, consents=open_)
        if any(kind == Kind.SNAPSHOT for kind, _ in change.rows):
            self.saved = change.seq

    def follow(
        self,
        match: Match[Any],
        seq: int,
        entry: Entry,
        hash_: str,
        step: Step,
        before: Match[Any] | Before | None = None,
    ) -> None:
        """Replace the match by one with a further entry; `before` if that is not based on a copy of the current one."""
        if rewinds(before or self.match, match, entry):
            self.rewinds += 1
        self.rewound.append(self.rewinds)
        self.steps.append(step)
        self.match = match
        self._asks = None
        self.head = seq
        self.hash = hash_
        self.entries.append(entry)
        if match.label != self.rounds[-1][1]:
            self.rounds.append((seq, match.label))
