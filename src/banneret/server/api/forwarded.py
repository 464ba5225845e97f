"""`/internal/forwarded`: requests forwarded by other processes, for tables that this process plays."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, post

from banneret.server.api.dependencies import Parts
from banneret.server.matches.forwarding import MOVED, PATH, SIGNATURE, Forwarded, Reply
from banneret.server.people.limits import PERSON, is_forwarded
from banneret.server.problems import STATUS, Problem
from banneret.server.services import Services

KEY: Final = "idempotency-key"
LARGEST: Final = 1_048_576
"""Maximum size in bytes of a request from another process."""


async def at_owner(request: Request[Any, Any, Any]) -> Response[bytes] | None:
    """Forward a request to the process that plays the table (a `before_request` hook).

    A handler's `opt={"repeatable": True}` means that it accepts an idempotency key.
    """
    services: Services = request.app.state.services
    if not services.leases.used or request.user is None or is_forwarded(request):
        return None
    told = Forwarded(
        table=request.path_params["table"],
        person=request.user,
        method=str(request.method),
        path=request.scope["path"],
        query=request.scope["query_string"],
        type=request.headers.get("content-type", ""),
        body=await request.body(),
        key=request.headers.get(KEY),
        repeatable=bool(request.route_handler.opt.get("repeatable")),
    )

    async def here(told: Forwarded) -> Reply:
        return await _dispatched(request.app, told)

    return _response(await carried_out(services, told, here))


async def carried_out(services: Services, told: Forwarded, here: Callable[[Forwarded], Awaitable[Reply]]) -> Reply:
    """Handle a request here or in another process, then update the connections of this process."""
    reply = await services.forwarding.carry_out(told, here)
    if reply.elsewhere and reply.status < 400:
        what = ("match",) if told.path.endswith("/answers") else ("match", "table")
        await services.live.learn(told.table, *what)
    return reply


def problem_of(reply: Reply) -> Problem:
    """Return the problem described by a reply."""
    try:
        found = msgspec.json.decode(reply.body, type=dict[str, Any])
    except msgspec.DecodeError:
        found = {}
    kind, detail = found.pop("title", ""), found.pop("detail", "The answer was not accepted.")
    if kind not in STATUS:
        return Problem("storage", detail)
    return Problem(kind, detail, **{name: value for name, value in found.items() if name not in ("type", "status")})


@post(
    PATH,
    status_code=200,
    include_in_schema=False,
    opt={"rate": "", "internal": True},
    request_max_body_size=LARGEST,
)
async def forwarded(services: Parts, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Handle a request forwarded by another process."""
    told = services.forwarding.read(await request.body(), request.headers.get(SIGNATURE, ""))
    moved = await services.leases.take(told.table) is not None
    reply = Reply(MOVED, "", b"") if moved else await _dispatched(request.app, told)
    return Response(msgspec.msgpack.encode(reply), media_type="application/msgpack")


def _response(reply: Reply) -> Response[bytes]:
    return Response(reply.body, status_code=reply.status, media_type=reply.type or "application/json")


async def _dispatched(app: Litestar, told: Forwarded) -> Reply:
    """Let the application handle a request whose person is already authenticated."""
    headers = [(b"host", b"localhost"), (b"content-type", told.type.encode("latin-1"))]
    headers.append((b"content-length", str(len(told.body)).encode()))
    if told.key is not None:
        headers.append((KEY.encode(), told.key.encode("latin-1")))
    scope: Any = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": told.method,
        "scheme": "http",
        "path": told.path,
        "raw_path": told.path.encode(),
        "query_string": told.query,
        "root_path": "",
        "headers": headers,
        "client": None,
        "server": None,
        PERSON: told.person,
    }
    status, type_, body = 0, "", b""

    async def receive() -> Any:  # an ASGI message
        return {"type": "http.request", "body": told.body, "more_body": False}

    async def send(message: Any) -> None:  # an ASGI message
        nonlocal status, type_, body
        if message["type"] == "http.response.start":
            status = message["status"]
            type_ = dict(message["headers"]).get(b"content-type", b"").decode("latin-1")
        elif message["type"] == "http.response.body":
            body += message.get("body", b"")

    await app(scope, receive, send)
    return Reply(status, type_, body)
