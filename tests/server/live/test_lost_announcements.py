"""Viewers connected to one process see moves made through another, whatever happens to Redis."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from random import Random

import msgspec
import pytest
from redis.asyncio import Redis

from banneret.server.live import announcements, sockets
from banneret.server.live.onlookers import Looking
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.commands import PATIENCE
from tests.server import servers
from tests.server.playing import Moment, guests, play_on, table_of

pytestmark = pytest.mark.anyio

SEATS = frozenset({0})


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (announcements, sockets):
        monkeypatch.setattr(module, "AGAIN_SECONDS", 0.02)


class Viewer:
    """A connection without a socket: what it is sent, as the task of a connection sends it."""

    def __init__(self, services: Services, table: str) -> None:
        self.services = services
        self.looking = Looking(table, None, SEATS, drawn=False, language="en")
        self.seq = 0
        self.messages: list[bytes] = []

    async def read(self, head: int) -> None:
        """Take messages until those up to an entry have come."""
        async with asyncio.timeout(PATIENCE):
            while True:
                hosted = await self.services.host.present(self.looking.table)
                for seq, message in self.services.live.after(hosted, self.looking, self.seq, hosted.head):
                    self.messages.append(message)
                    self.seq = seq
                if hosted.head >= head:
                    return
                await self.looking.changed.wait()
                self.looking.changed.clear()


@pytest.mark.parametrize("fault", ["none", "disconnected", "flushed", "restarted", "away"])
async def test_nothing_is_missed_or_shown_twice(tmp_path: Path, fault: str) -> None:
    random, port = Random(fault), servers.free_port()
    database = f"sqlite:///{tmp_path / 'banneret.sqlite3'}"
    settings = Settings(database=database, live=f"redis://127.0.0.1:{port}/0")
    here, there = (Services(settings, clock=Moment()) for _ in range(2))
    with ExitStack() as running:
        running.enter_context(servers.running_redis(port))
        for one in (here, there):
            await one.start()
        try:
            table = (await table_of(here, list(await guests(here, 3)))).id
            viewer = Viewer(there, table)
            there.live.enter(viewer.looking)
            head = 0
            for _ in range(6):
                await play_on(here, table, random, answers=2)
                if fault in ("disconnected", "flushed"):
                    async with Redis.from_url(settings.live) as redis:
                        if fault == "flushed":
                            await redis.flushall()
                        await redis.execute_command("CLIENT", "KILL", "TYPE", "normal")  # type: ignore[no-untyped-call]
                elif fault in ("restarted", "away"):
                    running.close()
                    if fault == "away":
                        await play_on(here, table, random, answers=2)
                    running.enter_context(servers.running_redis(port))
                await play_on(here, table, random, answers=1)
                head = (await here.host.hosted(table)).head
                await viewer.read(head)
            wanted = here.live.after(await here.host.hosted(table), viewer.looking, 0, head)
            assert viewer.messages == [message for _, message in wanted]
            assert [msgspec.json.decode(one)["seq"] for one in viewer.messages] == list(range(1, len(wanted) + 1))
        finally:
            there.live.leave(viewer.looking)
            for one in (here, there):
                await one.stop()


async def test_what_cannot_be_read_at_the_moment_is_read_later(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = (await table_of(services, list(await guests(services, 3)))).id
    hosted, tries = services.host.hosted, 0

    async def away(table: str) -> object:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise Problem("storage", "The database is away.")
        return await hosted(table)

    monkeypatch.setattr(services.host, "hosted", away)
    looking = Looking(table, None, SEATS, drawn=False, language="en")
    services.live.enter(looking)
    services.live.bus.heard(table, "match")
    services.live.bus.heard(table, "chat")
    await asyncio.wait_for(services.live._learning[table], PATIENCE)
    assert tries == 3
    assert looking.what == {"match", "chat"}
    services.live.leave(looking)


async def test_what_is_heard_just_as_reading_ends_is_read_as_well(tmp_path: Path) -> None:
    services = Services(Settings(database=f"sqlite:///{tmp_path / 'banneret.sqlite3'}"), clock=Moment())
    looking = Looking("table", None, SEATS, drawn=False, language="en")
    services.live.enter(looking)
    services.live.bus.heard("table", "chat")  # read by a task that runs next
    # Immediately after that task has ended, and before the loop calls its callbacks:
    asyncio.get_running_loop().call_soon(services.live.bus.heard, "table", "table")
    async with asyncio.timeout(PATIENCE):
        while looking.what != {"chat", "table"}:
            await asyncio.sleep(0)
