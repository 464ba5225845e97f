"""Quotas: what one person may use of a server, and what a refusal says."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from sqlalchemy import select

from banneret.server.matches.bot_answers import think_timed
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.store import schema
from banneret.server.tables.quotas import DAY_MS
from banneret.server.tables.table import NewTable, Place
from tests.server.conftest import Client
from tests.server.playing import guests, table_of

pytestmark = pytest.mark.anyio

EMPTY = NewTable(rulebook="thrones", seats=3)
WITH_A_BOT = NewTable(rulebook="thrones", seats=3, places=(Place(me=True), Place(bot="greedy"), Place()))


def limit(services: Services, **quotas: int) -> None:
    """Set quotas of a server."""
    services.quotas.settings = msgspec.structs.replace(services.quotas.settings, **quotas)


async def used_of(services: Services, person: Person) -> list[tuple[int, int]]:
    """Return messages and milliseconds of bots for each day."""
    usage = schema.usage.c
    async with services.database.reading() as connection:
        wanted = select(usage.chat, usage.bot_ms).where(usage.person_id == person.id).order_by(usage.day)
        return [(row.chat, row.bot_ms) for row in await connection.execute(wanted)]


async def test_tables_count_while_they_are_open(both_services: Services) -> None:
    services = both_services
    limit(services, quota_tables=2)
    ann, bea = await guests(services, 2)
    first, _ = [await services.tables.create(ann, EMPTY, services.now()) for _ in range(2)]
    with pytest.raises(Problem, match="quota_tables: 2 of 2 open tables are used") as refused:
        await services.tables.create(ann, EMPTY, services.now())
    assert refused.value.kind == "quota"
    assert refused.value.more == {"quota": "quota_tables", "used": 2, "limit": 2}
    await services.tables.create(bea, EMPTY, services.now())
    await services.tables.close(first, ann)
    await services.tables.create(ann, EMPTY, services.now())


async def test_a_rematch_is_a_new_table(services: Services) -> None:
    (ann,) = await guests(services, 1)
    table = await table_of(services, [ann, "greedy", "greedy"])
    hosted = await services.host.hosted(table.id)
    over = msgspec.structs.replace(table, status="finished")
    limit(services, quota_tables=1)
    with pytest.raises(Problem, match="quota_tables"):
        await services.branching.rematch(over, ann, services.now())
    assert hosted.stored.id == table.id


async def test_storage_counts_when_a_match_has_ended(both_services: Services) -> None:
    services = both_services
    (ann,) = await guests(services, 1)
    table = await table_of(services, [ann, ann, ann])
    await services.quotas.measure_tables()
    tables = schema.tables.c
    async with services.database.reading() as connection:
        assert await connection.scalar(select(tables.size)) is None  # it would show that others have answered
    async with services.database.writing() as connection:
        await connection.execute(schema.tables.update().values(status="closed"))
        text = "x" * 1_000_001
        row = {"table_id": table.id, "id": 1, "person_id": ann.id, "seq": 0, "text": text, "at": 0}
        await connection.execute(schema.chat.insert().values(row))
    await services.quotas.measure_tables()
    limit(services, quota_megabytes=1)
    with pytest.raises(Problem, match="quota_megabytes: 2 of 1 MB in matches that ended are used"):
        await services.tables.create(ann, EMPTY, services.now())


async def test_messages_count_for_a_day(client: Client) -> None:
    services: Services = client.app.state.services
    limit(services, quota_chat=2)
    (ann,) = await guests(services, 1)
    headers = {"authorization": f"Bearer {await services.people.open_session(ann, '', services.now())}"}
    table = await table_of(services, [ann, "greedy", "greedy"])
    answers = [
        await client.post(f"/api/v1/tables/{table.id}/chat", json={"text": "hello"}, headers=headers) for _ in range(3)
    ]
    assert [one.status_code for one in answers] == [204, 204, 403]
    refused = answers[-1].json()
    assert (refused["title"], refused["quota"], refused["used"], refused["limit"]) == ("quota", "quota_chat", 2, 2)
    assert refused["retry_ms"] == DAY_MS - services.now() % DAY_MS
    services._clock.now += refused["retry_ms"]  # type: ignore[union-attr]  # the test's own clock
    again = await client.post(f"/api/v1/tables/{table.id}/chat", json={"text": "hello"}, headers=headers)
    assert again.status_code == 204
    assert await used_of(services, ann) == [(2, 0), (1, 0)]
    await services.leave_all(ann)
    await services.people.delete(ann, services.now())
    assert await used_of(services, ann) == []


async def test_thinking_counts_for_who_made_the_table(both_services: Services) -> None:
    services = both_services
    limit(services, quota_bot_minutes=1)
    ann, bea = await guests(services, 2)
    table = await services.tables.create(ann, EMPTY, services.now())
    for _ in range(2):
        services.quotas.thought(table.id, 20.0)
        services.quotas.thought(table.id, 10.5)
        await services.quotas.store_thinking(services.now())
    assert await used_of(services, ann) == [(0, 61_000)]
    with pytest.raises(Problem, match="quota_bot_minutes: 2 of 1 processor minutes of bots today are used"):
        await services.tables.seat(table, ann, 1, bot="greedy", now=services.now())
    with pytest.raises(Problem, match="quota_bot_minutes"):
        await services.tables.create(ann, WITH_A_BOT, services.now())
    await services.tables.create(ann, EMPTY, services.now())
    await services.tables.create(bea, WITH_A_BOT, services.now())
    await services.tables.create(ann, WITH_A_BOT, services.now() + DAY_MS)


async def test_bots_report_what_they_use(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    (ann,) = await guests(services, 1)
    table = await table_of(services, [ann, ann, ann])
    hosted = await services.host.hosted(table.id)
    used: list[tuple[str, float]] = []
    services.thinking.used[:] = [lambda at, seconds: used.append((at, seconds))]

    async def here(work: object, name: str, seed: int, player: object) -> tuple[str, float]:
        assert work is think_timed
        return think_timed(name, seed, player)  # type: ignore[arg-type]  # a player

    monkeypatch.setattr(services.thinking, "_in_process", here)
    await services.thinking._think("greedy", Random(1).randrange(2**32), hosted, next(iter(hosted.match.asking)))
    ((at, seconds),) = used
    assert at == table.id
    assert seconds > 0
