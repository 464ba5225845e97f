"""A small client of a server, for programs that play or look on. Needs the extra `[server]`.

async with Client("http://127.0.0.1:8400") as client:
    await client.come_in("Ann")
    table = await client.make_table(rulebook, [ME, "fair", "hard"])
    async for standing in client.play(table.id, seats=[0]):
        for ask in standing.asks:
            await client.answer(table.id, ask, ask.options[0].do)
"""

from __future__ import annotations

import asyncio
import uuid
from asyncio import sleep
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

BASE: Final = "/api/v1"
TRIES: Final = 5
PING_SECONDS: Final = 30.0
ME: Final = "me"
"""In a list of who is to sit at a new table: oneself."""
_FINAL: Final = frozenset({4400, 4401, 4403, 4404, 4409})
"""After these close codes it is of no use to connect again."""


class Refused(Exception):
    """The server's answer is a problem: `kind`, `status`, `detail`, and what else it says."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        super().__init__(str(problem.get("detail", problem)))
        self.kind = str(problem.get("title", problem.get("kind", "")))
        self.status = int(problem.get("status", 0))
        self.problem = dict(problem)


class Option(msgspec.Struct, frozen=True):
    """A possible answer, in notation, and the things it refers to."""

    do: str
    refers: tuple[str, ...]


class Ask(msgspec.Struct, frozen=True):
    """A question that stands."""

    id: str
    seat: int
    kind: str
    rule: str
    prompt: dict[str, Any]
    space: bool
    options: tuple[Option, ...]


class Standing(msgspec.Struct, frozen=True):
    """Where a match stands for the seats one looks as; `view` is the game's own."""

    view: dict[str, Any]
    asks: tuple[Ask, ...]
    undo: dict[int, dict[str, Any] | None]

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.view.get("outcome") is not None


class Who(msgspec.Struct, frozen=True):
    """Somebody, by id and name."""

    id: str
    name: str


class Seat(msgspec.Struct, frozen=True):
    """A seat: its name in the game, and who or which bot sits there."""

    seat: int
    name: str
    person: Who | None
    bot: str | None
    mine: bool
    asked: bool
    deadline: int | None


class Table(msgspec.Struct, frozen=True):
    """A table: what a lobby shows of it. `invite` is told to those who belong to it."""

    id: str
    title: str
    rulebook: str
    status: str
    visibility: str
    label: str
    invite: str | None
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    settings: dict[str, Any]
    commitment: str | None
    key: str | None
    salt: str | None

    @property
    def mine(self) -> list[int]:
        """One's own seats."""
        return [one.seat for one in self.seats if one.mine]


class Said(msgspec.Struct, frozen=True):
    """A message of the chat; `seats` says between whom it is, None: for everybody."""

    n: int
    name: str
    seat: int | None
    seats: tuple[int, ...] | None
    text: str
    at: int


class Checked(msgspec.Struct, frozen=True):
    """Whether an answer is allowed; if not, why."""

    allowed: bool
    refusal: dict[str, Any] | None
    effect: dict[str, Any] | None


class Client:
    """One person at one server. Every method raises Refused where the server refuses."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url.rstrip("/")
        self._http = httpx.AsyncClient(base_url=self.url + BASE, timeout=30.0, trust_env=False)
        self.token = token
        self._answered: dict[str, set[str]] = {}
        self._sockets: set[ClientConnection] = set()

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for socket in list(self._sockets):  # of a match that was followed and then left
            await socket.close()
        await self._http.aclose()

    async def come_in(self, name: str, language: str = "en") -> dict[str, Any]:
        """Come in as a guest. Raises Refused."""
        found: dict[str, Any] = await self.post("/guests?token=true", {"name": name, "language": language})
        self.token = found["token"]
        return found

    async def sign_in(self, login: str, password: str) -> dict[str, Any]:
        """Sign in to an account. Raises Refused."""
        found: dict[str, Any] = await self.post("/sign-in?token=true", {"login": login, "password": password})
        self.token = found["token"]
        return found

    # Tables

    async def tables(self, *, mine: bool = False, status: str = "any") -> AsyncIterator[Table]:
        """List tables that are open to all, or one's own, page by page; the newest first."""
        after: str | None = None
        while True:
            query = {"mine": mine, "status": status} | ({} if after is None else {"after": after})
            page = await self.get("/tables", **query)
            for one in page["tables"]:
                yield msgspec.convert(one, Table)
            after = page["next"]
            if after is None:
                return

    async def make_table(
        self,
        rulebook: str,
        places: Sequence[str | None],
        *,
        title: str = "",
        visibility: str = "private",
        options: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> Table:
        """Make a table; for each seat `ME`, the name of a bot, or None for whoever comes."""
        body = {
            "rulebook": rulebook,
            "seats": len(places),
            "places": [{"me": True} if one == ME else {} if one is None else {"bot": one} for one in places],
            "title": title,
            "visibility": visibility,
            "options": dict(options or {}),
            "settings": dict(settings or {}),
        }
        return msgspec.convert(await self.post("/tables", body), Table)

    async def table(self, table: str, invite: str | None = None) -> Table:
        """Return a table."""
        return msgspec.convert(await self.get(f"/tables/{table}", **_given(invite=invite)), Table)

    async def join(self, table: str, seat: int | None = None, invite: str | None = None) -> Table:
        """Sit down in a seat, or in the first one free."""
        return await self._changed(f"/tables/{table}/join", {"seat": seat, "invite": invite})

    async def leave(self, table: str, seat: int) -> Table:
        """Leave a seat; in a match a bot plays on."""
        return await self._changed(f"/tables/{table}/seats/{seat}/leave")

    async def take_back_seat(self, table: str, seat: int) -> Table:
        """Sit down again where one sat before."""
        return await self._changed(f"/tables/{table}/seats/{seat}/take-back")

    async def rematch(self, table: str) -> Table:
        """Play the same once more."""
        return await self._changed(f"/tables/{table}/rematch")

    async def record(self, table: str) -> bytes:
        """Return the record of a match that is over: `banneret.kernel.record.Record.parse` reads it."""
        found: bytes = await self.get(f"/tables/{table}/record")
        return found

    async def load(self, record: bytes, title: str = "") -> Table:
        """Make a table of the record of a match that is over."""
        headers = {"content-type": "application/jsonl"}
        found = await self._request("POST", "/records", {"title": title}, record, headers)
        return msgspec.convert(found, Table)

    async def say(self, table: str, text: str, seats: Iterable[int] | None = None) -> None:
        """Write to everybody at a table, or to some seats where the game allows it."""
        await self.post(f"/tables/{table}/chat", {"text": text, "seats": None if seats is None else list(seats)})

    async def chat(self, table: str, seats: Iterable[int] = (), after: int = 0) -> list[Said]:
        """Return what was said, from number `after` + 1 on, as these seats of one's own may read it."""
        found = await self.get(f"/tables/{table}/chat", seats=_listed(seats), after=after)
        return msgspec.convert(found, list[Said])

    # Playing

    async def answer(self, table: str, ask: Ask, do: str) -> None:
        """Answer an ask; `play` shows it no more. Raises Refused: `stale-ask`, or `refused` if the rules forbid it."""
        answered = self._answered.setdefault(table, set())
        answered.add(ask.id)
        body = {"seat": ask.seat, "ask": ask.id, "do": do}
        try:
            await self.post(f"/tables/{table}/answers", body, key=str(uuid.uuid4()))
        except BaseException as error:
            if not (isinstance(error, Refused) and error.kind == "stale-ask"):
                answered.discard(ask.id)  # it may still stand
            raise

    async def check(self, table: str, ask: Ask, do: str) -> Checked:
        """Say whether an answer would be allowed, without giving it."""
        body = {"seat": ask.seat, "ask": ask.id, "do": do}
        return msgspec.convert(await self.post(f"/tables/{table}/check", body), Checked)

    async def sample(self, table: str, ask: Ask, n: int = 1) -> list[Option]:
        """Return legal answers drawn at random."""
        body = {"seat": ask.seat, "ask": ask.id, "n": n}
        return msgspec.convert(await self.post(f"/tables/{table}/sample", body), list[Option])

    async def undo(self, table: str, seat: int) -> bool:
        """Take the last answer back; False: others are asked for consent."""
        key = str(uuid.uuid4())
        done: bool = (await self.post(f"/tables/{table}/undo", {"seat": seat}, key))["done"]
        return done

    async def forfeit(self, table: str, seat: int) -> None:
        """Give a seat up for good."""
        await self.post(f"/tables/{table}/forfeit", {"seat": seat}, key=str(uuid.uuid4()))

    async def play(self, table: str, seats: Iterable[int] = ()) -> AsyncIterator[Standing]:
        """Follow a match as these seats of one's own, or as a spectator: where it stands, whenever that changes.

        It waits for the match to begin, and ends with it. A lost connection comes back by itself and misses nothing.
        """
        seq: int | None = None
        last: Standing | None = None
        tries, listed = 0, _listed(seats)
        while True:
            since = "" if seq is None else f"&since={seq}"
            address = f"ws{self.url.removeprefix('http')}{BASE}/tables/{table}/live?seats={listed}{since}"
            try:
                async with self._connected(address) as socket, _alive(socket):
                    waiting = last  # what was asked last may not have been answered when the connection was lost
                    async for raw in socket:
                        message = msgspec.json.decode(raw)
                        if message["type"] in ("state", "update"):
                            seq, tries, waiting = message["seq"], 0, None
                            last = msgspec.convert(message["state"], Standing, strict=False)
                            yield self._to_answer(table, last)
                            if last.over:
                                return
                        elif message["type"] == "table" and waiting is not None:  # nothing was missed
                            tries, waiting = 0, None
                            if last is not None:
                                yield self._to_answer(table, last)
            except (ConnectionClosed, InvalidHandshake, OSError) as error:
                closed = error.rcvd if isinstance(error, ConnectionClosed) else None
                if closed is not None and closed.code in _FINAL:
                    raise Refused({"title": str(closed.code), "detail": closed.reason}) from None
                tries += 1
                if tries > TRIES:
                    raise
            await sleep(0.2 * 2**tries)

    @asynccontextmanager
    async def _connected(self, address: str) -> AsyncIterator[ClientConnection]:
        async with connect(address, additional_headers=self._headers(), proxy=None) as socket:
            self._sockets.add(socket)
            try:
                yield socket
            finally:
                self._sockets.discard(socket)

    def _to_answer(self, table: str, standing: Standing) -> Standing:
        """Leave out what was answered since the server sent this."""
        answered = self._answered.get(table, set())
        answered &= {one.id for one in standing.asks}  # what is asked again later is shown again
        return msgspec.structs.replace(standing, asks=tuple(one for one in standing.asks if one.id not in answered))

    async def get(self, path: str, **query: Any) -> Any:  # whatever the path returns
        """Ask for something. Raises Refused."""
        return await self._request("GET", path, query, None, {})

    async def post(self, path: str, body: Any = None, key: str | None = None) -> Any:  # as above
        """Change something; with a key it is harmless to send it twice, and is sent again if it gets lost."""
        headers = {} if key is None else {"idempotency-key": key}
        return await self._request("POST", path, {}, body if body is not None else {}, headers)

    async def _changed(self, path: str, body: Any = None) -> Table:
        return msgspec.convert(await self.post(path, body), Table)

    async def _request(
        self, method: str, path: str, query: Mapping[str, Any], body: Any, headers: dict[str, str]
    ) -> Any:
        headers = headers | self._headers()
        raw: dict[str, Any] = {"content": body} if isinstance(body, bytes) else {"json": body}
        for number in range(TRIES):
            wait = 0.2 * 2**number
            try:
                answer = await self._http.request(method, path, params=query or None, headers=headers, **raw)
            except httpx.TransportError:
                if method != "GET" and "idempotency-key" not in headers:
                    raise  # nobody knows whether it arrived
                if number == TRIES - 1:
                    raise
            else:
                if answer.status_code not in (429, 503) or number == TRIES - 1:
                    return _read(answer)
                if answer.status_code == 429:
                    wait = min(30.0, msgspec.json.decode(answer.content).get("retry_ms", 1000) / 1000)
            await sleep(wait)
        raise AssertionError

    def _headers(self) -> dict[str, str]:
        return {} if self.token is None else {"authorization": f"Bearer {self.token}"}


@asynccontextmanager
async def _alive(socket: ClientConnection) -> AsyncIterator[None]:
    """Say from time to time that one is still there, for as long as the block lasts."""

    async def say() -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            await socket.send('{"type":"ping"}')

    saying = asyncio.ensure_future(say())
    try:
        yield
    finally:
        saying.cancel()
        await asyncio.gather(saying, return_exceptions=True)


def _listed(seats: Iterable[int]) -> str:
    return ",".join(map(str, seats))


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _read(answer: httpx.Response) -> Any:
    if answer.is_success:
        if answer.headers.get("content-type", "").partition(";")[0] == "application/json":
            return msgspec.json.decode(answer.content)
        return answer.content or None
    try:
        problem = msgspec.json.decode(answer.content)
    except msgspec.DecodeError:
        problem = {"title": answer.reason_phrase, "detail": answer.text[:200]}
    raise Refused({"status": answer.status_code, **problem})
