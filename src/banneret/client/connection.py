"""The client itself: one person on one server."""

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

from banneret.client.answers import (
    Ask,
    ChatMessage,
    Checked,
    ListResult,
    Option,
    Passkey,
    Person,
    SavedList,
    SeatDraft,
    Standing,
    Table,
)

BASE: Final = "/api/v1"
TRIES: Final = 5
PING_SECONDS: Final = 30.0
ME: Final = "me"
"""The client itself in the list of players for a new table."""
_FINAL: Final = frozenset({4400, 4401, 4403, 4404, 4409})
"""Close codes after which reconnecting is pointless."""


class Refused(Exception):
    """The server reported a problem: `kind`, `status`, `detail`, and the full `problem`."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        super().__init__(str(problem.get("detail", problem)))
        self.kind = str(problem.get("title", problem.get("kind", "")))
        self.status = int(problem.get("status", 0))
        self.problem = dict(problem)


class Client:
    """One person on one server. All methods raise Refused if the server refuses the request."""

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
        for socket in list(self._sockets):  # left over from an abandoned `play`
            await socket.close()
        await self._http.aclose()

    async def enter(self, name: str, language: str = "en") -> dict[str, Any]:
        """Enter as a guest. Raises Refused."""
        found: dict[str, Any] = await self.post("/guests?token=true", {"name": name, "language": language})
        self.token = found["token"]
        return found

    async def sign_in(self, login: str, password: str) -> dict[str, Any]:
        """Sign in to an account. Raises Refused."""
        found: dict[str, Any] = await self.post("/sign-in?token=true", {"login": login, "password": password})
        self.token = found["token"]
        return found

    async def change_password(self, old: str, new: str) -> None:
        """Change the password of the account; its other sessions end. Raises Refused."""
        found = await self._request("PUT", "/me/password", {}, {"old": old, "new": new}, {})
        self.token = found["token"]

    async def passkeys(self) -> list[Passkey]:
        """Return the passkeys of the account; browsers make them."""
        return msgspec.convert(await self.get("/passkeys"), list[Passkey])

    async def remove_passkey(self, passkey: str) -> None:
        """Remove a passkey, given by its id."""
        await self._request("DELETE", f"/passkeys/{passkey}", {}, {}, {})

    async def blocks(self) -> list[Person]:
        """Return the blocked people, the last one first."""
        return msgspec.convert(await self.get("/me/blocks"), list[Person])

    async def block(self, person: str) -> None:
        """Block a person, given by the id: hide messages and tables, and keep the person from the client's tables."""
        await self._request("PUT", f"/me/blocks/{person}", {}, {}, {})

    async def unblock(self, person: str) -> None:
        """Lift a block."""
        await self._request("DELETE", f"/me/blocks/{person}", {}, {}, {})

    # Army lists

    async def lists(self, *, public: bool = False, rulebook: str | None = None) -> AsyncIterator[SavedList]:
        """Iterate over the client's saved lists, or the public ones, the last changed first."""
        after: str | None = None
        while True:
            query: dict[str, Any] = {"public": public}
            query |= {} if rulebook is None else {"rulebook": rulebook}
            query |= {} if after is None else {"after": after}
            page = await self.get("/lists", **query)
            for one in page["lists"]:
                yield msgspec.convert(one, SavedList)
            after = page["next"]
            if after is None:
                return

    async def saved_list(self, list_: str) -> SavedList:
        """Return a list with its content."""
        return msgspec.convert(await self.get(f"/lists/{list_}"), SavedList)

    async def save_list(
        self, rulebook: str, draft: Any, *, folder: str = "", visibility: str = "private", replacing: str | None = None
    ) -> SavedList:
        """Save a list, a `banneret.armies.Draft` or its JSON: a new one, or `replacing` one of the client's own."""
        body = {
            "rulebook": rulebook,
            "draft": msgspec.to_builtins(draft),
            "folder": folder,
            "visibility": visibility,
        }
        if replacing is None:
            return msgspec.convert(await self.post("/lists", body), SavedList)
        return msgspec.convert(await self._request("PUT", f"/lists/{replacing}", {}, body, {}), SavedList)

    async def copy_list(self, list_: str, folder: str = "") -> SavedList:
        """Save a private copy of a list."""
        return msgspec.convert(await self.post(f"/lists/{list_}/copies", {"folder": folder}), SavedList)

    async def delete_list(self, list_: str) -> None:
        """Delete a list."""
        await self._request("DELETE", f"/lists/{list_}", {}, {}, {})

    async def list_results(self, rulebook: str | None = None) -> list[ListResult]:
        """Return how the client's finished matches ended, by army list."""
        query = {} if rulebook is None else {"rulebook": rulebook}
        return msgspec.convert(await self.get("/lists/results", **query), list[ListResult])

    # Tables

    async def tables(self, *, mine: bool = False, status: str = "any") -> AsyncIterator[Table]:
        """Iterate over public tables, or the client's own, newest first; pages are fetched as needed."""
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
        """Create a table; each place is `ME`, the name of a bot, or None for an open seat."""
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
        return msgspec.convert(await self._request("GET", f"/tables/{table}", {}, None, _inviting(invite)), Table)

    async def join(
        self,
        table: str,
        seat: int | None = None,
        invite: str | None = None,
        offer: str = "",
        lists: Sequence[str] = (),
    ) -> Table:
        """Take a seat, by default the first free one; a seat of a running match requires an offer.

        `lists` are the codes of army lists, at a table to which players bring them.
        """
        body = {"seat": seat, "invite": invite, "offer": offer, "lists": list(lists)}
        return await self._changed(f"/tables/{table}/join", body)

    async def bring_lists(self, table: str, seat: int, lists: Sequence[str]) -> Table:
        """Bring army lists to a seat: codes, factions or "random". They are locked, and hidden until all are in."""
        body = {"lists": list(lists)}
        return msgspec.convert(await self._request("PUT", f"/tables/{table}/seats/{seat}/lists", {}, body, {}), Table)

    async def choose_list(self, table: str, seat: int, number: int) -> Table:
        """Choose one of the brought lists in secret, when all players have brought theirs."""
        body = {"list": number}
        return msgspec.convert(await self._request("PUT", f"/tables/{table}/seats/{seat}/choice", {}, body, {}), Table)

    async def offer_seat(self, table: str, seat: int) -> str:
        """Return the secret with which one person can `join` at a seat that its player has left."""
        found: str = (await self.post(f"/tables/{table}/seats/{seat}/offer"))["offer"]
        return found

    async def request_seat(self, table: str, seat: int, invite: str | None = None) -> Table:
        """Ask the players for a seat that its player has left."""
        return await self._changed(f"/tables/{table}/seats/{seat}/request", {"invite": invite})

    async def answer_seat_request(self, table: str, request: str, *, agree: bool, invite: str | None = None) -> Table:
        """Agree that a person takes over a seat, refuse it, or withdraw the client's own request."""
        return await self._changed(f"/tables/{table}/requests/{request}", {"agree": agree, "invite": invite})

    async def leave(self, table: str, seat: int) -> Table:
        """Leave a seat; in a running match a bot takes over."""
        return await self._changed(f"/tables/{table}/seats/{seat}/leave")

    async def take_back_seat(self, table: str, seat: int) -> Table:
        """Return to a seat that the client left."""
        return await self._changed(f"/tables/{table}/seats/{seat}/take-back")

    async def rematch(self, table: str) -> Table:
        """Create a table for a rematch."""
        return await self._changed(f"/tables/{table}/rematch")

    async def record(self, table: str) -> bytes:
        """Return the record of a finished match, for `banneret.kernel.record.Record.parse`."""
        found: bytes = await self.get(f"/tables/{table}/record")
        return found

    async def load(self, record: bytes, title: str = "") -> Table:
        """Create a table from the record of a finished match."""
        headers = {"content-type": "application/jsonl"}
        found = await self._request("POST", "/records", {"title": title}, record, headers)
        return msgspec.convert(found, Table)

    async def send_message(self, table: str, text: str, seats: Iterable[int] | None = None) -> None:
        """Send a chat message to everyone at a table, or to some seats if the game allows it."""
        await self.post(f"/tables/{table}/chat", {"text": text, "seats": None if seats is None else list(seats)})

    async def chat(self, table: str, seats: Iterable[int] = (), after: int = 0) -> list[ChatMessage]:
        """Return the messages after number `after` that the given own seats can read."""
        found = await self.get(f"/tables/{table}/chat", seats=_joined(seats), after=after)
        return msgspec.convert(found, list[ChatMessage])

    # Playing

    async def answer(self, table: str, ask: Ask, do: str) -> None:
        """Answer a question; `play` then omits it. Raises Refused: `stale-ask`, or `refused` if illegal."""
        answered = self._answered.setdefault(table, set())
        answered.add(ask.id)
        body = {"seat": ask.seat, "ask": ask.id, "do": do}
        try:
            await self.post(f"/tables/{table}/answers", body, key=str(uuid.uuid4()))
        except BaseException as error:
            if not (isinstance(error, Refused) and error.kind == "stale-ask"):
                answered.discard(ask.id)  # it may still be open
            raise

    async def check(self, table: str, ask: Ask, do: str) -> Checked:
        """Return whether an answer would be allowed, without giving it."""
        body = {"seat": ask.seat, "ask": ask.id, "do": do}
        return msgspec.convert(await self.post(f"/tables/{table}/check", body), Checked)

    async def sample(self, table: str, ask: Ask, n: int = 1) -> list[Option]:
        """Return random legal answers."""
        body = {"seat": ask.seat, "ask": ask.id, "n": n}
        return msgspec.convert(await self.post(f"/tables/{table}/sample", body), list[Option])

    async def draft(self, table: str, seat: int) -> SeatDraft:
        """Return the draft that is open for a seat. Raises Refused: `not-found` if its question begins none."""
        return msgspec.convert(await self.get(f"/tables/{table}/draft", seat=seat), SeatDraft)

    async def put_draft(self, table: str, ask: Ask, answers: Sequence[str]) -> SeatDraft:
        """Replace the draft that begins with a question by these answers, in any order.

        Raises Refused: `refused` with `parts`, the place, rule and reason of each answer that is not allowed.
        """
        body = {"seat": ask.seat, "ask": ask.id, "answers": list(answers)}
        return msgspec.convert(await self._request("PUT", f"/tables/{table}/draft", {}, body, {}), SeatDraft)

    async def commit_draft(self, table: str, ask: Ask) -> None:
        """Give all answers of a draft; `play` then omits the question. Raises Refused if answers are missing."""
        answered = self._answered.setdefault(table, set())
        answered.add(ask.id)
        try:
            await self.post(f"/tables/{table}/draft/commit", {"seat": ask.seat, "ask": ask.id})
        except Refused:
            answered.discard(ask.id)
            raise

    async def reopen_draft(self, table: str, seat: int) -> bool:
        """Take back the answers of the draft that was committed last; return whether there is one."""
        done: bool = (await self.post(f"/tables/{table}/draft/reopen", {"seat": seat}))["done"]
        return done

    async def set_stop(self, table: str, seat: int, window: str, how: str) -> None:
        """Set whether a seat is asked in a reaction window: `always`, `never`, or if it is `holding` something."""
        await self._request("PUT", f"/tables/{table}/stops", {}, {"seat": seat, "name": window, "how": how}, {})

    async def answer_in_advance(self, table: str, seat: int, kind: str, answers: Sequence[str]) -> None:
        """Answer a kind of question in advance for this round, with the first of these answers that is allowed."""
        body = {"seat": seat, "kind": kind, "answers": list(answers)}
        await self._request("PUT", f"/tables/{table}/standing", {}, body, {})

    async def undo(self, table: str, seat: int) -> bool:
        """Undo the last answer; False if others must consent first."""
        key = str(uuid.uuid4())
        done: bool = (await self.post(f"/tables/{table}/undo", {"seat": seat}, key))["done"]
        return done

    async def forfeit(self, table: str, seat: int) -> None:
        """Forfeit a seat for good."""
        await self.post(f"/tables/{table}/forfeit", {"seat": seat}, key=str(uuid.uuid4()))

    async def play(self, table: str, seats: Iterable[int] = (), invite: str | None = None) -> AsyncIterator[Standing]:
        """Follow a match from the client's own seats, or as a spectator, yielding its state after every change.

        Spectators of a private table need its invitation.
        Waits for the match to begin, and ends with it. Lost connections are restored without missing anything.
        """
        seq: int | None = None
        last: Standing | None = None
        tries, joined = 0, _joined(seats)
        while True:
            since = "" if seq is None else f"&since={seq}"
            address = f"ws{self.url.removeprefix('http')}{BASE}/tables/{table}/live?seats={joined}{since}"
            try:
                async with self._connected(address, _inviting(invite)) as socket, _alive(socket):
                    waiting = last  # the latest questions may still be unanswered after a lost connection
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
    async def _connected(self, address: str, headers: dict[str, str]) -> AsyncIterator[ClientConnection]:
        async with connect(address, additional_headers=headers | self._headers(), proxy=None) as socket:
            self._sockets.add(socket)
            try:
                yield socket
            finally:
                self._sockets.discard(socket)

    def _to_answer(self, table: str, standing: Standing) -> Standing:
        """Remove questions that were answered since the server sent the state."""
        answered = self._answered.get(table, set())
        answered &= {one.id for one in standing.asks}  # a question that is asked again is yielded again
        return msgspec.structs.replace(standing, asks=tuple(one for one in standing.asks if one.id not in answered))

    async def get(self, path: str, **query: Any) -> Any:  # whatever the path returns
        """Send a GET request. Raises Refused."""
        return await self._request("GET", path, query, None, {})

    async def post(self, path: str, body: Any = None, key: str | None = None) -> Any:  # as above
        """Send a POST request; with an idempotency key, it is repeated if the connection fails."""
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
                    raise  # it may or may not have arrived
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
    """Send regular pings for the duration of the block."""

    async def ping() -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            await socket.send('{"type":"ping"}')

    pings = asyncio.ensure_future(ping())
    try:
        yield
    finally:
        pings.cancel()
        await asyncio.gather(pings, return_exceptions=True)


def _joined(seats: Iterable[int]) -> str:
    return ",".join(map(str, seats))


def _inviting(invite: str | None) -> dict[str, str]:
    return {} if invite is None else {"banneret-invite": invite}


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
