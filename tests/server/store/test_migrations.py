"""The database is what the tables in the code say, whichever migration it comes from."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, select, text
from structlog.testing import capture_logs

from banneret.server.ops.doctor import check_all
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import migrate as migrating
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.store.migrate import configuration, migrate, newest, revision, versions
from tests.server.playing import Moment, guests, table_of

pytestmark = pytest.mark.anyio

ANOTHER = '''
"""A later migration: a column that the code of this test's day does not have."""

import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"


def upgrade() -> None:
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("motto", sa.String(80), nullable=False, server_default="Winter is near"))
        people.create_index("ix_people_motto", ["motto"])
    op.execute("UPDATE people SET motto = 'I am ' || name WHERE login IS NULL")
'''


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    made = Database(Settings(database=database_url).database_url)
    try:
        yield made
    finally:
        await made.close()


def _plain(default: str | None) -> str | None:
    return None if default is None else default.partition("::")[0].strip("()'")


def _differences(connection: Connection) -> list[Any]:
    def differ(*what: Any) -> bool:  # Alembic's own comparison takes '' for nothing
        inspected, rendered = what[3], what[5]
        return _plain(inspected) != _plain(rendered)

    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": differ})
    return list(compare_metadata(context, schema.metadata))


async def test_a_migrated_database_is_what_the_tables_in_the_code_say(database: Database) -> None:
    assert await revision(database) is None
    await migrate(database)
    assert await revision(database) == newest()
    async with database.reading() as connection:
        assert await connection.run_sync(_differences) == []
    await migrate(database)  # again: nothing is to be done
    assert await revision(database) == newest()


async def test_every_migration_before_the_newest_is_upgraded(database: Database) -> None:
    """Step by step, as the database of a server that was never left out looks."""
    script = ScriptDirectory.from_config(configuration())
    assert script.get_current_head() == newest()
    steps = [one.revision for one in script.walk_revisions()][::-1]
    for step in steps:
        await migrate(database, step)
        assert await revision(database) == step
    async with database.reading() as connection:
        assert await connection.run_sync(_differences) == []


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A server of the next version: it has one migration more, which lies beside those there are."""
    before, more = newest(), tmp_path / "more"
    more.mkdir()
    (more / "9999_a_motto.py").write_text(ANOTHER.format(revision="9999", before=before))
    folders = [*versions(), more]
    monkeypatch.setattr(migrating, "versions", lambda: folders)
    return "9999"


async def test_a_database_of_the_previous_migration_is_upgraded_with_all_that_is_in_it(
    database_url: str, moment: Moment, request: pytest.FixtureRequest
) -> None:
    settings = Settings(database=database_url)
    services = Services(settings, clock=moment)
    await services.start()
    ann, bea = await guests(services, 2)
    await services.people.make_account(bea, "bea", "correct horse")
    table = await table_of(services, [ann, bea, "greedy"])
    old = newest()
    await services.stop()

    request.getfixturevalue("later")
    assert newest() == "9999"
    found = {one.what: one.detail for one in await check_all(settings)}
    assert f"is at migration {old}: `banneret serve` brings it to 9999" in found["database"]
    again = Services(settings, clock=moment)
    await again.start()
    try:
        assert await revision(again.database) == "9999"
        async with again.database.reading() as connection:
            rows = {row.id: row.motto for row in await connection.execute(text("SELECT id, motto FROM people"))}
            indexes = await connection.run_sync(lambda sync: [i["name"] for i in inspect(sync).get_indexes("people")])
            kept = await connection.scalar(select(schema.tables.c.status).where(schema.tables.c.id == table.id))
        assert rows == {ann.id: "I am Guest 0", bea.id: "Winter is near"}
        assert "ix_people_motto" in indexes
        assert kept == "running"
        assert (await again.host.hosted(table.id)).match.asking
        assert (await again.people.sign_in("bea", "correct horse")).id == bea.id
    finally:
        await again.stop()


async def test_a_migration_that_fails_changes_nothing(database: Database, later: str, tmp_path: Path) -> None:
    before = _before(later)
    (tmp_path / "more" / "9999_a_motto.py").write_text(
        ANOTHER.format(revision="9999", before=before).replace("I am ' ||", "I am ' || nonsense ||")
    )
    await migrate(database, before)
    with pytest.raises(Exception, match="nonsense"):
        await migrate(database)
    assert await revision(database) == before
    async with database.reading() as connection:
        columns = await connection.run_sync(lambda sync: [c["name"] for c in inspect(sync).get_columns("people")])
    assert "motto" not in columns


def _before(later: str) -> str:
    """Return the migration before this one."""
    script = ScriptDirectory.from_config(migrating.configuration())
    return str(script.get_revision(later).down_revision)


async def test_a_database_that_is_up_to_date_is_not_migrated(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await migrate(database)
    monkeypatch.setattr("alembic.command.upgrade", None)
    await migrate(database)
    assert await revision(database) == newest()


async def test_a_migration_may_pause_for_longer_than_other_transactions(
    postgres_url: str, later: str, tmp_path: Path
) -> None:
    limits = "CREATE TABLE limits AS SELECT current_setting('idle_in_transaction_session_timeout') AS pause"
    script = ANOTHER.format(revision="9999", before=_before(later))
    (tmp_path / "more" / "9999_a_motto.py").write_text(f"{script}    op.execute({limits!r})\n")
    database = Database(Settings(database=postgres_url).database_url, stalled_seconds=30)
    try:
        await migrate(database)
        async with database.reading() as connection:
            assert await connection.scalar(text("SELECT pause FROM limits")) == "0"
            assert await connection.scalar(text("SHOW idle_in_transaction_session_timeout")) == "30s"
    finally:
        await database.close()


async def test_an_older_file_that_cannot_be_rewritten_is_migrated_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log says so. A file of a later migration needs no rewriting, nor does a new one."""
    rewritten: list[str] = []

    async def full(database: Database) -> None:
        rewritten.append(Path(str(database.url.database)).stem)
        raise Problem("storage", "The disk is full.")

    monkeypatch.setattr(Database, "vacuum", full)
    for before in ("0013", "0014", None):
        database = Database(Settings(database=f"sqlite:///{tmp_path / f'{before}.sqlite3'}").database_url)
        try:
            if before is not None:
                await migrate(database, before)
            with capture_logs() as logs:
                await migrate(database)
            assert await revision(database) == newest()
            assert [one["why"] for one in logs] == ["The disk is full."] * (before == "0013")
        finally:
            await database.close()
    assert rewritten == ["0013"]


async def test_several_processes_may_migrate_at_once(database_url: str) -> None:
    several = [Database(Settings(database=database_url).database_url) for _ in range(4)]
    try:
        await asyncio.gather(*map(migrate, several))
        assert [await revision(one) for one in several] == [newest()] * 4
    finally:
        for one in several:
            await one.close()


async def test_several_processes_may_open_a_new_file_at_once(tmp_path: Path) -> None:
    # Each of the first few wants to change the file's journal; SQLite tells all but one at once that it is locked.
    async def create(one: Database) -> None:
        async with one.writing() as connection:
            await connection.execute(text("CREATE TABLE IF NOT EXISTS t (a)"))

    for turn in range(20):
        several = [Database(f"sqlite+aiosqlite:///{tmp_path}/{turn}.sqlite3") for _ in range(8)]
        try:
            await asyncio.gather(*map(create, several))
        finally:
            for one in several:
                await one.close()


async def test_an_older_file_is_rewritten_without_what_was_deleted_from_it(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite3"
    database = Database(Settings(database=f"sqlite:///{file}").database_url)
    await migrate(database, "0006")
    await database.close()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA secure_delete=OFF")
        with connection:
            connection.execute("CREATE TABLE diary AS SELECT 'zqxmark' || hex(randomblob(2000)) AS text")
        with connection:
            connection.execute("DROP TABLE diary")
    assert b"zqxmark" in file.read_bytes()
    try:
        await migrate(database)
        for end in ("", "-wal"):
            assert b"zqxmark" not in Path(f"{file}{end}").read_bytes()
    finally:
        await database.close()
