"""Worlds: the same table on a server, from states that differ in what a viewer cannot know, and all he receives."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from typing import Any

import httpx
import pytest
import uvicorn
from sqlalchemy import delete
from websockets.asyncio.client import ClientConnection, connect

from banneret.kernel import notation
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.pile import knows, mask_of
from banneret.kernel.rulebook import Rulebook
from banneret.server.matches import host as hosting
from banneret.server.people.accounts import Person
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.tables import lifecycle as tables
from banneret.server.tables.table import Clock, Table, TableSettings
from tests.commands import PATIENCE
from tests.server import servers
from tests.server.applications import application
from tests.server.playing import Moment, guests, table_of

UNTOLD = ("date", "x-request-id")
"""Headers that are of the moment."""


class Leak(AssertionError):
    """A viewer received something that tells more than it may."""


def same_secrets(patch: pytest.MonkeyPatch) -> None:
    """Let every world draw the same ids and tokens: what differs then differs for another reason."""
    numbers = count()

    def drawn(length: int | None = None) -> bytes:
        return hashlib.shake_128(str(next(numbers)).encode()).digest(length or 32)

    patch.setattr(tables, "secrets", secrets)
    patch.setattr(secrets, "token_bytes", drawn)
    patch.setattr(secrets, "token_hex", lambda length=None: drawn(length).hex())
    patch.setattr(secrets, "token_urlsafe", lambda length=None: _text(drawn(length), length))


def _text(raw: bytes, length: int | None) -> str:
    return (raw.hex() * 2)[: -(-(length or 32) * 4 // 3)]


class Shown:
    """What chance has shown to some viewers by now; `notes`: a rule has shown something by itself."""

    def __init__(self, match: Match[Any], mask: int) -> None:
        self.results = [d.result for d in match.draws if d.result is not None and knows(d.seen, mask)]
        self.notes = sum(d.result is None and knows(d.seen, mask) for d in match.draws)


class World:
    """A server with one table whose match begins from a state, and one viewer who records everything."""

    def __init__(self, services: Services, url: str, table: Table, people: list[Person], seats: frozenset[int]) -> None:
        self.services = services
        self.url = url
        self.table = table
        self.people = people
        self.seats = seats
        self.random = Random(0)
        self.received: list[list[Any]] = []
        """After each step: messages of the socket, and answers of HTTP."""
        self.shown: list[Shown] = []
        self._came: list[str] = []
        self._replied: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._pong = asyncio.Event()
        self._socket: ClientConnection
        self._http: httpx.AsyncClient

    @property
    def match(self) -> Match[Any]:
        """The match as it stands."""
        hosted = self.services.host.standing(self.table.id)
        assert hosted is not None
        return hosted.match

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[World]:
        """Look, for as long as the block lasts."""
        headers = {}
        if self.seats:
            person = self.people[min(self.seats)]
            bearer = await self.services.people.open_session(person, "test", self.services.now())
            headers = {"authorization": f"Bearer {bearer}"}
        listed = ",".join(map(str, sorted(self.seats)))
        address = f"ws{self.url.removeprefix('http')}/api/v1/tables/{self.table.id}/live?seats={listed}&drawing=true"
        async with (
            # no pings: the server plays on the same loop, which keeps them waiting on a slow machine
            connect(
                address, additional_headers=headers, proxy=None, max_size=2**22, ping_interval=None
            ) as self._socket,
            httpx.AsyncClient(
                base_url=f"{self.url}/api/v1", headers=headers, trust_env=False, timeout=PATIENCE
            ) as self._http,
        ):
            reading = asyncio.ensure_future(self._read())
            await self.step()
            try:
                yield self
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)

    async def _read(self) -> None:
        async for raw in self._socket:
            message = json.loads(raw)
            if message["type"] == "pong":
                self._pong.set()
                continue
            if message["type"] in ("answered", "problem"):
                self._replied.put_nowait(message)
            self._came.append(str(raw))

    async def say(self, message: Mapping[str, Any]) -> None:
        """Say something over the socket."""
        await self._socket.send(json.dumps(message))

    async def settled(self) -> None:
        """Wait until everything has been stored, told, sent and received."""
        await self.services.host.settle()
        async with asyncio.timeout(PATIENCE):
            while not self._rests():
                await asyncio.sleep(0.002)
        self._pong.clear()
        await self.say({"type": "ping"})
        await asyncio.wait_for(self._pong.wait(), PATIENCE)

    def _rests(self) -> bool:
        looking = self.services.onlookers.at(self.table.id)
        return bool(looking) and all(one.resting and not one.changed.is_set() for one in looking)

    async def step(self, questions: int = 2) -> None:
        """Keep everything that was received since the last step, and what HTTP answers to some questions."""
        await self.settled()
        asked = [await self._ask(one) for one in self.random.sample(QUESTIONS, questions)]
        self.received.append([*in_order(self._came), *asked])
        self._came.clear()
        self.shown.append(Shown(self.match, mask_of(self.seats)))

    async def _ask(self, question: str) -> Any:
        seats = ",".join(map(str, sorted(self.seats)))
        path = f"/tables/{self.table.id}"
        if question.startswith("GET "):
            answer = await self._http.get(question[4:].format(path=path, seats=seats))
        else:
            seat = min(self.seats, default=0)
            hosted = self.services.host.standing(self.table.id)
            assert hosted is not None
            own = hosted.match.asking.get(seat) if self.seats else None
            ask = "0-9-9-nothing" if own is None or question == "stale" else hosted.asks()[seat]
            body: dict[str, Any] = {"seat": seat, "ask": ask}
            if question in ("check", "preview", "stale"):
                body["do"] = "nonsense" if own is None else notation.write(own.options.listed[-1])
            elif question == "refused":
                question, body["do"] = "answers", "no such thing"
            elif question == "sample":
                body["n"] = 3
            elif question == "aim":
                body["at"] = {"x": 300.0, "y": 400.0, "turn": 30.0}
            elif question == "measure":
                body = {"one": {"x": 300.0, "y": 400.0}, "other": {"x": 5.0, "y": 6.0}, "seats": seats}
            question = "answers" if question == "stale" else question
            answer = await self._http.post(f"{path}/{question}", json=body)
        headers = sorted((name, value) for name, value in answer.headers.items() if name not in UNTOLD)
        return question, answer.status_code, headers, answer.content

    async def answer(self, seat: int, do: str) -> bool:
        """Answer for a seat, the viewer's own over his socket; False if the rules forbid it in this world."""
        hosted = self.services.host.standing(self.table.id)
        assert hosted is not None
        if hosted.match.refusal(seat, do) is not None:
            return False
        ask = hosted.asks()[seat]
        if seat in self.seats:
            await self.say({"type": "answer", "id": f"a{len(self.received)}", "seat": seat, "ask": ask, "do": do})
            reply = await asyncio.wait_for(self._replied.get(), PATIENCE)
            assert reply["type"] == "answered", reply
        else:
            await self.services.host.answer(self.table.id, seat, ask, do)
        return True


def in_order(came: list[str]) -> list[str]:
    """Return messages without what chance decides of their order.

    An acknowledgement may come before or after the step that it acknowledges, and a table that changed twice may be
    told once or twice.
    """
    kinds = [json.loads(one)["type"] for one in came]
    last = max((i for i, kind in enumerate(kinds) if kind == "table"), default=None)
    kept = [one for i, one in enumerate(came) if kinds[i] not in ("answered", "table")]
    replies = [one for one, kind in zip(came, kinds, strict=True) if kind == "answered"]
    return [*replies, *kept, *([] if last is None else [came[last]])]


QUESTIONS = [
    "GET {path}",
    "GET {path}/view?seats={seats}",
    "GET {path}/events?seats={seats}",
    "GET {path}/ground",
    "GET {path}/replay?seats={seats}",
    "GET {path}/replay/1?seats={seats}",
    "GET {path}/replay/99999?seats={seats}",
    "GET {path}/recap?seats={seats}",
    "GET {path}/chat?seats={seats}",
    "GET {path}/record",
    "GET /tables",
    "GET /tables?mine=true",
    "check",
    "suggest",
    "sample",
    "preview",
    "aim",
    "measure",
    "stale",
    "refused",
]


@asynccontextmanager
async def world(
    settings: Settings, book: Rulebook[Any], state: Any, seats: int, viewers: frozenset[int]
) -> AsyncIterator[World]:
    """Serve a table whose match begins from a state; nothing else differs between worlds."""

    def begin(*_: object) -> Match[Any]:
        return Match(book, Origin(seats, {}, None, state.copy()))

    services = Services(settings, clock=Moment())
    with pytest.MonkeyPatch.context() as patch, application(services) as app:
        same_secrets(patch)
        patch.setattr(hosting, "revive", begin)
        await services.start()
        config = uvicorn.Config(app, port=servers.free_port(), log_config=None, lifespan="off", ws_max_size=2**20)
        server = uvicorn.Server(config)
        task = asyncio.ensure_future(server.serve())
        try:
            while not server.started:
                await asyncio.sleep(0.002)
            # The viewer sits in all his seats; the others each in one.
            people: list[Person] = await guests(services, seats)
            sitting: list[Person | str] = [people[min(viewers)] if n in viewers else people[n] for n in range(seats)]
            table = await table_of(
                services, sitting, rulebook=book.id, settings=TableSettings(clock=Clock(kind="live"))
            )
            async with services.database.writing() as connection:  # the match that was drawn for it is not played
                await connection.execute(delete(schema.told).where(schema.told.c.table_id == table.id))
            await services.host.hosted(table.id)
            made = World(services, f"http://127.0.0.1:{config.port}", table, people, viewers)
            async with made.watched():
                yield made
        finally:
            server.should_exit = True
            await task
            await services.stop()
