"""Blocking somebody: what the blocker no longer sees, and what the blocked person can no longer do."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select
from websockets.asyncio.client import connect

from banneret.server.people.accounts import Notices, Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.store import schema
from banneret.server.tables.chat import Reader
from banneret.server.tables.table import NewTable, Place, TableSettings
from tests.server.conftest import Client
from tests.server.playing import guests, table_of

pytestmark = pytest.mark.anyio

BLOCKS = "/api/v1/me/blocks"


async def headers_of(services: Services, person: Person) -> dict[str, str]:
    return {"authorization": f"Bearer {await services.people.open_session(person, '', services.now())}"}


async def test_people_are_blocked_listed_and_unblocked(client: Client) -> None:
    services: Services = client.app.state.services
    ann, bea = await guests(services, 2)
    mine = await headers_of(services, ann)
    for _ in range(2):  # the second time nothing changes
        assert (await client.put(f"{BLOCKS}/{bea.id}", headers=mine)).status_code == 204
    listed = (await client.get(BLOCKS, headers=mine)).json()
    assert listed == [{"id": bea.id, "name": bea.name, "at": services.now()}]
    assert (await client.get(BLOCKS, headers=await headers_of(services, bea))).json() == []
    assert (await client.put(f"{BLOCKS}/{ann.id}", headers=mine)).status_code == 422
    assert (await client.put(f"{BLOCKS}/nobody", headers=mine)).status_code == 404
    for _ in range(2):
        assert (await client.delete(f"{BLOCKS}/{bea.id}", headers=mine)).status_code == 204
    assert (await client.get(BLOCKS, headers=mine)).json() == []
    assert (await client.get(BLOCKS)).status_code == 401


async def test_what_a_blocked_person_writes_is_not_shown_to_the_blocker_alone(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    await services.people.change(ann, {"notices": Notices(webhook="https://example.org/ann", chat=True)})
    table = await table_of(services, [ann, bea, cid])
    await services.blocks.add(ann, bea.id, services.now())
    for person, text in ((bea, "rude"), (cid, "kind"), (bea, "ruder")):
        await services.chatting.write(table, person, text, None, 0, services.now())
        await services.notices.said(table, person, None)
    await services.chatting.write(table, bea, "rudest", frozenset({0}), 0, services.now())
    for reader, texts in (
        (Reader(ann.id, frozenset({0})), ["kind"]),
        (Reader(cid.id, frozenset({2})), ["rude", "kind", "ruder"]),
        (Reader(None, frozenset()), ["rude", "kind", "ruder"]),
    ):
        assert [one.text for one in await services.chatting.read(table, reader, 0)] == texts
        assert await services.chatting.unread(table, reader, 0, 0) == len(texts)
    async with services.database.reading() as connection:
        told = list(await connection.scalars(select(schema.notices.c.body).where(schema.notices.c.kind == "chat")))
    assert [json.loads(one)["by"] for one in told] == [cid.id]
    await services.blocks.remove(ann, bea.id)
    assert len(await services.chatting.read(table, Reader(ann.id, frozenset({0})), 0)) == 4


async def test_an_open_socket_is_sent_nothing_more_of_a_blocked_person(services: Services, server: str) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    address = f"ws{server.removeprefix('http')}/api/v1/tables/{table.id}/live?seats=0"
    async with connect(address, additional_headers=await headers_of(services, ann), proxy=None) as socket:
        await services.blocks.add(ann, bea.id, services.now())
        for person, text in ((bea, "rude"), (cid, "kind")):
            await services.chatting.write(table, person, text, None, 0, services.now())
            await services.live.announce(table.id, "chat")
        came: list[str] = []
        while not came or '"type":"chat"' not in came[-1]:
            came.append(str(await socket.recv()))
    assert "kind" in came[-1]
    assert not any("rude" in one for one in came)


async def test_a_blocked_person_takes_no_seat_at_the_blockers_tables(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    await services.blocks.add(ann, bea.id, services.now())

    async def made(by: Person) -> str:
        new = NewTable(rulebook="thrones", seats=3, visibility="open", settings=TableSettings(succession="consent"))
        return (await services.tables.create(by, new, services.now())).id

    for by in (ann, cid):
        table = await services.tables.get(await made(by))
        if by is cid:
            table = await services.tables.join(table, ann, 1, services.now())
        with pytest.raises(Problem, match="cannot sit down"):
            await services.tables.join(table, bea, 2, services.now())
    table = await services.tables.get(await made(bea))
    await services.tables.join(table, ann, 1, services.now())  # voluntarily


async def test_a_blocked_person_neither_asks_for_a_seat_nor_is_given_one(services: Services) -> None:
    ann, bea, cid, dan = await guests(services, 4)
    table = await table_of(services, [ann, cid, dan])
    table = await services.tables.leave(table, cid, 1)
    await services.handovers.request(table, bea, 1, services.now())
    (request,) = await services.handovers.open(table)
    await services.blocks.add(dan, bea.id, services.now())
    for person in (ann, dan):
        await services.handovers.answer(table, person, request.id, agree=True, now=services.now())
    with pytest.raises(Problem, match="cannot sit down"):
        await services.handovers.answer(table, cid, request.id, agree=True, now=services.now())
    with pytest.raises(Problem, match="cannot sit down"):
        await services.handovers.request(table, bea, 1, services.now())


async def test_tables_of_blocked_people_are_not_listed(client: Client) -> None:
    services: Services = client.app.state.services
    ann, bea = await guests(services, 2)
    new = NewTable(rulebook="thrones", seats=3, visibility="open", places=(Place(me=True), Place(), Place()))
    made = await services.tables.create(bea, new, services.now())
    await services.blocks.add(ann, bea.id, services.now())
    path = "/api/v1/tables"
    assert (await client.get(path, headers=await headers_of(services, ann))).json()["tables"] == []
    assert [one["id"] for one in (await client.get(path)).json()["tables"]] == [made.id]


async def test_blocks_go_with_either_person(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    await services.blocks.add(ann, bea.id, services.now())
    await services.blocks.add(cid, ann.id, services.now())
    await services.delete_person(ann)
    async with services.database.reading() as connection:
        assert (await connection.execute(select(schema.blocks))).all() == []
