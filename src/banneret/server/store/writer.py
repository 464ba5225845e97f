"""The writer: one task per process stores the entries of all matches, many of them in one transaction.

A match that has a new entry hands over a `Change` and waits. While one transaction is being committed, the changes of
other matches queue up; they become the next transaction, together with the next answers to the matches of the one
before. So the number of times that the disk is waited for does not grow with the number of matches. Nobody
acknowledges, shows or uses an entry before `store` has returned.

A change is guarded: it applies only to a match that is running, whose last entry is the one before, and of which
nothing else has changed since it was read (`tables.stamp`). With several processes, this one must also still have the
lease of the table (see `leases`). A process that did not notice that another one was faster cannot write anything.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, exists, insert, update
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree

from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Clash, Database
from banneret.server.store.leases import Lease

LARGEST: Final = 64
"""The largest number of changes in one transaction."""

STEPS: Final = 3
"""Iterations of the event loop after a commit: a match goes on, the next answer to it gets its turn, and is judged."""

Row = dict[str, Any]  # the values of a statement's parameters


class Kind(IntEnum):
    """What rows are written, in the order in which it is done."""

    ENTRY = 0
    EVENTS_GONE = 1
    EVENTS = 2
    SEATS = 3
    CONSENTS = 4
    NOTICES = 5
    SNAPSHOT = 6
    PLACES = 7


class Change(NamedTuple):
    """All that is stored with one entry: as a whole or not at all."""

    table: str
    seq: int
    stamp: int
    """The table's `stamp` when what is kept of it in memory was read."""
    head: Row
    """New values of the row of the table: hash, label, touched_at, status, ended_at, version."""
    checkpoint: Row | None
    """`checkpoint` and `checkpoint_seq`, if the entry passed a checkpoint."""
    rows: Sequence[tuple[Kind, Row]]
    also: Callable[[Connection], None] | None = None
    """Rare work in the same transaction that needs to read."""
    lease: Lease | None = None
    """The lease that must still hold; None if there is only one process."""


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
"""By whether a checkpoint was passed, and whether there must be a lease."""

STATEMENTS: Final[dict[Kind, Any]] = {  # SQLAlchemy types each kind of statement otherwise
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
    """Stores changes, as many as are waiting in each transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.committed: list[Callable[[int, float], None]] = []
        """Called after each transaction with the number of entries in it and the seconds that it took."""
        self._waiting: list[tuple[Change, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """The number of changes that are not yet in a transaction."""
        return len(self._waiting)

    async def store(self, change: Change) -> None:
        """Store a change; it is on the disk when this returns.

        Raises Clash if another process was faster, and Problem "storage" if the database cannot store it.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, done))
        if self._task is None or self._task.done():  # it lives only as long as there is something to write
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
        """Store a batch in one transaction, or, if one of its changes cannot be stored, each in its own."""
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
        """Move the heads of the tables on. Raises Clash if one is not as it was read."""
        found = 0
        if self.database.sqlite:
            for key, statement in _HEADS.items():
                rows = [_guard_row(one) for one in changes if _key(one) == key]
                if rows:
                    found += connection.execute(statement, rows).rowcount
        else:
            # PostgreSQL's driver does not count the rows of many statements at once. Rows are locked in one order by
            # all processes, so that none waits for another in a circle.
            for one in sorted(changes, key=lambda change: change.table):
                found += connection.execute(_HEADS[_key(one)], _guard_row(one)).rowcount
        if found != len(changes):
            raise Clash("a table has changed since it was read")


async def answers_first() -> None:
    """Wait until the answers that waited for the commit before have been judged."""
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
    """Return whether the database as a whole cannot write, as when the disk is full or it is not reached."""
    return isinstance(error.__cause__, (OperationalError, InterfaceError, NoneFree, OSError))
