"""`/livez`, `/readyz`, `/metrics`: endpoints for operators."""

from __future__ import annotations

from secrets import compare_digest
from typing import Any

from litestar import Request, Response, get
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from banneret.server.api.dependencies import Parts
from banneret.server.people.hosts import is_loopback
from banneret.server.problems import Problem
from banneret.server.settings import Settings
from banneret.server.store.migrate import newest, revision


@get("/livez", operation_id="livez", summary="Liveness check", tags=["operating"], opt={"rate": ""})
async def livez() -> dict[str, str]:
    """Return "ok" while the process is alive."""
    return {"status": "ok"}


@get("/readyz", operation_id="readyz", summary="Readiness check", tags=["operating"], opt={"rate": ""})
async def readyz(services: Parts) -> dict[str, str]:
    """Check that the database is up to date and can be written to."""
    at = await revision(services.database)
    if at != newest():
        raise Problem("storage", f"The database is at migration {at}, this server needs {newest()}.")
    await services.probe.write()
    return {"status": "ok", "migration": at or ""}


@get("/metrics", operation_id="metrics", summary="Metrics for Prometheus", tags=["operating"], opt={"rate": ""})
async def metrics(services: Parts, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return all metrics."""
    if not _may_know(services.settings, request):
        raise Problem("not-found", "Metrics require the bearer token `metrics_token`.")
    await services.measures.count_stored(services.database, services.now())
    return Response(generate_latest(services.measures.registry), headers={"content-type": CONTENT_TYPE_LATEST})


def _may_know(settings: Settings, request: Request[Any, Any, Any]) -> bool:
    """Return whether a request may read metrics; the number of answers could reveal secrets of running matches."""
    if settings.metrics_token:
        return compare_digest(
            request.headers.get("authorization", "").encode(), f"Bearer {settings.metrics_token}".encode()
        )
    forwarded = any(name in request.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))
    here = request.client is not None and request.client.host in ("127.0.0.1", "::1")
    asked = is_loopback(request.headers.get("host", ""))
    return here and asked and not forwarded and not settings.public_url
