"""A backup holds everything, from and to either kind of database; what is not whole is not restored."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import Column, LargeBinary, MetaData, String, Table, select, text, update

from banneret.server.ops.doctor import verify_all
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import backup, schema
from banneret.server.store.backup import BackupError, _as_stored, _snapshot, back_up, restore
from banneret.server.store.database import Database
from banneret.server.store.migrate import migrate, newest, revision
from tests.commands import PATIENCE
from tests.server.conftest import new_database
from tests.server.playing import Moment, guests, play_on, table_of

pytestmark = pytest.mark.anyio


async def everything(database: Database) -> dict[str, list[Any]]:
    async with database.reading() as connection:
        return {
            table.name: [
                tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key.columns))
            ]
            for table in schema.metadata.sorted_tables
        }


def url_of(kind: str, request: pytest.FixtureRequest, tmp_path: Path, name: str) -> str:
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / name}.sqlite3"
    return new_database(request.getfixturevalue("postgres"))


@pytest.fixture(params=["sqlite", "postgresql"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return url_of(request.param, request, tmp_path, "source")


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return url_of(request.param, request, tmp_path, "target")


@pytest.mark.slow
async def test_a_backup_goes_between_databases_while_matches_go_on(
    source: str, target: str, tmp_path: Path, moment: Moment
) -> None:
    file = tmp_path / "backup.gz"
    services = Services(Settings(database=source), clock=moment)
    await services.start()
    try:
        ann, bea, eve = await guests(services, 3)
        await services.people.make_account(ann, "ann", "correct horse")
        table = await table_of(services, [ann, bea, eve])
        await services.chatting.write(table, ann, "Grüße, „bea“ 🏰", None, 0, services.now())
        await play_on(services, table.id, Random(1), 30)
        async with services.database.writing() as connection:  # another writer is in the midst of something
            await connection.execute(update(schema.people).values(name="half"))
            rows = await back_up(services.database, file)
            await connection.rollback()
        before = await everything(services.database)
        await play_on(services, table.id, Random(2), 10)
    finally:
        await services.stop()
    assert rows == sum(map(len, before.values()))
    assert file.stat().st_mode & 0o777 == 0o600
    database = Database(Settings(database=target).database_url)
    try:
        assert await restore(database, file) == rows
        assert await everything(database) == before
    finally:
        await database.close()
    assert await verify_all(Settings(database=target), replay=True) == (1, [])
    again = Services(Settings(database=target), clock=moment)
    await again.start()  # and play goes on there
    try:
        assert (await again.people.sign_in("ann", "correct horse")).id == ann.id
        assert await play_on(again, table.id, Random(3), 10) == 10
    finally:
        await again.stop()


async def test_a_backup_is_restored_with_the_number_of_its_rows(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows are read and written some at a time, and some are left over of a table."""
    monkeypatch.setattr(backup, "BATCH", 2)
    table = await table_of(services, list(await guests(services, 3)))
    await play_on(services, table.id, Random(1), 5)
    rows = await back_up(services.database, tmp_path / "backup.gz")
    before = await everything(services.database)
    assert {name: len(found) for name, found in before.items()}["entries"] == 5
    assert rows == sum(map(len, before.values()))
    end = gzip.decompress((tmp_path / "backup.gz").read_bytes()).splitlines()[-1]
    assert msgspec.json.decode(end)["rows"] == rows
    database = empty(tmp_path)
    try:
        assert await restore(database, tmp_path / "backup.gz") == rows
        assert await everything(database) == before
    finally:
        await database.close()


async def test_a_backup_of_postgresql_reads_the_state_at_its_beginning(postgres_url: str) -> None:
    database = Database(Settings(database=postgres_url).database_url)
    async with _snapshot(database) as connection:
        shown = [await connection.scalar(text(f"SHOW transaction_{name}")) for name in ("isolation", "read_only")]
    await database.close()
    assert shown == ["repeatable read", "on"]


def test_only_what_a_column_of_bytes_holds_is_decoded() -> None:
    table = Table("some", MetaData(), Column("raw", LargeBinary), Column("said", String))
    rows: list[dict[str, Any]] = [{"raw": "aGk=", "said": "aGk="}, {"raw": None, "said": None}, {"said": "no bytes"}]
    assert _as_stored(table, rows) == [{"raw": b"hi", "said": "aGk="}, *rows[1:]]


@pytest.fixture
async def backed_up(services: Services, tmp_path: Path) -> Path:
    people = await guests(services, 1)
    table = await table_of(services, [*people, "greedy", "greedy"])
    async with asyncio.timeout(PATIENCE):  # until all wait for the person
        while list((await services.host.hosted(table.id)).asks()) != [0] or services.thinking.count():
            await asyncio.sleep(0.01)
    await back_up(services.database, tmp_path / "backup.gz")
    return tmp_path / "backup.gz"


def empty(tmp_path: Path) -> Database:
    return Database(Settings(database=f"sqlite:///{tmp_path / 'new.sqlite3'}").database_url)


async def test_nothing_is_restored_over_what_is_there(services: Services, backed_up: Path) -> None:
    before = await everything(services.database)
    with pytest.raises(BackupError, match="is not empty"):
        await restore(services.database, backed_up)
    assert await everything(services.database) == before


async def test_an_empty_database_takes_a_backup_of_its_own_migration_only(backed_up: Path, tmp_path: Path) -> None:
    database = empty(tmp_path)
    try:
        await migrate(database)
        async with database.writing() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))
        with pytest.raises(BackupError, match="at another migration"):
            await restore(database, backed_up)
        async with database.writing() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = :at"), {"at": newest()})
        assert await restore(database, backed_up) > 0
        async with database.reading() as connection:
            assert await connection.scalar(select(schema.people.c.id).limit(1)) is not None
    finally:
        await database.close()


@pytest.mark.parametrize("fault", ["cut", "row", "person", "end", "changed", "text", "newer"])
async def test_what_is_not_whole_is_not_restored_at_all(backed_up: Path, tmp_path: Path, fault: str) -> None:
    raw = backed_up.read_bytes()
    lines = gzip.decompress(raw).splitlines(keepends=True)
    match fault:
        case "cut":
            backed_up.write_bytes(raw[:-100])
        case "row":  # to which no other refers
            last = max(number for number, line in enumerate(lines) if line.startswith(b"["))
            backed_up.write_bytes(gzip.compress(b"".join(lines[:last] + lines[last + 1 :])))
        case "person":
            backed_up.write_bytes(gzip.compress(b"".join(line for line in lines if b"Guest 0" not in line)))
        case "end":
            backed_up.write_bytes(gzip.compress(b"".join(lines[:-1])))
        case "changed":
            backed_up.write_bytes(gzip.compress(b"".join(lines).replace(b"Guest 0", b"Guest 9")))
        case "text":
            backed_up.write_bytes(gzip.compress(b"hello\n"))
        case "newer":
            head = msgspec.json.decode(lines[0]) | {"migration": "9999", "version": "99.0"}
            backed_up.write_bytes(gzip.compress(msgspec.json.encode(head) + b"\n" + b"".join(lines[1:])))
    database = empty(tmp_path)
    try:
        with pytest.raises(BackupError, match=r"incomplete|not a complete backup|not a backup|newer"):
            await restore(database, backed_up)
        if await revision(database) is not None:
            assert not any((await everything(database)).values())
    finally:
        await database.close()


async def test_what_is_no_backup_is_said_so(tmp_path: Path) -> None:
    file = tmp_path / "note.txt"
    file.write_text("hello")
    database = empty(tmp_path)
    try:
        with pytest.raises(BackupError, match="not a complete backup"):
            await restore(database, file)
        for lines, why in (
            (b"hello\nthere\n", "is not a backup of banneret"),
            (b'{"banneret": "backup", "form": 99}\n{}\n', "has format 99; this version reads format 1"),
        ):
            file.write_bytes(gzip.compress(lines))
            with pytest.raises(BackupError, match=why):
                await restore(database, file)
    finally:
        await database.close()


async def test_rows_that_do_not_match_a_table_are_not_restored(tmp_path: Path) -> None:
    """Those before any table, and those that are too short or too long."""
    head = {"banneret": "backup", "form": backup.FORM, "migration": newest()}
    table = {"table": "people", "columns": ["id", "name"]}
    database = empty(tmp_path)
    try:
        for lines in ([["ann", "Ann"]], [table, ["ann"]], [table, ["ann", "Ann", 1]]):
            raw = b"".join(msgspec.json.encode(line) + b"\n" for line in (head, *lines, {}))
            (tmp_path / "backup.gz").write_bytes(gzip.compress(raw))
            with pytest.raises(BackupError, match="row 1 does not match its table"):
                await restore(database, tmp_path / "backup.gz")
    finally:
        await database.close()


async def test_a_database_of_an_older_migration_is_not_backed_up(tmp_path: Path) -> None:
    database = empty(tmp_path)
    try:
        await migrate(database)
        async with database.writing() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))
        with pytest.raises(BackupError, match=f"0000, not {newest()}"):
            await back_up(database, tmp_path / "backup.gz")
    finally:
        await database.close()
    assert not list(tmp_path.glob("backup*"))


@pytest.mark.slow
async def test_verify_names_the_first_entry_that_was_changed(services: Services) -> None:
    people = await guests(services, 3)
    settings = services.settings
    good, changed, short, lying = [await table_of(services, list(people)) for _ in range(4)]
    for table in (good, changed, short, lying):
        await play_on(services, table.id, Random(5), 60)
    entries, tables = schema.entries, schema.tables
    async with services.database.writing() as connection:
        at = (entries.c.table_id == changed.id) & (entries.c.seq == 7)
        body = (await connection.execute(select(entries.c.body).where(at))).scalar_one()
        await connection.execute(update(entries).where(at).values(body=body.replace(b'"seat":', b'"seat": ')))
        await connection.execute(entries.delete().where(entries.c.table_id == short.id, entries.c.seq > 10))
        await connection.execute(update(tables).where(tables.c.id == lying.id).values(key=bytes(16)))
    checked, faults = await verify_all(settings, replay=False)
    assert checked == 4
    assert set(faults) == {
        f"table {changed.id}: entry 7: its hash does not match its content and the preceding entries",
        f"table {short.id}: entry 11 is missing: there should be 60",
    }
    _, faults = await verify_all(settings, replay=True)
    assert len(faults) == 3  # only playing it again shows that chance is not what it was
    assert any(f"table {lying.id}: " in fault for fault in faults)
