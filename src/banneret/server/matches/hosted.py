"""A match in memory: where it stands, what led there, and what is kept of its table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from banneret.kernel.match import Match
from banneret.server.matches.kept import Kept
from banneret.server.matches.revival import Earlier, Stored, revive
from banneret.server.matches.stream import Before, Step, read_step
from banneret.server.problems import Problem
from banneret.server.store.entries import Entry, enter
from banneret.server.store.leases import Lease
from banneret.server.store.positions import ask_id
from banneret.server.store.writer import Change, Kind
from banneret.server.tables.table import Sitting


class Gone(Problem, LookupError):
    """A moment of a match that cannot be shown any more: the rules have changed since."""

    def __init__(self, table: str) -> None:
        super().__init__("conflict", f"Table {table} goes on under newer rules: what was before is told, not shown.")


class Turn(NamedTuple):
    """What a new entry changed: for those who tell, think and keep time."""

    table: str
    seq: int
    entry: Entry
    before: dict[int, str]
    """Seat -> ask that stood before."""
    after: dict[int, str]
    """Seat -> ask that stands now."""
    ended: bool


class Hosted:
    """A match in memory and where it stands in the database."""

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
        """The table, its seats and its people."""
        self.keys: dict[tuple[str | None, str], int] = {}
        """Person and idempotency key -> the entry stored with it."""
        self.lease: Lease | None = None
        """The lease under which the match was last read; None if it was not, or there is only one process."""
        self.match = match
        self.earlier = earlier
        self.used_at = 0.0
        """When it was last used, in seconds of the monotonic clock."""
        self._asks: dict[int, str] | None = None
        self.base = 0
        """The entry with which it went on under newer rules: where it stood before cannot be shown; 0: none."""
        self.head = 0
        self.hash = ""
        self.saved = 0
        """The entry with which the last snapshot was stored, as far as this process knows; 0: none."""
        self.rewinds = 0
        self.entries: list[Entry] = []
        """All entries, from the first one; entry `seq` is at `seq - 1`."""
        self.steps: list[Step] = []
        """What each entry changed, as far as all may know."""
        self.rewound: list[int] = [0]
        """How often the match had been taken back after each entry; the first is before all."""
        self._behind: tuple[int, Match[Any]] | None = None
        self.rounds: list[tuple[int, str]] = [(0, match.label)]
        """The entry with which each new label (a round) was reached, and the label."""
        self.lock = asyncio.Lock()
        if earlier is not None:
            self._skip(earlier)

    def _skip(self, earlier: Earlier) -> None:
        self.rounds.clear()
        self._pass(earlier.entries, earlier.hash)
        self.base = self.head

    def restored(self, entries: Sequence[Entry], hash_: str, first: str) -> None:
        """Note that the match was restored after these entries; `first` is the label with which it began."""
        if not self.base:
            self.rounds = [(0, first)]
        self._pass(entries[self.head :], hash_)
        self.saved = self.head

    def _pass(self, entries: Sequence[Entry], hash_: str) -> None:
        """Pass over entries that are not entered again; each says what it changed."""
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
        """Return the ask that stands for each seat: its id changes when, and only when, that seat is asked anew."""
        if self._asks is None:
            self._asks = {seat: ask_id(self.match, self.rewinds, seat) for seat in self.match.asking}
        return self._asks

    def at(self, entry: int) -> Match[Any]:
        """Return the match as it stood after an entry; it is not to be played. Going forward is cheap. Raises Gone."""
        if entry == self.head:
            return self.match
        at, begin = self.replayed_from(entry)
        match = begin() if callable(begin) else begin
        for done in self.entries[at:entry]:
            enter(match, done)
        self._behind = (entry, match)
        return match

    def replayed_from(self, entry: int) -> tuple[int, Match[Any] | Callable[[], Match[Any]]]:
        """Return a match at or before an entry, or how to make one, and after which entry it stands. Raises Gone."""
        if entry == self.head:
            return entry, self.match
        if entry < self.base:
            raise Gone(self.stored.id)
        if self._behind is None or self._behind[0] > entry:
            return self.base, self._begin
        return self._behind

    def stand_behind(self, entry: int, match: Match[Any]) -> None:
        """Keep a match as it stood after an entry, from which later ones are reached."""
        self._behind = (entry, match)

    def remember(self, rows: Iterable[Any]) -> None:  # rows of `entries`
        """Remember with which keys entries were stored."""
        self.keys.update({(row.person_id, row.idempotency): row.seq for row in rows if row.idempotency is not None})

    def keep(self, change: Change, seats: tuple[Sitting, ...]) -> None:
        """Take over what a stored entry changed of the table."""
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
        """Take over a match into which an entry was entered; `before` if it is not a copy of the one until now."""
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


def rewinds(before: Match[Any] | Before, after: Match[Any], entry: Entry) -> bool:
    """Tell whether an entry took the match back for all: not so where a seat changed its own sealed answer.

    Where a match goes on under newer rules, all are asked anew too.
    """
    if "version" in entry:
        return True
    sealed = before.opened_at is not None and before.opened_at == after.opened_at
    return "take_back" in entry and not sealed
