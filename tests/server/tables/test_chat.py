"""Chat: who may write and read what, counted for each reader, and late for those who see the match late."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from sqlalchemy import event, func, insert, select

from banneret.kernel.registry import rulebook
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.store import schema
from banneret.server.tables.chat import LONGEST, PAGE, Mark, Reader
from banneret.server.tables.table import Table, TableSettings
from tests.server.conftest import Client
from tests.server.playing import guests, play_on, table_of

pytestmark = pytest.mark.anyio

ALL = 10**6


async def write(services: Services, table: Table, person: Person, text: str, seats: set[int] | None = None) -> None:
    head = (await services.host.hosted(table.id)).head
    to = None if seats is None else frozenset(seats)
    await services.chatting.write(table, person, text, to, head, services.now())


async def read(services: Services, table: Table, *seats: int, upto: int = ALL, after: int = 0) -> list[tuple[int, str]]:
    reader = Reader(table.seats[seats[0]].person_id if seats else None, frozenset(seats))
    found = await services.chatting.read(table, reader, upto, after)
    return [(one.n, one.text) for one in found]


async def test_what_is_private_is_read_by_those_seats_alone_and_leaves_no_gap_for_others(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    await write(services, table, ann, "hello")
    await write(services, table, ann, "peace?", {1})
    await write(services, table, bea, "peace!", {0})
    await write(services, table, cid, "what is going on")
    assert await read(services, table, 0) == [(1, "hello"), (2, "peace?"), (3, "peace!"), (4, "what is going on")]
    assert await read(services, table, 1) == await read(services, table, 0)
    assert await read(services, table, 2) == await read(services, table) == [(1, "hello"), (2, "what is going on")]
    assert await read(services, table, 0, after=3) == [(4, "what is going on")]
    said = (await services.chatting.read(table, Reader(bea.id, frozenset({1})), ALL))[1]
    assert (said.person, said.name, said.seat, said.seats) == (ann.id, ann.name, 0, (0, 1))


async def test_what_is_said_in_private_stays_so_after_the_match(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    await write(services, table, ann, "between us", {1})
    for seat in (0, 1):
        await services.host.enter(table.id, lambda _, seat=seat: {"forfeit": seat})  # type: ignore[misc]  # a default
    table = await services.tables.get(table.id)
    assert table.status == "finished"
    assert await read(services, table) == await read(services, table, 2) == []


async def test_a_spectator_who_sees_the_match_late_reads_late(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid], settings=TableSettings(delay_rounds=1))
    await write(services, table, ann, "at the beginning")
    random = Random(1)
    hosted = await services.host.hosted(table.id)
    while hosted.rounds[-1][0] == 0 or len(hosted.rounds) < 3:
        await play_on(services, table.id, random, answers=1)
        hosted = await services.host.hosted(table.id)
    await write(services, table, ann, "later")
    late = services.live.upto(hosted, table, frozenset())
    assert late < hosted.head
    assert await read(services, table, upto=late) == [(1, "at the beginning")]
    assert await read(services, table, 1, upto=services.live.upto(hosted, table, frozenset({1}))) == [
        (1, "at the beginning"),
        (2, "later"),
    ]


@pytest.mark.parametrize("text", ["", "   ", "\u200b", "\x00\x07", "a" * (LONGEST + 1)])
async def test_a_message_that_is_empty_or_too_long_is_refused(services: Services, text: str) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    with pytest.raises(Problem, match="text: ") as caught:
        await write(services, table, ann, text)
    assert caught.value.kind == "invalid"
    assert await read(services, table, 0) == []


async def test_who_may_not_write_is_told_so(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bea, cid, dan = await guests(services, 4)
    table = await table_of(services, [ann, bea, cid])
    await write(services, table, dan, "good luck")  # a spectator
    for seats in ({0}, set(), {9}):
        with pytest.raises(Problem, match="seats: "):
            await write(services, table, dan if seats == {0} else ann, "psst", seats)
    unseen = await table_of(services, [ann, bea, cid], settings=TableSettings(spectators=False))
    with pytest.raises(Problem, match="Only players can write"):
        await write(services, unseen, dan, "hello")
    silent = await table_of(services, [ann, bea, cid], settings=TableSettings(chat=False))
    with pytest.raises(Problem, match="Chat is disabled"):
        await write(services, silent, ann, "hello")
    monkeypatch.setattr(type(rulebook("thrones")), "negotiation", False)
    with pytest.raises(Problem, match="no private messages"):
        await write(services, table, ann, "psst", {1})


async def test_what_somebody_wrote_who_is_deleted_is_gone_and_the_numbers_stay(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid], settings=TableSettings(stand_in="random"))
    await write(services, table, bea, "mine")
    await write(services, table, ann, "hers")
    await services.leave_all(bea)
    await services.people.delete(bea, services.now())
    assert await read(services, table) == [(2, "hers")]


@pytest.mark.slow
async def test_chat_over_http_pages_and_is_limited_a_minute(client: Client) -> None:
    services: Services = client.app.state.services
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    path = f"/api/v1/tables/{table.id}/chat"
    mine = {"authorization": f"Bearer {await services.people.open_session(ann, '', services.now())}"}
    limit = services.settings.rate_chat
    for number in range(limit):
        assert (await client.post(path, json={"text": f"line {number}"}, headers=mine)).status_code == 204
    refused = await client.post(path, json={"text": "one more"}, headers=mine)
    assert refused.status_code == 429
    assert refused.json()["retry_ms"] > 0
    first = (await client.get(f"{path}?limit=10")).json()
    assert [one["n"] for one in first] == list(range(1, 11))
    rest = (await client.get(f"{path}?after=10")).json()
    assert [one["n"] for one in rest] == list(range(11, limit + 1))
    assert (await client.get(f"{path}?seats=0")).status_code == 403
    assert (await client.post(path, json={"text": "hi"})).status_code == 401


@contextmanager
def listened(services: Services, statements: list[str]) -> Iterator[None]:
    """Collect the statements that a block executes."""

    def heard(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement)

    engine = services.database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", heard)
    yield
    event.remove(engine, "before_cursor_execute", heard)


async def test_a_new_message_costs_the_same_however_long_the_chat_is(services: Services) -> None:
    """No statement more, and no row read that was read before."""
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    reader = Reader(bea.id, frozenset({1}))
    cost = []
    for lines in (10, 300):
        async with services.database.writing() as connection:
            last = await connection.scalar(select(func.max(schema.chat.c.id))) or 0
            rows = [
                {"table_id": table.id, "id": last + n, "person_id": ann.id, "seq": 0, "text": f"{n}", "at": 0}
                for n in range(1, lines + 1)
            ]
            await connection.execute(insert(schema.chat), rows)
        mark = await services.chatting.latest(table, reader, ALL, 0)
        await write(services, table, ann, "now")
        statements: list[str] = []
        with listened(services, statements):
            found, after = await services.chatting.page(table, reader, ALL, mark)
        assert [one.text for one in found] == ["now"]
        assert after.n == found[0].n
        cost.append(len(statements))
    assert cost[0] == cost[1] <= 3


async def test_a_connection_begins_with_the_last_messages_numbered_as_ever(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    for number in range(6):
        await write(services, table, ann, f"line {number}", {1} if number % 2 else None)
    reader = Reader(cid.id, frozenset({2}))
    mark = await services.chatting.latest(table, reader, ALL, 2)
    found, _ = await services.chatting.page(table, reader, ALL, mark)
    assert [(one.n, one.text) for one in found] == [(2, "line 2"), (3, "line 4")]
    assert await services.chatting.latest(table, reader, ALL, PAGE) == Mark()


async def test_a_message_from_later_holds_back_those_after_it(services: Services) -> None:
    """Two people write at once: the message with the lower id may be from a later entry."""
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    await services.chatting.write(table, ann, "first", None, 5, services.now())
    await services.chatting.write(table, bea, "second", None, 4, services.now())
    reader = Reader(cid.id, frozenset({2}))
    found, mark = await services.chatting.page(table, reader, 4)
    assert found == []
    found, _ = await services.chatting.page(table, reader, 5, mark)
    assert [(one.n, one.text) for one in found] == [(1, "first"), (2, "second")]
