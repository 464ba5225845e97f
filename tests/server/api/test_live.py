"""A table over its socket: what comes, what is missed and caught up, and what is refused."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
import structlog
from sqlalchemy import update
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from banneret.server.api.matches.live import BAD_MESSAGES
from banneret.server.people.accounts import Person
from banneret.server.services import Services
from banneret.server.store import schema
from banneret.server.tables.chat import Reader
from banneret.server.tables.table import TableSettings
from tests.commands import PATIENCE
from tests.server.playing import Moment, guests, play_on, table_of

pytestmark = pytest.mark.anyio


async def token(services: Services, person: Person) -> str:
    return await services.people.open_session(person, "test", services.now())


def looking(server: str, table: str, bearer: str | None, query: str = "", **headers: str) -> connect:
    address = f"ws{server.removeprefix('http')}/api/v1/tables/{table}/live?{query}"
    if bearer is not None:
        headers["Authorization"] = f"Bearer {bearer}"
    # no pings: a test that plays on before it reads leaves them unanswered, on a slow machine for longer than they wait
    return connect(address, additional_headers=headers, proxy=None, open_timeout=PATIENCE, ping_interval=None)


async def receive(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """Return the next message of one of these kinds."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] in kinds:
            return message


async def closing(socket: ClientConnection) -> int:
    """Read until the server closes; return its code."""
    async for _ in socket_messages(socket):
        pass
    assert socket.close_code is not None
    return socket.close_code


async def nobody_looks(services: Services) -> None:
    """Wait until the server knows that everybody has gone."""
    async with asyncio.timeout(PATIENCE):
        while services.onlookers.count():
            await asyncio.sleep(0.01)


async def socket_messages(socket: ClientConnection) -> AsyncIterator[str]:
    """Read what comes until the connection is closed, for whatever reason."""
    try:
        async for raw in socket:
            yield str(raw)
    except ConnectionClosed:
        return


async def test_an_answer_is_acknowledged_and_everybody_learns_what_they_may(services: Services, server: str) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    async with (
        looking(server, table.id, await token(services, ann), "seats=0") as first,
        looking(server, table.id, await token(services, bea), "seats=1") as second,
    ):
        mine = await receive(first, "state")
        await receive(second, "state")
        assert [ask["seat"] for ask in mine["state"]["asks"]] == [0]
        ask = mine["state"]["asks"][0]
        while ask is not None:  # all the orders of the first house: the second learns that it is ready, no more
            sent = {"type": "answer", "id": ask["id"], "seat": 0, "ask": ask["id"], "do": ask["options"][0]["do"]}
            await first.send(json.dumps(sent))
            told = [await receive(first, "answered", "update"), await receive(first, "answered", "update")]
            assert {one["type"] for one in told} == {"answered", "update"}
            update = next(one for one in told if one["type"] == "update")
            ask = next(iter(update["state"]["asks"]), None)
        seen = await receive(second, "update")
        assert seen["seq"] == 1
        assert seen["state"]["view"]["waiting"] == {"0": "ready", "1": "deciding", "2": "deciding"}
        assert seen["state"]["view"]["sealed"] == {"1": []}
        assert "dragonstone" not in json.dumps(seen["state"]["view"]["sealed"])


@pytest.mark.slow
async def test_who_comes_back_gets_exactly_what_was_missed(services: Services, server: str) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    bearer, random = await token(services, ann), Random(5)
    whole: list[str] = []
    async with looking(server, table.id, bearer, "seats=0&drawing=true") as socket:
        await receive(socket, "state")
        await play_on(services, table.id, random, answers=120)
        hosted = await services.host.hosted(table.id)
        last = sum(not step.sealed or step.shown or step.seat == 0 for step in hosted.steps)
        while not whole or json.loads(whole[-1])["seq"] < last:
            raw = await socket.recv()
            if json.loads(raw)["type"] == "update":
                whole.append(str(raw))
    services.host.forget(table.id)  # as after a restart
    for since in (0, 1, last // 2, last - 1):
        missed: list[str] = []
        async with looking(server, table.id, bearer, f"seats=0&drawing=true&since={since}") as socket:
            while len(missed) < last - since:
                raw = await socket.recv()
                if json.loads(raw)["type"] in ("state", "update"):
                    missed.append(str(raw))
        assert missed == whole[since:]


async def test_who_comes_and_goes_is_told_of_those_who_play_alone(services: Services, server: str) -> None:
    ann, bea, cid, eve = await guests(services, 4)
    table = await table_of(services, [ann, bea, cid])
    async with looking(server, table.id, await token(services, ann), "seats=0") as socket:
        await receive(socket, "table")
        for person, shown in ((eve, False), (bea, True)):
            async with looking(server, table.id, await token(services, person)) as other:
                await receive(other, "table")
            await socket.send('{"type":"ping"}')
            kinds = [(await receive(socket, "table", "pong"))["type"] for _ in range(2 if shown else 1)]
            assert ("table" in kinds) == shown


async def test_who_comes_back_from_a_future_that_never_was_begins_anew(services: Services, server: str) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    async with looking(server, table.id, await token(services, ann), "seats=0&since=999") as socket:
        assert (await receive(socket, "state", "update"))["type"] == "state"


async def test_problems_come_with_the_id_of_what_was_sent(services: Services, server: str) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    async with looking(server, table.id, await token(services, ann), "seats=0") as socket:
        ask = (await receive(socket, "state"))["state"]["asks"][0]
        for seat, named, do, kind in (
            (1, "1-0-0-order", "done", "not-allowed"),
            (0, "0-7-0-order", "done", "stale-ask"),
            (0, ask["id"], "order winterfell march-zero", "refused"),
            (0, ask["id"], "nonsense", "refused"),
        ):
            await socket.send(json.dumps({"type": "answer", "id": do, "seat": seat, "ask": named, "do": do}))
            problem = await receive(socket, "problem")
            assert (problem["kind"], problem["id"]) == (kind, do)
            assert ("rule" in problem) == (kind == "refused")


@pytest.mark.parametrize(
    ("query", "header", "code"),
    [
        ("seats=1", {}, 4403),
        ("seats=0,1", {}, 4403),
        ("seats=x", {}, 4403),
        ("seats=0", {"Origin": "https://elsewhere.example"}, 4403),
    ],
)
async def test_looking_as_others_or_from_elsewhere_is_refused(
    services: Services, server: str, query: str, header: dict[str, str], code: int
) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    async with looking(server, table.id, await token(services, ann), query, **header) as socket:
        assert await closing(socket) == code


@pytest.mark.parametrize("address", ["%00", "x?other=%00", "x?seats=%00", "x?lang=%00"])
async def test_a_socket_whose_address_has_a_nul_is_refused(server: str, address: str) -> None:
    table, _, query = address.partition("?")
    with structlog.testing.capture_logs() as logged, suppress(InvalidStatus):
        async with looking(server, table, None, query) as socket:
            assert await closing(socket) != 1000
    assert not [one for one in logged if one["log_level"] == "error"]


async def test_an_invitation_of_other_characters_opens_no_socket(services: Services, server: str) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    async with services.database.writing() as connection:
        await connection.execute(update(schema.tables).values(visibility="private"))
    async with looking(server, table.id, None, **{"banneret-invite": "\u00e9"}) as socket:
        assert await closing(socket) == 4404


async def test_an_invitation_comes_in_a_header_or_a_subprotocol_and_in_no_address(
    services: Services, server: str
) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    async with services.database.writing() as connection:
        await connection.execute(update(schema.tables).values(visibility="private"))
    address = f"ws{server.removeprefix('http')}/api/v1/tables/{table.id}/live"
    async with looking(server, table.id, None, f"invite={table.invite}") as socket:
        assert await closing(socket) == 4404
    async with looking(server, table.id, None, **{"banneret-invite": table.invite}) as socket:
        assert (await receive(socket, "state"))["seq"] == 0
    protocols = [Subprotocol("banneret"), Subprotocol(f"invite.{table.invite}")]
    async with connect(address, subprotocols=protocols, proxy=None, open_timeout=PATIENCE) as socket:
        assert socket.subprotocol == "banneret"
        await receive(socket, "state")
    async with httpx.AsyncClient(base_url=f"{server}/api/v1/tables/{table.id}") as client:
        for read in ("", "/view", "/events", "/ground", "/replay", "/chat"):
            assert (await client.get(read, params={"invite": table.invite})).status_code == 404
            found = await client.get(read, headers={"banneret-invite": table.invite}, follow_redirects=True)
            assert found.status_code == 200


async def test_a_foreign_table_and_a_forged_cookie_are_refused(services: Services, server: str) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    async with looking(server, "nowhere", await token(services, ann)) as socket:
        assert await closing(socket) == 4404
    async with looking(server, table.id, "x" * 43, "seats=0") as socket:
        assert await closing(socket) == 4401
    async with looking(server, table.id, None, "seats=0", Cookie=f"banneret={'y' * 43}") as socket:
        assert await closing(socket) == 4401


@pytest.mark.parametrize("said", ["ping", "answer", "nonsense"])
async def test_who_is_signed_out_elsewhere_says_nothing_more(
    services: Services, server: str, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    monkeypatch.setattr(sys.modules["banneret.server.api.matches.live"], "SESSION_SECONDS", 0.0)
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    head = (await services.host.hosted(table.id)).head
    async with looking(server, table.id, await token(services, ann), "seats=0") as socket:
        ask = (await receive(socket, "state"))["state"]["asks"][0]
        answer = {"type": "answer", "id": "x", "seat": 0, "ask": ask["id"], "do": ask["options"][0]["do"]}
        (session,) = await services.people.sessions(ann, services.now())
        await services.people.close_session(ann, session.id)
        await socket.send({"ping": '{"type":"ping"}', "answer": json.dumps(answer)}.get(said, said))
        assert await closing(socket) == 4401
    assert (await services.host.hosted(table.id)).head == head


@pytest.mark.parametrize("ending", ["sign-out", "password", "new account", "deletion", "ban", "time"])
async def test_a_connection_that_only_listens_ends_with_its_session_also_in_another_process(
    services: Services, server: str, moment: Moment, ending: str
) -> None:
    ann, bea, cid = await guests(services, 3)
    if ending == "password":
        ann = await services.people.make_account(ann, "ann", "correct horse")
    table = await table_of(services, [ann, bea, cid])
    other = Services(services.settings, clock=moment)
    try:
        async with (
            looking(server, table.id, await token(services, ann), "seats=0") as socket,
            looking(server, table.id, await token(services, bea), "seats=1") as another,
        ):
            await receive(socket, "table")
            await receive(another, "table")
            await services.end_sockets()  # nobody's session is over
            people = other.people
            if ending == "sign-out":
                (session,) = await people.sessions(ann, moment.now)
                await people.close_session(ann, session.id)
            elif ending == "password":
                await people.change_password(ann, "correct horse", "better horse", None)
            elif ending == "new account":
                await people.make_account(ann, "ann", "correct horse")
            elif ending == "deletion":
                await people.delete(ann, moment.now)
            elif ending == "ban":
                async with other.database.writing() as connection:
                    until = update(schema.people).where(schema.people.c.id == ann.id).values(banned_until=2**52)
                    await connection.execute(until)
            else:
                async with other.database.writing() as connection:
                    mine = schema.sessions.c.person_id == ann.id
                    await connection.execute(update(schema.sessions).where(mine).values(expires_at=moment.now))
            await services.end_sockets()  # as in each round of the server
            assert await closing(socket) == 4401
            await another.send('{"type":"ping"}')
            await receive(another, "pong")
    finally:
        await other.database.close()


async def test_signing_out_ends_the_connections_of_the_session_at_once(services: Services, server: str) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    bearer = await token(services, ann)
    async with looking(server, table.id, bearer, "seats=0") as socket, httpx.AsyncClient(trust_env=False) as client:
        await receive(socket, "table")
        headers = {"authorization": f"Bearer {bearer}"}
        assert (await client.post(f"{server}/api/v1/sign-out", headers=headers)).status_code == 204
        assert await closing(socket) == 4401


async def test_a_message_that_is_too_large_ends_the_connection(services: Services, server: str) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    async with looking(server, table.id, await token(services, ann), "seats=0") as socket:
        await socket.send("x" * (services.settings.body_limit + 1))
        assert await closing(socket) == 4413


async def test_sockets_and_what_is_said_over_them_are_limited(services: Services, server: str) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    services.settings = msgspec.structs.replace(services.settings, sockets_per_person=2, rate_answers=2)
    bearer, sent = await token(services, ann), {"type": "answer", "id": "x", "seat": 0, "ask": "0-9-9-x", "do": "y"}
    async with looking(server, table.id, bearer, "seats=0") as one, looking(server, table.id, bearer) as two:
        for socket in (one, two):
            await receive(socket, "state")
        async with looking(server, table.id, bearer) as three:
            assert await closing(three) == 4429
        async with looking(server, table.id, await token(services, bea)) as other:  # each has a count of his own
            await receive(other, "state")
        problems = []
        for _ in range(3):
            await one.send(json.dumps(sent))
            problems.append(await receive(one, "problem"))
        assert [problem["kind"] for problem in problems] == ["stale-ask", "stale-ask", "too-many"]
        assert 0 < problems[-1]["retry_ms"] <= 60_000  # a moving minute
    await nobody_looks(services)
    services.settings = msgspec.structs.replace(services.settings, rate_reads=1)
    services._clock.now += 3_600_000  # type: ignore[union-attr]  # a clock that stands still
    for code in (None, 4429):
        async with looking(server, table.id, bearer) as socket:
            if code is None:
                await receive(socket, "state")
            else:
                assert await closing(socket) == code


async def test_who_says_nothing_for_long_is_gone(
    services: Services, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["banneret.server.api.matches.live"], "IDLE_SECONDS", 0.1)
    people = await guests(services, 3)
    table = await table_of(services, list(people))
    async with looking(server, table.id, await token(services, people[0]), "seats=0") as socket:
        assert await closing(socket) == 4408


GOOD = b'{"type":"answer","id":"1","seat":0,"ask":"0-9-9-order","do":"order dragonstone march-zero"}'
STRANGE = (
    b"",
    b"\x00",
    b"null",
    b"[]",
    b"{}",
    b'{"type":null}',
    b'{"type":"ping","type":"answer"}',
    b'{"type":"nothing"}',
    b'{"type":"answer","id":1,"seat":0,"ask":"","do":""}',
    b'{"type":"answer","id":"1","seat":1e400,"ask":"","do":""}',
    b'{"type":"answer","id":"1","seat":' + b"9" * 400 + b',"ask":"","do":""}',
    b'{"type":"answer","id":"1","seat":-1,"ask":"","do":""}',
    b'{"type":"answer","id":"\\ud800","seat":0,"ask":"0","do":"\\udfff"}',
    b'{"type":"answer","id":"1","seat":0,"ask":"0","do":"' + b"x" * 5000 + b'"}',
    b"[" * 5000,
    b'{"a":' * 3000,
    b"\xff\xfe\xfd",
    b"\xef\xbb\xbf{}",
    b'"' + b"\xf0\x9f\x98\x80" * 200 + b'"',
)


def malformed(random: Random) -> bytes | str:
    """Return a frame that is no message, or hardly one."""
    kind = random.random()
    if kind < 0.2:
        raw = random.choice(STRANGE)
    elif kind < 0.4:
        raw = random.randbytes(random.randint(0, 300))
    else:
        broken = bytearray(GOOD)
        for _ in range(random.randint(1, 6)):
            broken[random.randrange(len(broken))] = random.randrange(256)
        raw = bytes(broken[: random.randint(0, len(broken))]) if random.random() < 0.5 else bytes(broken)
    return raw if random.random() < 0.5 else raw.decode("utf-8", "replace")


async def bothered(services: Services, server: str, moment: Moment, frames: int) -> None:
    """Send a number of malformed frames, and check that they affect nobody and nothing fails."""
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    bearer, random = await token(services, ann), Random(frames)
    before = (await services.host.hosted(table.id)).match.digest()
    answered = 0
    with structlog.testing.capture_logs() as logged:
        while answered < frames:
            moment.pass_seconds(1)
            async with looking(server, table.id, bearer, "seats=0") as socket:
                for _ in range(BAD_MESSAGES - 1):  # one more would end the connection
                    await socket.send(malformed(random))
                for _ in range(BAD_MESSAGES - 1):
                    assert (await receive(socket, "problem", "answered"))["type"] == "problem"
                    answered += 1
        async with looking(server, table.id, bearer, "seats=0") as socket:
            for _ in range(BAD_MESSAGES + 5):
                await socket.send(malformed(random))
            assert await closing(socket) == 4400
        async with looking(server, table.id, bearer, "seats=0") as socket:
            assert (await receive(socket, "state"))["state"]["view"]["rulebook"] == "thrones"
    assert [one for one in logged if one["log_level"] in ("error", "critical")] == []
    assert (await services.host.hosted(table.id)).match.digest() == before
    await nobody_looks(services)


async def broken_frames(services: Services, server: str, moment: Moment, connections: int) -> None:
    """Send frames that break the protocol itself, each over a connection of its own; all are ended, nothing fails."""
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    bearer, random = await token(services, ann), Random(connections)
    host, port = server.removeprefix("http://").split(":")
    greeting = (
        f"GET /api/v1/tables/{table.id}/live?seats=0 HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\n"
        f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Authorization: Bearer {bearer}\r\n\r\n"
    ).encode()
    with structlog.testing.capture_logs() as logged:
        for _ in range(connections):
            moment.pass_seconds(1)
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(greeting)
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
            first = random.choice(
                (0x00, 0x03, 0x0B, 0x41, 0x71, 0x83, 0x8F, 0xC1, 0xF1)
            )  # bits and kinds there are not
            masked = random.choice((0x00, 0x80))
            writer.write(bytes((first, masked | random.randrange(128))) + random.randbytes(random.randint(0, 200)))
            writer.write_eof()  # a frame that is not whole would be waited for
            async with asyncio.timeout(PATIENCE):
                with suppress(ConnectionError):
                    await reader.read()
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
        async with looking(server, table.id, bearer, "seats=0") as socket:
            assert (await receive(socket, "state"))["state"]["view"]["rulebook"] == "thrones"
    assert [one for one in logged if one["log_level"] in ("error", "critical")] == []


@pytest.mark.slow
async def test_thousands_of_malformed_messages_harm_nobody(services: Services, server: str, moment: Moment) -> None:
    await bothered(services, server, moment, 4000)


@pytest.mark.slow
async def test_frames_that_break_the_protocol_end_their_connection_alone(
    services: Services, server: str, moment: Moment, caplog: pytest.LogCaptureFixture
) -> None:
    await broken_frames(services, server, moment, 150)
    assert [one for one in caplog.records if one.levelname in ("ERROR", "CRITICAL")] == []


@pytest.mark.soak
async def test_a_hundred_thousand_malformed_messages_harm_nobody(
    services: Services, server: str, moment: Moment
) -> None:
    await bothered(services, server, moment, 100_000)
    await broken_frames(services, server, moment, 5000)


async def test_a_spectator_sees_a_match_late_and_nothing_hidden(services: Services, server: str) -> None:
    ann, bea, cid, eve = await guests(services, 4)
    table = await table_of(services, [ann, bea, cid], settings=TableSettings(delay_rounds=1))
    random = Random(2)
    while (await services.tables.get(table.id)).label != "round 3":
        await play_on(services, table.id, random, answers=1)
    async with looking(server, table.id, await token(services, eve)) as socket:
        state = await receive(socket, "state")
        assert state["state"]["view"]["label"] == "round 2"
        assert state["state"]["asks"] == []
        info = await receive(socket, "table")
        assert info["table"]["label"] == "round 2"
        await services.chatting.write(table, ann, "now", None, (await services.host.hosted(table.id)).head, 0)
    assert (
        await services.chatting.read(
            table,
            Reader(None, frozenset()),
            services.live.upto(await services.host.hosted(table.id), await services.tables.get(table.id), frozenset()),
        )
        == []
    )


@pytest.mark.slow
async def test_drawings_are_sent_whole_once_and_then_in_parts(services: Services, server: str) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    sizes: list[int] = []
    async with looking(server, table.id, await token(services, ann), "seats=0&drawing=true") as socket:
        state = await receive(socket, "state")
        assert state["drawing"].startswith('<g id="things">')
        panels = {one["id"]: one for one in state["panels"]}
        order, changes = list(panels), 0
        await play_on(services, table.id, Random(4), answers=150)
        hosted = await services.host.hosted(table.id)
        last = sum(not step.sealed or step.shown or step.seat == 0 for step in hosted.steps)
        seq = 0
        while seq < last:
            raw = await socket.recv()
            message = json.loads(raw)
            if message["type"] == "update":
                seq = message["seq"]
                sizes.append(len(raw))
                assert all(len(patch) == 3 for patch in message["drawing"])
                changes += len(message["panels"])
                panels |= {one["id"]: one for one in message["panels"]}
                order = message["panel_order"] or order
        headers = {"authorization": f"Bearer {await token(services, ann)}"}
        async with httpx.AsyncClient(base_url=f"{server}/api/v1", headers=headers, trust_env=False) as client:
            now = await client.get(f"/tables/{table.id}/panels", params={"seats": "0"})
        assert [panels[id_] for id_ in order] == now.json()
        assert changes < len(order) * len(sizes) / 2, "most panels stay the same"
    assert sorted(sizes)[len(sizes) // 2] < 30 * 1024
