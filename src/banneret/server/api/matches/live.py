"""`/api/v1/tables/{table}/live`: live updates of a table over a WebSocket, as documented in docs/api.md."""

from __future__ import annotations

import asyncio
import re
import time
from hashlib import sha256
from random import random
from typing import Any, Final

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from banneret.server.api.bodies import has_nul
from banneret.server.api.dependencies import Anybody, Parts
from banneret.server.api.forwarded import carried_out, problem_of
from banneret.server.api.matches.play import AnswerIn, sits, viewers_of
from banneret.server.api.matches.socket_messages import AnswerMessage, DraftMessage, PingMessage, ToServer
from banneret.server.api.tables import INVITE
from banneret.server.live.draft_messages import draft_out
from banneret.server.live.onlookers import Looking
from banneret.server.live.sockets import ALL
from banneret.server.matches.forwarding import MOVED, Forwarded, Reply
from banneret.server.people.accounts import LANGUAGES, Person
from banneret.server.people.limits import origin_allowed, token_of
from banneret.server.people.networks import address_of, network_of
from banneret.server.problems import Problem
from banneret.server.store.leases import Elsewhere
from banneret.server.store.writer import answers_first
from banneret.server.tables.chat import PAGE, Mark, Reader
from banneret.server.tables.table import Table
from banneret.server.traces import span

log = structlog.get_logger()

BAD_MESSAGE: Final = 4400
NOT_SIGNED_IN: Final = 4401
NOT_ALLOWED: Final = 4403
NO_TABLE: Final = 4404
IDLE: Final = 4408
HALTED: Final = 4409
TOO_LARGE: Final = 4413
TOO_MANY: Final = 4429
GOING_AWAY: Final = 1001
MISTAKE: Final = 1011
TRY_LATER: Final = 1013
NO_ANSWER: Final = 4500
"""Sent by the framework if a connection could not be handled at all, for example without a database."""

IDLE_SECONDS: Final = 90.0
"""Seconds without a message or ping after which a client is disconnected."""
SEND_SECONDS: Final = 20.0
"""Maximum number of seconds to send a message to a client; it can reconnect and receive what it has missed."""
SESSION_SECONDS: Final = 5.0
"""Minimum number of seconds between two checks of a connection's session."""
SUBPROTOCOL: Final = "banneret"
INVITE_PREFIX: Final = "invite."
"""Prefix of invitations among subprotocols, the only headers of WebSockets that browsers can set."""
CHAT_AT_FIRST: Final = 200
"""Number of chat messages sent initially; earlier ones can be requested over HTTP."""
SESSION_OVER: Final = "This session has ended; sign in again."
BAD_MESSAGES: Final = 20
"""Number of unreadable messages after which a connection is closed."""
SEQ_DIGITS: Final = 7

_CLOSE: Final = {
    "not-signed-in": NOT_SIGNED_IN,
    "not-allowed": NOT_ALLOWED,
    "not-found": NO_TABLE,
    "halted": HALTED,
    "too-many": TOO_MANY,
    "invalid": BAD_MESSAGE,
    "conflict": TRY_LATER,
    "storage": TRY_LATER,
}


TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,16}")
_DECODER: Final = msgspec.json.Decoder(ToServer)


@websocket("/api/v1/tables/{table:str}/live", opt={"rate": ""})
async def live(socket: WebSocket[Any, Any, Any], services: Parts, table: FromPath[str]) -> None:
    """Send a table's messages as they occur, and receive answers.

    Query parameters: `seats`, `since` (the last `seq` received), `drawing`, `lang`. The invitation to a private table
    is in the same header as for other requests or, from browsers, a subprotocol `invite.CODE` besides `banneret`.
    """
    offered: list[str] = socket.scope.get("subprotocols", [])
    await socket.accept(subprotocols=SUBPROTOCOL if SUBPROTOCOL in offered else None)
    try:
        found, looking, since = await _begin(socket, services, table)
    except Problem as problem:
        await _close(socket, _CLOSE.get(problem.kind, NOT_ALLOWED), problem.detail)
        return
    services.live.enter(looking)
    sits = bool(found.of(socket.user))  # the presence of others is not announced
    if sits:
        await services.live.announce(found.id, "table")
    connection = _Connection(socket, services, looking, since)
    tasks = [asyncio.ensure_future(connection.receive()), asyncio.ensure_future(connection.send())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            error = task.exception()
            if isinstance(error, _Closing):
                await _close(socket, error.code, error.why)
            elif isinstance(error, Problem):
                await _close(socket, _CLOSE.get(error.kind, TRY_LATER), error.detail)
            elif error is not None and not isinstance(error, WebSocketDisconnect):
                log.error("socket failed", table=found.id, exc_info=error)
                await _close(socket, MISTAKE, "An internal error occurred; it has been logged.")
    finally:
        tasks += connection.held
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        services.live.leave(looking)
        if sits:
            await services.live.announce(found.id, "table")


async def _begin(socket: WebSocket[Any, Any, Any], services: Parts, table: str) -> tuple[Table, Looking, int | None]:
    """Return the table, the connection and `since` of a request. Raises Problem."""
    if not origin_allowed(services.settings, socket):
        raise Problem("not-allowed", "This page belongs to another site.")
    person, query = socket.user, socket.query_params
    who = person.id if person else f"address {network_of(address_of(socket))}"
    limit = services.settings.rate_reads
    if await services.counters.take(who, "reads", limit):
        raise Problem("too-many", f"More than {limit} a minute.")
    most = services.settings.sockets_per_person
    if services.onlookers.count_of(who) >= most:
        raise Problem("too-many", f"There are already {most} connections.")
    if TABLE_ID.fullmatch(table) is None:
        raise Problem("not-found", "There is no such table.")
    found = await services.tables.visible(table, person, _invite(socket))
    seats = query.get("seats") or ""
    if len(seats) > 50 or not _listed(seats):
        raise Problem("not-allowed", "seats: numbers such as 0 or 0,3.")
    if seats and person is None:
        raise Problem("not-signed-in", "Sign in first to use your seats.")
    viewers = viewers_of(found, person, seats)
    since = query.get("since") or ""
    number = int(since) if since.isdecimal() and since.isascii() and len(since) <= SEQ_DIGITS else None
    language = query.get("lang") or "en"
    if language not in (*LANGUAGES, "qps"):
        raise Problem("invalid", f"lang: there is no language {language[:8]!r}.")
    drawing = query.get("drawing") or "false"
    if drawing not in ("true", "false"):
        raise Problem("invalid", "drawing: true or false.")
    id_, session = (person.id, socket.auth.id) if person else (None, None)
    return found, Looking(found.id, id_, viewers, drawing == "true", language, who, session), number


def _invite(socket: WebSocket[Any, Any, Any]) -> str | None:
    """Return the invitation from a header; it is not part of the URL, which would be logged."""
    for one in socket.scope.get("subprotocols", []):
        if one.startswith(INVITE_PREFIX):
            return str(one.removeprefix(INVITE_PREFIX))
    return socket.headers.get(INVITE)


class _Closing(Exception):
    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


class _Connection:
    """One socket, with its messages in both directions."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        services: Parts,
        looking: Looking,
        since: int | None,
    ) -> None:
        self.socket = socket
        self.services = services
        self.person: Anybody = socket.user
        self.token = token_of(socket)
        # Connections made at the same time, as after a restart, check their sessions at different times.
        self.signed_in_at = time.monotonic() - SESSION_SECONDS * random()
        self.looking = looking
        self.seq = since
        self.begun = False
        self.chat: Mark | None = None
        self.table = b""
        self.drafts: dict[int, bytes] = {}
        """The draft sent last, by seat."""
        self.sending = asyncio.Lock()
        self.answering = asyncio.Lock()
        self.held: set[asyncio.Task[None]] = set()
        """Answers held back until their window closes."""

    async def receive(self) -> None:
        """Handle the client's messages until it disconnects."""
        bad = 0
        while True:
            try:
                async with asyncio.timeout(IDLE_SECONDS):
                    raw: Any = await self.socket.receive()  # an ASGI message
            except TimeoutError:
                raise _Closing(IDLE, "No message was received for too long.") from None
            if raw["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(detail="gone")
            await self._still_signed_in()
            data: str | bytes = raw.get("text") or raw.get("bytes") or b""
            if len(data) > self.services.settings.body_limit:
                raise _Closing(TOO_LARGE, "The message is too large.")
            try:
                message = _DECODER.decode(data)
                if has_nul(msgspec.to_builtins(message)):
                    raise msgspec.DecodeError("it contains a NUL character")
            except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
                bad += 1
                if bad >= BAD_MESSAGES:
                    raise _Closing(BAD_MESSAGE, "Too many unreadable messages.") from None
                await self._problem(Problem("invalid", f"The message cannot be read: {str(error)[:200]}"))
                continue
            if isinstance(message, PingMessage):
                await self._send(b'{"v":1,"type":"pong"}')
            else:
                async with self.answering:
                    with span("socket answer"):
                        await (self._draft(message) if isinstance(message, DraftMessage) else self._answer(message))

    async def _still_signed_in(self) -> None:
        now = time.monotonic()
        if self.person is None or self.token is None or now < self.signed_in_at + SESSION_SECONDS:
            return
        self.signed_in_at = now
        if await self.services.people.by_token(self.token, self.services.now()) is None:
            raise _Closing(NOT_SIGNED_IN, SESSION_OVER)

    async def _answer(self, message: AnswerMessage, *, held: bool = False) -> None:
        services = self.services
        try:
            if self.person is None:
                raise Problem("not-signed-in", "Enter as a guest or sign in first.")
            limit = services.settings.rate_answers
            waits = 0 if held else await services.counters.take(self.person.id, "answers", limit)
            if waits:
                raise Problem("too-many", "Too many answers a minute.", retry_ms=waits)
            table = await self._table(self.person, message.seat)
            left = 0.0 if held else await services.windows.left(table, message.seat, message.ask, message.do)
            if left:
                self._hold(left, message)
            else:
                await self._store(message, self.person)
        except Problem as problem:
            await self._problem(problem, message.id)

    async def _draft(self, message: DraftMessage) -> None:
        services = self.services
        try:
            if self.person is None:
                raise Problem("not-signed-in", "Enter as a guest or sign in first.")
            waits = await services.counters.take(self.person.id, "questions", services.settings.rate_questions)
            if waits:
                raise Problem("too-many", "Too many questions a minute.", retry_ms=waits)
            table = await self._table(self.person, message.seat)
            await services.drafts.put(table, self.person, message.seat, message.ask, message.answers)
        except Problem as problem:
            await self._problem(problem, message.id)
        else:
            await self._send(msgspec.json.encode({"v": 1, "type": "answered", "id": message.id}))

    async def _table(self, person: Person, seat: int) -> Table:
        """Return the table as known to this process. Raises Problem not-allowed if the seat is not the person's."""
        hosted = self.services.host.standing(self.looking.table)
        if hosted is None or seat not in hosted.kept.table.of(person):  # or has just joined elsewhere
            table = await self.services.tables.get(self.looking.table)
            sits(person, seat)(table)
            return table
        return hosted.kept.table

    async def _store(self, message: AnswerMessage, person: Person) -> None:
        services, table = self.services, self.looking.table
        key = message.id if message.id.isascii() else sha256(message.id.encode()).hexdigest()  # valid in a header

        async def here(_: Forwarded | None) -> Reply:
            try:
                await services.host.answer(
                    table, message.seat, message.ask, message.do,
                    person=person.id, idempotency=key, check=sits(person, message.seat),
                )  # fmt: skip  # several to a line
            except Elsewhere as error:
                return Reply(MOVED, "", error.detail.encode())
            return Reply(200, "", b"")

        if services.leases.used:
            body = msgspec.json.encode(AnswerIn(message.seat, message.ask, message.do))
            path = f"/api/v1/tables/{table}/answers"
            told = Forwarded(
                table=table, person=person, method="POST", path=path, type="application/json", body=body, key=key,
                repeatable=True,
            )  # fmt: skip  # several to a line
            reply = await carried_out(services, told, here)
            if reply.status != 200:
                raise problem_of(reply)
        else:
            await here(None)
        await self._send(msgspec.json.encode({"v": 1, "type": "answered", "id": message.id}))

    def _hold(self, seconds: float, message: AnswerMessage) -> None:
        """Answer when the window closes, without blocking the connection."""

        async def later() -> None:
            await asyncio.sleep(seconds)
            async with self.answering:
                await self._answer(message, held=True)

        task = asyncio.ensure_future(later())
        self.held.add(task)
        task.add_done_callback(self.held.discard)

    async def _problem(self, problem: Problem, id_: str | None = None) -> None:
        self.services.measures.problems.labels(problem.kind).inc()
        body = {"v": 1, "type": "problem", "kind": problem.kind, "status": problem.status, "detail": problem.detail}
        await self._send(msgspec.json.encode(body | problem.more | ({} if id_ is None else {"id": id_})))

    async def send(self) -> None:
        """Send all updates, whenever something has changed."""
        what = set(ALL)
        while True:
            if self.services.live.closing:
                async with self.answering:  # finish and acknowledge the answer in progress
                    raise _Closing(GOING_AWAY, "The server is restarting; reconnect in a moment.")
            if self.looking.signed_out:
                raise _Closing(NOT_SIGNED_IN, SESSION_OVER)
            table, facts = await self.services.live.facts(self.looking.table)
            if not self.looking.seats <= table.of(self.person):
                raise _Closing(NOT_ALLOWED, "The seat is no longer yours.")
            if table.status == "halted":
                info = await self.services.summaries.describe_to(table, self.person, facts)
                await self._send(msgspec.json.encode({"v": 1, "type": "table", "table": info}))
                raise _Closing(HALTED, f"The table is halted: {table.halted}")
            with span("send", self.looking.trace):
                upto, messages = await self._match(table) if table.status in ("running", "finished") else (0, [])
                # Secret answers of others do not change this message, so that nothing is sent.
                info = await self.services.summaries.describe_to(table, self.person, facts)
                told = msgspec.json.encode({"v": 1, "type": "table", "table": info})
                if told != self.table:
                    self.table = told
                    messages.append(told)
                if messages:
                    await self._send(*messages)
            if "draft" in what and table.status == "running":
                await self._drafts(table)
            if "chat" in what or (table.settings.delay_rounds and not self.looking.seats):
                await self._chat(table, upto)
            self.looking.resting = True
            await self.looking.changed.wait()
            await answers_first()  # let acknowledgements and next answers pass
            self.looking.resting = False
            self.looking.changed.clear()
            what, self.looking.what = self.looking.what, set()

    async def _drafts(self, table: Table) -> None:
        """Send the changed drafts of the connection's seats."""
        hosted = self.services.host.standing(table.id)
        if hosted is None or self.person is None:
            return
        for seat in sorted(self.looking.seats):
            found = await self.services.drafts.open(hosted, self.person.id, seat)
            if found is None or (seat not in self.drafts and not found.answers):
                continue
            language = self.looking.language if self.looking.drawn and len(self.looking.seats) == 1 else None
            told = draft_out(found, self.looking.seats, language)
            message = msgspec.json.encode({"v": 1, "type": "draft", "draft": told})
            if self.drafts.get(seat) != message:
                self.drafts[seat] = message
                await self._send(message)

    async def _chat(self, table: Table, upto: int) -> None:
        chatting, reader = self.services.chatting, Reader(self.looking.person, self.looking.seats)
        if self.chat is None:
            self.chat = await chatting.latest(table, reader, upto, CHAT_AT_FIRST)
        while True:
            found, self.chat = await chatting.page(table, reader, upto, self.chat)
            for said in found:
                await self._send(msgspec.json.encode({"v": 1, "type": "chat", **msgspec.to_builtins(said)}))
            if len(found) < PAGE:
                return

    async def _match(self, table: Table) -> tuple[int, list[bytes]]:
        """Return the last entry that the viewer sees, and the messages up to it."""
        # New entries of this or another process were already read when they were announced.
        host, live = self.services.host, self.services.live
        hosted = (host.standing(table.id) if self.begun else None) or await host.hosted(table.id)
        upto = live.upto(hosted, table, self.looking.seats)
        begun, self.begun = self.begun, True
        if self.seq is not None:
            try:
                missed = live.after(hosted, self.looking, self.seq, upto)
            except LookupError:
                if begun:
                    raise
                # `since` belongs to another table, or to messages that were never stored: start again.
            else:
                self.seq = missed[-1][0] if missed else self.seq
                return upto, [message for _, message in missed]
        if begun:
            return upto, []
        self.seq, message = live.first(hosted, self.looking, upto)
        return upto, [message]

    async def _send(self, *messages: bytes) -> None:
        async with self.sending:
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    for message in messages:
                        await self.socket.send_text(message.decode())
            except TimeoutError:
                raise _Closing(IDLE, "The client is too slow.") from None
            except (OSError, RuntimeError) as error:  # the client has disconnected
                raise WebSocketDisconnect(detail="gone") from error


def _listed(seats: str) -> bool:
    return all(one.isdecimal() and one.isascii() for one in seats.split(",")) if seats else True


async def _close(socket: WebSocket[Any, Any, Any], code: int, why: str) -> None:
    try:
        await socket.close(code=code, reason=why.encode()[:120].decode(errors="ignore"))
    except (RuntimeError, WebSocketDisconnect, OSError):
        return  # already closed
