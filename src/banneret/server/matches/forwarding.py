"""Forwarding of requests that change a table to the process that plays it.

The receiving process authenticates the sender. The other one trusts it because of a signature with its own secret,
which only processes with access to the database know.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

import httpx
import msgspec
import structlog

from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.store.leases import Leases, Process
from banneret.server.traces import span

log = structlog.get_logger()

PATH: Final = "/internal/forwarded"
SIGNATURE: Final = "x-banneret-signature"
MOVED: Final = 421
"""Status by which a process reports that another one plays the table."""
CONNECT_SECONDS: Final = 2.0
KEPT_SECONDS: Final = 3.0
"""Seconds after which an idle connection is closed."""
WATCH_SECONDS: Final = 1.0
"""Interval in seconds at which the lease is checked while waiting for a reply."""
AGAIN_SECONDS: Final = 0.2
PATIENCE_SECONDS: Final = 10.0
"""Seconds after which forwarding fails; more than it takes for a lease to expire."""
KNOWN: Final = 10_000
"""Maximum number of tables whose process is cached."""


class Forwarded(msgspec.Struct, frozen=True, kw_only=True):
    """A request in the form sent to another process."""

    table: str
    person: Person
    method: str
    path: str
    query: bytes = b""
    type: str
    body: bytes
    key: str | None = None
    """The idempotency key."""
    repeatable: bool = False
    """Whether the request accepts a key, so that it can be repeated if its result is unknown."""


class Reply(NamedTuple):
    """A response; the body of the other process's response to a forwarded request."""

    status: int
    type: str
    body: bytes
    elsewhere: bool = False
    """Whether another process handled the request."""


class Forwarding:
    """Forwards requests to other processes."""

    def __init__(self, leases: Leases) -> None:
        self.leases = leases
        self.forwarded: list[Callable[[], None]] = []
        """Called after a request was sent to another process."""
        self._owners: OrderedDict[str, Process] = OrderedDict()
        self._http: httpx.AsyncClient | None = None

    async def carry_out(self, request: Forwarded, here: Callable[[Forwarded], Awaitable[Reply]]) -> Reply:
        """Let the process that plays the table handle a request; call `here` if it is this one.

        Raises Problem storage if no process can, or if the result of a request that cannot be repeated is unknown.
        """
        if request.repeatable and request.key is None:
            request = msgspec.structs.replace(request, key=secrets.token_urlsafe(12))
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            owner = await self._owner(request.table)
            reply = await (here(request) if owner is None else self._send(owner, request))
            if reply is not None and reply.status != MOVED:
                return reply
            self._owners.pop(request.table, None)
            if time.monotonic() > end:
                raise Problem("storage", "The process that plays this table does not respond; try again.")
            await asyncio.sleep(AGAIN_SECONDS)

    async def _owner(self, table: str) -> Process | None:
        if self.leases.lease(table) is not None:
            self._owners.pop(table, None)
            return None
        known = self._owners.get(table) or await self.leases.take(table)
        if known is not None:
            self._owners[table] = known
            if len(self._owners) > KNOWN:
                self._owners.popitem(last=False)
        return known

    async def _send(self, owner: Process, request: Forwarded) -> Reply | None:
        """Return the reply of another process; None if the request did not arrive, or can be repeated."""
        with span("forward", table=request.table):
            sending = asyncio.ensure_future(self._post(owner, msgspec.msgpack.encode(request)))
            try:
                while not sending.done():
                    await asyncio.wait({sending}, timeout=WATCH_SECONDS)
                    if not sending.done() and await self.leases.owner(request.table) != owner:
                        _check_repeatable(request)  # the process is suspended or unreachable
                        return None
                return sending.result()
            except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
                log.warning("not forwarded", table=request.table, address=owner.address, error=str(error))
                return None
            except httpx.TransportError as error:
                log.warning("forwarding failed", table=request.table, address=owner.address, error=str(error))
                _check_repeatable(request)
                return None
            finally:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)

    async def _post(self, owner: Process, raw: bytes) -> Reply:
        if self._http is None:
            # Connections are closed before the other process would close them, possibly just as they are used.
            limits = httpx.Limits(max_connections=None, max_keepalive_connections=32, keepalive_expiry=KEPT_SECONDS)
            # A reply may be delayed while an answer is held; meanwhile, the lease shows whether the process is alive.
            timeout = httpx.Timeout(CONNECT_SECONDS, read=None)
            self._http = httpx.AsyncClient(limits=limits, timeout=timeout, trust_env=False)
        headers = {SIGNATURE: signature(owner.secret, raw), "content-type": "application/msgpack"}
        answer = await self._http.post(owner.address + PATH, content=raw, headers=headers)
        for forwarded in self.forwarded:
            forwarded()
        if answer.status_code == 200:
            return msgspec.msgpack.decode(answer.content, type=Reply)._replace(elsewhere=True)
        if answer.status_code == 500:
            raise httpx.RemoteProtocolError("internal error in the other process")
        return Reply(MOVED, "", b"")  # the process has changed its identity, or cannot reach the database

    def read(self, raw: bytes, signed: str) -> Forwarded:
        """Return the request sent by another process. Raises Problem not-allowed if the signature is invalid."""
        secret = self.leases.me.secret
        if not secret or not hmac.compare_digest(signature(secret, raw).encode(), signed.encode()):
            raise Problem("not-allowed", "Only processes of this server may use this.")
        return msgspec.msgpack.decode(raw, type=Forwarded)

    async def stop(self) -> None:
        """Close the connections to other processes."""
        if self._http is not None:
            await self._http.aclose()


def signature(secret: bytes, raw: bytes) -> str:
    """Return the signature of a message to the process with this secret."""
    return hmac.digest(secret, raw, "sha256").hex()


def _check_repeatable(request: Forwarded) -> None:
    """Raise Problem storage if a request whose result is unknown cannot be repeated."""
    if not request.repeatable:
        raise Problem(
            "storage",
            "The process that plays this table stopped responding. The request may have succeeded; check the table.",
        )
