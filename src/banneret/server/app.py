"""The application: what answers requests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR

import banneret
from banneret.server.api import routes
from banneret.server.guarding import Identify, guard_origin, guard_rate, person_of, secure, signed_in
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings

PROBLEM_TYPE = "application/problem+json"


def make_app(settings: Settings, services: Services | None = None) -> Litestar:
    """Return the application of a server with these settings."""
    parts = services or Services(settings)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await parts.start()
        try:
            yield
        finally:
            await parts.stop()

    app = Litestar(
        route_handlers=routes(),
        dependencies={
            "services": Provide(lambda: parts, sync_to_thread=False),
            "person": Provide(person_of),
            "signed_in": Provide(signed_in),
        },
        middleware=[DefineMiddleware(Identify)],
        guards=[guard_origin, guard_rate],
        before_send=[secure],
        exception_handlers={Problem: _problem, HTTPException: _http, Exception: _error},
        lifespan=[lifespan],
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000),
        openapi_config=OpenAPIConfig(
            title="banneret", version=banneret.__version__, path="/openapi", render_plugins=[JsonRenderPlugin()]
        ),
        request_max_body_size=settings.body_limit,
    )
    app.state.services = parts
    return app


def details(kind: str, status: int, detail: str, **more: Any) -> Response[bytes]:  # whatever JSON besides
    """Return an answer that says what is wrong (RFC 9457)."""
    body = {"type": f"urn:banneret:problem:{kind}", "title": kind, "status": status, "detail": detail, **more}
    return Response(msgspec.json.encode(body), status_code=status, media_type=PROBLEM_TYPE)


def _problem(_: Request[Any, Any, Any], error: Problem) -> Response[bytes]:
    return details(error.kind, error.status, error.detail, **error.more)


def _http(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    kind = "invalid" if isinstance(error, ValidationException) else f"http-{error.status_code}"
    more = {"errors": error.extra} if error.extra else {}
    return details(kind, error.status_code, error.detail, **more)


def _error(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    if request.app.logger is not None:
        request.app.logger.exception("unhandled", exc_info=error)
    return details("internal", HTTP_500_INTERNAL_SERVER_ERROR, "The server made a mistake; it has been logged.")
