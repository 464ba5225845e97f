"""A table is played by one process; once that is dead another goes on, and the first one can no longer write."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

import pytest
from sqlalchemy import select, text

from banneret.kernel import notation
from banneret.server.matches.pending import changed
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.database import Clash, Database
from banneret.server.store.leases import LEASE_SECONDS, Elsewhere, Lease, Leases
from banneret.server.tables.table import Clock, TableSettings
from tests.commands import PATIENCE
from tests.server.conftest import new_database
from tests.server.playing import Moment, guests, play_on, table_of

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady_leases")]


@pytest.fixture(scope="module")
def url(postgres: str) -> str:
    """Return the address of one database for all tests here."""
    return new_database(postgres)


@asynccontextmanager
async def process(url: str, moment: Moment, name: str = "one") -> AsyncIterator[Services]:
    """Run the parts of a process that knows of others."""
    made = Services(Settings(database=url), clock=moment, address=f"http://{name}.test")
    await made.start()
    try:
        yield made
    finally:
        await made.stop()


@pytest.fixture
async def two(url: str, moment: Moment) -> AsyncIterator[tuple[Services, Services]]:
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(process(url, moment, "here"))
        yield here, await stack.enter_async_context(process(url, moment, "there"))


async def expire(services: Services, late: Services) -> None:
    """Let a process be late with saying that it is alive."""
    async with services.database.writing() as connection:
        await connection.execute(text("UPDATE processes SET expires_at = 0 WHERE id = :id"), {"id": late.leases.me.id})


async def test_one_process_needs_no_leases(both_services: Services) -> None:
    services = both_services
    table = await table_of(services, list(await guests(services, 3)))
    await play_on(services, table.id, Random(1), answers=3)
    async with services.database.reading() as connection:
        assert (await connection.execute(select(schema.processes))).all() == []
        assert (await connection.execute(select(schema.leases))).all() == []
    assert services.leases.count() == 0
    assert await services.host.adopt() == 0


async def test_a_table_is_played_by_the_process_that_began_it(two: tuple[Services, Services]) -> None:
    here, there = two
    table = await table_of(here, list(await guests(here, 3)))
    await play_on(here, table.id, Random(1), answers=3)
    with pytest.raises(Elsewhere):
        await play_on(there, table.id, Random(1), answers=1)
    assert (await there.host.hosted(table.id)).head == 3  # but it follows
    assert (here.host.plays(table.id), there.host.plays(table.id)) == (True, False)
    owner = await there.leases.take(table.id)
    assert owner is not None
    assert (owner.address, owner.secret) == ("http://here.test", here.leases.me.secret)


async def test_a_released_table_is_taken_by_another_process(two: tuple[Services, Services]) -> None:
    here, there = two
    table = await table_of(here, list(await guests(here, 3)))
    here.host.forget(table.id)
    with pytest.raises(Elsewhere):
        await play_on(there, table.id, Random(1), answers=1)
    await here.leases.renew()
    assert here.leases._released == {}  # not once more with the next renewal
    assert await play_on(there, table.id, Random(1), answers=1) == 1
    with pytest.raises(Elsewhere):
        await play_on(here, table.id, Random(1), answers=1)


async def test_a_table_released_and_taken_again_is_kept(two: tuple[Services, Services]) -> None:
    here, there = two
    table = await table_of(here, list(await guests(here, 3)))
    here.host.forget(table.id)
    await play_on(here, table.id, Random(1), answers=1)
    await here.leases.renew()
    assert await there.leases.take(table.id) == here.leases.me
    await play_on(here, table.id, Random(1), answers=1)


async def test_only_leases_that_are_old_and_not_in_use_are_released() -> None:
    leases, now = Leases(Database("sqlite+aiosqlite:///:memory:"), "http://here.test"), time.monotonic()
    lease = Lease("here", 1)
    leases._held = {"old": (lease, now - 61), "used": (lease, now - 61), "new": (lease, now - 50)}
    leases.release_idle({"used"}, 60)
    assert ([*leases._held], leases._released) == (["used", "new"], {"old": lease})


async def test_a_process_keeps_renewing_after_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    leases = Leases(Database("sqlite+aiosqlite:///:memory:"), "http://here.test")
    failures = [Problem("storage", "away"), ValueError("unexpected"), asyncio.CancelledError()]

    async def renew() -> None:
        raise failures.pop(0)

    monkeypatch.setattr("banneret.server.store.leases.RENEW_SECONDS", 0.0)
    monkeypatch.setattr(leases, "renew", renew)
    with pytest.raises(asyncio.CancelledError):
        await leases._keep_renewing()
    assert failures == []


async def test_a_process_that_has_ended_takes_no_table() -> None:
    leases = Leases(Database("sqlite+aiosqlite:///:memory:"), "http://here.test")
    await leases.stop()
    with pytest.raises(Elsewhere):
        await leases.take("a table")


@pytest.mark.slow
async def test_unused_leases_are_released(two: tuple[Services, Services]) -> None:
    here, _ = two
    table = await table_of(here, list(await guests(here, 3)))
    here.leases.release_idle({table.id}, -1)
    assert here.host.plays(table.id)
    here.leases.release_idle((), 60)
    assert here.host.plays(table.id)
    here.leases.release_idle((), -1)
    assert not here.host.plays(table.id)


async def test_a_process_that_stops_releases_its_tables(url: str, moment: Moment) -> None:
    async with process(url, moment, "there") as there:
        async with process(url, moment, "here") as here:
            table = await table_of(here, list(await guests(here, 3)))
            await play_on(here, table.id, Random(1), answers=1)
        assert await there.leases.owner(table.id) is None
        with pytest.raises(Elsewhere):
            await here.leases.take(table.id)
        assert await play_on(there, table.id, Random(1), answers=1) == 1


async def test_a_process_that_stops_renews_nothing_meanwhile(
    url: str, moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A renewal that was going on would register it again."""
    async with process(url, moment) as here:
        renewing, lose, ended = here.leases._task, here.leases._lose, []
        assert renewing is not None

        def losing() -> None:
            ended.append(renewing.done())
            lose()

        monkeypatch.setattr(here.leases, "_lose", losing)
        await here.leases.stop()
        assert ended == [True]


async def test_a_process_that_is_late_renews_before_it_takes_a_table(two: tuple[Services, Services]) -> None:
    here, there = two
    table = await table_of(here, list(await guests(here, 3)))
    await here.leases.take(table.id)
    here.leases._renewed_at = float("-inf")
    assert here.leases.lease(table.id) is None
    assert await here.leases.take(table.id) is None
    assert here.leases.lease(table.id) is not None
    renewed_at = here.leases._renewed_at
    here.leases.doubt(table.id)
    assert await here.leases.take(table.id) is None
    assert here.leases._renewed_at == renewed_at
    assert await there.leases.take(table.id) == here.leases.me


async def test_what_a_suspended_process_had_begun_is_refused(two: tuple[Services, Services]) -> None:
    here, there = two
    table = await table_of(here, list(await guests(here, 3)))
    await play_on(here, table.id, Random(1), answers=2)
    hosted = await here.host.hosted(table.id)
    seat, ask = next(iter(hosted.asks().items()))
    do = notation.write(hosted.match.asking[seat].options.listed[0])
    entry = {"seat": seat, "ask": hosted.match.asking[seat].kind, "do": do}
    begun = changed(hosted, entry, 0, (), lease=here.leases.lease(table.id)).change
    assert begun.lease is not None

    await expire(there, here)
    assert await there.leases.take(table.id) is None
    with pytest.raises(Clash):  # the stamp is another one
        await here.host.writer.store(begun)
    stamp = (await here.host.hosted(table.id, reload=True)).kept.stamp
    with pytest.raises(Clash):  # the lease is another one
        await here.host.writer.store(begun._replace(stamp=stamp))
    with pytest.raises(Elsewhere):  # it believed to have the lease until then
        await here.host.answer(table.id, seat, ask, do)
    assert (await there.host.answer(table.id, seat, ask, do)).seq == 3
    assert (await here.host.hosted(table.id)).head == 3


async def test_a_process_given_up_for_dead_continues_as_a_new_one(two: tuple[Services, Services]) -> None:
    here, there = two
    tables = [await table_of(here, list(await guests(here, 3))) for _ in range(2)]
    before = here.leases.me.id
    await expire(there, here)
    await there.leases.take(tables[0].id)
    await here.leases.renew()
    assert here.leases.me.id != before
    assert not any(here.host.plays(table.id) for table in tables)
    with pytest.raises(Elsewhere):
        await play_on(here, tables[0].id, Random(1), answers=1)
    assert await play_on(here, tables[1].id, Random(1), answers=1) == 1  # nobody had taken it


async def test_a_process_that_was_deleted_as_dead_takes_tables_as_a_new_one(two: tuple[Services, Services]) -> None:
    here, there = two
    tables = [await table_of(here, list(await guests(here, 3))) for _ in range(2)]
    here.leases.doubt(tables[0].id)
    await expire(there, here)
    await there.leases.renew()  # which deletes what is long dead
    with pytest.raises(Elsewhere):
        await here.leases.take(tables[0].id)
    assert here.leases.count() == 0
    assert await here.leases.take(tables[0].id) is None
    assert here.leases.count() == 1


async def test_a_process_that_could_not_renew_its_leases_does_not_rely_on_them(two: tuple[Services, Services]) -> None:
    here, there = two
    table = await table_of(here, list(await guests(here, 3)))
    await expire(there, here)
    here.leases._renewed_at = float("-inf")
    assert not here.host.plays(table.id)
    await there.leases.take(table.id)
    with pytest.raises(Elsewhere):
        await play_on(here, table.id, Random(1), answers=1)


async def test_of_two_processes_one_takes_over(two: tuple[Services, Services], url: str) -> None:
    here, there = two
    async with process(url, Moment(), "third") as third:
        table = await table_of(here, list(await guests(here, 3)))
        await expire(there, here)
        taken = await asyncio.gather(*(one.leases.take(table.id) for one in (there, third) for _ in range(3)))
        owner = await here.leases.owner(table.id)
        assert {one for one in taken if one is not None} == {owner}
        assert there.host.plays(table.id) != third.host.plays(table.id)


async def test_bots_of_a_dead_process_go_on_in_another(two: tuple[Services, Services]) -> None:
    here, there = two
    here.thinking._stopping = True  # as if it had died before they were asked
    (ann,) = await guests(here, 1)
    table = await table_of(here, [ann, "random", "random"])
    assert table.id not in await there.leases.waiting()
    await expire(there, here)
    assert table.id in await there.leases.waiting()
    assert await there.host.adopt() >= 1
    async with asyncio.timeout(PATIENCE):
        while 1 in (hosted := await there.host.hosted(table.id)).asks() or 2 in hosted.asks():
            await asyncio.sleep(0.01)
    assert table.id not in await there.leases.waiting()


async def test_tables_that_answer_by_themselves_go_on_after_a_death(two: tuple[Services, Services]) -> None:
    here, there = two
    people = list(await guests(here, 3))
    plain, single = [
        (await table_of(here, [*people], settings=TableSettings(auto_single=wanted))).id for wanted in (False, True)
    ]
    waiting = set(await there.leases.waiting())
    assert not waiting & {plain, single}
    await expire(there, here)
    assert plain not in await there.leases.waiting()
    await there.host.adopt()
    async with asyncio.timeout(PATIENCE):
        while not there.host.plays(single):  # a process also looks for such tables by itself
            await asyncio.sleep(0.02)
    assert not there.host.plays(plain)
    assert single not in await there.leases.waiting()


async def test_a_table_that_cannot_go_on_is_not_kept(
    two: tuple[Services, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    (ann,) = await guests(here, 1)
    table = (await table_of(here, [ann, "random", "random"])).id

    async def wake(_: str) -> None:
        raise Problem("conflict", "It is played under newer rules than this server has.")

    monkeypatch.setattr(there.host, "wake", wake)  # before its own tasks look for tables
    await expire(there, here)
    assert await there.host.adopt() == 0
    for _ in range(100):  # its own tasks may be trying the same
        if not there.host.plays(table):
            break
        await asyncio.sleep(0.05)
    assert not there.host.plays(table)
    await there.leases.renew()
    await here.leases.renew()
    assert await here.leases.take(table) is None


async def test_clocks_run_out_where_the_table_is_played(two: tuple[Services, Services], moment: Moment) -> None:
    here, there = two
    people = await guests(here, 3)
    settings = TableSettings(clock=Clock(kind="live", bank=60, increment=0), at_zero="forfeit")
    table = await table_of(here, list(people), settings=settings)
    moment.pass_seconds(61)
    await there.clocks.due()
    assert (await there.host.hosted(table.id)).head == 0
    await expire(there, here)
    await there.clocks.due()
    assert (await there.host.hosted(table.id)).head > 0


async def test_a_transaction_of_a_suspended_process_does_not_hold_a_table_up(two: tuple[Services, Services]) -> None:
    here, there = two
    table = await table_of(here, list(await guests(here, 3)))
    async with here.database.reading() as connection:
        limit = await connection.scalar(text("SHOW idle_in_transaction_session_timeout"))
    assert limit == f"{LEASE_SECONDS:.0f}s"

    async def suspended() -> None:
        async with here.database.writing() as connection:
            await connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = '200ms'"))
            await connection.execute(schema.tables.update().values(label="late"))
            await expire(there, here)
            assert await there.leases.take(table.id) is None  # PostgreSQL has ended the transaction

    with pytest.raises(Problem) as caught:
        await suspended()
    assert caught.value.kind == "storage"
    assert (await there.tables.get(table.id)).label != "late"
