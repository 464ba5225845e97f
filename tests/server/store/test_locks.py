"""Locks of SQLite: who waits for whom, for how long, and which files there are."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from banneret.server.problems import Problem
from banneret.server.store import database as databases
from banneret.server.store import probe as probes
from banneret.server.store.database import Database, _write_ahead, _write_ahead_meanwhile
from banneret.server.store.probe import Probe

pytestmark = pytest.mark.anyio


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    made = Database(f"sqlite+aiosqlite:///{tmp_path / 'some.sqlite3'}")
    async with made.writing() as connection:
        await connection.execute(text("CREATE TABLE alembic_version (version_num TEXT)"))
        await connection.execute(text("INSERT INTO alembic_version VALUES ('1')"))
    yield made
    await made.close()


def is_locked(file: Path) -> bool:
    """Return whether another process could not begin to write now."""
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as other:
        try:
            other.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            assert error.sqlite_errorcode == sqlite3.SQLITE_BUSY  # noqa: PT017  # not what is tested
            return True
        return False


async def test_who_writes_has_the_lock_from_the_beginning(database: Database, tmp_path: Path) -> None:
    """Before anything is written, so that nobody fails halfway; readers have none."""
    file = tmp_path / "some.sqlite3"
    async with database.writing():
        assert is_locked(file)
    assert await database.write(lambda _: is_locked(file))
    async with database.reading() as connection:
        await connection.execute(text("SELECT * FROM alembic_version"))
        assert not is_locked(file)
    assert not is_locked(file)


async def test_what_is_written_is_seen_by_readers_that_begin_later(database: Database) -> None:
    read = text("SELECT version_num FROM alembic_version")
    async with database.reading() as connection:
        before = await connection.scalar(read)
        await database.write(lambda made: made.execute(text("UPDATE alembic_version SET version_num = '2'")))
        assert (before, await connection.scalar(read)) == ("1", "1")
    async with database.reading() as connection:
        assert await connection.scalar(read) == "2"


async def test_a_purge_waits_for_readers_only_shortly(database: Database) -> None:
    """Nothing can be written meanwhile."""
    async with database.reading() as connection:
        await connection.execute(text("SELECT * FROM alembic_version"))
        async with database.writing() as other:
            await other.execute(text("DELETE FROM alembic_version"))
        begun = time.monotonic()
        assert not await database.purge()
        assert time.monotonic() - begun < databases.PATIENCE - 1


async def test_a_purge_that_failed_is_still_to_be_done(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: AsyncEngine) -> Any:
        raise OSError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(type(database.engine), "connect", full)
        with pytest.raises(Problem, match="the disk is full"):
            await database.purge()
    assert database.to_purge
    assert await database.purge()
    assert not database.to_purge


@pytest.mark.parametrize(("name", "files"), [(":memory:", set()), ("file:some.sqlite3?uri=true", {"some.sqlite3"})])
async def test_no_file_is_made_but_that_of_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, files: set[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    database = Database(f"sqlite+aiosqlite:///{name}")
    async with database.writing() as connection:
        await connection.execute(text("CREATE TABLE some (number INTEGER)"))
    await database.close()
    assert {file.name for file in tmp_path.iterdir()} == files


class Busy:
    """A connection, in both ways to use one, that fails as often as there are codes."""

    def __init__(self, codes: list[int]) -> None:
        self.codes = codes
        self.tried = 0

    def execute(self, statement: str) -> Busy:
        assert statement == "PRAGMA journal_mode=WAL"
        self.tried += 1
        if self.tried <= len(self.codes):
            error = sqlite3.OperationalError("locked")
            error.sqlite_errorcode = self.codes[self.tried - 1]
            raise error
        return self

    def close(self) -> None:
        """Close the cursor."""

    async def __aenter__(self) -> Busy:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()


async def write_ahead(connection: Any, way: str) -> None:
    if way == "thread":
        _write_ahead(connection, None)
    else:
        await _write_ahead_meanwhile(connection)


@pytest.mark.parametrize("way", ["thread", "meanwhile"])
@pytest.mark.parametrize(("codes", "fails"), [
    ([], False), ([sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY], False), ([sqlite3.SQLITE_READONLY], True),
    ([sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL], True),
])  # fmt: skip  # several to a line
async def test_the_log_is_begun_when_nobody_else_holds_the_file(codes: list[int], fails: bool, way: str) -> None:
    connection = Busy(codes)
    if fails:
        with pytest.raises(sqlite3.OperationalError):
            await write_ahead(connection, way)
    else:
        await write_ahead(connection, way)
    assert connection.tried == len(codes) + (not fails)


@pytest.mark.parametrize("way", ["thread", "meanwhile"])
async def test_a_file_that_others_hold_for_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """After ten seconds, not with them."""
    connection, moments = Busy([sqlite3.SQLITE_BUSY] * 3), [100.0, 109.0, 110.0, 110.5]
    slept: list[float] = []
    clock = SimpleNamespace(monotonic=lambda: moments.pop(0), sleep=slept.append)
    monkeypatch.setattr(databases, "time", clock)
    with pytest.raises(sqlite3.OperationalError):
        await write_ahead(connection, way)
    assert (connection.tried, moments) == (3, [])
    assert slept == ([0.01] * 2 if way == "thread" else [])


async def test_a_probe_writes_once_in_its_time(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    probe, writes = Probe(database), 0
    writing = database.writing

    def counted() -> Any:
        nonlocal writes
        writes += 1
        return writing()

    monkeypatch.setattr(database, "writing", counted)
    clock: SimpleNamespace = SimpleNamespace(now=0.0, monotonic=lambda: clock.now)
    monkeypatch.setattr(probes, "time", clock)
    for clock.now, wanted in ((100.0, 1), (100.9, 1), (101.0, 2), (101.9, 2), (103.0, 3)):
        await probe.write()
        assert writes == wanted


async def test_a_write_that_failed_is_tried_again_by_the_next_probe(database: Database) -> None:
    probe = Probe(database)
    async with database.writing() as connection:
        await connection.execute(text("ALTER TABLE alembic_version RENAME TO other"))
    for _ in range(2):
        with pytest.raises(Problem, match="no such table"):
            await probe.write()
