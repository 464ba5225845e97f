"""Scheduled backups: when they are written, how many are kept, and what is reported about their age."""

from __future__ import annotations

import asyncio
import fcntl
import math
import os
from pathlib import Path

import pytest

from banneret.server.ops.backups import RETRY_SECONDS, BackupFailed, Backups
from banneret.server.ops.doctor import check_all
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store.backup import restore
from banneret.server.store.database import Database
from tests.server.playing import guests

pytestmark = pytest.mark.anyio

DAY = 86_400.0


class Disk:
    """Writes backups with a clock of its own."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.now = 1_800_000_000.0
        self.wrong = ""
        self.backups = Backups(Settings(folder=str(folder), **settings), self.write, lambda: self.now)  # type: ignore[arg-type]  # as from a file

    async def write(self, file: Path) -> None:
        if self.wrong:
            raise BackupFailed(self.wrong)
        file.touch()
        os.utime(file, (self.now, self.now))


async def test_one_is_written_each_interval_and_the_oldest_are_removed(tmp_path: Path) -> None:
    disk = Disk(tmp_path, backups_kept=3)
    assert math.isinf(disk.backups.age())
    written = []
    for _ in range(5):
        await disk.backups.make_if_due()
        written.append(disk.backups.all()[0])
        await disk.backups.make_if_due()  # it is not due again
        disk.now += DAY / 2
        await disk.backups.make_if_due()
        assert disk.backups.all()[0] == written[-1]
        assert disk.backups.age() == DAY / 2
        disk.now += DAY / 2
    assert len(set(written)) == 5
    assert disk.backups.all() == written[:1:-1]


async def test_a_failed_backup_keeps_the_old_ones_and_is_tried_again_later(tmp_path: Path) -> None:
    disk = Disk(tmp_path, backups_kept=1)
    await disk.backups.make_if_due()
    (kept,) = disk.backups.all()
    disk.now += DAY
    disk.wrong = "no space left"
    await disk.backups.make_if_due()
    assert not disk.backups.due()
    disk.now += RETRY_SECONDS
    assert disk.backups.due()
    assert disk.backups.all() == [kept]
    disk.wrong = ""
    (disk.backups.folder / "banneret-1.backup.part").touch()  # of a process that was killed
    await disk.backups.make_if_due()
    assert kept not in disk.backups.all()
    assert {file.name for file in disk.backups.folder.iterdir()} == {".lock", disk.backups.all()[0].name}


async def test_two_servers_do_not_write_at_once(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.backups.folder.mkdir()
    with (disk.backups.folder / ".lock").open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        await disk.backups.make_if_due()
        assert disk.backups.all() == []
    await disk.backups.make_if_due()
    assert len(disk.backups.all()) == 1


async def test_none_are_written_with_an_interval_of_zero(tmp_path: Path) -> None:
    disk = Disk(tmp_path, backup_hours=0.0)
    await disk.backups.make_if_due()
    assert not disk.backups.folder.exists()
    assert math.isnan(disk.backups.age())


@pytest.mark.slow
async def test_the_server_writes_one_that_can_be_restored_and_the_doctor_reports_its_age(tmp_path: Path) -> None:
    settings = Settings(folder=str(tmp_path / "data"))
    services = Services(settings)
    await services.start()
    try:
        await guests(services, 1)
        assert services.measures.registry.get_sample_value("banneret_backup_age_seconds") == math.inf
        await services.backups.make_if_due()
        age = services.measures.registry.get_sample_value("banneret_backup_age_seconds")
        assert age is not None
        assert age < DAY
    finally:
        await services.stop()
    (file,) = services.backups.all()
    restored = Database(Settings(folder=str(tmp_path / "restored")).database_url)
    try:
        assert await restore(restored, file) >= 1
    finally:
        await restored.close()
    found = {one.what: one for one in await check_all(settings)}["backup_hours"]
    assert found.good
    assert "the last backup is 0 minutes old" in found.detail
    os.utime(file, (0, 0))
    assert not {one.what: one for one in await check_all(settings)}["backup_hours"].good


@pytest.mark.slow
async def test_a_backup_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    backups = Backups(Settings(database=f"sqlite:///{tmp_path}/none.sqlite3"))
    with pytest.raises(BackupFailed, match="start `banneret serve` once"):
        await backups._write_in_process(tmp_path / "x.backup")


async def test_a_backup_ends_with_the_server(tmp_path: Path) -> None:
    backups = Backups(Settings(folder=str(tmp_path)))
    task = asyncio.ensure_future(backups._write_in_process(tmp_path / "x.backup"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not (tmp_path / "x.backup").exists()
