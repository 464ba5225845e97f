"""Limits of leases: how long a process counts as alive, when it is deleted, how many tables are adopted at once."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.problems import Problem
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.store.leases import Lease, Leases
from tests.commands import PATIENCE
from tests.server import applications
from tests.server.conftest import new_database

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady_leases")]

NOW = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"


@pytest.fixture(scope="module")
def url(postgres: str) -> str:
    """Return the address of one database for all tests here, with the tables."""
    address = new_database(postgres)

    async def prepare() -> None:
        database = Database(Settings(database=address).database_url)
        await applications.migrate(database)
        await database.close()

    asyncio.run(prepare())
    return address


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """Return the database with a person, and without tables and processes."""
    made = Database(Settings(database=url).database_url)
    async with made.writing() as connection:
        for name in ("leases", "processes", "seats", "tables", "people"):
            await connection.execute(text(f"DELETE FROM {name}"))  # noqa: S608  # names of this list
        person = {"id": "ann", "name": "Ann", "created_at": 0, "seen_at": 0}
        await connection.execute(insert(schema.people), person)
    yield made
    await made.close()


async def add_tables(database: Database, *ids: str, status: str = "running", bot: bool = False) -> None:
    """Add tables with a seat each, whose bot has an open question if there is one."""
    async with database.writing() as connection:
        rows = [
            {
                "id": one, "title": "", "rulebook": "thrones", "version": "", "options": "{}", "seat_count": 1,
                "settings": json.dumps({"auto_single": False}), "visibility": "open", "invite": one, "status": status,
                "creator_id": "ann", "created_at": 0, "touched_at": 0,
            }
            for one in ids
        ]  # fmt: skip  # several to a line
        await connection.execute(insert(schema.tables), rows)
        seats = [{"table_id": one, "seat": 0, "bot": "hard" if bot else None, "ask": "0-0-0-turn"} for one in ids]
        await connection.execute(insert(schema.seats), seats)


@asynccontextmanager
async def process(database: Database) -> AsyncIterator[Leases]:
    leases = Leases(database, "http://here.test")
    await leases.start()
    try:
        yield leases
    finally:
        await leases.stop()


async def stamp(database: Database, table: str) -> Any:
    async with database.reading() as connection:
        return await connection.scalar(select(schema.tables.c.stamp).where(schema.tables.c.id == table))


def meanwhile(database: Database, monkeypatch: pytest.MonkeyPatch, then: Callable[[], Any]) -> None:
    """Let something happen as the next transaction has just been committed."""
    writing = database.writing

    @asynccontextmanager
    async def writing_then() -> AsyncIterator[AsyncConnection]:
        monkeypatch.undo()
        async with writing() as connection:
            yield connection
        await then()

    monkeypatch.setattr(database, "writing", writing_then)


async def test_a_process_counts_as_alive_for_the_time_of_a_lease(database: Database) -> None:
    """In the database as long as here, where the time runs from before the transaction."""
    async with process(database) as leases:
        async with database.reading() as connection:
            before = await connection.scalar(text(NOW))
        begun = time.monotonic()
        await leases.renew()
        async with database.reading() as connection:
            after = await connection.scalar(text(NOW))
            expires = (await connection.execute(select(schema.processes.c.expires_at))).scalar_one()
        assert before <= expires - 3600 * 1000 <= after
        assert begun <= leases._renewed_at <= time.monotonic()


async def test_the_time_of_a_renewal_is_that_before_it(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the database answers late, the lease has been running since."""
    async with process(database) as leases:
        answered: list[float] = []

        async def late() -> None:
            await asyncio.sleep(0.02)
            answered.append(time.monotonic())

        meanwhile(database, monkeypatch, late)
        await leases.renew()
        assert leases._renewed_at <= answered[0] - 0.02


async def test_a_process_is_deleted_a_minute_after_its_death(database: Database) -> None:
    """With its leases. Until then, it can be seen whose tables they were."""
    await add_tables(database, "kept", "gone")
    async with process(database) as leases:
        async with database.writing() as connection:
            now = await connection.scalar(text(NOW))
            for name, seconds in (("kept", 45), ("gone", 61)):
                values = {"id": name, "address": "", "secret": b"", "expires_at": now - 1000 * seconds}
                await connection.execute(insert(schema.processes), values)
                lease = {"table_id": name, "process_id": name, "epoch": 1}
                await connection.execute(insert(schema.leases), lease)
        await leases.renew()
        async with database.reading() as connection:
            left = set(await connection.scalars(select(schema.processes.c.id)))
            assert left == {leases.me.id, "kept"}
            assert list(await connection.scalars(select(schema.leases.c.table_id))) == ["kept"]
        assert await leases.owner("kept") is None


async def test_a_table_taken_several_times_at_once_is_stamped_once(database: Database) -> None:
    await add_tables(database, "t")
    async with process(database) as leases:
        taken: list[None] = []
        leases.taken_over.append(lambda: taken.append(None))
        async with asyncio.timeout(PATIENCE):
            assert await asyncio.gather(*(leases.take("t") for _ in range(3))) == [None] * 3
        assert await leases.take("t") is None
        assert await stamp(database, "t") == 1
        assert leases.lease("t") == Lease(leases.me.id, 1)
        assert (len(taken), leases.count()) == (1, 1)


async def test_a_lease_ends_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    leases, lease = Leases(Database("sqlite+aiosqlite:///:memory:"), "http://here.test"), Lease("me", 1)
    clock: SimpleNamespace = SimpleNamespace(now=0.0, monotonic=lambda: clock.now)
    monkeypatch.setattr("banneret.server.store.leases.time", clock)
    leases._renewed_at, leases._held = 100.0, {"t": (lease, 100.0)}
    for clock.now, held in ((100.0, lease), (3699.9, lease), (3700.0, None), (3701.0, None)):
        assert leases.lease("t") == held
    clock.now = 160.0
    leases._held = {"older": (lease, 99.9), "newer": (lease, 100.0)}
    leases.release_idle((), 60)
    assert ([*leases._held], leases._released) == (["newer"], {"older": lease})


async def test_only_what_is_held_is_released() -> None:
    leases = Leases(Database("sqlite+aiosqlite:///:memory:"), "http://here.test")
    leases.release("t")
    leases.doubt("t")
    assert (leases._released, leases.count()) == ({}, 0)


async def test_a_table_that_another_process_holds_is_not_stamped(database: Database) -> None:
    await add_tables(database, "t")
    async with process(database) as here, process(database) as there:
        assert await here.take("t") is None
        taken: list[None] = []
        there.taken_over.append(lambda: taken.append(None))
        assert await there.take("t") == here.me
        assert (await stamp(database, "t"), taken, there.count()) == (1, [], 0)


async def test_a_lease_taken_as_the_process_became_a_new_one_is_not_used(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add_tables(database, "t")
    async with process(database) as leases:
        before = leases.me.id
        meanwhile(database, monkeypatch, leases._begin)
        assert await leases.take("t") is None
        assert leases.me.id != before
        assert (leases.lease("t"), leases.count()) == (None, 0)


async def test_a_table_released_during_a_renewal_is_released_by_the_next_one(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The renewal releases an earlier lease of this table."""
    await add_tables(database, "t")
    async with process(database) as leases:
        await leases.take("t")
        leases.release("t")

        async def again() -> None:
            assert await leases.take("t") is None
            leases.release("t")

        meanwhile(database, monkeypatch, again)
        await leases.renew()
        assert await leases.owner("t") == leases.me
        await leases.renew()
        assert (await leases.owner("t"), leases._released) == (None, {})


async def test_a_renewal_that_failed_extends_and_forgets_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> Any:
        raise Problem("storage", "away")

    await add_tables(database, "t")
    async with process(database) as leases:
        await leases.take("t")
        leases.release("t")
        renewed_at = leases._renewed_at
        with monkeypatch.context() as patched:
            patched.setattr(database, "writing", away)
            with pytest.raises(Problem, match="away"):
                await leases.renew()
        assert leases._renewed_at == renewed_at
        await leases.renew()
        assert await leases.owner("t") is None


async def test_an_earlier_lease_of_a_table_does_not_release_it(database: Database) -> None:
    await add_tables(database, "t")
    async with process(database) as leases:
        await leases.take("t")
        lease = leases.lease("t")
        assert lease is not None
        for other in (lease._replace(epoch=lease.epoch - 1), lease._replace(process="another")):
            leases._released["t"] = other
            await leases.renew()
            assert await leases.owner("t") == leases.me
        leases._released["t"] = lease
        await leases.renew()
        assert await leases.owner("t") is None


async def test_a_process_stops_though_the_database_is_away(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    await add_tables(database, "t")
    leases = Leases(database, "http://here.test")
    await leases.start()
    await leases.take("t")

    def away() -> Any:
        raise Problem("storage", "away")

    with monkeypatch.context() as patched:
        patched.setattr(database, "writing", away)
        await leases.stop()
    assert (leases.count(), leases.lease("t")) == (0, None)
    assert await leases.owner("t") is not None  # until it expires


async def test_at_most_a_hundred_tables_are_adopted_at_once(database: Database) -> None:
    """Running ones of which a bot is asked, and which no process plays that is alive."""
    waiting = [f"w{number:03}" for number in range(102)]
    await add_tables(database, *waiting, bot=True)
    await add_tables(database, "a finished one", bot=True, status="finished")
    await add_tables(database, "a player's")
    async with process(database) as here, process(database) as there:
        assert await here.waiting() == waiting[:100]
        await there.take("w000")
        assert await here.waiting() == waiting[1:101]
        await there.take("w101")
        async with database.writing() as connection:
            one = update(schema.seats).where(schema.seats.c.table_id.in_(waiting[3:])).values(ask="")
            await connection.execute(one)
        assert await here.waiting() == waiting[1:3]
