"""`/api/v1/tables/{table}/live`: a table as it is played, over a WebSocket. The messages are told in docs/api.md."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from msgspec import Meta

from banneret.server.api.dependencies import Anybody, Parts
from banneret.server.api.play import viewers_of
from banneret.server.describing import describe_one
from banneret.server.guarding import origin_allowed
from banneret.server.live import Looking
from banneret.server.people import Person
from banneret.server.problems import Problem
from banneret.server.tables import Table

log = structlog.get_logger()

BAD_MESSAGE: Final = 4400
NOT_ALLOWED: Final = 4403
NO_TABLE: Final = 4404
IDLE: Final = 4408
HALTED: Final = 4409
TOO_LARGE: Final = 4413
TOO_MANY: Final = 4429
GOING_AWAY: Final = 1001

IDLE_SECONDS: Final = 90.0
"""A client that says nothing for so long, not even ping, is gone."""
SEND_SECONDS: Final = 20.0
"""A client that takes so long to receive a message is dropped; it may come back and gets what it missed."""
BAD_MESSAGES: Final = 20
"""After so many messages that cannot be read a connection is closed."""

_CLOSE: Final = {"not-allowed": NOT_ALLOWED, "not-found": NO_TABLE, "halted": HALTED, "too-many": TOO_MANY}


class AnswerMessage(msgspec.Struct, frozen=True, tag_field="type", tag="answer"):
    """An answer; `id` is the client's own, and makes it harmless to send it twice."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    seat: Annotated[int, Meta(ge=0, le=15)]
    ask: Annotated[str, Meta(max_length=60)]
    do: Annotated[str, Meta(max_length=2000)]


class PingMessage(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    """Still there."""


Incoming = AnswerMessage | PingMessage
_DECODER: Final = msgspec.json.Decoder(Incoming)


@websocket("/api/v1/tables/{table:str}/live", opt={"rate": "reads"})
async def live(
    socket: WebSocket[Any, Any, Any],
    services: Parts,
    table: FromPath[str],
    seats: FromQuery[str] = "",
    since: FromQuery[int | None] = None,
    drawing: FromQuery[bool] = False,
    lang: FromQuery[str] = "en",
    invite: FromQuery[str | None] = None,
) -> None:
    """Send a table's messages as they come, and take answers."""
    person: Person | None = socket.user
    await socket.accept()
    try:
        if not origin_allowed(services.settings, socket):
            raise Problem("not-allowed", "This page is of another site.")
        found = await services.tables.visible(table[:16], person, invite)
        viewers = viewers_of(found, person, seats if len(seats) < 50 and _listed(seats) else "99")
    except Problem as problem:
        await _close(socket, _CLOSE.get(problem.kind, NOT_ALLOWED), problem.detail)
        return
    looking = Looking(found.id, person.id if person else None, viewers, drawing, lang[:8])
    services.live.enter(looking)
    await services.live.announce(found.id, "table")
    connection = _Connection(socket, services, person, looking, since)
    tasks = [asyncio.ensure_future(connection.receive()), asyncio.ensure_future(connection.send())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            error = task.exception()
            if isinstance(error, _Closing):
                await _close(socket, error.code, error.why)
            elif error is not None and not isinstance(error, WebSocketDisconnect):
                log.error("socket failed", table=found.id, exc_info=error)
                await _close(socket, 1011, "The server made a mistake; it has been logged.")
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        services.live.leave(looking)
        await services.live.announce(found.id, "table")


class _Closing(Exception):
    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


class _Connection:
    """One socket: what it is sent, and what it says."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        services: Parts,
        person: Anybody,
        looking: Looking,
        since: int | None,
    ) -> None:
        self.socket = socket
        self.services = services
        self.person = person
        self.looking = looking
        self.seq = since
        self.begun = False
        self.chat = 0
        self.sending = asyncio.Lock()
        self.answering = asyncio.Lock()

    async def receive(self) -> None:
        """Read what the client says, for as long as it is there."""
        bad = 0
        while True:
            try:
                raw: Any = await asyncio.wait_for(self.socket.receive(), IDLE_SECONDS)  # an ASGI message
            except TimeoutError:
                raise _Closing(IDLE, "Nothing was heard for too long.") from None
            if raw["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(detail="gone")
            data: str | bytes = raw.get("text") or raw.get("bytes") or b""
            if len(data) > self.services.settings.body_limit:
                raise _Closing(TOO_LARGE, "The message is too large.")
            try:
                message = _DECODER.decode(data)
            except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
                bad += 1
                if bad >= BAD_MESSAGES:
                    raise _Closing(BAD_MESSAGE, "Too many messages that cannot be read.") from None
                await self._problem(Problem("invalid", f"The message cannot be read: {str(error)[:200]}"))
                continue
            if isinstance(message, PingMessage):
                await self._send(b'{"v":1,"type":"pong"}')
            else:
                async with self.answering:
                    await self._answer(message)

    async def _answer(self, message: AnswerMessage) -> None:
        services = self.services
        try:
            if self.person is None:
                raise Problem("not-signed-in", "Come in as a guest or sign in first.")
            waits = services.rates.take(self.person.id, "answers", services.settings.rate_answers)
            if waits:
                raise Problem("too-many", "Too many answers a minute.", retry_ms=waits)
            table = await services.tables.get(self.looking.table)
            if message.seat not in table.of(self.person):
                raise Problem("not-allowed", f"Seat {message.seat} is not yours.")
            await services.host.answer(
                table.id, message.seat, message.ask, message.do, person=self.person.id, idempotency=message.id
            )
        except Problem as problem:
            await self._problem(problem, message.id)
            return
        await self._send(msgspec.json.encode({"v": 1, "type": "answered", "id": message.id}))

    async def _problem(self, problem: Problem, id_: str | None = None) -> None:
        self.services.measures.problems.labels(problem.kind).inc()
        body = {"v": 1, "type": "problem", "kind": problem.kind, "status": problem.status, "detail": problem.detail}
        await self._send(msgspec.json.encode(body | problem.more | ({} if id_ is None else {"id": id_})))

    async def send(self) -> None:
        """Send what is new, whenever something has changed."""
        what = {"match", "table", "chat"}
        while True:
            if self.services.live.closing:
                async with self.answering:  # what is being stored is stored, and said to be
                    raise _Closing(GOING_AWAY, "The server stops; come back in a moment.")
            table = await self.services.tables.get(self.looking.table)
            if not self.looking.seats <= table.of(self.person):
                raise _Closing(NOT_ALLOWED, "The seat is no longer yours.")
            if table.status == "halted":
                raise _Closing(HALTED, f"The table is halted: {table.halted}")
            upto = 0
            if table.status in ("running", "finished"):
                upto = await self._match(table)
            if "table" in what or "match" in what:
                info = await describe_one(self.services, table, self.person)
                await self._send(msgspec.json.encode({"v": 1, "type": "table", "table": info}))
            for said in await self.services.chatting.read(table, self.looking.seats, upto, self.chat):
                self.chat = said.n
                await self._send(msgspec.json.encode({"v": 1, "type": "chat", **msgspec.to_builtins(said)}))
            await self.looking.changed.wait()
            self.looking.changed.clear()
            what, self.looking.what = self.looking.what, set()

    async def _match(self, table: Table) -> int:
        hosted = await self.services.host.hosted(table.id)
        live = self.services.live
        upto = live.upto(hosted, table, self.looking.seats)
        if not self.begun:
            self.begun = True
            if self.seq is not None:
                try:
                    missed = live.after(hosted, self.looking, self.seq, upto)
                except LookupError:
                    self.seq = None  # of another table, or of a future that never was: it begins anew
                else:
                    await self._all(missed)
                    return upto
            self.seq, message = live.first(hosted, self.looking, upto)
            await self._send(message)
        elif self.seq is not None:
            await self._all(live.after(hosted, self.looking, self.seq, upto))
        return upto

    async def _all(self, messages: list[tuple[int, bytes]]) -> None:
        for seq, message in messages:
            await self._send(message)
            self.seq = seq

    async def _send(self, message: bytes) -> None:
        async with self.sending:
            try:
                await asyncio.wait_for(self.socket.send_text(message.decode()), SEND_SECONDS)
            except TimeoutError:
                raise _Closing(IDLE, "The client takes too long.") from None


def _listed(seats: str) -> bool:
    return all(one.isdecimal() and one.isascii() for one in seats.split(",")) if seats else True


async def _close(socket: WebSocket[Any, Any, Any], code: int, why: str) -> None:
    try:
        await socket.close(code=code, reason=why.encode()[:120].decode(errors="ignore"))
    except (RuntimeError, WebSocketDisconnect, OSError):
        return  # it is gone already
