"""Entries of many matches go into one transaction; one that comes too late stops no other; a fence stops stale ones."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, event, select, text
from sqlalchemy.exc import OperationalError

from banneret.kernel import notation
from banneret.server.matches import host as hosting
from banneret.server.matches.hosted import Hosted
from banneret.server.matches.pending import changed
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.store import schema
from banneret.server.store.database import Clash
from banneret.server.store.stamps import stamp_table, stamp_tables_of
from banneret.server.store.writer import Change, Kind
from tests.server.playing import guests, play_on, pragma, table_of

pytestmark = pytest.mark.anyio


@contextmanager
def statements(services: Services) -> Iterator[list[str]]:
    """Collect the statements that the database is sent."""
    sent: list[str] = []

    def executed(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    for engine in services.database.engines:
        event.listen(engine, "before_cursor_execute", executed)
    try:
        yield sent
    finally:
        for engine in services.database.engines:
            event.remove(engine, "before_cursor_execute", executed)


async def end_rounds(services: Services) -> None:
    """End what a server does by itself from time to time, so that all that follows is due to what it is asked."""
    services._stopping.set()
    services.notices._stopping.set()
    rounds = [services._rounds, services._chores, services.notices._rounds]
    await asyncio.gather(*(one for one in rounds if one is not None))


async def test_an_answer_reads_nothing_and_is_one_transaction(services: Services) -> None:
    people = await guests(services, 3)
    table = await table_of(services, list(people))
    hosted = await services.host.present(table.id)
    do = notation.write(hosted.match.asking[0].options.listed[0])
    await end_rounds(services)
    with statements(services) as sent:
        await services.host.answer(table.id, 0, hosted.asks()[0], do, person=people[0].id, idempotency="k")
    begun = [one.startswith("BEGIN") for one in (*sent, "BEGIN")]
    assert sum(one and not after for one, after in pairwise(begun)) <= 1  # one that has to wait is begun again, empty
    assert not [one for one in sent if one.startswith("SELECT")]
    assert len([one for one in sent if not one.startswith("BEGIN")]) <= 4  # the head, the entry, its events, the seats


@pytest.mark.slow
async def test_entries_of_many_matches_are_stored_in_one_transaction(services: Services) -> None:
    people = await guests(services, 3)
    tables = [await table_of(services, list(people)) for _ in range(6)]
    sizes: list[int] = []
    services.host.writer.committed.append(lambda count, _: sizes.append(count))
    await asyncio.gather(
        *(play_on(services, table.id, Random(number), answers=4) for number, table in enumerate(tables))
    )
    assert sum(sizes) == 24
    assert len(sizes) < 24
    assert max(sizes) > 1


async def test_answers_that_waited_for_a_commit_are_in_the_next_one(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await guests(services, 3)
    one, other = [await services.host.present((await table_of(services, list(people))).id) for _ in range(2)]
    sizes: list[int] = []
    services.host.writer.committed.append(lambda count, _: sizes.append(count))
    begun, go = asyncio.Event(), asyncio.Event()
    write = services.database.write

    async def held(work: Callable[[Connection], Any]) -> Any:
        begun.set()
        await go.wait()
        return await write(work)

    monkeypatch.setattr(services.database, "write", held)

    def answers(hosted: Hosted) -> list[asyncio.Future[Any]]:
        asks = [(seat, ask, hosted.match.asking[seat].options.listed[0]) for seat, ask in hosted.asks().items()]
        return [
            asyncio.ensure_future(services.host.answer(hosted.stored.id, seat, ask, notation.write(do)))
            for seat, ask, do in asks
        ]

    given = answers(one)
    await begun.wait()
    given += answers(other)
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(*given)
    assert sizes == [1, 2, 2, 1]


async def test_a_notice_is_stored_once_with_whatever_entries_bring_it(both_services: Services) -> None:
    services = both_services
    people = await guests(services, 3)
    hosted = [await services.host.present((await table_of(services, list(people))).id) for _ in range(2)]
    for number, one in enumerate(hosted):
        do = notation.write(one.match.asking[0].options.listed[0])
        pending = changed(one, {"seat": 0, "ask": one.match.asking[0].kind, "do": do}, 0, ())
        notice = {
            "id": f"n{number}", "once": "turn", "person_id": None, "table_id": one.stored.id, "kind": "turn",
            "channel": "webhook", "target": "https://example.org", "body": "{}", "status": "waiting", "tries": 0,
            "next_at": 0, "created_at": 0,
        }  # fmt: skip  # several to a line
        await services.host.writer.store(pending.change._replace(rows=[(Kind.NOTICES, notice), *pending.change.rows]))
    async with services.database.reading() as connection:
        assert (await connection.execute(select(schema.notices.c.id))).scalars().all() == ["n0"]
        assert len((await connection.execute(select(schema.entries.c.seq))).all()) == 2


def first_answer(hosted: Hosted) -> Change:
    """Return what is stored with the first option of the first seat."""
    ask = hosted.match.asking[0]
    do = notation.write(ask.options.listed[0])
    return changed(hosted, {"seat": 0, "ask": ask.kind, "do": do}, 0, ()).change


async def test_more_work_of_an_entry_is_done_in_its_transaction(both_services: Services) -> None:
    services = both_services
    hosted = await services.host.present((await table_of(services, list(await guests(services, 3)))).id)
    heads: list[int] = []

    def read(connection: Connection) -> None:
        heads.append(connection.execute(select(schema.tables.c.head)).scalar_one())
        if len(heads) == 1:
            raise OSError("the disk is full")

    change = first_answer(hosted)._replace(also=read)
    with pytest.raises(Problem, match="cannot currently read or write"):
        await services.host.writer.store(change)
    async with services.database.reading() as connection:
        assert (await connection.execute(select(schema.tables.c.head))).scalar_one() == 0
    await services.host.writer.store(change)
    assert heads == [1, 1]


async def test_a_writer_that_is_canceled_ends_and_stores_nothing(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted = await services.host.present((await table_of(services, list(await guests(services, 3)))).id)
    writer, begun = services.host.writer, asyncio.Event()

    async def stuck(_: Callable[[Connection], Any]) -> None:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(services.database, "write", stuck)
    stored = asyncio.ensure_future(writer.store(first_answer(hosted)))
    await begun.wait()
    task = writer._task
    assert task is not None
    task.cancel()
    with pytest.raises(Problem, match="The server is stopping"):
        await stored
    await asyncio.wait([task])
    assert task.cancelled()


async def test_only_running_tables_of_a_person_are_stamped(services: Services) -> None:
    people = await guests(services, 4)
    tables = [await table_of(services, list(seated)) for seated in (people[:3], people[:3], people[1:])]
    async with services.database.writing() as connection:
        over = schema.tables.update().where(schema.tables.c.id == tables[1].id).values(status="over")
        await connection.execute(over)

        async def stamps() -> list[int]:
            found = await connection.execute(select(schema.tables.c.id, schema.tables.c.stamp))
            by_table = {row.id: row.stamp for row in found}
            return [by_table[table.id] for table in tables]

        before = await stamps()
        await stamp_tables_of(connection, people[0].id)
        assert await stamps() == [before[0] + 1, *before[1:]]
        await stamp_table(connection, tables[1].id)  # whatever its status
        assert await stamps() == [before[0] + 1, before[1] + 1, before[2]]


async def test_an_entry_that_comes_too_late_stops_no_other_of_its_transaction(both_services: Services) -> None:
    services = both_services
    people = await guests(services, 3)
    hosted = [await services.host.present((await table_of(services, list(people))).id) for _ in range(3)]
    entries = [
        changed(one, {"seat": 0, "ask": one.match.asking[0].kind, "do": do}, 0, ())
        for one in hosted
        for do in [notation.write(one.match.asking[0].options.listed[0])]
    ]
    await services.host.writer.store(entries[1].change)  # as another process would
    stored = [services.host.writer.store(one.change) for one in entries]
    done = await asyncio.gather(*stored, return_exceptions=True)
    assert [type(one) for one in done] == [type(None), Clash, type(None)]
    async with services.database.reading() as connection:
        rows = (await connection.execute(select(schema.entries.c.table_id, schema.entries.c.seq))).all()
    assert sorted(rows) == sorted((one.stored.id, 1) for one in hosted)


@pytest.mark.parametrize("stored", [True, False])
async def test_a_broken_connection_decides_for_each_entry_of_its_transaction(
    both_services: Services, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    services = both_services
    people = await guests(services, 3)
    tables = [await services.host.present((await table_of(services, list(people))).id) for _ in range(2)]
    write, tried = services.database.write, 0

    async def broken(work: Callable[[Connection], Any]) -> Any:
        nonlocal tried
        tried += 1
        if stored:
            await write(work)
        if services.database.sqlite:
            raise Problem("storage", "disk I/O error") from OperationalError("COMMIT", None, OSError("disk"))
        await write(lambda connection: connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())")))

    monkeypatch.setattr(services.database, "write", broken)
    given = [
        services.host.answer(one.stored.id, 0, one.asks()[0], notation.write(one.match.asking[0].options.listed[0]))
        for one in tables
    ]
    done = await asyncio.gather(*given, return_exceptions=True)
    monkeypatch.undo()
    assert tried == 1
    if stored:
        assert [getattr(one, "seq", one) for one in done] == [1, 1]
    else:
        assert [getattr(one, "kind", one) for one in done] == ["storage", "storage"]
    for one in tables:
        services.host.forget(one.stored.id)
        assert (await services.host.hosted(one.stored.id)).head == int(stored)


@pytest.mark.parametrize("what", ["stamp", "status"])
async def test_a_process_that_did_not_notice_a_change_cannot_write(both_services: Services, what: str) -> None:
    services = both_services
    people = await guests(services, 3)
    table = await table_of(services, list(people))
    hosted = await services.host.present(table.id)
    do = notation.write(hosted.match.asking[0].options.listed[0])
    pending = changed(hosted, {"seat": 0, "ask": hosted.match.asking[0].kind, "do": do}, 0, ())
    async with services.database.writing() as connection:
        if what == "stamp":
            await stamp_table(connection, table.id)
        else:
            halted = schema.tables.update().where(schema.tables.c.id == table.id)
            await connection.execute(halted.values(status="halted", halted="elsewhere"))
    with pytest.raises(Clash):
        await services.host.writer.store(pending.change)
    answer = services.host.answer(table.id, 0, hosted.asks()[0], do)
    if what == "stamp":  # it is read again, and the answer stands
        assert (await answer).seq == 1
    else:
        with pytest.raises(Problem, match="halted: elsewhere"):
            await answer


async def test_who_has_lost_a_seat_elsewhere_cannot_answer_for_it(services: Services) -> None:
    people = await guests(services, 3)
    table = await table_of(services, list(people))
    hosted = await services.host.present(table.id)
    do = notation.write(hosted.match.asking[1].options.listed[0])
    await services.tables.leave(table, people[1], 1)  # as if through another process, without a notification here
    assert 1 in hosted.kept.table.of(people[1])

    def check(now: Any) -> None:
        if 1 not in now.of(people[1]):
            raise Problem("not-allowed", "no longer")

    with pytest.raises(Problem, match="no longer"):
        await services.host.answer(table.id, 1, hosted.asks()[1], do, check=check)
    assert (await services.host.hosted(table.id)).head == 0


async def test_seats_and_clocks_in_memory_are_those_that_are_stored(services: Services) -> None:
    people = await guests(services, 3)
    table = await table_of(services, list(people))
    for number in range(20):
        await play_on(services, table.id, Random(number), answers=3)
        hosted = await services.host.present(table.id)
        assert hosted.kept.table == await services.tables.get(table.id)


async def test_a_server_is_ready_only_if_it_can_write(both_services: Services) -> None:
    await both_services.probe.write()
    services = both_services
    if services.database.sqlite:
        with pragma(services.database, "query_only=ON", "query_only=OFF"):
            await services.probe.write()  # it has just been written
            services.probe._wrote_at = float("-inf")
            with pytest.raises(Problem, match="readonly"):
                await services.probe.write()
        await services.probe.write()


async def test_idle_matches_leave_memory_and_come_back_as_they_were(services: Services) -> None:
    people = await guests(services, 3)
    idle, seen, used = [(await table_of(services, list(people))).id for _ in range(3)]
    await play_on(services, idle, Random(1), answers=5)
    hosted = await services.host.present(idle)
    for one in (idle, seen, used):
        (await services.host.present(one)).used_at -= hosting.IDLE_SECONDS + 1
    await services.host.present(used)
    services.host.rest([seen])
    assert [services.host.standing(one) is not None for one in (idle, seen, used)] == [False, True, True]
    again = await services.host.present(idle)
    assert again is not hosted
    assert (again.match.digest(), again.kept.table) == (hosted.match.digest(), hosted.kept.table)
