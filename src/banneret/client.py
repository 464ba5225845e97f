"""A small client of a server, for programs that play or look on. Needs the extra `[server]`.

async with Client("http://127.0.0.1:8400") as client:
    await client.come_in("Ann")
    table = await client.post("/tables", {"rulebook": "thrones", "seats": 3, "places": [{"me": True}, ...]})
    async for standing in client.play(table["id"], seats=[0]):
        for ask in standing.asks:
            await client.answer(table["id"], ask, ask.options[0].do)
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Iterable, Mapping
from types import TracebackType
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

BASE: Final = "/api/v1"
TRIES: Final = 5
_FINAL: Final = frozenset({4400, 4401, 4403, 4404, 4409})


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


class Client:
    """One person at one server."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url.rstrip("/")
        self._http = httpx.AsyncClient(base_url=self.url + BASE, timeout=30.0, trust_env=False)
        self.token = token
        self._answered: set[tuple[str, str]] = set()

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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

    async def get(self, path: str, **query: Any) -> Any:  # whatever the path returns
        """Ask for something. Raises Refused."""
        return await self._request("GET", path, query, None, {})

    async def post(self, path: str, body: Any = None, key: str | None = None) -> Any:  # as above
        """Change something; with a key it is harmless to send it twice, and is sent again if it gets lost."""
        headers = {} if key is None else {"idempotency-key": key}
        return await self._request("POST", path, {}, body if body is not None else {}, headers)

    async def answer(self, table: str, ask: Ask, do: str) -> None:
        """Answer an ask; `play` shows it no more. Raises Refused: `stale-ask`, or `refused` if the rules forbid it."""
        self._answered.add((table, ask.id))
        body = {"seat": ask.seat, "ask": ask.id, "do": do}
        await self.post(f"/tables/{table}/answers", body, key=str(uuid.uuid4()))

    async def play(self, table: str, seats: Iterable[int] = ()) -> AsyncIterator[Standing]:
        """Follow a match as these seats of one's own, or as a spectator: where it stands, whenever that changes.

        A lost connection comes back by itself and misses nothing; it ends with the match. Raises Refused.
        """
        seq: int | None = None
        tries = 0
        listed = ",".join(map(str, seats))
        while True:
            since = "" if seq is None else f"&since={seq}"
            address = f"ws{self.url.removeprefix('http')}{BASE}/tables/{table}/live?seats={listed}{since}"
            try:
                async with connect(address, additional_headers=self._headers(), proxy=None) as socket:
                    async for raw in socket:
                        message = msgspec.json.decode(raw)
                        if message["type"] in ("state", "update"):
                            seq, tries = message["seq"], 0
                            standing = msgspec.convert(message["state"], Standing, strict=False)
                            asks = tuple(one for one in standing.asks if (table, one.id) not in self._answered)
                            yield msgspec.structs.replace(standing, asks=asks)
                            if standing.over:
                                return
            except (ConnectionClosed, OSError) as error:
                closed = error.rcvd if isinstance(error, ConnectionClosed) else None
                if closed is not None and closed.code in _FINAL:
                    raise Refused({"title": str(closed.code), "detail": closed.reason}) from None
                tries += 1
                if tries > TRIES:
                    raise
            await asyncio.sleep(0.2 * 2**tries)

    async def _request(
        self, method: str, path: str, query: Mapping[str, Any], body: Any, headers: dict[str, str]
    ) -> Any:
        for number in range(TRIES):
            try:
                answer = await self._http.request(
                    method, path, params=query or None, json=body, headers=headers | self._headers()
                )
            except httpx.TransportError:
                if method != "GET" and "idempotency-key" not in headers:
                    raise  # nobody knows whether it arrived
                if number == TRIES - 1:
                    raise
            else:
                if answer.status_code != 503 or number == TRIES - 1:
                    return _read(answer)
            await asyncio.sleep(0.2 * 2**number)
        raise AssertionError

    def _headers(self) -> dict[str, str]:
        return {} if self.token is None else {"authorization": f"Bearer {self.token}"}


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
