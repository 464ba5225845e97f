"""Retention: what is removed after how long, and what stays."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from sqlalchemy import func, insert, select, text

from banneret.server.admin.rights import COMMAND_LINE
from banneret.server.services import Services
from banneret.server.store import schema
from banneret.server.tables.table import NewTable
from tests.server.playing import Moment, guests, play_on, table_of

pytestmark = pytest.mark.anyio

DAY = 86_400
MARK = "seldom-said"
NEW = NewTable(rulebook="thrones", seats=3)


async def statuses(services: Services) -> list[str]:
    tables = schema.tables.c
    async with services.database.reading() as connection:
        return sorted(await connection.scalars(select(tables.status)))


async def test_guests_who_stay_away_are_deleted_and_bots_play_on(both_services: Services, moment: Moment) -> None:
    services = both_services
    ann, bea, cat = await guests(services, 3)
    cat = await services.people.make_account(cat, "cat", "correct horse battery")
    table = await table_of(services, [ann, bea, cat])
    moment.pass_seconds(60 * DAY)
    token = await services.people.open_session(bea, "", services.now())
    moment.pass_seconds(3600)
    assert await services.people.by_token(token, services.now())
    moment.pass_seconds(31 * DAY)
    await services.retention.remove_old(services.now())
    people = schema.people.c
    async with services.database.reading() as connection:
        left = set(await connection.scalars(select(people.id).where(people.deleted_at.is_(None))))
    assert left == {bea.id, cat.id}
    seats = (await services.tables.get(table.id)).seats
    assert [one.person_id for one in seats] == [None, bea.id, cat.id]


async def test_tables_that_nobody_uses_are_removed_with_all_that_belongs_to_them(
    both_services: Services, moment: Moment
) -> None:
    services = both_services
    (ann,) = await guests(services, 1)
    ann = await services.people.make_account(ann, "ann", "correct horse battery")
    running = await table_of(services, [ann, ann, ann])
    await play_on(services, running.id, Random(1), 40)
    await services.tables.create(ann, NEW, services.now())
    closed = await services.tables.create(ann, NEW, services.now())
    await services.tables.close(closed, ann)
    moment.pass_seconds(29 * DAY)
    await services.retention.remove_old(services.now())
    assert await statuses(services) == ["closed", "open", "running"]
    moment.pass_seconds(2 * DAY)
    await services.retention.remove_old(services.now())
    assert await statuses(services) == ["closed", "running"]
    moment.pass_seconds(160 * DAY)
    await services.retention.remove_old(services.now())
    assert await statuses(services) == []
    belonging = [one for one in schema.metadata.sorted_tables if "table_id" in one.c]
    assert len(belonging) > 5
    async with services.database.reading() as connection:
        for one in belonging:
            assert await connection.scalar(select(func.count()).select_from(one)) == 0, one.name


async def test_what_is_removed_leaves_neither_pages_nor_traces_in_the_files(services: Services, moment: Moment) -> None:
    file = Path(str(services.database.url.database))
    (ann,) = await guests(services, 1)
    ann = await services.people.make_account(ann, "ann", "correct horse battery")
    table = await table_of(services, [ann, ann, ann], title=MARK)
    row = {"table_id": table.id, "person_id": ann.id, "seat": 0, "seq": 0, "text": MARK * 60, "at": services.now()}
    async with services.database.writing() as connection:
        await connection.execute(insert(schema.chat), [row | {"id": number} for number in range(1, 1501)])
    await services.database.purge()
    full = file.stat().st_size
    moment.pass_seconds(200 * DAY)
    await services.retention.remove_old(services.now())
    assert await statuses(services) == []
    async with services.database.reading() as connection:
        assert (await connection.execute(text("PRAGMA freelist_count"))).scalar() == 0
    assert file.stat().st_size < full - 1500 * 60 * len(MARK) / 2
    assert file.with_name(f"{file.name}-wal").stat().st_size == 0
    assert MARK.encode() not in file.read_bytes()


async def test_what_is_used_or_open_or_to_be_kept_stays(services: Services, moment: Moment) -> None:
    ann, bea = await guests(services, 2)
    waiting = await services.tables.create(ann, NEW, services.now())
    await services.tables.create(ann, NEW, services.now())
    moment.pass_seconds(20 * DAY)
    await services.tables.join(waiting, bea, 1, services.now())
    moment.pass_seconds(20 * DAY)
    looked_at, open_now = services.retention._looked_at, await all_ids(services)
    services.retention._looked_at = lambda: open_now
    await services.retention.remove_old(services.now())
    assert len(await statuses(services)) == 2  # somebody has them open
    services.retention._looked_at = looked_at
    await services.retention.remove_old(services.now())
    assert await all_ids(services) == [waiting.id]
    services.retention.settings = msgspec.structs.replace(
        services.settings, retain_guest_days=0, retain_waiting_days=0, retain_dead_days=0, retain_report_days=0
    )
    moment.pass_seconds(10_000 * DAY)
    await services.retention.remove_old(services.now())
    assert await all_ids(services) == [waiting.id]
    assert len(await services.admin_people.search()) == 2


async def all_ids(services: Services) -> list[str]:
    async with services.database.reading() as connection:
        return list(await connection.scalars(select(schema.tables.c.id)))


async def test_old_reports_log_entries_and_sessions_are_removed(both_services: Services, moment: Moment) -> None:
    services = both_services
    ann, bea = await guests(services, 2)
    ann = await services.people.make_account(ann, "ann", "correct horse battery")
    bea = await services.people.make_account(bea, "bea", "correct horse battery")
    table = await table_of(services, [ann, bea, "greedy"])
    old, still_open = [await services.reports.add(ann, table, None, 1, "a report", services.now()) for _ in range(2)]
    await services.reports.resolve(COMMAND_LINE, old, "nothing", services.now())
    await services.people.open_session(ann, "", services.now())
    moment.pass_seconds(366 * DAY)
    await services.retention.remove_old(services.now())
    assert [one.id for one in await services.reports.list(None)] == [still_open]
    async with services.database.reading() as connection:
        for one in (schema.audit, schema.sessions, schema.usage):
            assert await connection.scalar(select(func.count()).select_from(one)) == 0
