"""Looking back: before the end every viewer sees his own match step by step as it was sent; afterwards all see all."""

from __future__ import annotations

import base64
import json
import re
import zlib
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from banneret.server.matches.stream import count, layer_of
from banneret.server.people.accounts import Person
from banneret.server.services import Services
from banneret.server.tables.table import NewTable, Place, Table, TableSettings
from tests.commands import PATIENCE
from tests.server.api.test_live import looking, receive, token
from tests.server.playing import ended, guests, play_on, table_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def begun(services: Services) -> tuple[Table, list[Person]]:
    people = await guests(services, 3)
    return await table_of(services, list(people), settings=TableSettings(stand_in="random")), people


async def client_of(services: Services, server: str, table: Table, person: Person | None) -> httpx.AsyncClient:
    headers = {} if person is None else {"authorization": f"Bearer {await token(services, person)}"}
    return httpx.AsyncClient(
        base_url=f"{server}/api/v1/tables/{table.id}", headers=headers, trust_env=False, timeout=PATIENCE
    )


@pytest.mark.parametrize("seats", ["1", ""])
async def test_every_step_is_what_was_sent_then(services: Services, server: str, seats: str) -> None:
    table, people = await begun(services)
    viewers = frozenset(int(one) for one in seats.split(",") if one)
    sent: list[dict[str, Any]] = []
    async with looking(server, table.id, await token(services, people[1]), f"seats={seats}&drawing=true") as socket:
        sent.append(await receive(socket, "state"))
        await play_on(services, table.id, Random(6), answers=60)
        await services.host.enter(table.id, _consented)
        await play_on(services, table.id, Random(7), answers=20)
        last = count((await services.host.hosted(table.id)).steps, viewers)
        while sent[-1]["seq"] < last:
            sent.append(await receive(socket, "update"))
    services.host.forget(table.id)  # as after a restart
    async with await client_of(services, server, table, people[1]) as client:
        steps = (await client.get("/replay", params={"seats": seats})).json()
        assert steps["last"] == last
        assert [at for at, _ in steps["labels"]] == sorted(at for at, _ in steps["labels"])
        known: dict[str, Any] = {}
        order = [one["id"] for one in sent[0]["panels"]]
        for message in sent:
            shown = (await client.get(f"/replay/{message['seq']}", params={"seats": seats})).json()
            assert shown["step"] == message["seq"]
            assert shown["view"] == message["state"]["view"]
            known |= {one["id"]: one for one in message["panels"]}
            order = message.get("panel_order") or order
            assert shown["panels"] == [known[id_] for id_ in order]
            if message["type"] == "update":
                assert shown["events"] == message["events"]
        assert (await client.get("/replay/0", params={"seats": seats})).json()["drawing"] == sent[0]["drawing"]
        assert (await client.get(f"/replay/{last + 1}", params={"seats": seats})).status_code == 404


def _consented(hosted: Any) -> dict[str, Any]:  # a hosted match
    seat = next(one for one in range(3) if any(a.seat == one for a in hosted.match.answers))
    return {"take_back": seat, "consent": [one for one in range(3) if one != seat], "salt": "5a" * 16}


async def test_before_the_end_nobody_looks_back_as_somebody_else(services: Services, server: str) -> None:
    table, people = await begun(services)
    await play_on(services, table.id, Random(6), answers=30)
    async with await client_of(services, server, table, people[1]) as client:
        for path in ("/replay", "/replay/3", "/view", "/events"):
            assert (await client.get(path, params={"seats": "0"})).status_code == 403, path
            assert (await client.get(path, params={"seats": "0,1"})).status_code == 403, path


async def test_after_the_end_everything_is_open_to_all(services: Services, server: str) -> None:
    table, _ = await begun(services)
    await ended(services, table.id, Random(3), answers=40)
    hosted = await services.host.hosted(table.id)
    everybody = frozenset(range(3))
    async with await client_of(services, server, table, None) as client:
        steps = (await client.get("/replay")).json()
        assert steps["last"] == hosted.head  # every answer, also those that were sealed then
        for step in (1, 7, 20, hosted.head):
            shown = (await client.get(f"/replay/{step}")).json()
            match = hosted.at(step)
            assert shown["view"] == msgspec.json.decode(msgspec.json.encode(match.view(everybody)))
            assert shown["drawing"] == layer_of(match, everybody, "en")  # with the answers sealed then


async def test_after_the_end_one_sees_it_as_a_seat_saw_it(services: Services, server: str) -> None:
    table, people = await begun(services)
    await play_on(services, table.id, Random(6), answers=12)
    async with await client_of(services, server, table, people[1]) as client:
        assert (await client.get("/replay/1", params={"seats": "1", "sight": 0})).status_code == 403
        await ended(services, table.id, Random(3), answers=20)
        hosted = await services.host.hosted(table.id)
        for step in (3, 12):
            for seat in range(3):
                shown = (await client.get(f"/replay/{step}", params={"sight": seat})).json()
                match = hosted.at(step)
                assert shown["view"] == msgspec.json.decode(msgspec.json.encode(match.view({seat})))
                assert shown["drawing"] == layer_of(match, frozenset({seat}), "en")
        assert (await client.get("/replay/3", params={"sight": 3})).status_code == 404
        drawings = {(await client.get("/replay/3", params={"sight": seat})).json()["drawing"] for seat in range(3)}
        assert len(drawings) > 1  # orders are closed to the others


async def test_the_story_is_for_the_end_and_the_file_is_as_one_sees_it(services: Services, server: str) -> None:
    table, people = await begun(services)
    await play_on(services, table.id, Random(6), answers=12)
    async with (
        await client_of(services, server, table, people[1]) as own,
        await client_of(services, server, table, None) as nobody,
    ):
        assert (await own.get("/story")).status_code == 403
        for seats in ("0", "0,1"):
            assert (await own.get("/replay-file", params={"seats": seats})).status_code == 403
            assert (await nobody.get("/replay-file", params={"seats": seats})).status_code == 403
        mine = held((await own.get("/replay-file", params={"seats": "1"})).text)
        watched = held((await nobody.get("/replay-file")).text)
        steps = (await services.host.hosted(table.id)).steps
        assert mine["story"] is watched["story"] is None
        assert len(mine["steps"]) == count(steps, frozenset({1}))
        assert len(watched["steps"]) == count(steps, frozenset())
        assert len(mine["steps"]) > len(watched["steps"])  # the viewer's sealed orders
        await ended(services, table.id, Random(3), answers=20)
        story = (await nobody.get("/story")).json()
        whole = held((await nobody.get("/replay-file")).text)
        assert whole["story"] == story
        assert len(whole["steps"]) == (await services.host.hosted(table.id)).head == len(story["chances"]) - 1


async def test_a_private_table_tells_strangers_nothing_of_its_past(services: Services, server: str) -> None:
    owner, stranger = await guests(services, 2)
    places = (Place(me=True), Place(bot="random"), Place(bot="random"))
    new = NewTable(rulebook="thrones", seats=3, places=places, settings=TableSettings(), visibility="private")
    table = await services.tables.create(owner, new, services.now())
    await ended(services, table.id, Random(3), answers=10)
    async with await client_of(services, server, table, stranger) as client:
        for path in ("/story", "/replay-file", "/replay", "/replay/3"):
            assert (await client.get(path)).status_code == 404, path


def held(page: str) -> dict[str, Any]:
    """Return the match that a page holds."""
    found = re.search(r'id="match">([^<]*)</script>', page)
    assert found is not None
    read: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return read
