"""Statements and stored forms that more than one service uses: rows that are inserted once, replaced or added to."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import zlib
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, create_engine, event, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.server.problems import Problem
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.database import SHRINK_PAGES, Clash, Database, _storage
from banneret.server.store.positions import checkpointed, event_rows, rewrite_events, write_events
from banneret.server.store.probe import Probe
from banneret.server.store.snapshots import FORMAT, read_snapshot, snapshot_row
from tests.commands import PATIENCE
from tests.server.servers import free_port

pytestmark = pytest.mark.anyio

META = MetaData()
THINGS = Table(
    "things",
    META,
    Column("id", Integer, primary_key=True),
    Column("once", String, unique=True),
    Column("day", String, server_default=""),
    Column("number", Integer, server_default="0"),
)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    found = Database(f"sqlite+aiosqlite:///{tmp_path / 'some.sqlite3'}")
    async with found.writing() as connection:
        await connection.run_sync(META.create_all)
    yield found
    await found.close()


async def rows(database: Database) -> list[tuple[Any, ...]]:
    async with database.reading() as connection:
        found = await connection.execute(select(THINGS).order_by(THINGS.c.id))
        return [tuple(row) for row in found]


async def test_a_row_is_inserted_once(database: Database) -> None:
    for number in (1, 2):
        async with database.writing() as connection:
            await connection.execute(database.insert_once(THINGS), {"id": number, "once": "x", "number": number})
    assert await rows(database) == [(1, "x", "", 1)]
    async with database.writing() as connection:
        await connection.execute(database.insert_once(THINGS), {"id": 2, "once": "y", "number": 2})
    assert await rows(database) == [(1, "x", "", 1), (2, "y", "", 2)]


async def test_a_row_replaces_all_but_its_key(database: Database) -> None:
    for number, day in ((5, "monday"), (7, "friday")):
        async with database.writing() as connection:
            row = {"id": 1, "once": "x", "day": day, "number": number}
            await connection.execute(database.insert_or_replace(THINGS, "id"), row)
    assert await rows(database) == [(1, "x", "friday", 7)]


async def test_a_row_is_added_to_by_its_numbers(database: Database) -> None:
    for number in (5, 7):
        async with database.writing() as connection:
            await connection.execute(database.insert_or_add(THINGS, ("id",), {"id": 1, "number": number}))
    async with database.writing() as connection:
        await connection.execute(database.insert_or_add(THINGS, ("id",), {"id": 2, "number": 1}))
    assert [(row[0], row[3]) for row in await rows(database)] == [(1, 12), (2, 1)]


async def test_a_transaction_is_stored_as_a_whole_or_not_at_all(database: Database) -> None:
    twice = [{"id": 3, "once": "z"}, {"id": 3, "once": "w"}]

    async def insert() -> None:
        async with database.writing() as connection:
            for row in twice:
                await connection.execute(THINGS.insert(), row)

    with pytest.raises(Clash, match="UNIQUE"):
        await insert()
    assert await rows(database) == []
    with pytest.raises(Clash, match="UNIQUE"):
        await database.write(lambda connection: [connection.execute(THINGS.insert(), row) for row in twice])
    assert await rows(database) == []


async def test_errors_do_not_quote_what_is_stored(database: Database) -> None:
    """They are logged."""

    async def insert() -> None:
        async with database.writing() as connection:
            await connection.execute(THINGS.insert(), {"id": 1, "once": "a secret"})

    await insert()
    for again in (insert(), database.write(lambda made: made.execute(THINGS.insert(), {"id": 1, "once": "a secret"}))):
        with pytest.raises(Clash) as raised:
            await again
        assert "INSERT INTO things" in str(raised.value.__cause__)
        assert "secret" not in str(raised.value.__cause__)


async def test_connections_keep_what_is_written_and_overwrite_what_is_deleted(database: Database) -> None:
    async def pragma(name: str) -> object:
        async with database.reading() as connection:
            return (await connection.execute(text(f"PRAGMA {name}"))).scalar()

    wanted = {"synchronous": 2, "foreign_keys": 1, "secure_delete": 1, "auto_vacuum": 2, "journal_mode": "wal"}
    assert {name: await pragma(name) for name in wanted} == wanted
    assert await pragma("busy_timeout") == 10_000
    assert await database.purge()
    assert await pragma("busy_timeout") == 10_000


async def test_what_cannot_be_read_is_a_problem_of_the_storage(database: Database) -> None:
    async def read() -> None:
        async with database.reading() as connection:
            await connection.execute(text("SELECT * FROM nothing"))

    with pytest.raises(Problem) as raised:
        await read()
    assert raised.value.kind == "storage"


async def test_deleted_rows_leave_the_log_and_the_file(database: Database, tmp_path: Path) -> None:
    """A page holds 4096 bytes; more free ones than are returned at a time are returned as well."""
    file, log = tmp_path / "some.sqlite3", tmp_path / "some.sqlite3-wal"
    many = [{"id": number, "once": f"secret {number}" + "." * 3000} for number in range(3 * SHRINK_PAGES)]
    async with database.writing() as connection:
        await connection.execute(THINGS.insert(), many)
    assert await database.purge()
    full = file.stat().st_size
    assert full > 3 * SHRINK_PAGES * 3000
    async with database.writing() as connection:
        await connection.execute(THINGS.delete())
    assert log.stat().st_size > 0
    await database.shrink()
    assert (log.stat().st_size, database.to_purge) == (0, False)
    assert file.stat().st_size < full / 20
    assert b"secret" not in file.read_bytes()


async def test_a_file_that_keeps_its_free_pages_is_not_shrunk(tmp_path: Path) -> None:
    """One that another program has made, without the pragma that returns them."""
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as made:
        made.execute("CREATE TABLE things (once TEXT)")
        made.executemany("INSERT INTO things VALUES (?)", [("." * 3000,)] * 20)
        made.execute("DELETE FROM things")
        made.commit()
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite3'}")
    try:
        await database.shrink()
        async with database.reading() as connection:
            assert (await connection.execute(text("PRAGMA freelist_count"))).scalar_one() > 0
    finally:
        await database.close()


async def test_a_database_that_is_closed_leaves_no_log(database: Database, tmp_path: Path) -> None:
    """The last connection removes it, so that none is left open, neither here nor in the thread that writes."""
    writers: list[threading.Thread] = []

    def insert(connection: Connection) -> None:
        writers.append(threading.current_thread())
        connection.execute(THINGS.insert(), {"id": len(writers), "once": f"{len(writers)}"})

    for _ in range(2):
        await database.write(insert)
    (writer,) = {*writers}
    assert (tmp_path / "some.sqlite3-wal").exists()
    await database.close()
    assert not writer.is_alive()
    assert [file.name for file in tmp_path.iterdir()] == ["some.sqlite3"]
    await database.write(insert)
    assert [row[0] for row in await rows(database)] == [1, 2, 3]


async def test_what_is_due_when_a_database_is_closed_is_done_then() -> None:
    """Connections that were given up close in the next turn of the event loop."""
    done: list[str] = []
    asyncio.get_running_loop().call_soon(done.append, "closed")
    await Database("sqlite+aiosqlite:///:memory:").close()
    assert done == ["closed"]


async def test_nothing_is_to_be_purged_before_something_was_deleted(database: Database) -> None:
    assert not database.to_purge


async def test_a_file_that_is_rewritten_has_no_free_pages(database: Database) -> None:
    async def free() -> int:
        async with database.reading() as connection:
            return int((await connection.execute(text("PRAGMA freelist_count"))).scalar_one())

    async with database.writing() as connection:
        await connection.execute(THINGS.insert(), [{"id": n, "once": f"{n}" + "." * 3000} for n in range(20)])
    async with database.writing() as connection:
        await connection.execute(THINGS.delete())
    assert await free() > 10
    await database.vacuum()
    assert (await free(), database.to_purge) == (0, False)


async def test_postgresql_needs_no_purge() -> None:
    """It is not even connected to."""
    database = Database("postgresql+asyncpg://nobody@nowhere.invalid/none")
    await database.shrink()
    assert await database.purge()
    assert not database.to_purge


@pytest.mark.parametrize(("stalled", "limit"), [(None, {}), (2.5, {"idle_in_transaction_session_timeout": "2500"})])
def test_connections_to_postgresql_are_tried_before_use_and_may_be_limited(
    stalled: float | None, limit: dict[str, str]
) -> None:
    database = Database("postgresql+asyncpg://nobody@nowhere.invalid/none", stalled_seconds=stalled)
    more = {"connect_args": {"server_settings": limit}} if limit else {}
    assert database._pool() == {"hide_parameters": True, "pool_pre_ping": True} | more


async def test_transactions_of_postgresql_do_not_wait_for_each_other(postgres_url: str) -> None:
    database = Database(Settings(database=postgres_url).database_url)
    async with asyncio.timeout(PATIENCE), database.writing() as one, database.writing() as other:
        assert [await connection.scalar(text("SELECT 1")) for connection in (one, other)] == [1, 1]
    await database.close()


async def test_a_connection_to_postgresql_that_was_cut_is_replaced(postgres_url: str) -> None:
    database, other = (Database(Settings(database=postgres_url).database_url) for _ in range(2))
    pid = text("SELECT pg_backend_pid()")
    async with database.reading() as connection:
        before = await connection.scalar(pid)
    async with other.writing() as connection:
        await connection.execute(text("SELECT pg_terminate_backend(:pid, 10000)"), {"pid": before})
    async with database.reading() as connection:
        assert await connection.scalar(pid) != before
    await database.close()
    await other.close()


async def test_a_server_that_does_not_answer_is_a_problem_of_the_storage() -> None:
    database = Database(f"postgresql+asyncpg://nobody@127.0.0.1:{free_port()}/none")

    async def read() -> None:
        async with database.reading():
            pass

    async def write() -> None:
        async with database.writing():
            pass

    for tried in (read(), write(), database.write(lambda _: None)):
        with pytest.raises(Problem) as raised:
            await tried
        assert raised.value.kind == "storage"
    await database.close()


async def test_a_probe_writes_and_does_not_only_lock(database: Database) -> None:
    """The row that it writes is missing here."""
    with pytest.raises(Problem, match="cannot currently read or write"):
        await Probe(database).write()


@pytest.mark.parametrize(("error", "inner"), [
    (OSError("disk full\nat once"), "disk full"), (OSError(), "OSError"), (OSError(" \n"), "OSError"),
])  # fmt: skip  # several to a line
def test_a_problem_of_the_storage_names_the_first_line_of_its_cause(error: Exception, inner: str) -> None:
    assert str(_storage(error)).endswith(f"({inner}).")


async def test_readers_delay_the_purge(database: Database) -> None:
    async with database.writing() as connection:
        await connection.execute(THINGS.insert(), {"id": 1, "once": "x"})
    async with database.reading() as connection:
        await connection.execute(select(THINGS))
        async with database.writing() as other:
            await other.execute(THINGS.insert(), {"id": 2, "once": "y"})
        assert not await database.purge()
        assert database.to_purge
    assert await database.purge()
    assert not database.to_purge


# Snapshots and events ------------------------------------------------------------------------------------------------


def played() -> Match[Any]:
    """Return a match after some answers."""
    match = new_match("thrones", seats=3, seed=1)
    while len(match.events) < 3:
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.options[0])
    return match


def test_a_snapshot_belongs_to_one_entry() -> None:
    match = played()
    row = snapshot_row("table", 32, "abc", "beginning", match)
    assert (row["table_id"], row["seq"]) == ("table", 32)
    first, found = read_snapshot(row["body"], "abc")
    assert first == "beginning"
    assert msgspec.json.encode(found) == msgspec.json.encode(match.snapshot())
    with pytest.raises(ValueError, match="belongs to another entry"):
        read_snapshot(row["body"], "abd")
    body = msgspec.json.decode(zlib.decompress(row["body"]))
    assert body["format"] == 1
    for number in (FORMAT - 1, FORMAT + 1):
        other = zlib.compress(msgspec.json.encode(body | {"format": number}))
        with pytest.raises(ValueError, match=f"has format {number}, not {FORMAT}"):
            read_snapshot(other, "abc")
    for broken in (b"", b"no zlib", zlib.compress(b"{"), zlib.compress(b"{}")):
        with pytest.raises(ValueError, match="cannot be read"):
            read_snapshot(broken, "abc")


def test_events_are_stored_from_a_number_on() -> None:
    match = played()
    all_ = event_rows("table", 5, match, 0)
    assert [row["number"] for row in all_] == [one.number for one in match.events]
    assert {(row["table_id"], row["seq"]) for row in all_} == {("table", 5)}
    assert len(all_) > 1
    assert event_rows("table", 5, match, 1) == all_[1:]
    assert event_rows("table", 5, match, len(all_)) == []
    columns = checkpointed(match, 9)
    assert columns["checkpoint_seq"] == 9
    assert msgspec.json.decode(columns["checkpoint"])["told"] == match.events_before


async def test_the_events_of_a_match_that_begins_are_stored_if_it_has_any() -> None:
    match, engine = played(), create_async_engine("sqlite+aiosqlite:///:memory:")
    async with engine.begin() as connection:
        await connection.run_sync(schema.told.create)
        await write_events(connection, "table", match)
        await write_events(connection, "other", new_match("thrones", seats=3, seed=1, events=False))
        rows = [dict(row) for row in (await connection.execute(select(schema.told))).mappings()]
    await engine.dispose()
    assert rows == event_rows("table", 0, match, 0)


def test_changed_events_before_a_number_are_rewritten() -> None:
    """Neither those from it on, nor those of another table, nor those that are stored as they would be now."""
    match, engine, updates = played(), create_engine("sqlite://"), []
    events = event_rows("table", 5, match, 0)
    before = [row | {"body": b"old" if row["number"] else row["body"]} for row in events]
    with engine.begin() as connection:
        schema.told.create(connection)
        others = [row | {"table_id": "other", "body": b"another"} for row in before]
        connection.execute(schema.told.insert(), [*before, *others])
        event.listen(connection, "before_cursor_execute", lambda *sent: updates.append(sent[2].startswith("UPDATE")))
        rewrite_events(connection, "table", match, 2)
        found = {(row.table_id, row.number): row.body for row in connection.execute(select(schema.told))}
    engine.dispose()
    assert updates.count(True) == 1
    for old, new in zip(before, events, strict=True):
        number = old["number"]
        assert found["table", number] == (new if number < 2 else old)["body"]
        assert found["other", number] == b"another"
