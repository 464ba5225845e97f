"""The database: SQLite or PostgreSQL behind one engine, transactions, and translation of errors."""

from __future__ import annotations

import asyncio
import math
import os
import sqlite3
import stat
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Table, event
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from banneret.server.problems import Problem
from banneret.server.store.writing_thread import WritingThread

T = TypeVar("T")

PATIENCE = 10
"""Seconds that a connection to SQLite waits for a lock."""

PURGE_MS = 200
"""Milliseconds that emptying the write-ahead log waits for readers, while nothing can be written."""


SHRINK_PAGES = 256
"""Number of free pages returned to the file system at a time; nothing else can write meanwhile."""


class Clash(Exception):
    """A unique or foreign key was violated: another transaction was faster."""


class Database:
    """The engine and its transactions."""

    def __init__(self, url: str, stalled_seconds: float | None = None) -> None:
        """Prepare the engine, which connects when needed.

        PostgreSQL aborts transactions that have been idle for `stalled_seconds`.
        """
        self.url = make_url(url)
        self.stalled_seconds = stalled_seconds
        self.sqlite = self.url.get_backend_name() == "sqlite"
        if self.sqlite and self.url.database not in (None, "", ":memory:"):
            try:
                Path(str(self.url.database)).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise Problem("storage", f"The folder of the database cannot be made: {error}.") from error
        # SQLite allows one writer at a time. Waiters on this lock are woken in order; SQLite itself would poll.
        self._turn = asyncio.Lock() if self.sqlite else nullcontext()
        self.to_purge = False
        """Whether deleted content may still be in the write-ahead log."""
        self.engine: AsyncEngine = create_async_engine(self.url, **self._pool())
        self._thread: WritingThread | None = None
        if self.sqlite:
            if self.url.database not in (None, "", ":memory:"):  # another connection would be to another database
                self._thread = WritingThread(self.url)
            for engine in self.engines:
                event.listen(engine, "do_connect", self._keep_private)
                event.listen(engine, "connect", _pragmas)
                event.listen(engine, "begin", _begin_immediate)
            event.listen(self.engine.sync_engine, "connect", lambda made, _: made.run_async(_write_ahead_meanwhile))
            if self._thread is not None:
                event.listen(self._thread.engine, "connect", _write_ahead)

    @property
    def engines(self) -> Sequence[Engine]:
        """All engines that connect to the database."""
        return [self.engine.sync_engine, *([] if self._thread is None else [self._thread.engine])]

    def _pool(self) -> dict[str, Any]:  # arguments of an engine
        # Errors must not write stored content to the logs.
        if self.sqlite:
            return {"hide_parameters": True}
        more: dict[str, Any] = {}
        if self.stalled_seconds is not None:
            limit = {"idle_in_transaction_session_timeout": str(int(self.stalled_seconds * 1000))}
            more = {"connect_args": {"server_settings": limit}}
        return {"hide_parameters": True, "pool_pre_ping": True} | more

    def _keep_private(self, *_: Any) -> None:  # SQLAlchemy's arguments of the new connection
        """Create the file for its owner only, and remove other users' permissions from an existing one.

        SQLite gives its write-ahead log the permissions of the file.
        """
        name = str(self.url.database or "")
        if name in ("", ":memory:") or name.startswith("file:"):
            return
        # Closing any descriptor of a file drops all locks that the process holds on it, including those of SQLite, and
        # another process would then delete the log that this one writes to. So an existing file is never opened here.
        with suppress(OSError):  # it exists, or SQLite will report the reason
            os.close(os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        for file in (name, f"{name}-wal", f"{name}-shm"):
            with suppress(OSError):  # missing, or owned by another user, who set its permissions
                mode = stat.S_IMODE(os.stat(file).st_mode)
                if mode & 0o077:
                    os.chmod(file, mode & 0o700)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that is committed at the end, as a whole or not at all.

        Raises Clash if a unique or foreign key is violated, and Problem "storage" if the database cannot be written to
        or reached.
        """
        with _understood():
            async with self._turn, self.engine.begin() as connection:
                yield connection

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction like `writing`, in a thread where that needs fewer turns of the event loop."""
        with _understood():
            if self._thread is not None:
                async with self._turn:
                    return await self._thread.write(work)
            async with self._turn, self.engine.begin() as connection:
                return await connection.run_sync(work)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction for reading. Raises Problem "storage"."""
        try:
            async with self.engine.connect() as connection:
                if self.sqlite:
                    connection = await connection.execution_options(banneret_reading=True)  # noqa: PLW2901  # the same connection, with an option
                yield connection
        except (DBAPIError, NoneFree, OSError) as error:
            raise _storage(error) from error

    def insert_once(self, table: Table) -> Any:  # its type depends on the database
        """Return an insert that skips rows whose value of the column `once` already exists."""
        made: Any = (insert_sqlite if self.sqlite else insert_postgresql)(table)
        return made.on_conflict_do_nothing(index_elements=["once"])

    def insert_or_replace(self, table: Table, key: str) -> Any:  # as above
        """Return an insert that replaces an existing row with the same key."""
        made: Any = (insert_sqlite if self.sqlite else insert_postgresql)(table)
        values = {column.name: made.excluded[column.name] for column in table.c if column.name != key}
        return made.on_conflict_do_update(index_elements=[key], set_=values)

    def insert_or_add(self, table: Table, key: Sequence[str], row: Mapping[str, Any]) -> Any:  # as above
        """Return an insert that adds its numbers to those of an existing row with the same key."""
        made: Any = (insert_sqlite if self.sqlite else insert_postgresql)(table).values(row)
        sums = {name: table.c[name] + made.excluded[name] for name in row if name not in key}
        return made.on_conflict_do_update(index_elements=list(key), set_=sums)

    async def purge(self) -> bool:
        """Empty SQLite's write-ahead log, which may hold deleted content. Return True if it is empty.

        Readers can prevent that; then `to_purge` remains set. Raises Problem storage.
        """
        if not self.sqlite:
            return True  # PostgreSQL's autovacuum removes deleted rows
        self.to_purge = True
        try:
            async with self._turn, self.engine.connect() as connection:
                driver: Any = (await connection.get_raw_connection()).driver_connection
                await _run(driver, f"PRAGMA busy_timeout={PURGE_MS}")
                try:
                    busy = await _run(driver, "PRAGMA wal_checkpoint(TRUNCATE)")
                finally:
                    await _run(driver, f"PRAGMA busy_timeout={1000 * PATIENCE}")
        except (DBAPIError, sqlite3.Error, NoneFree, OSError) as error:
            raise _storage(error) from error
        self.to_purge = bool(busy)
        return not self.to_purge

    async def shrink(self) -> None:
        """Return the free pages of SQLite's file to the file system, some at a time. Raises Problem storage."""
        if not self.sqlite:
            return
        left = math.inf
        while left:
            try:
                async with self._turn, self.engine.connect() as connection:
                    driver: Any = (await connection.get_raw_connection()).driver_connection
                    # A script, since each step frees one page, and a statement without columns is stepped only once.
                    async with driver.executescript(f"PRAGMA incremental_vacuum({SHRINK_PAGES})"):
                        pass
                    before, left = left, await _run(driver, "PRAGMA freelist_count")
            except (DBAPIError, sqlite3.Error, NoneFree, OSError) as error:
                raise _storage(error) from error
            if left >= before:  # no page could be returned
                break
        await self.purge()

    async def vacuum(self) -> None:
        """Rewrite SQLite's file without free pages, which may hold deleted content. Raises Problem storage."""
        try:
            async with self._turn, self.engine.connect() as connection:
                await _run((await connection.get_raw_connection()).driver_connection, "VACUUM")
        except (DBAPIError, sqlite3.Error, NoneFree, OSError) as error:
            raise _storage(error) from error
        await self.purge()

    async def close(self) -> None:
        """Close all connections."""
        if self._thread is not None:
            await self._thread.close()
        await self.engine.dispose()
        await asyncio.sleep(0)  # abandoned connections close in the next turn of the loop


async def _run(driver: Any, statement: str) -> Any:  # the driver's own connection; returns the first value
    async with driver.execute(statement) as cursor:
        row = await cursor.fetchone()
    return row[0] if row else None


@contextmanager
def _understood() -> Iterator[None]:
    """Translate exceptions of SQLAlchemy into Clash or Problem."""
    try:
        yield
    except IntegrityError as error:
        raise Clash(str(error.orig)) from error
    except (DBAPIError, NoneFree, OSError) as error:
        raise _storage(error) from error


def _storage(error: Exception) -> Problem:
    why = str(getattr(error, "orig", None) or error).strip().splitlines()
    inner = why[0] if why else type(error).__name__
    return Problem("storage", "The server cannot currently read or write data; nothing was changed.", inner=inner)


def _pragmas(connection: Any, _record: Any) -> None:  # the driver's own connection
    # The driver would begin transactions too late (at the first write): they are begun explicitly, below.
    connection.isolation_level = None
    cursor = connection.cursor()
    pragmas = (
        f"busy_timeout={1000 * PATIENCE}",
        "synchronous=FULL",
        "foreign_keys=ON",
        "secure_delete=ON",  # overwrite deleted content in the file
        "auto_vacuum=INCREMENTAL",  # takes effect in a new file, and after VACUUM
    )
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


# If another connection is about to switch a new file to this mode too, the switch fails at once, regardless of the
# busy timeout. The mode is a property of the file, so it is switched only once.


def _write_ahead(connection: Any, _record: Any) -> None:  # the driver's own connection
    begun = time.monotonic()
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL").close()
            return
        except sqlite3.OperationalError as error:
            _check_patience(error, begun)
        time.sleep(0.01)


async def _write_ahead_meanwhile(connection: Any) -> None:  # the asynchronous driver's own connection
    begun = time.monotonic()
    while True:
        try:
            async with connection.execute("PRAGMA journal_mode=WAL"):
                return
        except sqlite3.OperationalError as error:
            _check_patience(error, begun)
        await asyncio.sleep(0.01)


def _check_patience(error: sqlite3.OperationalError, begun: float) -> None:
    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() - begun > PATIENCE:
        raise error


def _begin_immediate(connection: Any) -> None:  # SQLAlchemy's connection
    # Take the write lock at once, so that two writers wait for each other instead of failing halfway.
    reading = connection.get_execution_options().get("banneret_reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
