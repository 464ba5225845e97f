"""Who sees a match late sees everything late: until the next round is shown, nothing that happens changes anything."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import httpx
import pytest

from banneret.server.matches.stream import FINAL_RULES, undo_refusal
from banneret.server.people.accounts import Person
from banneret.server.services import Services
from banneret.server.tables.table import Clock, Table, TableSettings
from banneret.show.showing import showing_of
from tests.commands import PATIENCE
from tests.server.api.test_live import looking, receive, token
from tests.server.playing import guests, play_on, table_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

PATHS = (
    "/tables/{table}",
    "/tables?status=running",
    "/tables/{table}/view",
    "/tables/{table}/events",
    "/tables/{table}/replay",
    "/tables/{table}/replay/1",
    "/tables/{table}/replay/40",
    "/tables/{table}/ground",
    "/tables/{table}/chat",
    "/tables/{table}/recap",
    "/tables/{table}/record",
)


async def late_table(services: Services) -> tuple[Table, list[Person]]:
    people = await guests(services, 3)
    settings = TableSettings(delay_rounds=1, clock=Clock(kind="live"))
    return await table_of(services, list(people), settings=settings), people


async def upto(services: Services, table: Table) -> int:
    """Return up to which entry a spectator sees the match."""
    return services.live.upto(await services.host.hosted(table.id), table, frozenset())


async def until_shown(services: Services, table: Table, random: Random, shown: int) -> None:
    """Play until spectators have seen this many entries."""
    while await upto(services, table) < shown:
        assert await play_on(services, table.id, random, answers=1) == 1


async def asked(client: httpx.AsyncClient, table: Table) -> list[Any]:
    """Return what HTTP answers to a spectator."""
    answers = [await client.get(path.format(table=table.id)) for path in PATHS]
    return [(one.request.url.path, one.status_code, one.content) for one in answers]


async def test_nothing_that_a_spectator_is_told_changes_before_its_time(services: Services, server: str) -> None:
    table, people = await late_table(services)
    (eve,) = await guests(services, 1)
    bearer, random = await token(services, eve), Random(4)
    await until_shown(services, table, random, 1)
    headers = {"authorization": f"Bearer {bearer}"}
    async with (
        looking(server, table.id, bearer, "drawing=true") as socket,
        httpx.AsyncClient(base_url=f"{server}/api/v1", headers=headers, trust_env=False, timeout=PATIENCE) as client,
    ):
        state = await receive(socket, "state")
        hosted = await services.host.hosted(table.id)
        shown = await upto(services, table)
        match = hosted.at(shown)
        assert state["told"] == len(match.events) < len(hosted.match.events)
        assert state["drawing"] == showing_of(match.rulebook).things(match.view(None).game, "en")
        await receive(socket, "table")
        before = await asked(client, table)
        happened = {"answers": 0, "consents": 0}
        while True:
            mark = hosted.head
            await play_on(services, table.id, random, answers=1)
            hosted = await services.host.hosted(table.id)
            if await upto(services, table) != shown:
                break
            happened["answers"] += hosted.head - mark
            if happened["answers"] % 10 == 5:
                await services.chatting.write(table, people[0], "only now", None, hosted.head, services.now())
                await services.live.announce(table.id, "chat")
                for seat, person in enumerate(people):
                    refusal = undo_refusal(hosted.match, seat)
                    if refusal is not None and refusal.rule not in FINAL_RULES:
                        await services.undoing.undo(await services.tables.get(table.id), person, seat)
                        happened["consents"] += 1
                        break
            if happened["answers"] % 10 == 6:
                assert await asked(client, table) == before
        assert happened["answers"] > 10
        assert happened["consents"] > 0
        # What comes over the socket is what there was up to the new moment, and comes only now.
        first = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        assert first["type"] in ("update", "table")  # not the chat: it was written later than what is shown now
        while first["type"] != "update":
            first = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        assert first["seq"] == state["seq"] + 1
        assert (await receive(socket, "chat"))["text"] == "only now"
        assert await asked(client, table) != before


async def test_where_a_table_has_no_spectators_nobody_else_is_told_anything(services: Services, server: str) -> None:
    people = await guests(services, 4)
    table = await table_of(services, list(people[:3]), settings=TableSettings(spectators=False))
    headers = {"authorization": f"Bearer {await token(services, people[3])}"}
    async with httpx.AsyncClient(
        base_url=f"{server}/api/v1/tables/{table.id}", headers=headers, timeout=PATIENCE
    ) as client:
        for path in ("view", "events", "replay", "replay/1", "ground", "chat", "recap"):
            assert (await client.get(f"/{path}")).status_code == 403, path
        assert (await client.post("/chat", json={"text": "hello"})).status_code == 403
    async with looking(server, table.id, await token(services, people[3])) as socket:
        with pytest.raises(Exception, match="4403"):
            await socket.recv()
