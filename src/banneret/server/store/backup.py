"""Backups: the whole database in one file, which can be restored into SQLite or PostgreSQL.

The file is gzipped JSON Lines: a header, then for each table a line with its columns and a line per row, and a last
line with the number of rows and a hash of all preceding lines. It is a consistent snapshot, taken while the server
keeps running, and is restored completely or not at all.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import time
import zlib
from base64 import b64decode
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, LargeBinary, MetaData, Table, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

import banneret
from banneret.server.store import schema
from banneret.server.store.database import Clash, Database
from banneret.server.store.migrate import migrate, newest, revision

FORM: Final = 1
"""Version of the file format; raised when older versions of this package can no longer read it."""
BATCH: Final = 500


class BackupError(Exception):
    """A backup cannot be written or restored. The message says why, and what to do."""


async def back_up(database: Database, file: Path) -> int:
    """Write the whole database to a file and return the number of rows. Raises BackupError, OSError, Problem."""
    at = await revision(database)
    if at != newest():
        raise BackupError(
            f"The database is at migration {at}, not {newest()}: start `banneret serve` once, then again."
        )
    part = file.with_name(f"{file.name}.part")
    # Only the operator may read it: it contains password hashes and the keys of running matches.
    opened = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(opened, "wb") as raw:
            os.fchmod(raw.fileno(), 0o600)  # a file left by an interrupted backup may have other permissions
            with gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as packed:
                rows = await _write(database, packed, str(at))
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return rows


async def _write(database: Database, packed: gzip.GzipFile, at: str) -> int:
    hashed, rows = hashlib.sha256(), 0

    def write(line: Any) -> None:  # any JSON value
        raw = msgspec.json.encode(line) + b"\n"
        hashed.update(raw)
        packed.write(raw)

    head = {"banneret": "backup", "form": FORM, "migration": at, "version": banneret.__version__}
    write(head | {"at": int(time.time() * 1000)})
    async with _snapshot(database) as connection:
        for table in schema.metadata.sorted_tables:  # sorted by foreign keys, referenced tables first
            if table.name in schema.PASSING:
                continue
            write({"table": str(table.name), "columns": [str(column.name) for column in table.c]})
            found = await connection.stream(select(table).order_by(*table.primary_key.columns))
            async for part in found.partitions(BATCH):
                for row in part:
                    write(list(row))
                    rows += 1
    packed.write(msgspec.json.encode({"rows": rows, "sha256": hashed.hexdigest()}) + b"\n")
    return rows


@asynccontextmanager
async def _snapshot(database: Database) -> AsyncIterator[AsyncConnection]:
    """Open a transaction that reads a consistent snapshot without blocking others."""
    async with database.reading() as connection:
        if not database.sqlite:
            await connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
        yield connection


async def restore(database: Database, file: Path) -> int:
    """Read a backup into an empty database, migrate it, and return the number of rows.

    Raises BackupError, OSError, Problem; then the database is as it was, but for empty tables.
    """
    try:
        rows = await _read(database, file)
    except Clash as error:  # raised before the checksum in the last line is checked
        raise BackupError(f"{file} is incomplete or was changed: it refers to rows that are missing.") from error
    await migrate(database)
    return rows


async def _read(database: Database, file: Path) -> int:
    with _opened(file) as lines:
        head = _head(file, next(lines, b""))
        await _begin(database, head)
        rows = 0
        async with database.writing() as connection:
            tables = await connection.run_sync(_reflected)
            table: Table | None = None
            columns: list[str] = []
            batch: list[dict[str, Any]] = []
            for raw in lines:
                line = msgspec.json.decode(raw)
                if isinstance(line, list):
                    if table is None or len(line) != len(columns):
                        raise BackupError(f"{file}: row {rows + 1} does not match its table.")
                    batch.append(dict(zip(columns, line, strict=True)))
                    rows += 1
                    if len(batch) < BATCH:
                        continue
                if table is not None and batch:
                    await connection.execute(insert(table), _as_stored(table, batch))
                    batch = []
                if "table" in line and isinstance(line, dict):
                    table, columns = tables[line["table"]], line["columns"]
            if table is not None and batch:
                await connection.execute(insert(table), _as_stored(table, batch))
    return rows


async def _begin(database: Database, head: dict[str, Any]) -> None:
    """Create the tables of the backup's migration. Raises BackupError if the database is not empty."""
    if await revision(database) is not None:
        async with database.reading() as connection:
            if await connection.scalar(select(schema.people.c.id).limit(1)) is not None:
                raise BackupError(
                    f"{database.url.render_as_string()} is not empty: restore the backup into a new database."
                )
        if await revision(database) != head["migration"]:
            raise BackupError("The database is at another migration than the backup: restore into a new one.")
        return
    from alembic.util.exc import CommandError  # noqa: PLC0415  # the server itself starts without Alembic

    try:
        await migrate(database, head["migration"])
    except CommandError as error:
        raise BackupError(
            f"The backup was written by banneret {head['version']}, which is newer than this version ({error})."
        ) from None


def _reflected(connection: Connection) -> dict[str, Table]:
    """Return the tables as they are in the database, which may be at an older migration."""
    found = MetaData()
    found.reflect(connection)
    return dict(found.tables)


def _as_stored(table: Table, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    binary = [column.name for column in table.c if isinstance(column.type, LargeBinary)]
    return [row | {name: b64decode(row[name]) for name in binary if row.get(name) is not None} for row in rows]


@contextmanager
def _opened(file: Path) -> Iterator[Iterator[bytes]]:
    with gzip.open(file, "rb") as stream:
        yield _lines(file, stream)


def _lines(file: Path, stream: Iterable[bytes]) -> Iterator[bytes]:
    """Yield all lines but the last, which is the checksum. Raises BackupError at the end if it does not match."""
    hashed, kept, rows = hashlib.sha256(), None, 0
    try:
        for raw in stream:
            if kept is not None:
                hashed.update(kept)
                rows += kept.startswith(b"[")
                yield kept
            kept = raw
    except (OSError, EOFError, zlib.error) as error:
        raise BackupError(f"{file} is not a complete backup: {error}") from None
    end = _dict(kept or b"")
    if (end.get("rows"), end.get("sha256")) != (rows, hashed.hexdigest()):
        raise BackupError(f"{file} is incomplete or was changed: its checksum does not match.")


def _dict(raw: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(raw, type=dict[str, Any])
    except msgspec.DecodeError:
        return {}


def _head(file: Path, raw: bytes) -> dict[str, Any]:
    head = _dict(raw)
    if head.get("banneret") != "backup":
        raise BackupError(f"{file} is not a backup of banneret.")
    if head.get("form") != FORM:
        raise BackupError(f"{file} has format {head.get('form')}; this version reads format {FORM}.")
    return head
