"""Request ids, timing, metrics and logs of requests; URLs are logged without their query strings."""

from __future__ import annotations

import re
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final

import structlog
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from banneret.server.ops.metrics import Measures
from banneret.server.people.credentials import new_id
from banneret.server.traces import span

if TYPE_CHECKING:  # installed with the extra [telemetry]
    from opentelemetry.trace import Span

log = structlog.get_logger()

HEADER: Final = b"x-request-id"
GIVEN: Final = re.compile(rb"[A-Za-z0-9_.-]{1,64}")
"""Format of request ids that are accepted from a proxy."""
CLOSED: Final = 499
"""Status in logs and metrics if the client closed the connection before its request was complete, as in nginx."""
OFTEN: Final = ("/livez", "/readyz", "/metrics", "/assets/")


class Observed:
    """ASGI middleware that observes the requests of an application."""

    def __init__(self, app: ASGIApp, measures: Measures) -> None:
        self.app = app
        self.measures = measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, socket or lifespan."""
        kind: str = scope["type"]
        if kind == "lifespan":
            await self._begin(scope, receive, send)
            return
        headers: dict[bytes, bytes] = dict(scope["headers"])
        given = headers.get(HEADER, b"")
        id_ = given.decode() if GIVEN.fullmatch(given) else new_id()
        status, begun = 0, time.perf_counter()
        complete = False

        async def received() -> Any:  # an ASGI message
            nonlocal complete, status
            message = await receive()
            if message["type"] == "http.request":
                complete = not message.get("more_body", False)
            elif message["type"] == "http.disconnect" and not complete:
                status = CLOSED
            return message

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = status or message["status"]  # nobody receives the error that a closed connection causes
                message["headers"] = [*message.get("headers", []), (HEADER, id_.encode())]
            elif message["type"] == "websocket.close":
                status = int(message["code"] or 0)
            await send(message)

        # A socket may be open for hours: each of its messages has its own span.
        opened = span("request") if kind == "http" else nullcontext()
        with structlog.contextvars.bound_contextvars(request=id_), opened as traced:
            try:
                await self.app(scope, received, sent)
            finally:
                self._note(scope, status, time.perf_counter() - begun)
                if traced is not None:
                    _describe(traced, scope, status, id_)

    async def _begin(self, scope: Any, receive: Receive, send: Send) -> None:  # of the whole server
        """Run the application's lifespan, and log a failed startup in one line instead of a traceback."""

        async def forward(message: Any) -> None:  # an ASGI message
            if message["type"] == "lifespan.startup.failed":
                lines = [line.strip(" |+-") for line in str(message.get("message", "")).splitlines()]
                last = next((line for line in reversed(lines) if line), "")
                log.error("the server cannot start", why=last.partition(": ")[2] or last)
                message = {"type": "lifespan.startup.failed", "message": ""}
            await send(message)

        await self.app(scope, receive, forward)

    def _note(self, scope: Any, status: int, seconds: float) -> None:  # of a request or a socket
        path, method = scope["path"], scope.get("method", "WEBSOCKET")
        if scope["type"] == "http":
            self.measures.requests.labels(method if method.isalpha() and len(method) < 8 else "?", str(status)).inc()
            self.measures.seconds.observe(seconds)
        often = path.startswith(OFTEN)
        write = log.error if status >= 500 and scope["type"] == "http" else log.debug if often else log.info
        write("request", method=method, path=path[:200], status=status, ms=round(seconds * 1000, 1))


def _describe(traced: Span, scope: Any, status: int, id_: str) -> None:
    """Name the span of a request after its route, since URLs contain ids."""
    route = str(scope.get("path_template", ""))
    traced.update_name(f"{scope['method']} {route}".rstrip())
    attributes: dict[str, str | int] = {"http.request.method": scope["method"], "http.response.status_code": status}
    traced.set_attributes(attributes | {"http.route": route, "banneret.request": id_})
