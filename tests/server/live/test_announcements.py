"""Announcements between processes through a real Redis or PostgreSQL: nothing is missed without being noticed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import asyncpg  # type: ignore[import-untyped]  # it has no types
import pytest
from redis.asyncio import Redis

from banneret.server.live import announcements
from banneret.server.live.announcements import Announcements, Carried
from banneret.server.live.bus import bus_of
from banneret.server.live.postgres_notify import CHANNEL, PostgresNotify
from banneret.server.live.redis_streams import KEPT_SECONDS, LENGTH, RedisStreams
from banneret.server.settings import Settings, SettingsError
from tests.commands import PATIENCE
from tests.server import servers

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcements, "AGAIN_SECONDS", 0.02)


class Ears:
    """What was heard of each table."""

    def __init__(self, bus: Announcements) -> None:
        bus.heard = self.hear
        self.heard: list[tuple[str, str | None]] = []
        self.came = asyncio.Event()

    def hear(self, table: str, what: str | None) -> None:
        self.heard.append((table, what))
        self.came.set()

    async def until(self, table: str, what: str | None) -> None:
        """Wait until this was heard; forget everything heard by then."""
        await self.wait(lambda: (table, what) in self.heard)
        self.heard.clear()

    async def wait(self, enough: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not enough():
                self.came.clear()
                await self.came.wait()


@asynccontextmanager
async def running(*buses: Announcements) -> AsyncIterator[None]:
    for one in buses:
        await one.start()
    try:
        yield
    finally:
        for one in buses:
            await one.stop()


@pytest.fixture(params=["redis", "postgresql"])
def address(request: pytest.FixtureRequest) -> str:
    if request.param == "redis":
        return str(request.getfixturevalue("redis_url"))
    return str(request.getfixturevalue("postgres_url"))


def carried(address: str) -> Carried:
    return RedisStreams(address) if address.startswith("redis") else PostgresNotify(address)


async def following(bus: Carried, ears: Ears, *tables: str) -> None:
    """Follow tables, and wait until they are listened to."""
    if isinstance(bus, RedisStreams):
        for table in tables:
            bus.follow(table)
            await ears.until(table, None)
    else:
        while bus.away:
            await asyncio.sleep(0.005)
        for table in tables:
            bus.follow(table)


async def test_a_process_hears_what_others_announce_of_the_tables_it_follows(address: str) -> None:
    here, there = carried(address), carried(address)
    ears = Ears(there)
    async with running(here, there):
        await following(there, ears, "one", "two", "three")
        there.leave("two")
        there.announce("one", "table")  # it does not hear itself
        for table in ("none", "two", "one", "one"):
            here.announce(table, "match")
        here.announce("one", "chat")
        await ears.wait(lambda: ("one", "chat") in ears.heard)
        assert sorted(ears.heard, key=str) == [("one", "chat"), ("one", "match")]
    assert here.waiting == 0


async def test_what_is_announced_last_is_sent_before_a_process_ends(address: str) -> None:
    here, there = carried(address), carried(address)
    ears = Ears(there)
    async with running(there):
        await following(there, ears, "one")
        async with running(here):
            while here.away:
                await asyncio.sleep(0.005)
            here.announce("one", "match")
        await ears.until("one", "match")


async def test_a_task_that_swallows_a_cancellation_is_cancelled_again() -> None:
    swallowed = 0

    async def swallowing() -> None:
        nonlocal swallowed
        while swallowed < 2:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                swallowed += 1
        await asyncio.Event().wait()

    task = asyncio.ensure_future(swallowing())
    await asyncio.sleep(0)
    await asyncio.wait_for(announcements._cancelled(task), PATIENCE)
    assert (swallowed, task.cancelled()) == (2, True)


async def test_after_a_lost_connection_to_postgresql_everything_is_read_again(postgres_url: str) -> None:
    here, there = PostgresNotify(postgres_url), PostgresNotify(postgres_url)
    ears = Ears(there)
    async with running(here, there):
        await following(there, ears, "one")
        connection = await asyncpg.connect(postgres_url)
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
        await connection.execute("SELECT pg_notify($1, 'not an announcement')", CHANNEL)
        await connection.close()
        await ears.until("one", None)
        here.announce("one", "chat")
        await ears.until("one", "chat")


@contextmanager
def absent(there: RedisStreams, monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Event]:
    """Keep a process from connecting again until an event is set."""
    back, opening = asyncio.Event(), there._open

    async def later() -> None:
        await back.wait()
        await opening()

    monkeypatch.setattr(there, "_open", later)
    yield back
    back.set()


async def disconnected(redis: Redis, there: RedisStreams) -> None:
    await redis.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")  # type: ignore[no-untyped-call]
    async with asyncio.timeout(PATIENCE):
        while not there.away:
            await asyncio.sleep(0.005)


async def test_after_a_lost_connection_to_redis_nothing_is_missed(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = RedisStreams(redis_url), RedisStreams(redis_url)
    ears = Ears(there)
    async with running(there), Redis.from_url(redis_url) as redis:
        await following(there, ears, "one", "two", "three", "trimmed")
        async with running(here):
            for table in ("one", "two", "trimmed"):
                here.announce(table, "match")
                await ears.until(table, "match")
        with absent(there, monkeypatch):
            await disconnected(redis, there)
            async with running(here):
                while here.away:
                    await asyncio.sleep(0.005)
                for table in ("one", "trimmed"):
                    here.announce(table, "chat")
            await redis.xtrim("banneret:table:trimmed", maxlen=1, approximate=False)
        await ears.wait(lambda: {("one", "chat"), ("trimmed", None), ("three", None)} <= set(ears.heard))
    assert ("one", None) not in ears.heard
    assert ("two", None) not in ears.heard  # it is proved that nothing came


@pytest.mark.parametrize("connected", [True, False])
async def test_after_redis_was_flushed_everything_is_read_again(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, connected: bool
) -> None:
    here, there = RedisStreams(redis_url), RedisStreams(redis_url)
    ears = Ears(there)
    async with running(here, there), Redis.from_url(redis_url) as redis:
        await following(there, ears, "one", "two")
        here.announce("one", "match")
        await ears.until("one", "match")
        if connected:
            await redis.flushall()
            here.announce("one", "chat")  # with this the reader notices; by itself it looks every few seconds
        else:
            with absent(there, monkeypatch):
                await disconnected(redis, there)
                await redis.flushall()
        await ears.wait(lambda: {("one", None), ("two", None)} <= set(ears.heard))
        ears.heard.clear()
        here.announce("two", "table")
        await ears.until("two", "table")


async def test_while_redis_is_away_announcements_wait_and_then_everything_is_read_again() -> None:
    port = servers.free_port()
    address = f"redis://127.0.0.1:{port}/0"
    here, there = RedisStreams(address), RedisStreams(address)
    ears = Ears(there)
    async with running(here, there):
        there.follow("one")
        here.announce("one", "match")
        assert (here.away, here.waiting) == (True, 1)
        with servers.running_redis(port):
            await ears.until("one", None)
            here.announce("one", "table")
            await ears.until("one", "table")
        here.announce("two", "match")
        there.follow("two")
        with servers.running_redis(port):
            await ears.wait(lambda: {("one", None), ("two", None)} <= set(ears.heard))
            here.announce("two", "chat")
            await ears.until("two", "chat")


async def test_streams_are_trimmed_and_expire(redis_url: str) -> None:
    here, there = RedisStreams(redis_url), RedisStreams(redis_url)
    ears = Ears(there)
    async with running(here, there), Redis.from_url(redis_url) as redis:
        await following(there, ears, "long")
        for _ in range(3 * LENGTH):
            await here._send([("long", "match")])
        here.announce("long", "chat")
        await ears.wait(lambda: ("long", "chat") in ears.heard)
        assert await redis.xlen("banneret:table:long") <= 2 * LENGTH
        for name in ("banneret:table:long", there._marker):
            assert 0 < await redis.ttl(name) <= KEPT_SECONDS


@pytest.mark.parametrize("live", ["redis", "postgresql", "mqtt://127.0.0.1"])
def test_what_cannot_carry_announcements_is_refused(live: str) -> None:
    with pytest.raises(SettingsError, match="live"):
        bus_of(Settings(live=live))
