"""The power fails at any moment: the disk keeps what was synced, and any part of the rest. No answer is lost.

A library that is preloaded into the server process (`power_loss.c`) keeps apart what a disk certainly holds.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from banneret.server.ops.doctor import verify_all
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.server.playing import Moment, play_on
from tests.server.test_kill import LONGEST, MOST, ROOT, acknowledging, compare, new_tables

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(shutil.which("cc") is None or sys.platform != "linux", reason="needs a C compiler on Linux"),
]

log = logging.getLogger(__name__)
HEAD = struct.Struct("=qqq")
SECTOR = 512
TABLES = 3

WRITES = """
import os, sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode=WAL")
connection.execute("PRAGMA synchronous=" + sys.argv[2])
connection.execute("CREATE TABLE IF NOT EXISTS t (n)")
for n in range(50):
    connection.execute("INSERT INTO t VALUES (?)", (n,))
os.write(1, b"done\\n")
time.sleep(600)
"""


class Disk:
    """A folder, and what of it outlives a power failure."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.durable = folder / "disk", folder / "durable"
        self.folder.mkdir()
        self.shim = folder / "power_loss.so"
        source = Path(__file__).with_name("power_loss.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", self.shim, source, "-ldl", "-lpthread"], check=True)

    def begin(self) -> dict[str, str]:
        """Take all that is there for synced; return the environment of a process that uses the disk."""
        shutil.rmtree(self.durable, ignore_errors=True)
        self.durable.mkdir()
        for file in self.folder.iterdir():
            if not file.name.endswith("-shm"):
                shutil.copy(file, self.durable / file.name)
        more = {"LD_PRELOAD": str(self.shim), "POWER_DISK": str(self.folder), "POWER_DURABLE": str(self.durable)}
        return dict(os.environ) | more

    def fail(self, random: Random) -> int:
        """Leave what was synced, and of the other writes any part; return the number of writes that are lost."""
        lost = 0
        for file in self.folder.iterdir():
            file.unlink()
        for file in self.durable.iterdir():
            if not file.name.endswith(".pending"):
                shutil.copy(file, self.folder / file.name)
        for notes in self.durable.glob("*.pending"):
            if notes.name.endswith("-shm.pending"):
                continue
            target = self.folder / notes.name.removesuffix(".pending")
            kept = random.choice((0.0, 0.5, 0.9))
            lost += _some(target, notes.read_bytes(), random, kept)
        return lost


def _some(target: Path, notes: bytes, random: Random, kept: float) -> int:
    """Carry out some of the writes that were noted, sector by sector; return the number of those left out."""
    target.touch()
    at, lost = 0, 0
    with target.open("r+b") as file:
        while at + HEAD.size <= len(notes):
            kind, offset, count = HEAD.unpack_from(notes, at)
            data = notes[at + HEAD.size : at + HEAD.size + count]
            at += HEAD.size + count
            if kind == 1:
                if random.random() < kept:
                    file.truncate(offset)
                continue
            for begin in range(0, len(data), SECTOR):
                if random.random() < kept:
                    file.seek(offset + begin)
                    file.write(data[begin : begin + SECTOR])
                else:
                    lost += 1
    return lost


@pytest.mark.parametrize(("synchronous", "left"), [("OFF", 0), ("FULL", 50)])
def test_the_disk_of_the_test_loses_what_was_not_synced(tmp_path: Path, synchronous: str, left: int) -> None:
    disk = Disk(tmp_path)
    file = disk.folder / "t.sqlite3"
    command = [sys.executable, "-c", WRITES, str(file), synchronous]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=disk.begin()) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"done\n"
        process.kill()
    disk.fail(Random(1))
    count = "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM t').fetchone())"
    done = subprocess.run([sys.executable, "-c", count, str(file)], capture_output=True, text=True, check=False)
    assert (done.stdout.strip() or "0") == str(left)


@pytest.mark.slow
async def test_nothing_acknowledged_is_lost_when_the_power_fails(tmp_path: Path) -> None:
    cuts, acknowledged, lost = await powerless(tmp_path, cuts=5, seed=1)
    log.info("%d cuts, %d answers acknowledged, %d sectors lost", cuts, acknowledged, lost)
    assert acknowledged > 5


@pytest.mark.soak
async def test_nothing_acknowledged_is_lost_when_the_power_fails_300_times(tmp_path: Path) -> None:
    cuts, acknowledged, lost = await powerless(tmp_path, cuts=300, seed=2)
    log.info("%d cuts, %d answers acknowledged, %d sectors lost", cuts, acknowledged, lost)
    assert lost > 0


async def powerless(folder: Path, *, cuts: int, seed: int) -> tuple[int, int, int]:
    """Play, cut the power at random moments, and compare what was acknowledged with what is stored."""
    disk, random = Disk(folder), Random(seed)
    url = f"sqlite:///{disk.folder / 'banneret.sqlite3'}"
    settings = Settings(database=url)
    services = Services(settings, clock=Moment())
    await services.start()
    tables = await new_tables(services, TABLES)
    await services.stop()
    acknowledged: dict[tuple[str, int], Sequence[Any]] = {}
    lost = 0
    for _ in range(cuts):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.server.killed", url, str(random.randrange(2**31)), *tables,
            cwd=ROOT, env=disk.begin(), stdout=asyncio.subprocess.PIPE, stdin=asyncio.subprocess.DEVNULL, limit=2**24,
        )  # fmt: skip  # several to a line
        first = await acknowledging(process, random.randrange(2, MOST))
        await asyncio.sleep(random.random() * LONGEST)
        process.kill()
        output = first + (await process.communicate())[0]
        for line in output.rpartition(b"\n")[0].split(b"\n")[1:]:  # the first says that it has begun
            table, seq, *what = msgspec.json.decode(line)
            assert (table, seq) not in acknowledged, "one entry was acknowledged twice"
            acknowledged[table, seq] = what
        lost += disk.fail(random)
        services = Services(settings, clock=Moment())
        await services.start()
        await compare(services, acknowledged)
        for number, table in enumerate(tables):
            hosted = await services.host.hosted(table)  # seats and clocks are those of the last entry
            assert hosted.kept.table == await services.tables.get(table)
            assert {one.seat: one.ask for one in hosted.kept.table.seats if one.ask} == hosted.asks()
            if await play_on(services, table, random, answers=1) == 0:
                tables[number] = (await new_tables(services, 1))[0]
        await services.stop()
    checked, faults = await verify_all(settings, replay=True)
    assert faults == []
    assert checked >= TABLES
    return cuts, len(acknowledged), lost
