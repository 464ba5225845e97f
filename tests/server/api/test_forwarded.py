"""A request may reach any process; the one that plays the table carries it out, once, and nobody else can pretend."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import msgspec
import pytest
import uvicorn
from sqlalchemy import text
from websockets.asyncio.client import connect

from banneret.kernel import notation
from banneret.server.matches import forwarding
from banneret.server.matches.forwarding import PATH, SIGNATURE, Forwarded, signature
from banneret.server.people.accounts import Person
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store.leases import Process
from banneret.server.tables.table import Table
from tests.commands import PATIENCE
from tests.server.applications import application
from tests.server.conftest import new_database
from tests.server.playing import Moment, guests, table_of
from tests.server.servers import free_port

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady_leases")]


class Served:
    """A process that serves on loopback."""

    def __init__(self, services: Services, server: uvicorn.Server, url: str) -> None:
        self.services = services
        self.server = server
        self.url = url

    async def send(self, person: Person | None, path: str, body: Any = None, key: str | None = None) -> httpx.Response:
        """Send what somebody wants to change."""
        headers = {} if key is None else {"idempotency-key": key}
        if person is not None:
            session = await self.services.people.open_session(person, "test", self.services.now())
            headers["authorization"] = f"Bearer {session}"
        method = "PUT" if path.endswith("/seats/0") else "POST"
        async with httpx.AsyncClient(trust_env=False, timeout=PATIENCE) as http:
            url = f"{self.url}/api/v1/tables/{path}"
            return await http.request(method, url, json={} if body is None else body, headers=headers)


@pytest.fixture(scope="module")
def url(postgres: str) -> str:
    """Return the address of one database for all tests here."""
    return new_database(postgres)


@asynccontextmanager
async def served(url: str, moment: Moment) -> AsyncIterator[Served]:
    port = free_port()
    settings = Settings(database=url, port=port, rate_answers=1_000_000)
    services = Services(settings, clock=moment, address=f"http://127.0.0.1:{port}")
    await services.start()
    with application(services) as app:
        config = uvicorn.Config(app, port=port, log_config=None, lifespan="off", ws_ping_interval=None)
        server = uvicorn.Server(config)
        task = asyncio.ensure_future(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield Served(services, server, f"http://127.0.0.1:{port}")
        finally:
            server.should_exit = True
            await task
            await services.stop()


@pytest.fixture
async def two(url: str, moment: Moment) -> AsyncIterator[tuple[Served, Served]]:
    async with AsyncExitStack() as stack:
        yield await stack.enter_async_context(served(url, moment)), await stack.enter_async_context(served(url, moment))


async def begun(here: Served) -> tuple[list[Person], Table]:
    """Return three people and their table, which this process plays."""
    people = await guests(here.services, 3)
    return people, await table_of(here.services, list(people))


async def expire(by: Served, late: Served) -> None:
    """Let a process be late with saying that it is alive, and not notice it."""
    late.services.leases._renewed_at = float("inf")
    async with by.services.database.writing() as connection:
        statement = text("UPDATE processes SET expires_at = 0 WHERE id = :id")
        await connection.execute(statement, {"id": late.services.leases.me.id})


async def first_answer(at: Served, table: str, seat: int = 0) -> dict[str, Any]:
    """Return an answer of a seat as it is sent."""
    hosted = await at.services.host.hosted(table)
    do = notation.write(hosted.match.asking[seat].options.listed[0])
    return {"seat": seat, "ask": hosted.asks()[seat], "do": do}


@pytest.mark.slow
async def test_everything_that_changes_a_table_is_done_where_it_is_played(two: tuple[Served, Served]) -> None:
    here, there = two
    people, table = await begun(here)
    ann, bea, cid = people
    commits: list[int] = []
    there.services.host.writer.committed.append(lambda entries, _: commits.append(entries))

    body = await first_answer(there, table.id)
    for at, again in ((there, False), (there, True), (here, True)):
        answer = await at.send(ann, f"{table.id}/answers", body, key="k")
        assert (answer.status_code, answer.json()) == (200, {"seat": 0, "again": again})
    for again in (False, True):
        answer = await there.send(ann, f"{table.id}/undo", {"seat": 0}, key=f"undo {again}"[:4])
        assert (answer.status_code, answer.json()) == (200, {"done": True, "consent": None})
    assert (await there.services.host.hosted(table.id)).head == 2
    assert (await there.send(bea, f"{table.id}/seats/1/leave")).json()["seats"][1]["person"] is None
    answer = await there.send(bea, f"{table.id}/seats/1/take-back")
    assert (answer.status_code, answer.json()["seats"][1]["bot"]) == (200, None)
    for again in (False, True):
        answer = await there.send(cid, f"{table.id}/forfeit", {"seat": 2}, key="forfeit")
        assert (answer.status_code, answer.json()) == (200, {"seat": 2, "again": again})
    assert commits == []
    assert here.services.host.plays(table.id)
    assert not there.services.host.plays(table.id)
    ours, theirs = await here.services.host.hosted(table.id), await there.services.host.hosted(table.id)
    assert ours.match.digest() == theirs.match.digest()


@pytest.mark.slow
async def test_consent_is_asked_and_given_through_another_process(two: tuple[Served, Served]) -> None:
    here, there = two
    people, table = await begun(here)
    for seat, person in enumerate(people):  # the last one opens what all have decided
        body = await first_answer(here, table.id, seat)
        assert (await there.send(person, f"{table.id}/answers", body)).status_code == 200
    asked = (await there.send(people[0], f"{table.id}/undo", {"seat": 0})).json()
    if asked["consent"] is None:  # it could be taken back freely
        assert asked["done"]
        return
    consent = f"{table.id}/consents/{asked['consent']['id']}"
    for person in people[1:]:
        answer = await there.send(person, consent, {"agree": True})
        assert answer.status_code == 200, answer.text


@pytest.mark.slow
async def test_what_is_refused_is_refused_alike_through_both(two: tuple[Served, Served]) -> None:
    here, there = two
    people, table = await begun(here)
    (stranger,) = await guests(here.services, 1)
    body = await first_answer(here, table.id)
    sent: list[tuple[Person | None, str, Any, int]] = [
        (None, "answers", body, 401),
        (people[1], "answers", body, 403),
        (stranger, "forfeit", {"seat": 0}, 403),
        (people[0], "answers", body | {"ask": "0-0-nothing"}, 409),
        (people[0], "answers", body | {"do": "nonsense"}, 422),
        (people[0], "answers", {"seat": "x"}, 400),
        (stranger, "seats/0", {"bot": "fair"}, 403),
        (people[0], "consents/none", {"agree": True}, 404),
    ]
    for person, path, data, status in sent:
        ours, theirs = [await at.send(person, f"{table.id}/{path}", data) for at in two]
        assert ours.status_code == theirs.status_code == status, theirs.text
        assert ours.json() == theirs.json()
        assert ours.headers["content-type"] == theirs.headers["content-type"]
        assert theirs.headers["content-security-policy"]
    for path in ("nowhere/forfeit", "no~where/forfeit"):
        assert (await there.send(people[0], path, {"seat": 0})).status_code in (400, 404)
    assert (await here.services.host.hosted(table.id)).head == 0


@pytest.mark.slow
async def test_nobody_else_can_pretend_to_be_a_process(two: tuple[Served, Served]) -> None:
    here, there = two
    people, table = await begun(here)
    told = Forwarded(
        table=table.id, person=people[0], method="POST", path=f"/api/v1/tables/{table.id}/forfeit",
        type="application/json", body=b'{"seat":0}',
    )  # fmt: skip  # several to a line
    raw = msgspec.msgpack.encode(told)
    right = signature(here.services.leases.me.secret, raw)
    of_another = msgspec.msgpack.encode(msgspec.structs.replace(told, person=people[1]))
    forged: list[tuple[bytes, dict[str, str]]] = [
        (raw, {}),
        (raw, {SIGNATURE: ""}),
        (raw, {SIGNATURE: "é" * 64}),
        (raw, {SIGNATURE: signature(b"", raw)}),
        (raw, {SIGNATURE: signature(there.services.leases.me.secret, raw)}),
        (of_another, {SIGNATURE: right}),
        (b"", {SIGNATURE: right}),
    ]
    async with httpx.AsyncClient(trust_env=False, timeout=PATIENCE) as http:
        for content, headers in forged:
            encoded = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
            answer = await http.post(here.url + PATH, content=content, headers=encoded)
            assert (answer.status_code, answer.json()["title"]) == (403, "not-allowed")
        answer = await http.post(f"{here.url}{told.path}", content=told.body, headers={SIGNATURE: right})
        assert answer.status_code == 401
        assert (await here.services.host.hosted(table.id)).head == 0
        assert (await http.post(here.url + PATH, content=raw, headers={SIGNATURE: right})).status_code == 200
    assert (await here.services.host.hosted(table.id)).head == 1


async def test_a_server_of_one_process_accepts_nothing_forwarded(services: Services, server: str) -> None:
    async with httpx.AsyncClient(trust_env=False, timeout=PATIENCE) as http:
        answer = await http.post(server + PATH, content=b"x", headers={SIGNATURE: signature(b"", b"x")})
    assert answer.status_code == 403
    assert not services.leases.used


@pytest.mark.slow
async def test_answers_over_a_socket_are_forwarded_and_seen(two: tuple[Served, Served]) -> None:
    here, there = two
    people, table = await begun(here)
    session = await there.services.people.open_session(people[0], "test", there.services.now())
    address = f"ws{there.url.removeprefix('http')}/api/v1/tables/{table.id}/live?seats=0"
    body = await first_answer(here, table.id)
    async with connect(address, additional_headers={"Authorization": f"Bearer {session}"}, proxy=None) as socket:

        async def until(*kinds: str) -> dict[str, Any]:
            async with asyncio.timeout(PATIENCE):
                while True:
                    message: dict[str, Any] = json.loads(await socket.recv())
                    if message["type"] in kinds:
                        return message

        await until("state")
        await socket.send(json.dumps({"type": "answer", "id": "é1"} | body | {"ask": "0-0-nothing"}))
        assert (await until("problem"))["kind"] == "stale-ask"
        for _ in range(2):
            await socket.send(json.dumps({"type": "answer", "id": "é1"} | body))
        seen = [await until("answered", "update") for _ in range(3)]
        assert sorted(one["type"] for one in seen) == ["answered", "answered", "update"]
    assert here.services.host.plays(table.id)
    assert (await here.services.host.hosted(table.id)).head == 1


@pytest.mark.slow
async def test_a_table_goes_on_when_its_process_is_not_reached_any_more(
    two: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    people, table = await begun(here)
    body = await first_answer(there, table.id)
    assert (await there.send(people[0], f"{table.id}/answers", body)).status_code == 200
    here.server.should_exit = True
    while here.server.servers and here.server.servers[0].is_serving():
        await asyncio.sleep(0.01)
    take, looked_up = there.services.leases.take, asyncio.Event()

    async def looking(table: str) -> Process | None:
        looked_up.set()
        return await take(table)

    monkeypatch.setattr(there.services.leases, "take", looking)
    sending = asyncio.ensure_future(there.send(people[1], f"{table.id}/forfeit", {"seat": 1}))
    await looked_up.wait()  # the other one did not respond
    assert not there.services.host.plays(table.id)
    await expire(there, here)
    assert (await sending).status_code == 200
    assert there.services.host.plays(table.id)


async def suspend(here: Served, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Let a process stop in the middle of whatever it is sent, until the event is set."""
    goes_on, take = asyncio.Event(), here.services.leases.take

    async def later(table: str) -> Process | None:
        found = await take(table)
        await goes_on.wait()
        return found

    monkeypatch.setattr(here.services.leases, "take", later)
    return goes_on


@pytest.mark.slow
async def test_what_a_suspended_process_did_not_answer_is_done_once(
    two: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    people, table = await begun(here)
    monkeypatch.setattr(forwarding, "WATCH_SECONDS", 0.05)
    goes_on = await suspend(here, monkeypatch)
    body = await first_answer(there, table.id)
    sending = [
        asyncio.ensure_future(there.send(people[0], f"{table.id}/answers", body)),
        asyncio.ensure_future(there.send(people[2], f"{table.id}/forfeit", {"seat": 2}, key="f")),
        asyncio.ensure_future(there.send(people[1], f"{table.id}/seats/1/leave")),
    ]
    while len(here.server.server_state.tasks) < 3:
        await asyncio.sleep(0.01)
    await expire(there, here)
    answered, forfeited, left = await asyncio.gather(*sending)
    assert (answered.status_code, forfeited.status_code) == (200, 200)
    assert (left.status_code, left.json()["title"]) == (503, "storage")  # it has no key: nobody knows
    assert there.services.host.plays(table.id)
    head = (await there.services.host.hosted(table.id)).head
    goes_on.set()  # the suspended process carries out what it had read, and is refused
    while here.server.server_state.tasks:
        await asyncio.sleep(0.01)
    assert (await there.services.host.hosted(table.id)).head == head == 2
    assert (await here.send(people[0], f"{table.id}/undo", {"seat": 0})).status_code in (200, 422)  # it has recovered
    assert there.services.host.plays(table.id)


@pytest.mark.slow
async def test_a_process_that_lost_a_table_unnoticed_forwards(two: tuple[Served, Served]) -> None:
    here, there = two
    people, table = await begun(here)
    body = await first_answer(here, table.id)
    await expire(there, here)
    assert await there.services.leases.take(table.id) is None
    assert here.services.host.plays(table.id)  # it believes so
    assert (await here.send(people[0], f"{table.id}/answers", body)).status_code == 200
    assert not here.services.host.plays(table.id)
    assert (await there.services.host.hosted(table.id)).head == 1


@pytest.mark.slow
async def test_a_process_that_released_a_table_says_so(two: tuple[Served, Served]) -> None:
    here, there = two
    people, table = await begun(here)
    body = await first_answer(there, table.id)
    assert (await there.send(people[0], f"{table.id}/answers", body)).status_code == 200
    here.services.host.forget(table.id)
    await here.services.leases.renew()
    assert await there.services.leases.take(table.id) is None
    there.services.host.forget(table.id)
    await there.services.leases.renew()
    assert await here.services.leases.take(table.id) is None
    here.services.forwarding._owners[table.id] = there.services.leases.me  # as it remembers from before
    body = await first_answer(there, table.id, 1)
    assert (await there.send(people[1], f"{table.id}/answers", body)).status_code == 200
    assert here.services.host.plays(table.id)
