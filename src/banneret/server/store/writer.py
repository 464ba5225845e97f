"""The writer: one task per process that stores the entries of all matches, many per transaction.

A match with a new entry queues a `Change` and waits. While a transaction is being committed, the changes of other
matches queue up; they form the next transaction, together with the next answers to the matches of the previous one. So
the number of commits, each of which waits for the disk, does not grow with the number of matches. No entry is
acknowledged, shown or used before `store` has returned.

A change is guarded: it applies only if the match is running, its last entry is the preceding one, and nothing else
about the table has changed since it was read (`tables.stamp`). With several processes, this one must also still hold
the lease of the table (see `leases`). A process that has fallen behind another one cannot write anything.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, exists, insert, update
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree

from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Clash, Database
from banneret.server.store.leases import Lease

LARGEST: Final = 64
"""Maximum number of changes per transaction."""

STEPS: Final = 3
"""Turns of the event loop after a commit: the match proceeds, the next answer is received, and it is checked."""

Row = dict[str, Any]  # values of a statement's parameters


class Kind(IntEnum):
    """Kind of rows to write, in the order of writing."""

    ENTRY = 0
    EVENTS_GONE = 1
    EVENTS = 2
    SEATS = 3
    CONSENTS = 4
    NOTICES = 5
    SNAPSHOT = 6
    PLACES = 7


class Change(NamedTuple):
    """Everything that is stored with one entry, as a whole or not at all."""

    table: str
    seq: int
    stamp: int
    """The table's `stamp` when its cached data were read."""
    head: Row
    """New values of the table's row: hash, label, touched_at, status, ended_at, version."""
    checkpoint: Row | None
    """`checkpoint` and `checkpoint_seq`, if the entry passed a checkpoint."""
    rows: Sequence[tuple[Kind, Row]]
    also: Callable[[Connection], None] | None = None
    """Rare additional work in the same transaction that has to read."""
    lease: Lease | None = None
    """The lease that must still be held; None if there is only one process."""


_TABLES: Final = schema.tables
_SEATS: Final = schema.seats
_TOLD: Final = schema.told

_HEAD: Final[Row] = {
    "head": bindparam("g_seq"),
    "hash": bindparam("g_hash"),
    "label": bindparam("g_label"),
    "touched_at": bindparam("g_touched_at"),
    "status": bindparam("g_status"),
    "ended_at": bindparam("g_ended_at"),
    "version": bindparam("g_version"),
}
_GUARDED: Final = (
    update(_TABLES)
    .where(
        _TABLES.c.id == bindparam("g_table"),
        _TABLES.c.head == bindparam("g_before"),
        _TABLES.c.stamp == bindparam("g_stamp"),
        _TABLES.c.status == "running",
    )
    .values(_HEAD)
)
_PASSED: Final = _GUARDED.values(
    _HEAD | {"checkpoint": bindparam("g_checkpoint"), "checkpoint_seq": bindparam("g_checkpoint_seq")}
)

_LEASES: Final = schema.leases
_LEASED: Final = exists().where(
    _LEASES.c.table_id == bindparam("g_table"),
    _LEASES.c.process_id == bindparam("g_process"),
    _LEASES.c.epoch == bindparam("g_epoch"),
)
_HEADS: Final = {
    (passed, leased): statement.where(_LEASED) if leased else statement
    for passed, statement in ((False, _GUARDED), (True, _PASSED))
    for leased in (False, True)
}
"""The guarded update, keyed by whether a checkpoint was passed and whether a lease is required."""

STATEMENTS: Final[dict[Kind, Any]] = {  # SQLAlchemy has a type for each kind of statement
    Kind.ENTRY: insert(schema.entries),
    Kind.EVENTS_GONE: delete(_TOLD).where(
        _TOLD.c.table_id == bindparam("g_table"), _TOLD.c.number >= bindparam("g_since")
    ),
    Kind.EVENTS: insert(_TOLD),
    Kind.SEATS: update(_SEATS)
    .where(_SEATS.c.table_id == bindparam("g_table"), _SEATS.c.seat == bindparam("g_seat"))
    .values(
        ask=bindparam("g_ask"),
        asked_at=bindparam("g_asked_at"),
        bank=bindparam("g_bank"),
        deadline=bindparam("g_deadline"),
    ),
    Kind.PLACES: update(_SEATS)
    .where(_SEATS.c.table_id == bindparam("g_table"), _SEATS.c.seat == bindparam("g_seat"))
    .values(place=bindparam("g_place")),
    Kind.CONSENTS: update(schema.consents)
    .where(schema.consents.c.table_id == bindparam("g_table"), schema.consents.c.status == "asked")
    .values(status="over"),
}


class Writer:
    """Stores changes, with as many queued ones as possible per transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.committed: list[Callable[[int, float], None]] = []
        """Called after each transaction with the number of its entries and its duration in seconds."""
        self._waiting: list[tuple[Change, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Number of changes in the queue."""
        return len(self._waiting)

    async def store(self, change: Change) -> None:
        """Store a change; it is on disk when this returns.

        Raises Clash if another process was faster, and Problem "storage" if the database cannot store it.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, done))
        if self._task is None or self._task.done():  # it ends when the queue is empty
            self._task = asyncio.ensure_future(self._run())
        await done

    async def _run(self) -> None:
        while self._waiting:
            await answers_first()
            batch, self._waiting = self._waiting[:LARGEST], self._waiting[LARGEST:]
            try:
                await self._write(batch)
            except BaseException as error:
                for _, done in batch:
                    if not done.done():
                        done.set_exception(Problem("storage", "The server is stopping; nothing was changed."))
                if not isinstance(error, Exception):
                    raise

    async def _write(self, batch: list[tuple[Change, asyncio.Future[None]]]) -> None:
        """Store a batch in one transaction, or, if one of its changes fails, each change in its own."""
        try:
            await self._commit([change for change, _ in batch])
        except Exception as error:
            if len(batch) > 1 and not _is_away(error):
                for one in batch:
                    await self._write([one])
                return
            for _, done in batch:
                if not done.done():
                    done.set_exception(error)
            return
        for _, done in batch:
            if not done.done():
                done.set_result(None)

    async def _commit(self, changes: list[Change]) -> None:
        begun = time.perf_counter()
        await self.database.write(lambda connection: self._execute(connection, changes))
        seconds = time.perf_counter() - begun
        for committed in self.committed:
            committed(len(changes), seconds)

    def _execute(self, connection: Connection, changes: list[Change]) -> None:
        self._guard(connection, changes)
        rows: dict[Kind, list[Row]] = {}
        for one in changes:
            for kind, row in one.rows:
                rows.setdefault(kind, []).append(row)
        for kind in sorted(rows):
            connection.execute(self._statement(kind), rows[kind])
        for one in changes:
            if one.also is not None:
                one.also(connection)

    def _statement(self, kind: Kind) -> Any:  # as in STATEMENTS
        if kind == Kind.NOTICES:
            return self.database.insert_once(schema.notices)
        if kind == Kind.SNAPSHOT:
            return self.database.insert_or_replace(schema.snapshots, "table_id")
        return STATEMENTS[kind]

    def _guard(self, connection: Connection, changes: list[Change]) -> None:
        """Update the heads of the tables. Raises Clash if one has changed since it was read."""
        found = 0
        if self.database.sqlite:
            for key, statement in _HEADS.items():
                rows = [_guard_row(one) for one in changes if _key(one) == key]
                if rows:
                    found += connection.execute(statement, rows).rowcount
        else:
            # PostgreSQL's driver does not report the row count of a batch of statements. All processes lock the rows in
            # the same order, to avoid deadlocks.
            for one in sorted(changes, key=lambda change: change.table):
                found += connection.execute(_HEADS[_key(one)], _guard_row(one)).rowcount
        if found != len(changes):
            raise Clash("a table has changed since it was read")


async def answers_first() -> None:
    """Yield to the event loop until the answers that waited for the previous commit have been checked."""
    for _ in range(STEPS):
        await asyncio.sleep(0)


def _key(change: Change) -> tuple[bool, bool]:
    return change.checkpoint is not None, change.lease is not None


def _guard_row(change: Change) -> Row:
    row = {"g_table": change.table, "g_seq": change.seq, "g_before": change.seq - 1, "g_stamp": change.stamp}
    if change.lease is not None:
        row |= {"g_process": change.lease.process, "g_epoch": change.lease.epoch}
    values = change.head | (change.checkpoint or {})
    return row | {f"g_{name}": value for name, value in values.items()}


def _is_away(error: Exception) -> bool:
    """Return whether the database as a whole cannot be written, as when the disk is full or it is unreachable.

    If the connection broke, the changes may be stored: written again, they would be refused as clashes with themselves.
    """
    cause = error.__cause__
    if isinstance(cause, DBAPIError) and cause.connection_invalidated:  # PostgreSQL's driver has no class for it
        return True
    return isinstance(cause, (OperationalError, InterfaceError, NoneFree, OSError))
