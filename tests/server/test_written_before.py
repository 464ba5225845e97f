"""A database and a backup written before modules were moved: running tables go on, as if written today."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from banneret.server.ops.doctor import verify_all
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.backup import restore
from banneret.server.store.database import Database
from banneret.server.store.migrate import newest, revision
from tests.server.playing import Moment, play_on

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

DATA = Path(__file__).parent / "data" / "before"
GAMES = {"thrones", "battles", "icefire-s6", "icefire-2021", "runewars"}
ANSWERS = 45
"""The number of answers at each table."""


async def go_on(settings: Settings, moment: Moment) -> None:
    """Check every table of a database, and play on at each."""
    checked = await verify_all(settings, replay=True)
    assert checked == (len(GAMES), [])
    services = Services(settings, clock=moment)
    await services.start()
    try:
        async with services.database.reading() as connection:
            tables = [(row.id, row.rulebook) for row in await connection.execute(select(schema.tables))]
        assert {game for _, game in tables} == GAMES
        for table, _ in tables:
            hosted = await services.host.hosted(table)
            assert len(hosted.entries) >= ANSWERS  # one more where the match went on under newer rules
            assert await play_on(services, table, Random(1), 10) == 10
        assert (await services.people.sign_in("ann", "correct horse")).login == "ann"
    finally:
        await services.stop()


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'before.sqlite3'}"


async def test_running_tables_of_a_database_go_on(url: str, tmp_path: Path, moment: Moment) -> None:
    (tmp_path / "before.sqlite3").write_bytes(gzip.decompress((DATA / "server.sqlite3.gz").read_bytes()))
    await go_on(Settings(database=url), moment)


async def test_a_backup_is_restored_upgraded_and_its_tables_go_on(database_url: str, moment: Moment) -> None:
    """A backup is restored with the tables of its version, and upgraded while their matches are running."""
    database = Database(Settings(database=database_url).database_url)
    try:
        assert await restore(database, DATA / "backup.gz") > 0
        assert await revision(database) == newest() > "0001"
    finally:
        await database.close()
    await go_on(Settings(database=database_url), moment)
