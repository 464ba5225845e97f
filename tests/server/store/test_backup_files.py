"""Backup files: their contents, when they get their final names, and failed backups."""

from __future__ import annotations

import gzip
import hashlib
import os
import stat
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import event, insert, select, text

from banneret.server.problems import Problem
from banneret.server.settings import Settings
from banneret.server.store import backup, schema
from banneret.server.store.backup import back_up, restore
from banneret.server.store.database import Database
from banneret.server.store.migrate import newest, revision
from tests.server import applications

pytestmark = pytest.mark.anyio


def person(id: str, name: str) -> dict[str, Any]:
    return {"id": id, "name": name, "created_at": 1, "seen_at": 2}


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """Return a database with some people."""
    made = Database(Settings(database=f"sqlite:///{tmp_path / 'some.sqlite3'}").database_url)
    await applications.migrate(made)
    async with made.writing() as connection:
        people = [person(f"p{number}", "table" if number == 3 else f"Person {number}") for number in range(5)]
        await connection.execute(insert(schema.people), people)
    yield made
    await made.close()


@pytest.fixture
async def target(tmp_path: Path) -> AsyncIterator[Database]:
    made = Database(Settings(database=f"sqlite:///{tmp_path / 'new.sqlite3'}").database_url)
    yield made
    await made.close()


def lines_of(file: Path) -> list[Any]:
    return [msgspec.json.decode(line) for line in gzip.decompress(file.read_bytes()).splitlines()]


async def test_a_backup_has_its_time_and_no_running_processes(database: Database, tmp_path: Path) -> None:
    """Their keys sign requests."""
    async with database.writing() as connection:
        values = {"id": "one", "address": "", "secret": b"key", "expires_at": 1}
        await connection.execute(insert(schema.processes), values)
    before = time.time()
    assert await back_up(database, tmp_path / "a.backup") == 5
    head, *tables, _ = lines_of(tmp_path / "a.backup")
    assert head.keys() == {"banneret", "form", "migration", "version", "at"}
    assert (head["form"], head["migration"]) == (1, newest())
    assert int(before * 1000) <= head["at"] <= time.time() * 1000
    named = [one["table"] for one in tables if isinstance(one, dict)]
    assert set(named) == {*schema.metadata.tables} - {"processes", "leases", "bot_questions"}
    assert named.index("people") < named.index("tables") < named.index("entries")  # those referred to first


async def test_a_backup_is_whole_on_the_disk_before_it_gets_its_name(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And replaces an earlier one only then."""
    file, part, synced = tmp_path / "a.backup", tmp_path / "a.backup.part", []
    file.write_bytes(b"the one before")

    def fsync(descriptor: int) -> None:
        assert stat.S_IMODE(os.fstat(descriptor).st_mode) == 0o600
        synced.append((part.read_bytes(), file.read_bytes()))

    monkeypatch.setattr("banneret.server.store.backup.os.fsync", fsync)
    await back_up(database, file)
    assert synced == [(file.read_bytes(), b"the one before")]
    assert not part.exists()


@pytest.mark.parametrize("removed", [False, True])
async def test_a_backup_that_fails_leaves_the_one_before_and_nothing_else(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, removed: bool
) -> None:
    """Even if somebody has removed what was written so far."""
    file, part = tmp_path / "a.backup", tmp_path / "a.backup.part"
    file.write_bytes(b"the one before")

    def full(*_: Any) -> None:
        assert part.exists()
        if removed:
            part.unlink()
        raise OSError("the disk is full")

    monkeypatch.setattr("banneret.server.store.backup.os.fsync", full)
    with pytest.raises(OSError, match="the disk is full"):
        await back_up(database, file)
    assert file.read_bytes() == b"the one before"
    assert [one.name for one in tmp_path.glob("a.backup*")] == ["a.backup"]


async def test_a_backup_does_not_fail_halfway_unnoticed(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the database goes away, there is no file."""

    async def away(*_: Any) -> int:
        raise Problem("storage", "away")

    monkeypatch.setattr(backup, "_write", away)
    with pytest.raises(Problem, match="away"):
        await back_up(database, tmp_path / "a.backup")
    assert list(tmp_path.glob("a.backup*")) == []


@pytest.mark.parametrize(("size", "parts"), [(1, [1] * 5), (2, [2, 2, 1]), (5, [5])])
async def test_rows_are_restored_some_at_a_time(
    database: Database, target: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, parts: list[int]
) -> None:
    """One of the people is called "table", as a line that begins a table is."""
    monkeypatch.setattr(backup, "BATCH", size)
    await back_up(database, tmp_path / "a.backup")
    inserted: list[int] = []

    def note(*sent: Any) -> None:
        if sent[2].startswith("INSERT INTO people"):
            inserted.append(len(sent[3]) if sent[5] else 1)

    event.listen(target.engine.sync_engine, "before_cursor_execute", note)
    assert await restore(target, tmp_path / "a.backup") == 5
    assert inserted == parts
    async with target.reading() as connection:
        names = list(await connection.scalars(select(schema.people.c.name).order_by(schema.people.c.id)))
    assert names == ["Person 0", "Person 1", "Person 2", "table", "Person 4"]


async def test_a_backup_of_an_older_migration_is_restored_and_migrated(target: Database, tmp_path: Path) -> None:
    """Its last rows are those of its last table."""
    head = {"banneret": "backup", "form": 1, "migration": "0006", "version": "0.1"}
    people = {"table": "people", "columns": ["id", "name", "language", "settings", "created_at", "seen_at"]}
    rows = [["a", "Ann", "de", "{}", 1, 2], ["b", "Bea", "en", "{}", 1, 2]]
    raw = b"".join(msgspec.json.encode(line) + b"\n" for line in (head, people, *rows))
    end = {"rows": 2, "sha256": hashlib.sha256(raw).hexdigest()}
    (tmp_path / "a.backup").write_bytes(gzip.compress(raw + msgspec.json.encode(end) + b"\n"))
    assert await restore(target, tmp_path / "a.backup") == 2
    assert await revision(target) == newest()
    async with target.reading() as connection:
        kept = schema.people.c
        found = await connection.execute(select(kept.id, kept.name, kept.language, kept.preferences).order_by(kept.id))
        assert [tuple(row) for row in found] == [("a", "Ann", "de", "{}"), ("b", "Bea", "en", "{}")]
        assert await connection.scalar(text("SELECT count(*) FROM tables")) == 0
