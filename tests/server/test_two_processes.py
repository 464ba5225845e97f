"""Two processes on one PostgreSQL, which notify each other: players see them as one server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.asyncio.client import connect

from banneret.client import ME, Client, Refused
from tests.commands import PATIENCE
from tests.server.conftest import new_database
from tests.server.processes import Serving, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

FREE = {"BANNERET_RATE_ANSWERS": "1000000", "BANNERET_RATE_READS": "1000000"}


class Both(NamedTuple):
    """Two processes."""

    here: Serving
    there: Serving


@pytest.fixture(params=["redis", "postgresql"], scope="module")
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: str) -> Iterator[Both]:
    """Run two processes, which tell one another what happens through Redis or PostgreSQL; the last test kills one."""
    live = request.getfixturevalue("redis_url") if request.param == "redis" else "postgresql"
    env = FREE | {"BANNERET_DATABASE": new_database(postgres), "BANNERET_LIVE": live}
    folders = [tmp_path_factory.mktemp(name) for name in ("here", "there")]
    with serving(folders[0], env=env) as here, serving(folders[1], env=env) as there:
        yield Both(here, there)


async def played(client: Client, table: str, seats: list[int], random: Random) -> dict[str, Any]:
    """Answer at random for these seats until the match is over; return its outcome."""
    outcome: dict[str, Any] = {}
    async for standing in client.play(table, seats):
        for ask in standing.asks:
            try:
                await client.answer(table, ask, random.choice(ask.options).do)
            except Refused as refused:
                if refused.kind != "stale-ask":
                    raise
        outcome = standing.view["outcome"]
    return outcome


async def received(client: Client, table: str, seats: str) -> list[str]:
    """Return every update that these seats were sent, as they are sent to who has missed them all."""
    address = f"ws{client.url.removeprefix('http')}/api/v1/tables/{table}/live?seats={seats}&since=0"
    headers = {"authorization": f"Bearer {client.token}"}
    found: list[str] = []
    async with connect(address, additional_headers=headers, proxy=None, max_size=2**22) as socket:
        async for raw in socket:
            if json.loads(raw)["type"] == "table":  # it comes after all that was missed
                return found
            found.append(str(raw))
    raise AssertionError("the connection ended before everything was sent")


@pytest.mark.parametrize("both", ["redis"], indirect=True)
async def test_a_match_is_played_to_its_end_through_both_at_once(both: Both) -> None:
    async with Client(both.here.url) as ann, Client(both.there.url) as bea, Client(both.here.url) as cid:
        for client, name in ((ann, "Ann"), (bea, "Bea"), (cid, "Cid")):
            await client.enter(name)
        table = await ann.make_table("thrones", [ME, None, None])
        for client, seat in ((bea, 1), (cid, 2)):
            await client.join(table.id, seat, table.invite)
        tasks = [played(client, table.id, [seat], Random(seat)) for seat, client in enumerate((ann, bea, cid))]
        outcomes = await asyncio.wait_for(asyncio.gather(*tasks), 300)
        assert outcomes[0]
        assert outcomes[0] == outcomes[1] == outcomes[2]
        async with Client(both.there.url, ann.token) as elsewhere:  # a session is known to both
            ours, theirs = await received(ann, table.id, "0"), await received(elsewhere, table.id, "0")
        assert ours == theirs
        assert len(ours) > 100
        assert await ann.record(table.id) == await bea.record(table.id)


async def test_what_is_said_and_who_comes_and_goes_is_told_through_both(both: Both) -> None:
    async with Client(both.here.url) as ann, Client(both.there.url) as bea:
        for client, name in ((ann, "Ann"), (bea, "Bea")):
            await client.enter(name)
        table = await ann.make_table("thrones", [ME, None, "random"])
        address = f"ws{bea.url.removeprefix('http')}/api/v1/tables/{table.id}/live"
        headers = {"authorization": f"Bearer {bea.token}", "banneret-invite": str(table.invite)}
        async with connect(address, additional_headers=headers, proxy=None) as socket:

            async def until(what: str) -> None:
                async with asyncio.timeout(PATIENCE):
                    while what not in str(await socket.recv()):
                        pass

            await until('"status":"open"')
            await ann.send_message(table.id, "welcome")
            await until("welcome")
            await bea.join(table.id, 1, table.invite)
            await until('"status":"running"')
            await ann.leave(table.id, 0)
            await until('"bot":"strong"')


async def test_one_of_them_may_be_killed_and_its_players_go_on_through_the_other(both: Both) -> None:
    async with Client(both.here.url) as ann, Client(both.there.url) as same:
        await ann.enter("Ann")
        table = await ann.make_table("thrones", [ME, ME, ME])
        same.token = ann.token
        given, random = 0, Random(1)
        async for standing in ann.play(table.id, [0, 1, 2]):
            ask = standing.asks[0]
            await ann.answer(table.id, ask, random.choice(ask.options).do)
            given += 1
            if given == 12:
                break
        both.here.process.kill()
        with pytest.raises(httpx.TransportError):
            await ann.post(f"/tables/{table.id}/forfeit", {"seat": 0})
        async for standing in same.play(table.id, [0, 1, 2]):
            ask = standing.asks[0]
            await same.answer(table.id, ask, random.choice(ask.options).do)
            given += 1
            if given == 24:
                break
        assert (await same.get(f"/tables/{table.id}/replay", seats="0,1,2"))["last"] == 24
