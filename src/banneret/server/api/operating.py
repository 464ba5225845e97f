"""`/livez`, `/readyz`, `/metrics`: for whoever looks after the server."""

from __future__ import annotations

from litestar import Response, get
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from banneret.server.api.dependencies import Parts
from banneret.server.migrating import newest, revision
from banneret.server.problems import Problem


@get("/livez", operation_id="livez", summary="Whether the process lives", tags=["operating"], opt={"rate": ""})
async def livez() -> dict[str, str]:
    """Answer."""
    return {"status": "ok"}


@get("/readyz", operation_id="readyz", summary="Whether it can serve", tags=["operating"], opt={"rate": ""})
async def readyz(services: Parts) -> dict[str, str]:
    """Look whether the database can be reached and is up to date."""
    at = await revision(services.database)
    if at != newest():
        raise Problem("storage", f"The database is at migration {at}, this server needs {newest()}.")
    return {"status": "ok", "migration": at or ""}


@get("/metrics", operation_id="metrics", summary="Figures for Prometheus", tags=["operating"], opt={"rate": ""})
async def metrics(services: Parts) -> Response[bytes]:
    """Return what is counted and measured."""
    if not services.settings.metrics:
        raise Problem("not-found", "This server tells no figures.")
    return Response(generate_latest(services.measures.registry), headers={"content-type": CONTENT_TYPE_LATEST})
