"""The application: what answers requests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import structlog
from litestar import Litestar, MediaType, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.status_codes import HTTP_404_NOT_FOUND, HTTP_500_INTERNAL_SERVER_ERROR
from litestar.types import Scope

from banneret.kernel.registry import faults
from banneret.server.api import routes
from banneret.server.api.bodies import BodyRequest
from banneret.server.api.grounds import PACKED
from banneret.server.api.openapi import PROBLEM_TYPE, openapi
from banneret.server.api.pages import page_text, wants_page
from banneret.server.matches.forwarding import MOVED
from banneret.server.people.limits import (
    Identify,
    guard_characters,
    guard_host,
    guard_origin,
    guard_rate,
    person_of,
    secure,
    signed_in,
)
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store.leases import Elsewhere

log = structlog.get_logger()

_KINDS = {400: "bad-request", 401: "not-signed-in", 403: "not-allowed", 404: "not-found", 413: "too-large"}
"""What the framework itself refuses."""


def make_app(settings: Settings, services: Services | None = None) -> Litestar:
    """Return the application of a server with these settings."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        parts: Services = app.state.services
        for fault in faults():
            log.error("game not available", game=fault.id, package=fault.package, why=fault.reason)
        await parts.start()
        try:
            yield
        finally:
            await parts.stop()

    app = Litestar(
        route_handlers=[*routes(), openapi],
        dependencies={
            "services": Provide(_services, sync_to_thread=False),
            "person": Provide(person_of),
            "signed_in": Provide(signed_in),
        },
        middleware=[DefineMiddleware(Identify)],
        guards=[guard_host, guard_characters, guard_origin, guard_rate],
        before_send=[secure],
        exception_handlers={Elsewhere: _elsewhere, Problem: _problem, HTTPException: _http, Exception: _error},
        lifespan=[lifespan],
        logging_config=None,  # what is logged, and how, is said in logs.py
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude_opt_key=PACKED),
        openapi_config=None,  # it is described by `openapi.document`, from the same structs that read and write
        request_class=BodyRequest,
        request_max_body_size=settings.body_limit,
    )
    app.state.services = services or Services(settings)
    return app


def _services(scope: Scope) -> Services:
    parts: Services = scope["litestar_app"].state.services
    return parts


def details(kind: str, status: int, detail: str, **more: Any) -> Response[bytes]:  # whatever JSON besides
    """Return an answer that says what is wrong (RFC 9457)."""
    body = {"type": f"urn:banneret:problem:{kind}", "title": kind, "status": status, "detail": detail, **more}
    return Response(msgspec.json.encode(body), status_code=status, media_type=PROBLEM_TYPE)


def _problem(request: Request[Any, Any, Any], error: Problem) -> Response[bytes]:
    request.app.state.services.measures.problems.labels(error.kind).inc()
    if error.kind == "storage":
        log.warning("storage", path=request.url.path, why=str(error))
    return details(error.kind, error.status, error.detail, **error.more)


def _elsewhere(_: Request[Any, Any, Any], error: Elsewhere) -> Response[bytes]:
    return details(error.kind, MOVED, error.detail)


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    if error.status_code == HTTP_404_NOT_FOUND and wants_page(request):
        return Response(page_text().encode(), status_code=HTTP_404_NOT_FOUND, media_type=MediaType.HTML)
    kind = _KINDS.get(error.status_code, f"http-{error.status_code}")
    more = {"errors": error.extra} if error.extra else {}
    return details(kind, error.status_code, error.detail, **more)


def _error(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    log.error("unhandled", method=request.method, path=request.url.path, exc_info=error)
    return details("internal", HTTP_500_INTERNAL_SERVER_ERROR, "The server made a mistake; it has been logged.")
