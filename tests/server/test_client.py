"""The Python client, and the remote bot that plays with it, over real HTTP and WebSocket on loopback."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
import websockets.asyncio.client
from websockets.asyncio.client import ClientConnection

from banneret.client import ME, Ask, Client, Refused, Standing
from banneret.client import connection as client_module
from banneret.kernel.record import Record
from banneret.server.services import Services
from banneret.server.tables.table import TableSettings
from tests.commands import PATIENCE
from tests.server.playing import ended, guests, table_of

pytestmark = pytest.mark.anyio

BOT = Path(__file__).parents[2] / "examples" / "remote_bot.py"
CALM = {"stand_in": "random"}


@pytest.fixture
async def ann(server: str) -> AsyncIterator[Client]:
    async with Client(server) as made:
        await made.enter("Ann")
        yield made


@pytest.fixture
async def bea(server: str) -> AsyncIterator[Client]:
    async with Client(server) as made:
        await made.enter("Bea", "de")
        yield made


def example() -> Any:  # the example as a module
    spec = importlib.util.spec_from_file_location("remote_bot", BOT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
async def test_the_remote_bot_plays_a_seat_to_the_end(
    server: str, services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(BOT.read_text().splitlines()) < 40
    async with Client(server) as host:
        await host.enter("Ann")
        table = await host.make_table("thrones", [None, "random", "random"], settings=CALM)
        await example().main(server, table.id, table.invite)
        over = await host.table(table.id)
        assert over.status == "finished"
        said = capsys.readouterr().out
        assert "Remote bot plays seat 0" in said
        assert "places: [[" in said
        record = Record.parse(await host.record(table.id))
    assert any(entry.get("seat") == 0 for entry in record.entries)
    outcome = (await services.host.hosted(table.id)).match.outcome
    assert outcome is not None
    assert msgspec.to_builtins(outcome) == Record.of(record.replay()).end["end"]  # type: ignore[index]  # it is closed


async def test_tables_are_made_listed_joined_and_left(ann: Client, bea: Client) -> None:
    table = await ann.make_table("thrones", [ME, None, None], title="Sunday", settings=CALM)
    assert (table.mine, table.status, table.title) == ([0], "open", "Sunday")
    with pytest.raises(Refused) as caught:
        await bea.join(table.id)
    assert (caught.value.kind, caught.value.status) == ("not-found", 404)
    assert (await bea.table(table.id, table.invite)).mine == []
    assert (await bea.join(table.id, 2, table.invite)).mine == [2]
    started = await bea.join(table.id)
    assert (started.mine, started.status) == ([1, 2], "running")
    assert (await bea.leave(table.id, 1)).mine == [2]
    assert (await bea.take_back_seat(table.id, 1)).mine == [1, 2]
    assert [one.id async for one in bea.tables(mine=True)] == [table.id]
    assert [one.id async for one in bea.tables()] == []
    more = [await ann.make_table("thrones", [ME, None, None], visibility="open") for _ in range(3)]
    assert {one.id async for one in bea.tables(status="open")} == {one.id for one in more}


async def test_a_list_is_read_to_its_last_page(ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = {(await ann.make_table("thrones", [ME, None, None])).id for _ in range(5)}
    get, asked = ann.get, []

    async def few(path: str, **query: Any) -> Any:
        asked.append(query)
        return await get(path, **query, limit=2)

    monkeypatch.setattr(ann, "get", few)
    assert {one.id async for one in ann.tables(mine=True)} == ids
    assert len(asked) == 3


async def test_a_draft_is_put_committed_and_reopened(ann: Client) -> None:
    table = await ann.make_table("thrones", [ME, ME, ME], settings=CALM)
    view = await ann.get(f"/tables/{table.id}/view", seats="0")
    ask = msgspec.convert(view["state"]["asks"][0], Ask)
    draft = await ann.draft(table.id, 0)
    assert (ask.draft, draft.name, draft.answers) == ("orders", "orders", ())
    answers: list[str] = []
    while not draft.whole:
        answers.insert(0, draft.asks[0].options[0].do)
        draft = await ann.put_draft(table.id, ask, answers)
    with pytest.raises(Refused) as caught:
        await ann.put_draft(table.id, ask, [*answers, answers[0]])
    assert [one["at"] for one in caught.value.problem["parts"]] == [len(answers)]
    await ann.commit_draft(table.id, ask)
    with pytest.raises(Refused) as late:
        await ann.commit_draft(table.id, ask)
    assert late.value.kind == "stale-ask"
    assert await ann.reopen_draft(table.id, 0)
    assert [one.do for one in (await ann.draft(table.id, 0)).answers] == answers
    await ann.answer_in_advance(table.id, 0, "retreat", [])
    with pytest.raises(Refused, match="no window"):
        await ann.set_stop(table.id, 0, "nothing", "never")


async def test_one_plays_checks_and_takes_back(ann: Client) -> None:
    table = await ann.make_table("thrones", [ME, ME, ME], settings=CALM)
    async for standing in ann.play(table.id, table.mine):
        ask = standing.asks[0]
        assert (await ann.check(table.id, ask, ask.options[0].do)).allowed
        wrong = await ann.check(table.id, ask, "nonsense")
        assert not wrong.allowed
        assert wrong.refusal is not None
        drawn = await ann.sample(table.id, ask, 3)
        assert {one.do for one in drawn} <= {one.do for one in ask.options}
        with pytest.raises(Refused) as caught:
            await ann.answer(table.id, ask, "nonsense")
        assert caught.value.kind == "refused"
        await ann.answer(table.id, ask, ask.options[0].do)
        with pytest.raises(Refused) as caught:
            await ann.answer(table.id, ask, ask.options[0].do)
        assert caught.value.kind == "stale-ask"
        assert await ann.undo(table.id, ask.seat)
        await ann.forfeit(table.id, 2)
        break


async def test_people_talk(ann: Client, bea: Client) -> None:
    table = await ann.make_table("thrones", [ME, None, "random"], settings=CALM)
    await bea.join(table.id, 1, table.invite)
    await ann.send_message(table.id, "hello")
    await bea.send_message(table.id, "peace?", [0])
    assert [(one.n, one.name, one.text, one.seats) for one in await ann.chat(table.id, [0])] == [
        (1, "Ann", "hello", None),
        (2, "Bea", "peace?", (0, 1)),
    ]
    assert [one.n for one in await ann.chat(table.id, [0], after=1)] == [2]
    assert [one.text for one in await ann.chat(table.id)] == ["hello"]


@pytest.mark.slow
async def test_a_record_goes_from_one_table_to_another(ann: Client, services: Services) -> None:
    people = await guests(services, 3)
    table = await table_of(services, [*people], settings=TableSettings(stand_in="random"))
    await ended(services, table.id, Random(1))
    record = await ann.record(table.id)
    loaded = await ann.load(record, "Kept")
    assert (loaded.title, loaded.status) == ("Kept", "finished")
    assert await ann.record(loaded.id) == record
    with pytest.raises(Refused) as caught:
        await ann.load(record[:-9])
    assert caught.value.kind == "invalid"
    with pytest.raises(Refused):
        await ann.rematch(loaded.id)


class Losing(httpx.AsyncBaseTransport):
    """A network that loses the answer to every request whose path ends so, the first time."""

    def __init__(self, ends: str) -> None:
        self.inner = httpx.AsyncHTTPTransport()
        self.ends = ends
        self.lost: set[str] = set()
        self.sent = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send it."""
        self.sent += 1
        answer = await self.inner.handle_async_request(request)
        if request.url.path.endswith(self.ends) and request.url.path not in self.lost:
            self.lost.add(request.url.path)
            await answer.aread()
            raise httpx.ReadError("lost")
        return answer

    async def aclose(self) -> None:
        """End."""
        await self.inner.aclose()


async def test_an_answer_whose_acknowledgement_was_lost_is_sent_again_and_counts_once(
    server: str, services: Services
) -> None:
    async with Client(server) as one:
        await one.enter("Ann")
        table = await one.make_table("thrones", [ME, ME, ME], settings=CALM)
        await one._http.aclose()
        network = Losing("/answers")
        one._http = httpx.AsyncClient(base_url=server + client_module.BASE, transport=network, timeout=PATIENCE)
        before = (await services.host.hosted(table.id)).head
        view = msgspec.convert(
            (await one.get(f"/tables/{table.id}/view", seats="0,1,2"))["state"], Standing, strict=False
        )
        await one.answer(table.id, view.asks[0], view.asks[0].options[0].do)
        assert network.lost
        assert (await services.host.hosted(table.id)).head == before + 1
        network.lost.clear()
        network.ends = "/chat"
        sent = network.sent
        with pytest.raises(httpx.ReadError):  # without a key nobody knows whether it arrived: it is not sent again
            await one.send_message(table.id, "hello")
        assert network.sent == sent + 1


@pytest.mark.parametrize("settings", [{"rate_reads": 60}], indirect=True)
async def test_what_came_too_often_is_sent_again_when_it_may_be(
    ann: Client, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        services._clock.now += int(seconds * 1000) + 1  # type: ignore[union-attr]  # a clock of the tests

    monkeypatch.setattr(client_module, "sleep", wait)
    for _ in range(services.settings.rate_reads + 1):
        await ann.get("/bots")
    assert 0 < sum(waited) <= 61  # until the oldest of the requests is a minute old, some seconds at a time


@pytest.mark.slow
async def test_a_lost_connection_comes_back_and_misses_nothing(ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await ann.make_table("thrones", [ME, ME, ME], settings=CALM)
    addresses: list[str] = []
    sockets: list[ClientConnection] = []

    class Noticed(websockets.asyncio.client.connect):
        """A connection that is noticed."""

        def __init__(self, address: str, **more: Any) -> None:
            addresses.append(address)
            super().__init__(address, **more)

        async def __aenter__(self) -> ClientConnection:
            sockets.append(await super().__aenter__())
            return sockets[-1]

    monkeypatch.setattr(client_module, "connect", Noticed)
    seen, random = 0, Random(1)
    async for standing in ann.play(table.id, table.mine):
        seen += 1
        if seen in (5, 9):
            sockets[-1].transport.abort()
        if seen == 15:
            break
        for ask in standing.asks[:1]:
            await ann.answer(table.id, ask, random.choice(ask.options).do)
    assert len(addresses) == 3
    assert "since" not in addresses[0]
    assert all("&since=" in one for one in addresses[1:])


async def test_what_was_not_answered_when_the_connection_was_lost_is_shown_again(
    ann: Client, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ann.make_table("thrones", [ME, ME, ME], settings=CALM)
    shown: list[list[str]] = []
    post = ann.post

    async def lost(*_: Any, **__: Any) -> None:
        raise httpx.ConnectError("away")

    async for standing in ann.play(table.id, [0]):
        shown.append([one.id for one in standing.asks])
        if len(shown) == 1:
            monkeypatch.setattr(ann, "post", lost)
            with pytest.raises(httpx.ConnectError):
                await ann.answer(table.id, standing.asks[0], standing.asks[0].options[0].do)
            monkeypatch.setattr(ann, "post", post)
            for one in services.onlookers.at(table.id):  # the connection is lost, and nothing is missed meanwhile
                services.live.closing = True
                one.notify("table")
            while services.onlookers.count():
                await asyncio.sleep(0.01)
            services.live.closing = False
        elif len(shown) == 2:
            await ann.answer(table.id, standing.asks[0], standing.asks[0].options[0].do)
        elif len(shown) == 3:  # taken back, it is asked again under the same id
            await ann.undo(table.id, 0)
        else:
            break
    assert shown[0] == shown[1] == shown[3] != shown[2]


async def test_who_only_waits_says_that_it_is_there(
    ann: Client, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ann.make_table("thrones", [ME, ME, ME], settings=CALM)
    monkeypatch.setattr(client_module, "PING_SECONDS", 0.1)
    pinged: list[object] = []
    send = ClientConnection.send

    async def noticed(self: ClientConnection, message: Any, *more: Any) -> None:
        pinged.append(message)
        await send(self, message, *more)

    monkeypatch.setattr(ClientConnection, "send", noticed)
    async for _ in ann.play(table.id, [0]):
        async with asyncio.timeout(PATIENCE):
            while len(pinged) < 3:
                await asyncio.sleep(0.01)
        assert services.onlookers.count() == 1  # the first one
        assert all("ping" in str(one) for one in pinged)
        break


async def test_what_the_server_does_not_allow_is_not_tried_again(ann: Client, bea: Client) -> None:
    table = await ann.make_table("thrones", [ME, ME, ME], settings=CALM)
    with pytest.raises(Refused, match="private"):
        async for _ in bea.play(table.id):
            pass
    with pytest.raises(Refused) as caught:
        async for _ in ann.play("nothing"):
            pass
    assert caught.value.kind == "4404"


async def test_seats_are_offered_asked_for_and_given(ann: Client, bea: Client, server: str) -> None:
    for succession in ("invited", "consent"):
        table = await ann.make_table("thrones", [ME, None, "random"], settings=CALM | {"succession": succession})
        await bea.join(table.id, 1, table.invite)
        await bea.leave(table.id, 1)
        async with Client(server) as dan:
            await dan.enter("Dan")
            if succession == "invited":
                offer = await ann.offer_seat(table.id, 1)
                taken = await dan.join(table.id, 1, table.invite, offer)
            else:
                asked = await dan.request_seat(table.id, 1, table.invite)
                (request,) = asked.requests
                assert (request.seat, request.person.name, len(request.asked)) == (1, "Dan", 2)
                await bea.answer_seat_request(table.id, request.id, agree=True)
                await ann.answer_seat_request(table.id, request.id, agree=True)
                taken = await dan.table(table.id)
            assert taken.mine == [1]


async def test_people_are_blocked_and_passkeys_listed(ann: Client, bea: Client) -> None:
    table = await ann.make_table("thrones", [ME, None, "random"], settings=CALM)
    found = await bea.join(table.id, 1, table.invite)
    them = next(one.person for one in found.seats if one.seat == 0)
    assert them is not None
    await bea.block(them.id)
    assert await bea.blocks() == [them]
    await bea.unblock(them.id)
    assert await bea.blocks() == []
    assert await ann.passkeys() == []
    with pytest.raises(Refused) as caught:
        await ann.remove_passkey("nowhere")
    assert caught.value.kind == "not-found"


async def test_a_changed_password_keeps_the_client_signed_in(ann: Client) -> None:
    made = await ann.post("/accounts?token=true", {"login": "ann-of-a-client", "password": "correct horse"})
    ann.token = made["token"]
    await ann.change_password("correct horse", "better horse")
    assert (await ann.get("/me"))["login"] == "ann-of-a-client"


async def test_spectators_of_a_private_table_need_its_invitation(ann: Client, bea: Client) -> None:
    table = await ann.make_table("thrones", [ME, "random", "random"], settings=CALM)
    async for standing in bea.play(table.id, invite=table.invite):
        assert not standing.asks
        break
    with pytest.raises(Refused):
        async for _ in bea.play(table.id):
            pass
