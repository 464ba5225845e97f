"""Leases: with several processes on one PostgreSQL database, each table is played by one of them.

A process stores the time until which it counts as alive, and keeps extending it for all its tables at once. A lease of
a table is valid as long as its process is alive, according to the clock of the database. Once the process has died or
released the table, any other process may take the lease.

Taking a lease raises the table's stamp in the same transaction, and an entry is stored only if both the stamp and the
lease are unchanged. So a process that was suspended, and has not noticed that it was given up for dead, cannot store
anything: what it had begun fails because of the stamp, and what it begins after reading the table again fails because
of the lease.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection
from typing import Any, Final, NamedTuple
from weakref import WeakValueDictionary

import structlog
from sqlalchemy import (
    JSON,
    BigInteger,
    BindParameter,
    and_,
    bindparam,
    cast,
    delete,
    exists,
    extract,
    func,
    insert,
    literal,
    literal_column,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.dialects.postgresql import insert as insert_or_update

from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Clash, Database

log = structlog.get_logger()

LEASE_SECONDS: Final = 3.0
"""A process that has not renewed for this long is given up for dead."""
RENEW_SECONDS: Final = 1.0
ADOPTED: Final = 100
"""Maximum number of tables adopted at once."""
GONE_MS: Final = 60_000
"""Milliseconds after which rows of dead processes and their leases are deleted."""

_PROCESSES: Final = schema.processes
_LEASES: Final = schema.leases
_TABLES: Final = schema.tables
_SEATS: Final = schema.seats

_NOW: Final = cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
_ME: Final[BindParameter[str]] = bindparam("me")
_TABLE: Final[BindParameter[str]] = bindparam("table")
_UNTIL: Final = _NOW + bindparam("lease", type_=BigInteger)
_IS_ALIVE: Final = _PROCESSES.c.expires_at > _NOW

_BEGIN: Final = insert(_PROCESSES).values(
    id=_ME, address=bindparam("address"), secret=bindparam("secret"), expires_at=_UNTIL
)
_RENEW: Final = (
    update(_PROCESSES).where(_PROCESSES.c.id == _ME, _IS_ALIVE).values(expires_at=_UNTIL).returning(_PROCESSES.c.id)
)
_CLEAN: Final = delete(_PROCESSES).where(_PROCESSES.c.expires_at < _NOW - GONE_MS)
_END: Final = delete(_PROCESSES).where(_PROCESSES.c.id == _ME)

_TAKE: Final = (
    insert_or_update(_LEASES)
    .from_select(
        ["table_id", "process_id", "epoch"], select(_TABLES.c.id, _ME, literal(0)).where(_TABLES.c.id == _TABLE)
    )
    .on_conflict_do_update(
        index_elements=["table_id"],
        set_={"process_id": _ME},
        where=or_(
            _LEASES.c.process_id == _ME,
            # not _LEASES.c, which SQLAlchemy would add to the subquery's tables
            ~exists().where(_PROCESSES.c.id == literal_column("leases.process_id"), _IS_ALIVE),
        ),
    )
    .returning(_LEASES.c.table_id)
)
_STAMP: Final = (
    update(_TABLES).where(_TABLES.c.id == _TABLE).values(stamp=_TABLES.c.stamp + 1).returning(_TABLES.c.stamp)
)
_EPOCH: Final = update(_LEASES).where(_LEASES.c.table_id == _TABLE).values(epoch=bindparam("since"))
_RELEASE: Final = delete(_LEASES).where(
    _LEASES.c.table_id == _TABLE, _LEASES.c.process_id == _ME, _LEASES.c.epoch == bindparam("since")
)
_OWNER: Final = (
    select(_PROCESSES)
    .join(_LEASES, _LEASES.c.process_id == _PROCESSES.c.id)
    .where(_LEASES.c.table_id == _TABLE, _IS_ALIVE)
)
# Tables with an open question to a bot. Whether they are running is checked in a second query: PostgreSQL overestimates
# the number of such seats, and would scan all tables.
_ASKED_BOTS: Final = (
    select(_SEATS.c.table_id)
    .outerjoin(_LEASES, _LEASES.c.table_id == _SEATS.c.table_id)
    .outerjoin(_PROCESSES, and_(_PROCESSES.c.id == _LEASES.c.process_id, _IS_ALIVE))
    .where(schema.ASKED_BOTS, _PROCESSES.c.id.is_(None))
)
# Tables whose process has died, possibly before it gave a forced answer automatically.
_SINGLE: Final = (
    select(_LEASES.c.table_id)
    .join(_PROCESSES, _PROCESSES.c.id == _LEASES.c.process_id)
    .join(_TABLES, _TABLES.c.id == _LEASES.c.table_id)
    .where(~_IS_ALIVE, cast(_TABLES.c.settings, JSON)["auto_single"].as_boolean())
)
_WAITING: Final = union(_ASKED_BOTS, _SINGLE)
_RUNNING: Final = (
    select(_TABLES.c.id)
    .where(_TABLES.c.id.in_(bindparam("tables", expanding=True)), _TABLES.c.status == "running")
    .order_by(_TABLES.c.id)
    .limit(ADOPTED)
)


class Process(NamedTuple):
    """A process that is alive: its address, and the key of the signatures that it accepts."""

    id: str
    address: str
    secret: bytes


class Lease(NamedTuple):
    """The lease under which an entry is stored. Storing fails if the table has another one by then."""

    process: str
    epoch: int


class Elsewhere(Problem):
    """Another process plays the table; nothing was changed."""

    def __init__(self, table: str) -> None:
        super().__init__("conflict", f"Table {table} is played by another process of this server.")


class Leases:
    """The leases of this process. Without an address there are none, because this is the only process."""

    def __init__(self, database: Database, address: str | None) -> None:
        self.database = database
        self.address = address
        self.taken_over: list[Callable[[], None]] = []
        """Called after the lease of a table was taken."""
        self._me = Process("", "", b"")
        self._renewed_at = float("-inf")
        self._held: dict[str, tuple[Lease, float]] = {}
        """The lease of each table, and when it was taken, in seconds of the monotonic clock."""
        self._released: dict[str, Lease] = {}
        """Leases to release; this releases none that was taken later, which has another epoch or process."""
        self._taking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._beginning = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._ended = False

    @property
    def used(self) -> bool:
        """Whether there may be other processes."""
        return self.address is not None

    @property
    def me(self) -> Process:
        """This process, as known to the others."""
        return self._me

    def count(self) -> int:
        """Return the number of tables that this process plays."""
        return len(self._held)

    def lease(self, table: str) -> Lease | None:
        """Return the lease of a table, or None unless this process is certain to hold it."""
        held = self._held.get(table) if self._alive() else None
        return None if held is None else held[0]

    def _alive(self) -> bool:
        return time.monotonic() < self._renewed_at + LEASE_SECONDS

    # This process

    async def start(self) -> None:
        """Register this process as alive, and keep renewing. Raises Problem storage."""
        if self.used:
            await self.renew()
            self._task = asyncio.ensure_future(self._keep_renewing())

    async def stop(self) -> None:
        """Release all leases, so that other processes can take them at once."""
        self._ended = True
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._task = None
        self._lose()
        try:
            async with self.database.writing() as connection:
                await connection.execute(_END, {"me": self._me.id})
        except Problem as problem:  # then the leases expire
            log.warning("leases not released", problem=str(problem))

    async def _keep_renewing(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await self.renew()
            except Problem as problem:
                log.warning("leases not renewed", problem=str(problem))
            except Exception:
                log.exception("leases not renewed")

    async def renew(self) -> None:
        """Extend the time until which this process is alive. If it was given up for dead, register it as a new one.

        Raises Problem storage.
        """
        async with self._beginning:
            begun = time.monotonic()
            released = dict(self._released)
            rows = [{"table": table, "me": one.process, "since": one.epoch} for table, one in released.items()]
            async with self.database.writing() as connection:
                alive = await connection.scalar(_RENEW, {"me": self._me.id, "lease": _lease_ms()})
                if rows:
                    await connection.execute(_RELEASE, rows)
                await connection.execute(_CLEAN)
            for table, lease in released.items():
                if self._released.get(table) == lease:
                    del self._released[table]
            if alive is None:
                await self._begin()
            self._renewed_at = begun

    async def _begin(self) -> None:
        if self._me.id:
            log.warning("leases lost", tables=len(self._held))
        self._lose()
        self._me = Process(secrets.token_urlsafe(9), str(self.address), secrets.token_bytes(32))
        me = self._me
        values = {"me": me.id, "address": me.address, "secret": me.secret, "lease": _lease_ms()}
        async with self.database.writing() as connection:
            await connection.execute(_BEGIN, values)

    def _lose(self) -> None:
        self._renewed_at = float("-inf")
        self._held.clear()

    # Tables

    async def take(self, table: str) -> Process | None:
        """Take the lease of a table. If another process holds it, return that process. Raises Problem storage."""
        if not self.used or self.lease(table) is not None:
            return None
        lock = self._taking.setdefault(table, asyncio.Lock())
        async with lock:
            if self.lease(table) is not None:
                return None
            if self._ended:
                raise Elsewhere(table)
            if not self._alive():
                await self.renew()
            me = self._me.id
            try:
                async with self.database.writing() as connection:
                    if await connection.scalar(_TAKE, {"table": table, "me": me}) is None:
                        return await self._owner(connection, table)
                    epoch = await connection.scalar(_STAMP, {"table": table})
                    await connection.execute(_EPOCH, {"table": table, "since": epoch})
            except Clash:  # this process was given up for dead and deleted meanwhile
                self._lose()
                raise Elsewhere(table) from None
            if me == self._me.id:
                self._held[table] = (Lease(me, int(epoch)), time.monotonic())
                for taken in self.taken_over:
                    taken()
            return None

    async def owner(self, table: str) -> Process | None:
        """Return the process that holds the lease of a table, if it is alive. Raises Problem storage."""
        async with self.database.reading() as connection:
            return await self._owner(connection, table)

    async def _owner(self, connection: Any, table: str) -> Process | None:
        row = (await connection.execute(_OWNER, {"table": table})).one_or_none()
        return None if row is None else Process(row.id, row.address, bytes(row.secret))

    async def waiting(self) -> list[str]:
        """Return some tables that must proceed and are not played by any process. Raises Problem storage."""
        if not self.used:
            return []
        async with self.database.reading() as connection:
            found = (await connection.execute(_WAITING)).scalars().all()
            return list((await connection.execute(_RUNNING, {"tables": found})).scalars()) if found else []

    def doubt(self, table: str) -> None:
        """Forget the lease of a table, which may be lost, so that it must be taken again before it is used."""
        self._held.pop(table, None)

    def release(self, table: str) -> None:
        """Release a table with the next renewal."""
        held = self._held.pop(table, None)
        if held is not None:
            self._released[table] = held[0]

    def release_idle(self, used: Collection[str], seconds: float) -> None:
        """Release the tables that are not in use and were taken more than `seconds` ago."""
        before = time.monotonic() - seconds
        for table, (_, at) in list(self._held.items()):
            if at < before and table not in used:
                self.release(table)


def _lease_ms() -> int:
    return int(LEASE_SECONDS * 1000)
