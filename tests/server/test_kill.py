"""Killed at any moment under load, a server has lost no answer that it acknowledged, and every table goes on."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from banneret.server import schema
from banneret.server.checking import verify_all
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.server.playing import Moment, guests, play_on, table_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
TABLES = 4
LONGEST = 0.7
"""Seconds that a process lives after it has begun."""


async def test_killed_ten_times_nothing_acknowledged_is_lost_or_doubled(database_url: str) -> None:
    kills, acknowledged = await killed(database_url, kills=10, seed=1, processes=1)
    assert kills == 10
    assert acknowledged > 10


@pytest.mark.soak
@pytest.mark.parametrize("processes", [1, 2])
async def test_killed_a_hundred_times_nothing_acknowledged_is_lost_or_doubled(
    database_url: str, processes: int
) -> None:
    kills, acknowledged = await killed(database_url, kills=100, seed=2, processes=processes)
    assert kills == 100
    assert acknowledged > 100


async def killed(url: str, *, kills: int, seed: int, processes: int) -> tuple[int, int]:
    """Start processes that play, kill them at random moments, and compare what they said with what is stored."""
    settings = Settings(database=url)
    services = Services(settings, clock=Moment())
    await services.start()
    random, done, said = Random(seed), 0, 0
    tables = await new_tables(services, TABLES)
    acknowledged: dict[tuple[str, int], Sequence[Any]] = {}
    while done < kills:
        running = [await begin(url, random.randrange(2**31), tables) for _ in range(min(processes, kills - done))]
        await asyncio.sleep(random.random() * LONGEST)
        for one in running:
            one.kill()
        for one in running:
            output, _ = await one.communicate()
            done += one.returncode == -9
            whole, _, _ = output.rpartition(b"\n")
            for line in whole.split(b"\n") if whole else []:
                table, seq, *what = msgspec.json.decode(line)
                assert (table, seq) not in acknowledged, "one entry was acknowledged twice"
                acknowledged[table, seq] = what
                said += 1
        # Every table goes on, played by whoever comes next; those that are over are replaced.
        for number, table in enumerate(tables):
            services.host.forget(table)
            if await play_on(services, table, random, answers=1) == 0:
                tables[number] = (await new_tables(services, 1))[0]
    await compare(services, acknowledged)
    for table in tables:
        assert await play_on(services, table, random, answers=3) in range(4)
    await services.stop()
    checked, faults = await verify_all(settings, replay=True)
    assert faults == []
    assert checked >= TABLES
    return done, said


async def begin(url: str, seed: int, tables: list[str]) -> asyncio.subprocess.Process:
    """Start a process that plays, and wait until it does."""
    command = [sys.executable, "-m", "tests.server.killed", url, str(seed), *tables]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE, limit=2**24, stdin=asyncio.subprocess.DEVNULL
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"[]\n"
    return process


async def new_tables(services: Services, count: int) -> list[str]:
    """Return running tables."""
    made = []
    for _ in range(count):
        people = await guests(services, 3)
        made.append((await table_of(services, list(people))).id)
    return made


async def compare(services: Services, acknowledged: dict[tuple[str, int], Sequence[Any]]) -> None:
    """Check that every acknowledged answer is stored once, as it was given, and that no number is left out."""
    async with services.database.reading() as connection:
        rows = (await connection.execute(select(schema.entries).order_by(schema.entries.c.seq))).all()
    stored = {(row.table_id, row.seq): msgspec.json.decode(row.body) for row in rows}
    for key, (seat, ask, do) in acknowledged.items():
        entry = stored[key]
        assert (entry["seat"], entry["do"]) == (seat, do)
        assert ask.endswith(f"-{entry['ask']}")
    for table in {table for table, _ in stored}:
        seqs = [seq for one, seq in stored if one == table]
        assert seqs == list(range(1, len(seqs) + 1))
