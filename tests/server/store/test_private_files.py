"""Rights of files: what a server stores is readable by its own user alone, whatever the umask."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE

import pytest
from sqlalchemy import text

from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store.backup import back_up
from banneret.server.store.database import Database
from tests.server.playing import guests

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """Return the rights of all files in a folder."""
    return {file.name: S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


async def test_database_log_backup_and_folder_are_for_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    services = Services(Settings(folder=str(folder)))
    await services.start()
    try:
        await guests(services, 1)
        (folder / "a.backup.part").write_bytes(b"left by an interrupted backup")
        (folder / "a.backup.part").chmod(0o666)
        await back_up(services.database, folder / "a.backup")
        found = modes(folder)
        assert {"banneret.sqlite3", "banneret.sqlite3-wal", "banneret.sqlite3-shm", "a.backup"} <= set(found)
        assert set(found.values()) == {0o600}
        assert S_IMODE(folder.stat().st_mode) == 0o700
    finally:
        await services.stop()


@pytest.mark.parametrize(("before", "after"), [(0o644, 0o600), (0o777, 0o700), (0o601, 0o600), (0o610, 0o600)])
async def test_a_file_that_others_could_use_is_closed_to_them(tmp_path: Path, before: int, after: int) -> None:
    """Its owner's rights stay as they are."""
    file = tmp_path / "banneret.sqlite3"
    file.touch(mode=before)
    services = Services(Settings(database=f"sqlite:///{file}"))
    await services.start()
    try:
        assert set(modes(tmp_path).values()) == {after}
    finally:
        await services.stop()


async def test_a_new_file_is_private_from_its_first_connection_on(tmp_path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'new.sqlite3'}")
    async with database.writing() as connection:
        await connection.execute(text("CREATE TABLE some (number INTEGER)"))
        assert modes(tmp_path) == dict.fromkeys(("new.sqlite3", "new.sqlite3-wal", "new.sqlite3-shm"), 0o600)
    await database.close()


async def test_another_process_that_opens_and_closes_the_file_leaves_its_log(tmp_path: Path) -> None:
    """The last process to close the file removes the log, so a server must keep its locks with every connection."""
    file = tmp_path / "banneret.sqlite3"
    services = Services(Settings(database=f"sqlite:///{file}"))
    await services.start()
    try:
        async with services.database.reading(), services.database.reading():  # two connections at once
            await guests(services, 1)
        visit = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT 1 FROM people'); c.close()"
        other = await asyncio.create_subprocess_exec(sys.executable, "-c", visit, str(file))
        assert await other.wait() == 0
        assert (tmp_path / "banneret.sqlite3-wal").exists()
        await guests(services, 1)
    finally:
        await services.stop()


def test_the_folder_of_a_database_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/new/folder/banneret.db")
    assert S_IMODE((tmp_path / "new" / "folder").stat().st_mode) == 0o700
    assert len(database.engines) == 2


def test_a_database_in_memory_has_one_connection() -> None:
    """A second one, for writing, would be to another database."""
    assert len(Database("sqlite+aiosqlite:///:memory:").engines) == 1
