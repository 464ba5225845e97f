"""Killed at any moment under load, a server has lost no answer that it acknowledged, and every table goes on."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import select

from banneret.client import ME, Client, Refused
from banneret.server.ops.doctor import verify_all
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from tests.commands import PATIENCE
from tests.server.playing import Moment, guests, play_on, table_of
from tests.server.processes import serving
from tests.server.servers import free_port

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

log = logging.getLogger(__name__)
ROOT = Path(__file__).parents[2]
TABLES = 4
MOST = 30
"""Number of acknowledged answers before a process is killed, and the delay afterwards."""
LONGEST = 0.3
"""Seconds of that time."""


async def test_killed_at_any_moment_nothing_acknowledged_is_lost_or_doubled(database_url: str) -> None:
    kills, acknowledged = await killed(database_url, kills=8, seed=1, processes=1)
    assert kills == 8
    assert acknowledged > 8


async def test_whoever_plays_over_the_network_goes_on_when_the_server_was_killed(tmp_path: Path) -> None:
    port, random = free_port(), Random(3)
    acknowledged: dict[str, list[tuple[str, str]]] = {}
    env = {"BANNERET_RATE_ANSWERS": "1000000", "BANNERET_RATE_READS": "1000000"}
    playing: list[asyncio.Task[None]] = []
    taken = [0, 0]
    async with AsyncExitStack() as clients:
        for kill in range(5):
            server = serving(tmp_path, "--port", str(port), env=env)
            one = await asyncio.to_thread(server.__enter__)
            if kill == 0:
                for number in range(2):
                    client = await clients.enter_async_context(Client(one.url))
                    await client.enter("Ann")
                    work = answering(client, Random(number), acknowledged, taken, number)
                    playing.append(asyncio.ensure_future(work))
            before = taken[:]
            async with asyncio.timeout(PATIENCE):
                while any(now == then for now, then in zip(taken, before, strict=True)):  # both go on
                    assert not any(task.done() for task in playing)
                    await asyncio.sleep(0.05)
            await asyncio.sleep(random.random() * LONGEST)
            one.process.kill()
            await asyncio.to_thread(server.__exit__, None, None, None)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    settings = Settings(folder=str(tmp_path / "banneret-data"))
    services = Services(settings)
    try:
        for table, answers in acknowledged.items():
            stored = (await services.host.hosted(table)).entries
            for ask, do in answers:  # an ask tells whose it is, and how many answers of that seat were before it
                seat, given, *_ = ask.split("-")
                assert [entry["do"] for entry in stored if entry.get("seat") == int(seat)][int(given)] == do
            assert len(answers) <= len(stored)
    finally:
        await services.database.close()
    checked, faults = await verify_all(settings, replay=True)
    assert faults == []
    assert checked >= len(acknowledged) >= 2


async def answering(
    client: Client, random: Random, said: dict[str, list[tuple[str, str]]], taken: list[int], number: int
) -> None:
    """Answer for all seats of one table after another over the network; note and count what was acknowledged."""
    while True:
        try:
            table = (await client.make_table("thrones", [ME, ME, ME])).id
        except httpx.TransportError:  # the server is away
            await asyncio.sleep(0.05)
            continue
        said[table] = []
        async for standing in client.play(table, [0, 1, 2]):
            for ask in standing.asks:
                do = random.choice(ask.options).do
                try:
                    await client.answer(table, ask, do)
                except Refused as refused:
                    if refused.kind != "stale-ask":
                        raise
                except httpx.TransportError:  # nobody knows
                    continue
                else:
                    said[table].append((ask.id, do))
                    taken[number] += 1


@pytest.mark.soak
@pytest.mark.parametrize("processes", [1, 2])
async def test_killed_three_hundred_times_nothing_acknowledged_is_lost_or_doubled(
    database_url: str, processes: int
) -> None:
    kills, acknowledged = await killed(database_url, kills=300, seed=2, processes=processes)
    log.info("%d kills, %d answers acknowledged", kills, acknowledged)
    assert kills == 300
    assert acknowledged > 300


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
        begun = [await acknowledging(one, random.randrange(1, MOST)) for one in running]
        await asyncio.sleep(random.random() * LONGEST)
        for one in running:
            with suppress(ProcessLookupError):  # it may have played all its matches to the end
                one.kill()
        for one, first in zip(running, begun, strict=True):
            output = first + (await one.communicate())[0]
            done += one.returncode == -9
            whole, _, _ = output.rpartition(b"\n")
            for line in whole.split(b"\n") if whole else []:
                table, seq, *what = msgspec.json.decode(line)
                assert (table, seq) not in acknowledged, "one entry was acknowledged twice"
                acknowledged[table, seq] = what
                said += 1
        # Every table continues with the next available player; finished ones are replaced.
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


async def acknowledging(process: asyncio.subprocess.Process, count: int) -> bytes:
    """Read a number of lines of a process's output, or all if it ends before."""
    assert process.stdout is not None
    return b"".join([await process.stdout.readline() for _ in range(count)])


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
