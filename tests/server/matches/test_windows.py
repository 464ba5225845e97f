"""Reaction windows stay open equally long, regardless of the hand and of who answers."""

from __future__ import annotations

import asyncio
import json
import time
from random import Random

import httpx
import pytest

from banneret.kernel import notation, registry
from banneret.server.matches.windows import is_window
from banneret.server.people.accounts import Person
from banneret.server.services import Services
from banneret.server.tables.table import Table, TableSettings
from tests.commands import PATIENCE
from tests.kernel.toy import SkirlRulebook
from tests.server.api.test_live import looking, receive, token
from tests.server.playing import guests, play_on, table_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

EVEN = TableSettings(even_windows=True, window_seconds=1, auto_single=True)


@pytest.fixture(autouse=True)
def _skirl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.REGISTRY.books, "skirl", SkirlRulebook())


async def begun(services: Services, settings: TableSettings = EVEN) -> tuple[Table, Person]:
    (ann,) = await guests(services, 1)
    services.thinking._stopping = True  # nobody answers by itself until it is wanted
    options = {"rounds": 40, "goal": 100_000}
    return await table_of(services, [ann, ann, ann], rulebook="skirl", settings=settings, options=options), ann


async def until_window(services: Services, table: Table, *, choice: bool) -> tuple[int, str, str]:
    """Play until a seat may toss cards, with a choice or without; return the seat, the ask and an answer."""
    random = Random(2)
    while True:
        hosted = await services.host.hosted(table.id)
        for seat, ask in hosted.match.asking.items():
            if ask.kind == "toss" and (len(ask.options.listed) > 1) == choice:
                return seat, hosted.asks()[seat], notation.write(ask.options.listed[-1])
        assert await play_on(services, table.id, random, answers=1) == 1


async def lasted(services: Services, table: Table, seat: int, ask: str, begun: float) -> float:
    """Return after how many seconds an ask was answered."""
    while (await services.host.hosted(table.id)).asks().get(seat) == ask:
        assert time.monotonic() < begun + PATIENCE
        await asyncio.sleep(0.01)
    return time.monotonic() - begun


async def test_a_quick_answer_and_one_given_by_itself_take_equally_long(services: Services, server: str) -> None:
    table, ann = await begun(services)
    headers = {"authorization": f"Bearer {await token(services, ann)}"}
    seat, ask, do = await until_window(services, table, choice=True)
    async with httpx.AsyncClient(
        base_url=f"{server}/api/v1/tables/{table.id}", headers=headers, timeout=PATIENCE
    ) as client:
        begin = time.monotonic()
        answering = asyncio.ensure_future(client.post("/answers", json={"seat": seat, "ask": ask, "do": do}))
        given = await lasted(services, table, seat, ask, begin)
        assert (await answering).status_code == 200
    seat, ask, _ = await until_window(services, table, choice=False)
    services.thinking._stopping = False
    begin = time.monotonic()
    await services.host.wake(table.id)
    alone = await lasted(services, table, seat, ask, begin)
    assert min(given, alone) > 0.95  # the window; how much longer depends on the machine


async def test_what_is_refused_is_refused_at_once_and_what_is_no_window_is_not_held(services: Services) -> None:
    table, _ = await begun(services)
    hosted = await services.host.hosted(table.id)
    assert await services.windows.left(table, 0, hosted.asks()[0]) == 0  # a bid, sealed
    seat, ask, do = await until_window(services, table, choice=True)
    table = await services.tables.get(table.id)
    assert await services.windows.left(table, seat, ask, do) == 1
    assert await services.windows.left(table, seat, ask, "nonsense") == 0
    assert await services.windows.left(table, seat, "0-0-0-toss", do) == 0
    services._clock.now += 400  # type: ignore[union-attr]  # a clock that stands still
    assert await services.windows.left(table, seat, ask, do) == pytest.approx(0.6)
    services._clock.now += 10_000  # type: ignore[union-attr]  # a clock of the tests
    assert await services.windows.left(table, seat, ask, do) == 0  # who thinks for longer does so for all to see
    plain, _ = await begun(services, TableSettings(auto_single=True))
    seat, ask, do = await until_window(services, plain, choice=True)
    assert await services.windows.left(await services.tables.get(plain.id), seat, ask, do) == 0


async def test_while_an_answer_is_held_the_connection_goes_on(services: Services, server: str) -> None:
    table, ann = await begun(services)
    seat, ask, do = await until_window(services, table, choice=True)
    async with looking(server, table.id, await token(services, ann), "seats=0,1,2") as socket:
        await receive(socket, "state")
        await socket.send(json.dumps({"type": "answer", "id": "x", "seat": seat, "ask": ask, "do": do}))
        await socket.send(json.dumps({"type": "ping"}))
        first = await receive(socket, "pong", "answered")
        assert first["type"] == "pong"
        assert (await receive(socket, "answered", "problem"))["type"] == "answered"


async def test_only_questions_that_are_asked_whatever_the_hand_holds_are_windows(services: Services) -> None:
    table, _ = await begun(services)
    found: dict[str, bool] = {}
    random = Random(1)
    while len(found) < 6:
        for ask in (await services.host.hosted(table.id)).match.asking.values():
            found[ask.kind] = is_window(ask)
        assert await play_on(services, table.id, random, answers=1) == 1
    assert {kind for kind, window in found.items() if window} <= {"stake", "toss"}
    assert not any(found[kind] for kind in ("bid", "posture", "plant"))
